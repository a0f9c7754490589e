//! Claims of engines and what comes of them: measured, resumed, refused.

use crate::support::{lasting, library, read};
use std::fs;
use std::path::Path;
use yomi_engine::Registry;
use yomi_lab::{Item, Library, Manifest, Observation, RunOptions, Scale, Summary, Verdict, run};

const CLAIMS: &str = r#"
title = "The greatest of noisy means"
claim = "Who takes the greatest of noisy means claims too much."
kind = "calibration"
game = "connect-four"
seed = 5
judge = "flat:simulations={throws}"

[sweep]
name = "budget"

[[series]]
label = "flat"
engine = "flat:simulations={budget}"

[scale.quick]
games = 40
teacher = "random"
values = [14, 1_400]
with = { throws = 400 }

[[finding]]
text = "Two simulations a move claim too much."
series = "flat"
at = [14]
relation = ">"
threshold = 0.0

[[finding]]
text = "Two hundred claim less."
series = "flat"
at = [1_400]
than = { at = 14 }
of = "claimed"
relation = "<"

[[finding]]
text = "Two hundred get more."
series = "flat"
at = [1_400]
than = { at = 14 }
of = "realised"
relation = ">"
"#;

fn items() -> Vec<Item> {
    let folder = library(&[("claims", CLAIMS)]);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

fn run_with(out: &Path, workers: usize) -> Summary {
    let options = RunOptions {
        workers,
        ..RunOptions::new(out)
    };
    let registry = Registry::standard();
    run(&items(), Scale::Quick, &registry, &options, &()).unwrap()
}

#[test]
fn claims_are_compared_with_what_comes_of_them() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_with(out.path(), 2);
    let item = &summary.items[0];
    for finding in &item.findings {
        assert_eq!(finding.verdict, Verdict::Reproduced, "{finding:?}");
    }
    let Observation::Calibration { claimed, realised } = &item.rows[0].observation else {
        panic!("{:?}", item.rows[0]);
    };
    assert_eq!((claimed.len(), realised.len()), (40, 40));
    let excess = claimed.iter().zip(realised).map(|(x, y)| x - y);
    let mean = excess.sum::<f64>() / 40.0;
    assert!((item.rows[0].estimate.value - mean).abs() < 1e-12);
    assert!(mean > 0.1, "{mean}");
    let data = read(out.path(), "stones/claims/quick/data.csv");
    assert!(
        data.lines().next().unwrap().ends_with("claimed,realised"),
        "{data}"
    );
    let report = read(out.path(), "stones/claims/quick/report.md");
    assert!(
        report.contains("one of each game of random against itself"),
        "{report}"
    );
}

#[test]
fn neither_workers_nor_a_kill_change_anything() {
    let [one, three] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let whole = run_with(one.path(), 1);
    assert_eq!(run_with(three.path(), 3).items, whole.items);
    let report = |out: &Path| lasting(&read(out, "stones/claims/quick/report.md"));
    assert_eq!(report(three.path()), report(one.path()));
    for entry in fs::read_dir(three.path().join("stones/claims/quick/records")).unwrap() {
        let record = entry.unwrap().path();
        let text = fs::read_to_string(&record).unwrap();
        fs::write(&record, &text[..text.len() / 2]).unwrap();
    }
    assert_eq!(run_with(three.path(), 2).items, whole.items);
    assert_eq!(report(three.path()), report(one.path()));
}

#[test]
fn calibrations_that_make_no_sense_are_refused() {
    for (from, to, problem) in [
        (
            "judge = \"flat:simulations={throws}\"\n",
            "",
            "the variable '{throws}' is used nowhere",
        ),
        (
            "judge = \"flat:simulations={throws}\"",
            "openings = { plies = 2 }\njudge = \"flat:simulations={throws}\"",
            "openings: a calibration has positions",
        ),
        ("{throws}", "{shots}", "judge: unknown variable '{shots}'"),
        ("teacher = \"random\"", "", "scale.quick.teacher: missing"),
        (
            "games = 40",
            "pairs = 40",
            "scale.quick.pairs: this kind of experiment has 'games' instead",
        ),
        (
            "of = \"claimed\"",
            "of = \"first\"",
            "finding[1].of: expected 'first'",
        ),
        (
            "label = \"flat\"",
            "label = \"flat\"\nopponent = \"random\"",
            "series[0].opponent: only a match has it",
        ),
    ] {
        assert!(CLAIMS.contains(from), "{from}");
        let text = CLAIMS.replacen(from, to, 1);
        let error = Manifest::parse("x.toml", &text).unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
}
