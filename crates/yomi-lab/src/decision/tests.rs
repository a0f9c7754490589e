//! Records of decisions: cut, damaged, foreign, in use.

use super::job::{Answer, Header, PositionDecided};
use crate::numbered;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use yomi_core::{Seed, Stop};
use yomi_engine::Registry;
use yomi_run::{Job, Journal, JournalError, Players, read_journal};

fn open(path: &Path, header: &Header) -> Result<(Journal, BTreeMap<u64, Answer>), JournalError> {
    numbered::open(path, header)
}

fn header() -> Header {
    Header::new("nim", "perfect", &["1".to_owned()], Seed::new(3))
}

fn answer(run: u64) -> Answer {
    let seed = Seed::new(3).index(run);
    Answer {
        run,
        best: "2".to_owned(),
        simulations: 10,
        nodes: 4,
        seed,
    }
}

/// A record of two answers.
fn record(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("x.jsonl");
    let (mut journal, found) = open(&path, &header()).unwrap();
    assert!(found.is_empty());
    journal.append(&answer(0)).unwrap();
    journal.append(&answer(1)).unwrap();
    path
}

#[test]
fn whatever_is_cut_off_the_end_only_the_torn_line_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let whole = std::fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let newlines = whole[..length].iter().filter(|&&b| b == b'\n').count();
        let (mut journal, found) = open(&path, &header()).unwrap();
        assert_eq!(found.len(), newlines.saturating_sub(1), "cut at {length}");
        for run in found.len() as u64..2 {
            journal.append(&answer(run)).unwrap();
        }
        drop(journal);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
    }
}

#[test]
fn other_damage_is_an_error_that_names_the_line_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    // As an earlier version wrote it, without checksums, behind which all else would hide.
    let whole = without_checksums(&std::fs::read_to_string(&path).unwrap());
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let other = lines[0].replacen("\"seed\":3", "\"seed\":4", 1);
    for (text, message) in [
        (
            format!("{}x{}", lines[0], lines[1]),
            "line 2: this is no decision",
        ),
        (
            format!("{}{}{}", lines[0], lines[1], lines[1]),
            "line 3: run 0 is there twice",
        ),
        (
            format!("{}{}", lines[0], lines[0]),
            "line 2: this is no decision",
        ),
        (
            format!("{}\n{}", lines[0], lines[1]),
            "line 2: this is no decision",
        ),
        (
            other,
            "belongs to another run: its seed is 4, this run's is 3",
        ),
        (
            "hello\n".to_owned(),
            "is no record of decisions: line 1 is not JSON",
        ),
        (
            "hello".to_owned(),
            "is no record of decisions: it has no complete first line",
        ),
    ] {
        std::fs::write(&path, &text).unwrap();
        let error = open(&path, &header()).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(message), "{text:?}: {error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn two_runs_do_not_write_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let _held = open(&path, &header()).unwrap();
    let error = open(&path, &header()).map(|_| ()).unwrap_err();
    assert!(matches!(error, JournalError::InUse { .. }), "{error}");
}

#[test]
fn a_job_is_its_json() {
    let text = r#"{"run":2,"game":"nim","engine":"perfect","moves":["1"],"seed":3,
                   "job":"position decided"}"#;
    let job: PositionDecided = serde_json::from_str(text).unwrap();
    assert_eq!(job, header().job(2));
    assert_eq!(job.id().to_string(), "7e973f01b3fd25182c5cde1b6cc81418");
}

/// A record that the program of an earlier version left, of `yomi reproduce toys/trap`.
const RECORD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/records-0.1/plain-uct-100-simulations-3-1ad4167b6a1dff57.jsonl"
);

#[test]
fn whoever_has_the_json_of_a_job_gets_the_answer_on_record() {
    let mut answers = Vec::new();
    let header: Header = read_journal(RECORD.as_ref(), |answer: Answer, _| {
        answers.push(answer);
        Ok::<_, JournalError>(())
    })
    .unwrap();
    let registry = Registry::standard();
    for answer in &answers[..5] {
        let text = serde_json::to_string(&header.job(answer.run)).unwrap();
        let job: PositionDecided = serde_json::from_str(&text).unwrap();
        let mut players = Players::new(&registry);
        let (referee, engine) = players.get(&job.game, &job.engine).unwrap();
        let asked = job.ask(referee, engine, &Stop::default());
        assert_eq!(asked.unwrap().as_ref(), Some(answer));
    }
}

/// A record as earlier versions wrote it.
fn without_checksums(text: &str) -> String {
    let old = text.lines().map(|line| match line.rfind(",\"checksum\"") {
        Some(end) => format!("{}}}\n", &line[..end]),
        None => format!("{line}\n"),
    });
    old.collect()
}
