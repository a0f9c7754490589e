//! The examples in `docs/formats.md` work when they are copied.

use crate::support::{root, run_in};
use std::fs;

/// The blocks of a kind in the page, in order.
fn blocks(kind: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/formats.md")).expect("readable");
    let open = format!("```{kind}\n");
    page.split(&open)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

fn block(kind: &str, beginning: &str) -> String {
    blocks(kind)
        .into_iter()
        .find(|text| text.starts_with(beginning))
        .unwrap_or_else(|| panic!("no block begins with {beginning}"))
}

#[test]
fn the_documented_files_work_when_copied() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    let paper = block("toml", "title = \"First steps\"");
    write("my-papers/first-steps/paper.toml", paper);
    let manifest = block("toml", "title = \"More simulations win\"");
    write("my-papers/first-steps/budget.toml", manifest);
    write("small.tree", block("text", "; The first player"));
    write("openings.txt", block("text", "# connect four"));
    write("mates.txt", block("text", "# shogi: two mates"));
    for (args, expected) in [
        (
            "reproduce --papers my-papers",
            "reproduced    More simulations beat one.",
        ),
        (
            "analyze tree:file=small.tree --engine alpha-beta",
            "Best move b, value 0.5000, proven draw.",
        ),
        (
            "match connect-four flat:simulations=9 random --pairs 2 --openings file:openings.txt",
            "4 games in 2 pairs",
        ),
        ("suite shogi mates.txt --engine mate", "all      2/2"),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let output = run_in(folder.path(), &args, "");
        let out = String::from_utf8_lossy(&output.stdout);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && out.contains(expected),
            "{out}{err}"
        );
    }
}
