//! Matches that end when a sequential test decides: verdicts, resumption, reports, refusals.

use crate::support::{lasting, library, read, registry};
use std::fs;
use std::path::{Path, PathBuf};
use yomi_lab::{Item, Library, Manifest, RunOptions, Scale, Summary, Verdict, run};
use yomi_stats::hypothesis::chi_square_of_score;
use yomi_stats::sprt::SprtVerdict;

const TESTED: &str = r#"
title = "Skill wins soon"
claim = "Who knows the theory wins."
kind = "match"
game = "nim:stones=11"
seed = 7
openings = { plies = 1 }
chi_square = true

[sweep]
name = "skill"

[[series]]
label = "against a novice"
engine = "careful:skill={skill}"
opponent = "careful:skill=0"

[[series]]
label = "novices against the skilled"
engine = "careful:skill=0"
opponent = "careful:skill={skill}"

[scale.quick]
pairs = 200
values = [0.9]
sprt = { elo0 = 0, elo1 = 35, alpha = 0.05, beta = 0.05 }

[[finding]]
text = "Skill wins."
series = "against a novice"
relation = ">"
threshold = 0.5
paper = 0.617

[[finding]]
text = "Novices win."
series = "novices against the skilled"
relation = ">"
threshold = 0.5
if_contradicted = "contradicted: rather even than ahead"
"#;

fn items() -> Vec<Item> {
    let folder = library(&[("soon", TESTED)]);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

fn run_with(out: &Path, workers: usize) -> Summary {
    let options = RunOptions {
        workers,
        ..RunOptions::new(out)
    };
    run(&items(), Scale::Quick, &registry(), &options, &()).unwrap()
}

/// What must be the same in every run.
fn lasting_files(out: &Path) -> Vec<String> {
    let folder = "stones/soon/quick/";
    let report = lasting(&read(out, &format!("{folder}report.md")));
    let others = ["data.csv", "data.json", "plot.svg"];
    let others = others.map(|name| read(out, &format!("{folder}{name}")));
    [vec![report], others.to_vec()].concat()
}

fn records(out: &Path) -> Vec<PathBuf> {
    let folder = fs::read_dir(out.join("stones/soon/quick/records")).unwrap();
    folder.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn the_test_ends_the_match_and_gives_the_verdict() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_with(out.path(), 2);
    let item = &summary.items[0];
    let expected = [
        (Verdict::Reproduced, SprtVerdict::AcceptH1),
        (Verdict::Contradicted, SprtVerdict::AcceptH0),
    ];
    for ((finding, row), (verdict, accepted)) in item.findings.iter().zip(&item.rows).zip(expected)
    {
        assert_eq!(finding.verdict, verdict);
        let test = finding.points[0].test.unwrap();
        assert_eq!(test.status.verdict, accepted);
        assert!(test.pairs < 100, "{test:?}");
        assert_eq!(row.observation.count(), test.pairs);
        assert_eq!(finding.points[0].p, None, "no honest p of one look");
        let chi_square = row.chi_square.unwrap();
        let points = row.estimate.value * 2.0 * test.pairs as f64;
        let expected = chi_square_of_score(points, 2 * test.pairs, 0.5).unwrap();
        assert_eq!(chi_square.statistic, expected.statistic);
    }
    assert_eq!(item.rows[0].paper, Some(0.617));
    let report = read(out.path(), "stones/soon/quick/report.md");
    for part in [
        "sequential test: 0.550 accepted after",
        "sequential test: 0.500 accepted after",
        "chi-square against 1/2",
        "H0, the score is 0.500, against H1, it is 0.550, with error rates 0.05 and 0.05; at most 200 pairs",
        "contradicted: rather even than ahead",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[test]
fn where_it_stops_depends_neither_on_workers_nor_on_a_kill() {
    let [one, three] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let whole = run_with(one.path(), 1);
    assert_eq!(run_with(three.path(), 3).items, whole.items);
    let files = lasting_files(one.path());
    assert_eq!(lasting_files(three.path()), files);
    for record in records(three.path()) {
        let text = fs::read_to_string(&record).unwrap();
        fs::write(&record, &text[..text.len() / 2]).unwrap();
    }
    assert_eq!(run_with(three.path(), 2).items, whole.items);
    assert_eq!(lasting_files(three.path()), files);
}

/// Once it is decided nothing is missing: no game is played, and nobody signs the record anew.
#[test]
fn a_decided_match_is_complete() {
    let out = tempfile::tempdir().unwrap();
    let whole = run_with(out.path(), 1);
    let contents = |paths: &[PathBuf]| -> Vec<String> {
        let read = |path| fs::read_to_string(path).unwrap();
        paths.iter().map(read).collect()
    };
    let before = contents(&records(out.path()));
    let ledger = out.path().join("stones/soon/quick/engines.json");
    let signed = fs::read_to_string(&ledger).unwrap();
    // As an earlier program left it.
    let other = signed.replace(
        "\"signatures\": [\n        \"",
        "\"signatures\": [\n        \"0",
    );
    assert_ne!(other, signed);
    fs::write(&ledger, &other).unwrap();
    let again = run_with(out.path(), 2);
    assert_eq!(again.items[0].rows, whole.items[0].rows);
    assert_eq!(contents(&records(out.path())), before);
    assert_eq!(fs::read_to_string(&ledger).unwrap(), other);
}

#[test]
fn tests_that_make_no_sense_are_refused() {
    let decided = "sprt = { elo0 = 0, elo1 = 35, alpha = 0.05, beta = 0.05 }";
    for (from, to, problem) in [
        (
            "elo1 = 35",
            "elo1 = -5",
            "scale.quick.sprt: elo0 is 0 and elo1 is -5",
        ),
        ("beta = 0.05 }", "beta = 0.9 }", "scale.quick.sprt: beta"),
        (
            "threshold = 0.5\n",
            "threshold = 0.6\n",
            "finding[0]: the match at scale quick is judged",
        ),
        (
            "relation = \">\"",
            "relation = \"<\"",
            "finding[0]: the match at scale quick is judged",
        ),
        (
            "paper = 0.617",
            "of = \"first\"",
            "finding[0]: the match at scale quick is judged",
        ),
        (decided, "sprt = { elo0 = 0 }", "missing field"),
        (
            "chi_square = true",
            "judge = \"careful\"",
            "judge: only a calibration or positions have it",
        ),
        (
            "chi_square = true",
            "position = \"4\"",
            "position: only preferences have it",
        ),
    ] {
        assert!(TESTED.contains(from), "{from}");
        let text = TESTED.replacen(from, to, 1);
        let error = Manifest::parse("x.toml", &text).unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
}
