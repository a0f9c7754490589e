//! Sets of patterns: learned once for all items of a paper from a folder of records, and measured.

use crate::support::{lasting, library, read};
use std::fs;
use std::path::Path;
use yomi_engine::Registry;
use yomi_lab::*;

/// How well two sets foretell moves.
const FORETOLD: &str = r#"
title = "Foretold"
claim = "Something."
kind = "foretelling"
game = "go"
seed = 3

[sweep]
name = "test"

[[series]]
label = "none"
patterns = "patterns:ordinary=20,disordered=0,threshold=1000000,epochs=1,test_share=0"

[[series]]
label = "some"
patterns = "patterns:ordinary={all},disordered={all},threshold=20,epochs=2,test_share=0"

[scale.quick]
games = 20
values = ["ordinary", "disordered"]
with = { all = 60 }

[[finding]]
text = "Patterns help."
series = "some"
at = ["ordinary"]
than = { series = "none" }
of = "likelihood"
relation = ">"
"#;

/// The sizes of the matches of the second of them.
const SIZES: &str = r#"
title = "Sizes"
claim = "Something."
kind = "sizes"
game = "go"
seed = 3

[sweep]
name = "move"

[[series]]
label = "records"
patterns = "patterns:ordinary={all},disordered={all},threshold=20,epochs=2,test_share=0"
source = "records"

[[series]]
label = "playouts"
patterns = "patterns:ordinary={all},disordered={all},threshold=20,epochs=2,test_share=0"
source = "playouts"

[[series]]
label = "R3"
patterns = "patterns:ordinary={all},disordered={all},threshold=20,epochs=2,test_share=0"
source = "records"
size = 3

[scale.quick]
games = 10
values = [1, 20]
with = { all = 60 }
"#;

fn items(texts: &[(&str, &str)]) -> Vec<Item> {
    let folder = library(texts);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

fn measured(out: &Path, items: &[Item], data: Option<&Path>) -> Result<Summary, String> {
    let options = RunOptions {
        data: data.map(Path::to_owned),
        ..RunOptions::new(out)
    };
    let summary = run(items, Scale::Quick, &Registry::standard(), &options, &());
    summary.map_err(|error| error.to_string())
}

#[test]
fn sets_are_learned_once_and_measured() {
    let out = tempfile::tempdir().unwrap();
    let items = items(&[("foretold", FORETOLD), ("sizes", SIZES)]);
    let summary = measured(out.path(), &items, None).unwrap();
    let [foretold, sizes] = &summary.items[..] else {
        panic!("{summary:?}");
    };
    assert_eq!(foretold.findings[0].verdict, Verdict::Reproduced);
    for row in &foretold.rows {
        let Observation::Foretold {
            match_rate,
            mean_rank,
            log_likelihood,
            games,
            ..
        } = &row.observation
        else {
            panic!("{row:?}");
        };
        assert!((0.0..1.0).contains(match_rate) && *mean_rank > 1.0 && *log_likelihood < 0.0);
        assert!((15..=20).contains(&games.len()), "{}", games.len());
    }
    let value = |row: usize| sizes.rows[row].estimate.value;
    let [first, later] = [value(0), value(1)];
    assert!(first > later && later > 1.0, "{first} {later}");
    assert!(value(3) < later, "playouts are messier");
    assert!((0.0..1.0).contains(&value(5)));
    // One of the sets is that of both items.
    let folder = out.path().join("stones/evaluations");
    let files = fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
    let sets = names.filter(|name| name.ends_with(".weights.json"));
    assert_eq!(sets.count(), 2);
    let report = || lasting(&read(out.path(), "stones/foretold/quick/report.md"));
    let before = report();
    assert!(
        before.contains("| mean rank | log-likelihood | Not0.9 |"),
        "{before}"
    );
    let again = measured(out.path(), &items, None).unwrap();
    assert_eq!(again.items[1].rows, sizes.rows);
    assert_eq!(report(), before);
}

#[test]
fn a_folder_of_data_is_taken_as_it_is() {
    let out = tempfile::tempdir().unwrap();
    let items = items(&[("foretold", FORETOLD)]);
    measured(out.path(), &items, None).unwrap();
    let data = tempfile::tempdir().unwrap();
    let sample = out.path().join("stones/sample");
    let copy = |from: &str, to: &str| fs::copy(sample.join(from), data.path().join(to)).unwrap();
    copy("ordinary.jsonl", "ordinary.jsonl");
    let error = measured(out.path(), &items, Some(data.path())).unwrap_err();
    assert!(error.contains("there is no 'disordered'"), "{error}");
    fs::create_dir(data.path().join("disordered")).unwrap();
    copy("disordered.jsonl", "disordered/1.jsonl");
    copy("ordinary-test.jsonl", "ordinary-test.jsonl");
    copy("disordered-test.jsonl", "disordered-test.jsonl");
    // The same records, wherever they are.
    measured(out.path(), &items, Some(data.path())).unwrap();
    copy("ordinary-test.jsonl", "ordinary.jsonl");
    let error = measured(out.path(), &items, Some(data.path())).unwrap_err();
    assert!(error.contains("learned from other records"), "{error}");
    let fresh = tempfile::tempdir().unwrap();
    let error = measured(fresh.path(), &items, Some(data.path())).unwrap_err();
    assert!(
        error.contains("the data have 40 games and 60 disordered records"),
        "{error}"
    );
}

#[test]
fn manifests_that_make_no_sense_are_refused() {
    for (text, from, to, problem) in [
        (
            FORETOLD,
            "[\"ordinary\", \"disordered\"]",
            "[\"ordinary\", \"odd\"]",
            "scale.quick.values[1]: 'odd': expected ordinary or disordered",
        ),
        (
            FORETOLD,
            "label = \"some\"",
            "label = \"some\"\nsource = \"records\"",
            "only sizes have 'source'",
        ),
        (
            FORETOLD,
            "label = \"some\"",
            "label = \"some\"\nengine = \"uct\"",
            "series[1].engine: this kind has 'patterns' instead",
        ),
        (
            FORETOLD,
            "seed = 3",
            "seed = 3\nmove = 30",
            "move: only a sweep over sizes has it",
        ),
        (
            SIZES,
            "source = \"playouts\"\n",
            "",
            "series[1].source: missing",
        ),
        (
            SIZES,
            "name = \"move\"",
            "name = \"size\"",
            "move: expected a number from 1 to 55",
        ),
        (
            SIZES,
            "size = 3",
            "size = 8",
            "series[2].size: expected a size from 2 to 7",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let error = Manifest::parse("x.toml", &text.replacen(from, to, 1));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
    for (from, to, problem) in [
        (
            "threshold=20",
            "treshold=20",
            "unknown parameter 'treshold'",
        ),
        ("game = \"go\"", "game = \"connect-four\"", "connect-four"),
    ] {
        let text = FORETOLD.replace(from, to);
        let items = items(&[("foretold", &text)]);
        let plan = Plan::new(&items[0], Scale::Quick, &Registry::standard(), None);
        let error = plan.err().unwrap().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
}
