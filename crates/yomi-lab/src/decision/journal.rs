//! The record of a decision: one header and one line of JSON per search, appended to and never
//! rewritten.
//!
//! The rules are those of the arena's records: the header must be that of the experiment; text
//! after the last newline is a torn line, which is cut off and searched again; any other line
//! that is no search of this experiment, or is one for the second time, is an error that names
//! the line. The file is locked while a run writes to it.

use crate::LabError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use yomi_arena::without_place;
use yomi_core::Seed;

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

/// An open record.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines.
    length: u64,
    /// Set after a failed write: another line must not follow half a line.
    broken: bool,
}

impl Journal {
    /// Opens a record, or begins one, and reads the answers in it.
    pub fn open(
        path: &Path,
        header: &Header,
    ) -> Result<(Journal, BTreeMap<u64, Answer>), LabError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(LabError::io("open", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LabError::InUse {
                    path: path.to_owned(),
                });
            }
            // Some network file systems have no locks; better to run without than not at all.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(LabError::io("lock", path)(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(LabError::io("read", path))?;
        let complete = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let (lines, torn) = bytes.split_at(complete);
        let first = to_line(header);
        if lines.is_empty() && !first.as_bytes().starts_with(torn) {
            return Err(bad(path, 1, "this is no record of decisions".to_owned()));
        }
        let answers = read(path, lines, header)?;
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            length: complete as u64,
            broken: false,
        };
        if !torn.is_empty() {
            journal
                .file
                .set_len(journal.length)
                .map_err(LabError::io("truncate", path))?;
        }
        journal
            .file
            .seek(SeekFrom::Start(journal.length))
            .map_err(LabError::io("read", path))?;
        if lines.is_empty() {
            journal.append(&first)?;
        }
        Ok((journal, answers))
    }

    /// Appends an answer.
    pub fn write(&mut self, answer: &Answer) -> Result<(), LabError> {
        self.append(&to_line(answer))
    }

    fn append(&mut self, line: &str) -> Result<(), LabError> {
        let written = if self.broken {
            Err(io::Error::other("an earlier write failed"))
        } else {
            self.file.write_all(line.as_bytes())
        };
        if let Err(error) = written {
            self.broken = true;
            // If this fails too, half a line stays behind: the next run will cut it off.
            let _ = self.file.set_len(self.length);
            return Err(LabError::io("write", &self.path)(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn read(path: &Path, lines: &[u8], header: &Header) -> Result<BTreeMap<u64, Answer>, LabError> {
    let mut answers: BTreeMap<u64, Answer> = BTreeMap::new();
    for (i, line) in lines.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let fail = |problem| bad(path, i + 1, problem);
        if i == 0 {
            let found: Header = serde_json::from_slice(line).map_err(|error| {
                fail(format!(
                    "this is no record of decisions: {}",
                    without_place(&error)
                ))
            })?;
            if found != *header {
                return Err(fail(format!(
                    "this record belongs to another experiment: found {}, expected {}",
                    to_line(&found).trim_end(),
                    to_line(header).trim_end()
                )));
            }
            continue;
        }
        let answer: Answer = serde_json::from_slice(line)
            .map_err(|error| fail(format!("this is no answer: {}", without_place(&error))))?;
        let run = answer.run;
        if answers.insert(run, answer).is_some() {
            return Err(fail(format!("run {run} is there twice")));
        }
    }
    Ok(answers)
}

fn bad(path: &Path, line: usize, problem: String) -> LabError {
    LabError::Record {
        path: path.to_owned(),
        line,
        problem,
    }
}

/// JSON and a newline. The schema has text keys only and no type that can refuse, which are the
/// two ways in which writing JSON to memory can fail.
fn to_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("plain data is always writable as JSON");
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let (mut journal, found) = Journal::open(&path, &header()).unwrap();
        assert!(found.is_empty());
        journal.write(&answer(0)).unwrap();
        journal.write(&answer(1)).unwrap();
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
            let (mut journal, found) = Journal::open(&path, &header()).unwrap();
            assert_eq!(found.len(), newlines.saturating_sub(1), "cut at {length}");
            for run in found.len() as u64..2 {
                journal.write(&answer(run)).unwrap();
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
        let other = to_line(&Header {
            seed: Seed::new(4),
            ..header()
        });
        for (text, message) in [
            (
                format!("{}x{}", lines[0], lines[1]),
                "line 2: this is no answer",
            ),
            (
                format!("{}{}{}", lines[0], lines[1], lines[1]),
                "line 3: run 0 is there twice",
            ),
            (
                format!("{}{}", lines[0], lines[0]),
                "line 2: this is no answer",
            ),
            (
                format!("{}\n{}", lines[0], lines[1]),
                "line 2: this is no answer",
            ),
            (other, "line 1: this record belongs to another experiment"),
            ("hello\n".to_owned(), "line 1: this is no record"),
            ("hello".to_owned(), "line 1: this is no record"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = Journal::open(&path, &header())
                .map(|_| ())
                .unwrap_err()
                .to_string();
            assert!(error.contains(message), "{text:?}: {error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn two_runs_do_not_write_one_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = record(&folder);
        let _held = Journal::open(&path, &header()).unwrap();
        let error = Journal::open(&path, &header()).map(|_| ()).unwrap_err();
        assert!(matches!(error, LabError::InUse { .. }), "{error}");
    }
}
