//! A file that only grows: a header and one line of JSON per entry.
//!
//! An entry is written by one system call as soon as it exists, so a run that is killed at any
//! moment leaves complete lines and at most one torn one at the end. Opening the file again:
//!
//! - The header must equal the one expected; a torn header is begun anew.
//! - Text after the last newline is a torn line and is cut off.
//! - Any other line that is no entry is an error that names the line; nothing is changed.
//!
//! The file is locked while it is open for writing.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_core::lock_file;

/// Why a ledger could not be read or written.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The file could not be opened, read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What happened.
        source: io::Error,
    },
    /// Another run has the file open.
    #[error("{} is in use by another run", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// A line is not what it should be.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// An open ledger.
pub struct Ledger {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines.
    length: u64,
    /// Set after a failed write: another line must not follow half a line.
    broken: bool,
}

impl Ledger {
    /// Opens a ledger, or begins one. `each` gets every entry in it; if it refuses one, the file
    /// stays as it is.
    pub fn open<H, E>(
        path: &Path,
        header: &H,
        each: impl FnMut(E) -> Result<(), String>,
    ) -> Result<Ledger, LedgerError>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        E: DeserializeOwned,
    {
        refuse_irregular(path)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io_error(path, "open"))?;
        lock(path, &file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(io_error(path, "read"))?;
        let (lines, torn) = bytes.split_at(complete(&bytes));
        let first = to_line(header);
        if lines.is_empty() && !first.as_bytes().starts_with(torn) {
            return Err(bad(path, 1, "expected the header of a ledger".to_owned()));
        }
        if !lines.is_empty() {
            let found: H = parse(path, lines, each)?;
            if found != *header {
                return Err(bad(
                    path,
                    1,
                    format!(
                        "this file belongs to another run: found {}, expected {}",
                        to_line(&found).trim_end(),
                        first.trim_end()
                    ),
                ));
            }
        }
        let mut ledger = Ledger {
            path: path.to_owned(),
            length: lines.len() as u64,
            file,
            broken: false,
        };
        ledger
            .file
            .set_len(ledger.length)
            .and_then(|()| ledger.file.seek(SeekFrom::Start(ledger.length)))
            .map_err(io_error(path, "truncate"))?;
        if ledger.length == 0 {
            ledger.append_line(&first)?;
        }
        Ok(ledger)
    }

    /// Appends an entry.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), LedgerError> {
        self.append_line(&to_line(entry))
    }

    fn append_line(&mut self, line: &str) -> Result<(), LedgerError> {
        let written = if self.broken {
            Err(io::Error::other("an earlier write failed"))
        } else {
            self.file.write_all(line.as_bytes())
        };
        if let Err(error) = written {
            self.broken = true;
            // If this fails too, half a line stays behind: the next run will cut it off.
            let _ = self.file.set_len(self.length);
            return Err(io_error(&self.path, "write")(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Reads a ledger without touching it. A torn last line is left out.
pub fn read<H, E>(path: &Path, each: impl FnMut(E) -> Result<(), String>) -> Result<H, LedgerError>
where
    H: DeserializeOwned,
    E: DeserializeOwned,
{
    refuse_irregular(path)?;
    let bytes = fs::read(path).map_err(io_error(path, "read"))?;
    parse(path, &bytes[..complete(&bytes)], each)
}

/// The bytes up to the last newline.
fn complete(bytes: &[u8]) -> usize {
    let newline = bytes.iter().rposition(|&byte| byte == b'\n');
    newline.map_or(0, |at| at + 1)
}

fn parse<H: DeserializeOwned, E: DeserializeOwned>(
    path: &Path,
    lines: &[u8],
    mut each: impl FnMut(E) -> Result<(), String>,
) -> Result<H, LedgerError> {
    let mut lines = lines.split_inclusive(|&byte| byte == b'\n').enumerate();
    let Some((_, first)) = lines.next() else {
        return Err(bad(path, 1, "expected the header of a ledger".to_owned()));
    };
    let fail = |what: &str, line: usize, error: serde_json::Error| {
        bad(path, line, format!("this is no {what}: {error}"))
    };
    let header = serde_json::from_slice(first).map_err(|error| fail("header", 1, error))?;
    for (i, line) in lines {
        let entry = serde_json::from_slice(line).map_err(|error| fail("entry", i + 1, error))?;
        each(entry).map_err(|problem| bad(path, i + 1, problem))?;
    }
    Ok(header)
}

/// A device would be read without end and a pipe would be waited for.
fn refuse_irregular(path: &Path) -> Result<(), LedgerError> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            Err(bad(path, 1, "expected a regular file".to_owned()))
        }
        // Whatever else is wrong shows when the file is opened.
        _ => Ok(()),
    }
}

fn lock(path: &Path, file: &File) -> Result<(), LedgerError> {
    match lock_file(file) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(LedgerError::InUse {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(io_error(path, "lock")(error)),
    }
}

fn io_error(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
    let path = path.to_owned();
    move |source| LedgerError::Io {
        path,
        action,
        source,
    }
}

fn bad(path: &Path, line: usize, problem: String) -> LedgerError {
    LedgerError::Line {
        path: path.to_owned(),
        line,
        problem,
    }
}

/// JSON and a newline. Ledgers hold plain data: text keys only and no type that can refuse, which
/// are the two ways in which writing JSON to memory can fail.
fn to_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("plain data is always writable as JSON");
    line.push('\n');
    line
}
