//! The record of a decision: a [ledger](yomi_learn::ledger) of one header and one line per search.

use crate::LabError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use yomi_core::Seed;
use yomi_learn::ledger::Ledger;

/// The version of the schema written and read here.
const VERSION: u64 = 1;

/// The first line of a record: which experiment this is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the schema.
    pub yomi_decisions: u64,
    /// The game, written out.
    pub game: String,
    /// Who is asked, written out.
    pub engine: String,
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// What all randomness derives from.
    pub seed: Seed,
}

impl Header {
    /// The header of an experiment.
    pub fn new(game: &str, engine: &str, moves: &[String], seed: Seed) -> Header {
        Header {
            yomi_decisions: VERSION,
            game: game.to_owned(),
            engine: engine.to_owned(),
            moves: moves.to_vec(),
            seed,
        }
    }
}

/// One search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Which search, counted from zero.
    pub run: u64,
    /// What it would play.
    pub best: String,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined or held.
    pub nodes: u64,
    /// What its randomness derived from.
    pub seed: Seed,
}

/// Opens a record, or begins one, and reads the answers in it.
pub fn open(path: &Path, header: &Header) -> Result<(Ledger, BTreeMap<u64, Answer>), LabError> {
    let mut answers = BTreeMap::new();
    let ledger = Ledger::open(path, header, |answer: Answer| {
        let run = answer.run;
        match answers.insert(run, answer) {
            None => Ok(()),
            Some(_) => Err(format!("run {run} is there twice")),
        }
    })?;
    Ok((ledger, answers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

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
        let whole = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        let other = lines[0].replacen("\"seed\":3", "\"seed\":4", 1);
        for (text, message) in [
            (
                format!("{}x{}", lines[0], lines[1]),
                "line 2: this is no entry",
            ),
            (
                format!("{}{}{}", lines[0], lines[1], lines[1]),
                "line 3: run 0 is there twice",
            ),
            (
                format!("{}{}", lines[0], lines[0]),
                "line 2: this is no entry",
            ),
            (
                format!("{}\n{}", lines[0], lines[1]),
                "line 2: this is no entry",
            ),
            (other, "line 1: this file belongs to another run"),
            ("hello\n".to_owned(), "line 1: this is no header"),
            ("hello".to_owned(), "line 1: expected the header"),
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
        assert!(matches!(error, LabError::InUse { .. }), "{error}");
    }
}
