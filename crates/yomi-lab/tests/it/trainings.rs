//! Trainings: games and networks are made once, resume, and end in the same report.

use crate::support::{Brake, TRAINING, lasting, library, read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use yomi_engine::Registry;
use yomi_lab::{ItemResult, LabError, Library, Observation, RunOptions, Scale, Verdict, run};

const FOLDER: &str = "stones/learns/quick/";

fn run_with(out: &Path, workers: usize, brake: &Brake) -> Result<ItemResult, LabError> {
    let folder = library(&[("learns", TRAINING)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let options = RunOptions {
        workers,
        stop: brake.stop.clone(),
        ..RunOptions::new(out)
    };
    let summary = run(&items, Scale::Quick, &Registry::standard(), &options, brake)?;
    Ok(summary.items.into_iter().next().unwrap())
}

/// Everything but the section on the run itself.
fn lasting_files(out: &Path) -> Vec<String> {
    let mut files = vec![lasting(&read(out, "report.md"))];
    for name in ["plot.svg", "data.csv", "data.json"] {
        files.push(read(out, &format!("{FOLDER}{name}")));
    }
    files
}

fn records(out: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(out.join(FOLDER).join("records")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().unwrap() == ending)
        .collect();
    paths.sort();
    paths
}

#[test]
fn a_training_measures_the_error_by_number_of_moves() {
    let out = tempfile::tempdir().unwrap();
    let brake = Brake::new(u64::MAX);
    let result = run_with(out.path(), 2, &brake).unwrap();
    // Two of three curves share their games; every curve is one training.
    assert_eq!(records(out.path(), "jsonl").len(), 2);
    assert_eq!(records(out.path(), "json").len(), 3);
    assert_eq!(records(out.path(), "safetensors").len(), 3);
    assert!(records(out.path(), "checkpoint").is_empty());
    assert_eq!(brake.announced.load(Ordering::Relaxed), 2 * 12 + 3);
    assert_eq!(brake.seen.load(Ordering::Relaxed), 2 * 12 + 3);
    let verdicts: Vec<Verdict> = result.findings.iter().map(|f| f.verdict).collect();
    assert_eq!(
        verdicts,
        [Verdict::Reproduced, Verdict::Undecided, Verdict::Reproduced]
    );
    let row = |series: &str, point: &str| {
        let mut rows = result.rows.iter();
        let row = rows.find(|row| row.series == series && row.point == point);
        row.unwrap()
    };
    // The twelve games begin with the same position, which is learned and so not in the test; three
    // games are.
    assert_eq!(row("pieces", "0").observation.count(), 0);
    assert_eq!(row("pieces", "4").observation.count(), 3);
    // Eight random moves at least come first.
    for point in ["0", "4"] {
        let late = &row("pieces, late positions", point).observation;
        assert!(matches!(late, Observation::Training { positions: 0, .. }));
    }
    assert!(row("pieces, late positions", "18").observation.count() > 0);
    let report = read(out.path(), "report.md");
    assert!(report.contains("no test positions"), "{report}");
    assert!(!report.contains("NaN"), "{report}");
    assert!(!read(out.path(), &format!("{FOLDER}data.csv")).contains("NaN"));
}

#[test]
fn a_stopped_training_resumes_to_the_same_report() {
    let whole = tempfile::tempdir().unwrap();
    run_with(whole.path(), 1, &Brake::new(u64::MAX)).unwrap();
    let out = tempfile::tempdir().unwrap();
    for after in [1, 7, 5, 4] {
        let error = run_with(out.path(), 2, &Brake::new(after)).unwrap_err();
        assert!(matches!(error, LabError::Stopped), "{error}");
    }
    // Killed in the middle of a line.
    let games = &records(out.path(), "jsonl")[0];
    let bytes = std::fs::read(games).unwrap();
    std::fs::write(games, &bytes[..bytes.len() - 9]).unwrap();
    let last = Brake::new(u64::MAX);
    run_with(out.path(), 2, &last).unwrap();
    assert!(last.announced.load(Ordering::Relaxed) < 2 * 12 + 3);
    assert_eq!(lasting_files(out.path()), lasting_files(whole.path()));
    // Once more: everything is there.
    let again = Brake::new(u64::MAX);
    run_with(out.path(), 1, &again).unwrap();
    assert_eq!(again.seen.load(Ordering::Relaxed), 0);
    assert_eq!(lasting_files(out.path()), lasting_files(whole.path()));
}

#[test]
fn a_damaged_report_is_an_error_that_names_the_file() {
    let out = tempfile::tempdir().unwrap();
    run_with(out.path(), 2, &Brake::new(u64::MAX)).unwrap();
    let record = &records(out.path(), "json")[0];
    std::fs::write(record, "{\n  \"curve\": 3\n}").unwrap();
    let error = run_with(out.path(), 2, &Brake::new(u64::MAX)).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains(".json, line 2: this is no report of a training"),
        "{text}"
    );
}
