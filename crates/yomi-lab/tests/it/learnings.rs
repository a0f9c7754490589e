//! Learned evaluations: learned once for all items of a paper, resumed, played with and tested.

use crate::support::{Brake, lasting, library, read};
use std::path::Path;
use std::sync::atomic::Ordering;
use yomi_engine::Registry;
use yomi_lab::*;

/// Weights over the updates.
const CURVE: &str = r#"
title = "Weights"
claim = "Something."
kind = "learning"
measure = "weight"
game = "connect-four"
seed = 3

[sweep]
name = "updates"

[[series]]
label = "best of 2"
evaluation = "linear:gain=0.2,step=2,best_of=2,simulations=4,updates={l}"
group = "all"

[[series]]
label = "random"
evaluation = "linear:gain=0.2,step=2,best_of=1,simulations=4,updates={l}"
group = "all"

[scale.quick]
runs = 2
with = { l = 12 }
values = [1, 6, 12, "end"]

[[finding]]
text = "There is a difference or there is none."
series = "random"
at = [12]
than = { series = "best of 2" }
relation = ">"
"#;

/// A match with what is learned, which is what the curve shows.
pub const PLAYED: &str = r#"
title = "Learned or not"
claim = "Something."
kind = "match"
game = "connect-four"
seed = 3

[evaluations]
learned = "linear:gain=0.2,step=2,best_of={n},simulations=4,updates={l}"
base = "linear:gain=0.2,step=2,best_of=1,simulations=4,updates={l}"

[sweep]
name = "n"

[[series]]
label = "against nothing"
engine = "alpha-beta:depth=1,evaluator=linear,linear_weights={learned}"
opponent = "alpha-beta:depth=1,evaluator=linear,linear_weights=zero"

[[series]]
label = "against n = 1"
engine = "alpha-beta:depth=1,evaluator=linear,linear_weights={learned}"
opponent = "alpha-beta:depth=1,evaluator=linear,linear_weights={base}"

[scale.quick]
pairs = 3
with = { l = 12 }
values = [2, 3]
"#;

/// The error by number of moves; no game of connect four lasts 60.
const ERRORS: &str = r#"
title = "Errors"
claim = "Something."
kind = "accuracy"
game = "connect-four"
seed = 3

[sweep]
name = "moves"

[[series]]
label = "best of 2"
evaluation = "linear:gain=0.2,step=2,best_of=2,simulations=4,updates={l}"

[scale.quick]
games = 5
simulations = 20
with = { l = 12 }
values = [1, 5, 60, "all"]
"#;

/// Processor time, which no two runs share.
const TIME: &str = r#"
title = "Time"
claim = "Something."
kind = "learning"
measure = "time"
game = "connect-four"
seed = 3

[sweep]
name = "n"

[[series]]
label = "relative to itself"
evaluation = "linear:best_of={n},simulations=4,updates=5"
relative_to = "linear:best_of=2,simulations=4,updates=5"

[scale.quick]
runs = 2
values = [2, 3]
"#;

pub fn items(texts: &[(&str, &str)]) -> Vec<Item> {
    let folder = library(texts);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

pub fn run_all(out: &Path, items: &[Item], brake: &Brake) -> Result<Summary, LabError> {
    let options = RunOptions {
        workers: 2,
        stop: brake.stop.clone(),
        ..RunOptions::new(out)
    };
    run(items, Scale::Quick, &Registry::standard(), &options, brake)
}

/// Everything but the section on the run itself.
fn lasting_files(out: &Path) -> Vec<String> {
    let mut files = vec![lasting(&read(out, "report.md"))];
    for item in ["curve", "errors", "played"] {
        for name in ["plot.svg", "data.csv", "data.json"] {
            files.push(read(out, &format!("stones/{item}/quick/{name}")));
        }
    }
    files
}

pub fn learned(out: &Path, ending: &str) -> usize {
    let entries = std::fs::read_dir(out.join("stones/evaluations")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(ending)).count()
}

#[test]
fn what_several_items_learn_is_learned_once_and_resumes() {
    let items = items(&[("curve", CURVE), ("errors", ERRORS), ("played", PLAYED)]);
    let whole = tempfile::tempdir().unwrap();
    let brake = Brake::new(u64::MAX);
    let summary = run_all(whole.path(), &items, &brake).unwrap();
    // Two seeds of n = 1 and of n = 2, and one of n = 3.
    assert_eq!(learned(whole.path(), ".weights.json"), 5);
    assert_eq!(learned(whole.path(), ".checkpoint"), 0);
    // The match adds one learning to its four times six games, the errors are of five games.
    assert_eq!(brake.seen.load(Ordering::Relaxed), 4 + 5 + 24 + 1);
    let [curve, errors, played] = &summary.items[..] else {
        panic!("{summary:?}");
    };
    let roles: Vec<Role> = played.engines.iter().map(|signed| signed.role).collect();
    let count = |role| roles.iter().filter(|&&one| one == role).count();
    // The players are the same engine with zeros.
    assert_eq!((count(Role::Engine), count(Role::Evaluation)), (1, 3));
    let signed = |signed: &Signed| signed.signatures.len() == 1;
    assert!(played.engines.iter().all(signed), "{:?}", played.engines);
    // Both seeds count, and weights change with the updates.
    let values: Vec<f64> = curve.rows.iter().map(|row| row.estimate.value).collect();
    assert_eq!(curve.rows[0].observation.count(), 2);
    assert_ne!(values[0], values[2]);
    assert_eq!(values[2], values[3], "the twelfth update is the end");
    let counts: Vec<u64> = errors
        .rows
        .iter()
        .map(|row| row.observation.count())
        .collect();
    assert_eq!(counts, [5, 5, 0, 5]);
    assert!((0.0..=1.0).contains(&errors.rows[0].estimate.value));
    let record = read(
        whole.path(),
        &format!("stones/played/quick/records/{}", played.rows[0].record),
    );
    assert!(record.contains(".weights.json#"), "{record}");
    let report = read(whole.path(), "report.md");
    assert!(report.contains("evaluations that were learned"), "{report}");
    assert!(!report.contains("NaN"), "{report}");
    let standings = check(whole.path(), &Registry::standard()).unwrap();
    let current = |one: &Checked| one.standing == Standing::Current;
    assert!(standings.iter().all(current), "{standings:?}");

    let out = tempfile::tempdir().unwrap();
    for after in [1, 2, 4, 3, 9] {
        let error = run_all(out.path(), &items, &Brake::new(after)).unwrap_err();
        assert!(matches!(error, LabError::Stopped), "{error}");
    }
    // Killed in the middle of a line.
    let errors = format!("stones/errors/quick/records/{}", errors.rows[0].record);
    let bytes = std::fs::read(out.path().join(&errors)).unwrap();
    std::fs::write(out.path().join(&errors), &bytes[..bytes.len() - 9]).unwrap();
    run_all(out.path(), &items, &Brake::new(u64::MAX)).unwrap();
    // The weights' files are named with their folder in records, and nowhere in what lasts.
    assert_eq!(lasting_files(out.path()), lasting_files(whole.path()));
    let again = Brake::new(u64::MAX);
    run_all(out.path(), &items, &again).unwrap();
    assert_eq!(again.seen.load(Ordering::Relaxed), 0);
    assert_eq!(lasting_files(out.path()), lasting_files(whole.path()));
}

#[test]
fn time_is_that_of_the_same_run_of_another_learning() {
    let items = items(&[("time", TIME)]);
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path(), &items, &Brake::new(u64::MAX)).unwrap();
    let rows = &summary.items[0].rows;
    assert_eq!(rows[0].estimate.value, 1.0);
    assert!(rows[1].estimate.value > 0.0);
    assert_eq!(learned(out.path(), ".weights.json"), 4);
    assert!(read(out.path(), "report.md").contains("relative to"));
}

#[test]
fn mistakes_in_manifests_are_named() {
    let problem = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let folder = library(&[("item", &text.replacen(from, to, 1))]);
        let planned = Library::load(folder.path()).and_then(|library| {
            let items = library.items("")?;
            Plan::new(&items[0], Scale::Quick, &Registry::standard(), None).map(|_| ())
        });
        planned.unwrap_err().to_string()
    };
    for (text, from, to, part) in [
        (CURVE, "measure = \"weight\"", "", "measure: missing"),
        (CURVE, "group = \"all\"", "", "series[0].group: missing"),
        (
            CURVE,
            "[1, 6, 12, \"end\"]",
            "[1.5]",
            "this sweep counts updates",
        ),
        (CURVE, "best_of=2", "best_of={k}", "unknown variable '{k}'"),
        (CURVE, "linear:", "cubic:", "unknown evaluation 'cubic'"),
        (CURVE, "linear:gain", "linear:grain", "grain"),
        (CURVE, "runs = 2", "runs = 1", "expected a number from 2"),
        (
            CURVE,
            "with = { l = 12 }",
            "with = { updates = 1, l = 1 }",
            "with.updates",
        ),
        (
            CURVE,
            "group = \"all\"",
            "engine = \"uct\"",
            "this kind has an 'evaluation' instead",
        ),
        (
            TIME,
            "relative_to",
            "group = \"all\"\nrelative_to",
            "no such thing",
        ),
        (TIME, "connect-four", "go", "has no evaluations to learn"),
        (ERRORS, "simulations = 20", "", "scale.quick.simulations"),
        (
            ERRORS,
            "kind",
            "measure = \"time\"\nkind",
            "only a learning has it",
        ),
        (
            PLAYED,
            "[evaluations]\nlearned",
            "[evaluations]\nn",
            "nothing else has",
        ),
        (
            PLAYED,
            "label",
            "group = \"all\"\nlabel",
            "only a learning or an accuracy",
        ),
        (
            PLAYED,
            "pairs = 3",
            "pairs = 3\nsimulations = 3",
            "only an accuracy has it",
        ),
        (
            PLAYED,
            "pairs = 3",
            "pairs = 3\nlearnings = 0",
            "scale.quick.learnings: found 0, expected a number from 1",
        ),
        (
            CURVE,
            "runs = 2",
            "runs = 2\nlearnings = 2",
            "scale.quick.learnings: only a match with evaluations has it",
        ),
        (
            LARGEST,
            "pairs = 4",
            "pairs = 4\nlearnings = 1",
            "scale.quick.learnings: only a match with evaluations has it",
        ),
        (
            PLAYED,
            "[scale.quick]\n",
            "[[finding]]\ntext = 'Few.'\nseries = 'against nothing'\nof = 'draws'\nrelation = '<'\n\
             threshold = 1\n[scale.quick]\nlearnings = 2\n",
            "finding[0].of: a match over several 'learnings'",
        ),
        (
            PLAYED,
            "seed = 3",
            "seed = 3\nopenings = { list = ['4'], largest = true }",
            "openings.largest",
        ),
    ] {
        let said = problem(text, from, to);
        assert!(said.contains(part), "{to}: {said}");
    }
    // What the features are called is known when they are learned.
    let items = items(&[("curve", &CURVE.replace("\"all\"", "\"none\""))]);
    let out = tempfile::tempdir().unwrap();
    let error = run_all(out.path(), &items, &Brake::new(u64::MAX)).unwrap_err();
    assert!(error.to_string().contains("expected one of all"), "{error}");
}

/// A match from random pentominoes.
const LARGEST: &str = r#"
title = "Pentominoes"
claim = "Something."
kind = "match"
game = "blokus-duo"
seed = 3
openings = { plies = 2, largest = true }

[sweep]
name = "depth"

[[series]]
label = "one ply"
engine = "alpha-beta:depth={depth},evaluator=bouzy"
opponent = "alpha-beta:depth={depth},evaluator=bouzy"

[scale.quick]
pairs = 4
values = [1]
"#;

#[test]
fn openings_of_the_largest_moves_are_pentominoes() {
    let items = items(&[("largest", LARGEST)]);
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path(), &items, &Brake::new(u64::MAX)).unwrap();
    let record = &summary.items[0].rows[0].record;
    let record = read(
        out.path(),
        &format!("stones/largest/quick/records/{record}"),
    );
    let mut openings = std::collections::BTreeSet::new();
    for line in record.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let opening = game["opening"].as_array().unwrap();
        assert_eq!(opening.len(), 2);
        for text in opening {
            assert_eq!(text.as_str().unwrap().split(',').count(), 5, "{text}");
        }
        openings.insert(opening.iter().map(ToString::to_string).collect::<String>());
    }
    assert_eq!(openings.len(), 4);
    let report = read(out.path(), "report.md");
    assert!(report.contains("among the largest moves"), "{report}");
}
