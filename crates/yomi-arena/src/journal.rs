//! The record file: appended to, never rewritten.
//!
//! A game is one line, written by one system call as soon as it is over, so a run that is killed
//! at any moment leaves a file of complete lines and at most one torn one at the end. Opening the
//! file again follows these rules:
//!
//! - The header must equal that of the contest, down to the number of pairs; the error names the
//!   first field that differs.
//! - Text after the last newline is a torn line: it is cut off, and that game is played again.
//! - If even the header is torn, no game can be lost: the file is begun anew, provided that what
//!   there is of it begins this contest's header. Otherwise the file is something else, and is
//!   left alone.
//! - Any other line that is not a game of this contest, or is one for the second time, is an
//!   error that names the line; nothing is changed.
//!
//! The file is locked while a match writes to it. Lines survive the death of the process; against
//! a loss of power they are as safe as the operating system makes them.

use crate::ArenaError;
use crate::record::{GameRecord, Header, VERSION};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open record.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines.
    length: u64,
    /// Set after a failed write: another line must not follow half a line.
    broken: bool,
}

impl Journal {
    /// Opens a record, or begins one. `each` gets every game in it with the number of its line;
    /// if it refuses one, the file stays as it is. Says also whether a torn line was cut off.
    pub fn open(
        path: &Path,
        header: &Header,
        each: impl FnMut(usize, GameRecord) -> Result<(), ArenaError>,
    ) -> Result<(Journal, bool), ArenaError> {
        let fail = |action| {
            move |source| ArenaError::Io {
                path: path.to_owned(),
                action,
                source,
            }
        };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::InUse {
                    path: path.to_owned(),
                });
            }
            // Some network file systems have no locks; better to play without than not at all.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(fail("lock")(error)),
        }

        let mut lines = Lines::new(path, &file);
        let (begun, torn) = match lines.next()? {
            Line::End => (false, false),
            Line::Torn(bytes) if header.to_line().as_bytes().starts_with(&bytes) => (false, true),
            Line::Torn(_) => {
                return Err(not_a_record(
                    path,
                    "it has no complete first line".to_owned(),
                ));
            }
            Line::Whole(bytes) => {
                compare(path, &parse_header(path, &bytes)?, header)?;
                (true, lines.games(each)?)
            }
        };

        let length = if begun { lines.complete } else { 0 };
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            length,
            broken: false,
        };
        if torn {
            journal.file.set_len(length).map_err(fail("truncate"))?;
        }
        journal
            .file
            .seek(SeekFrom::Start(length))
            .map_err(fail("read"))?;
        if !begun {
            journal.append(&header.to_line())?;
        }
        Ok((journal, torn))
    }

    /// Appends a finished game.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        self.append(&game.to_line())
    }

    fn append(&mut self, line: &str) -> Result<(), ArenaError> {
        let written = if self.broken {
            Err(io::Error::other("an earlier write failed"))
        } else {
            self.file
                .write_all(line.as_bytes())
                .and_then(|()| self.file.flush())
        };
        if let Err(source) = written {
            self.broken = true;
            // If this fails too, half a line stays behind: the next run will cut it off.
            let _ = self.file.set_len(self.length);
            return Err(ArenaError::Io {
                path: self.path.clone(),
                action: "write",
                source,
            });
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Reads a record without touching it: its header and its games in the order in which they were
/// finished. A torn last line is left out.
pub fn read_record(path: &Path) -> Result<(Header, Vec<GameRecord>), ArenaError> {
    let file = File::open(path).map_err(|source| ArenaError::Io {
        path: path.to_owned(),
        action: "open",
        source,
    })?;
    let mut lines = Lines::new(path, &file);
    let Line::Whole(bytes) = lines.next()? else {
        return Err(not_a_record(
            path,
            "it has no complete first line".to_owned(),
        ));
    };
    let header = serde_json::from_value(parse_header(path, &bytes)?).map_err(|error| {
        ArenaError::BadLine {
            path: path.to_owned(),
            line: 1,
            reason: error.to_string(),
        }
    })?;
    let mut games = Vec::new();
    lines.games(|_, game| {
        games.push(game);
        Ok(())
    })?;
    Ok((header, games))
}

enum Line {
    /// A line, its newline included.
    Whole(Vec<u8>),
    /// What follows the last newline.
    Torn(Vec<u8>),
    End,
}

/// The lines of a record, counted in lines and bytes.
struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    number: usize,
    complete: u64,
}

impl<'a> Lines<'a> {
    fn new(path: &'a Path, file: &'a File) -> Lines<'a> {
        Lines {
            path,
            reader: BufReader::new(file),
            number: 0,
            complete: 0,
        }
    }

    fn next(&mut self) -> Result<Line, ArenaError> {
        let mut bytes = Vec::new();
        self.reader
            .read_until(b'\n', &mut bytes)
            .map_err(|source| ArenaError::Io {
                path: self.path.to_owned(),
                action: "read",
                source,
            })?;
        self.number += 1;
        Ok(match bytes.last() {
            None => Line::End,
            Some(b'\n') => {
                self.complete += bytes.len() as u64;
                Line::Whole(bytes)
            }
            Some(_) => Line::Torn(bytes),
        })
    }

    /// Hands over every game to the end of the file; says whether the last line was torn.
    fn games(
        &mut self,
        mut each: impl FnMut(usize, GameRecord) -> Result<(), ArenaError>,
    ) -> Result<bool, ArenaError> {
        loop {
            match self.next()? {
                Line::End => return Ok(false),
                Line::Torn(_) => return Ok(true),
                Line::Whole(bytes) => {
                    let fail = |reason| ArenaError::BadLine {
                        path: self.path.to_owned(),
                        line: self.number,
                        reason,
                    };
                    let game: GameRecord = serde_json::from_slice(&bytes)
                        .map_err(|error| fail(format!("this is no game record: {error}")))?;
                    if let Some(contradiction) = game.contradiction() {
                        return Err(fail(contradiction));
                    }
                    each(self.number, game)?;
                }
            }
        }
    }
}

fn not_a_record(path: &Path, reason: String) -> ArenaError {
    ArenaError::NotARecord {
        path: path.to_owned(),
        reason,
    }
}

/// The header as plain JSON, so that another version can be told from no record at all.
fn parse_header(path: &Path, bytes: &[u8]) -> Result<Value, ArenaError> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| not_a_record(path, format!("line 1 is not JSON: {error}")))?;
    match value.get("yomi_match") {
        None => Err(not_a_record(
            path,
            "line 1 has no field 'yomi_match'".to_owned(),
        )),
        Some(version) if version.as_u64() == Some(VERSION) => Ok(value),
        Some(version) => Err(ArenaError::Version {
            path: path.to_owned(),
            found: version.to_string(),
            expected: VERSION,
        }),
    }
}

/// An error that names the first field in which the headers differ.
fn compare(path: &Path, found: &Value, header: &Header) -> Result<(), ArenaError> {
    // Through text and back, so that both sides have gone through the same conversions.
    let expected: Value = serde_json::from_str(&header.to_line())
        .map_err(|error| not_a_record(path, error.to_string()))?;
    let fields = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .map(|map| map.keys().cloned().collect())
            .unwrap_or_default()
    };
    let show = |value: Option<&Value>| value.map_or("missing".to_owned(), Value::to_string);
    let mut names = fields(&expected);
    names.extend(fields(found));
    // The fingerprint differs whenever anything does, and says the least about what.
    names.sort_by_key(|name| name == "fingerprint");
    match names
        .iter()
        .find(|name| found.get(name) != expected.get(name))
    {
        None => Ok(()),
        Some(name) => Err(ArenaError::HeaderDiffers {
            path: path.to_owned(),
            field: name.clone(),
            found: show(found.get(name)),
            expected: show(expected.get(name)),
        }),
    }
}
