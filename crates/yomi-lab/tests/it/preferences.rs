//! What an engine prefers in one position.

use crate::support::{lasting, library, read};
use yomi_engine::Registry;
use yomi_lab::{Library, Manifest, Observation, RunOptions, Scale, Verdict, run};

/// The last stone of an end: the opponent lies shot, and a hit scores.
const PREFERRED: &str = r#"
title = "Nobody has taught it anything"
claim = "All shots are as good."
kind = "preferences"
game = "curling:world=dc2,ends=2,extra_ends=0,noise=none"
seed = 1
position = '{"shot":15,"stones":[[0,2.05,5.3],[1,3.0,4.6],[3,2.95,5.5],[4,1.8,8.2]]}'

[sweep]
name = "rank"

[[series]]
label = "zero"
engine = "heuristic:weights=zero"

[scale.quick]
runs = 1
values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]

[[finding]]
text = "Nothing is preferred."
series = "zero"
at = [1]
relation = "<"
threshold = 0.5

[[finding]]
text = "Some shot scores three."
series = "zero"
of = "gain"
rule = "any"
relation = ">"
threshold = 2.5
"#;

#[test]
fn moves_come_with_their_probabilities_and_what_they_gain() {
    let folder = library(&[("likes", PREFERRED)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let registry = Registry::standard();
    let options = RunOptions::new(out.path());
    let first = run(&items, Scale::Quick, &registry, &options, &()).unwrap();
    let item = &first.items[0];
    let [
        Observation::Preference {
            probability,
            gained: Some(gained),
            ..
        },
        other,
        none,
    ] = [0, 1, 9].map(|row: usize| &item.rows[row].observation)
    else {
        panic!("{:?}", item.rows);
    };
    // Some eight shots, all of them alike.
    assert!((0.05..0.25).contains(probability), "{probability}");
    assert_eq!(gained.fract(), 0.0, "points are whole");
    assert!(
        matches!(other, Observation::Preference { probability: same, .. } if same == probability)
    );
    assert_eq!(none.count(), 0, "there are no hundred shots");
    let verdicts: Vec<Verdict> = item.findings.iter().map(|one| one.verdict).collect();
    assert_eq!(verdicts, [Verdict::Reproduced; 2]);
    assert_eq!(
        item.findings[0].points[0].p, None,
        "nothing is left to chance"
    );
    let report = |out| lasting(&read(out, "stones/likes/quick/report.md"));
    let before = report(out.path());
    assert!(before.contains("| move | points gained |"), "{before}");
    // Resumed, it looks at the same answer again.
    let again = run(&items, Scale::Quick, &registry, &options, &()).unwrap();
    assert_eq!(report(out.path()), before);
    assert_eq!(again.items[0].rows[..9], item.rows[..9]);
}

#[test]
fn preferences_that_make_no_sense_are_refused() {
    for (from, to, problem) in [
        (
            "values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]",
            "values = [1.5]",
            "this sweep counts ranks",
        ),
        (
            "seed = 1\n",
            "seed = 1\nright = ['x']\n",
            "right: preferences have a 'position'",
        ),
        (
            "of = \"gain\"",
            "of = \"claimed\"",
            "finding[1].of: expected",
        ),
        (
            "runs = 1",
            "games = 3",
            "scale.quick.games: this kind of experiment has 'runs' instead",
        ),
    ] {
        assert!(PREFERRED.contains(from), "{from}");
        let text = PREFERRED.replacen(from, to, 1);
        let error = Manifest::parse("x.toml", &text).unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
}

#[test]
fn a_position_that_is_none_is_refused_before_anything_runs() {
    let text = PREFERRED.replace("\"shot\":15", "\"shot\":99");
    let folder = library(&[("likes", &text)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions::new(out.path());
    let refused = run(&items, Scale::Quick, &Registry::standard(), &options, &());
    let error = refused.unwrap_err().to_string();
    assert!(
        error.contains("position (scale quick, rank = 1)"),
        "{error}"
    );
}
