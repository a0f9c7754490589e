//! Folders of papers: what is found in them, and what is refused.

use crate::support::*;
use yomi_lab::*;

#[test]
fn libraries_find_their_items_and_list_them_when_they_do_not() {
    let folder = library(&[("wins", MATCH), ("finds", DECISION)]);
    let library = Library::load(folder.path()).unwrap();
    let paths = |name: &str| -> Vec<String> {
        library
            .items(name)
            .unwrap()
            .iter()
            .map(|item| item.path())
            .collect()
    };
    assert_eq!(paths(""), ["stones/finds", "stones/wins"]);
    assert_eq!(paths("stones"), ["stones/finds", "stones/wins"]);
    assert_eq!(paths("stones/wins"), ["stones/wins"]);
    for name in ["stone", "wins", "../stones", "stones/", "stones/x"] {
        assert_eq!(
            library.items(name).unwrap_err().to_string(),
            format!(
                "unknown experiment '{name}': expected one of stones, stones/finds, stones/wins"
            )
        );
    }
    assert_eq!(library.papers()[0].authors, ["A. Nim", "B. Heap"]);
}

#[test]
fn bad_libraries_are_refused() {
    let missing = Library::load(std::path::Path::new("no/such/folder"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.starts_with("cannot read no/such/folder"),
        "{missing}"
    );
    for (name, text, message) in [
        (
            "stones/Table 1.toml",
            MATCH,
            "'Table 1' is no name for a paper or item",
        ),
        ("rocks/item.toml", MATCH, "the folder has no paper.toml"),
        (
            "rocks/paper.toml",
            "",
            "rocks/paper.toml: missing field `title`",
        ),
        ("stones/broken.toml", "\ntitle = ", "broken.toml, line 2: "),
        ("paper.toml", "", "give its parent folder"),
    ] {
        let folder = library(&[]);
        write(folder.path(), name, text);
        let error = Library::load(folder.path()).unwrap_err().to_string();
        assert!(error.contains(message), "{name}: {error}");
    }
    let folder = library(&[]);
    std::fs::write(folder.path().join("stones/bytes.toml"), [0xFF, 0xFE, 0x00]).unwrap();
    assert!(
        Library::load(folder.path())
            .unwrap_err()
            .to_string()
            .contains("bytes.toml")
    );
}

#[test]
fn folders_without_experiments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = || Library::load(folder.path()).unwrap_err().to_string();
    assert!(refused().contains("there are no papers in it"));
    write(folder.path(), "rocks/paper.toml", "title = 'x'");
    assert!(refused().contains("its papers have no experiments"));
}

#[test]
fn a_scale_that_is_left_out_is_missed_only_when_asked_for() {
    let text = MATCH.split("[scale.standard]").next().unwrap();
    let folder = library(&[]);
    write(folder.path(), "stones/small.toml", text);
    let items = Library::load(folder.path()).unwrap();
    let items = items.items("stones/small").unwrap();
    assert!(Plan::new(&items[0], Scale::Quick, &registry(), None).is_ok());
    let refused = Plan::new(&items[0], Scale::Paper, &registry(), None);
    assert_eq!(
        refused.map(|_| ()).unwrap_err().to_string(),
        "stones/small has no scale 'paper': expected one of quick"
    );
}

#[test]
fn the_papers_that_come_with_the_crate_are_sound() {
    let library = Library::embedded().unwrap();
    let registry = yomi_engine::Registry::standard();
    for item in library.items("").unwrap() {
        assert!(!item.manifest.findings.is_empty(), "{}", item.path());
        for scale in Scale::ALL {
            let plan = Plan::new(&item, scale, &registry, None);
            let plan = plan.unwrap_or_else(|error| panic!("{} at {scale}: {error}", item.path()));
            let measured = |label: &String| plan.points().iter().any(|p| p.label == *label);
            for finding in &item.manifest.findings {
                let at = finding.at.as_ref();
                assert!(
                    at.is_none_or(|at| at.iter().any(measured)),
                    "{} at {scale} cannot judge '{}'",
                    item.path(),
                    finding.text
                );
            }
        }
    }
}
