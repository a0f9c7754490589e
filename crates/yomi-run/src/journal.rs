//! The journal of a run: a header and one line per result, appended to and never changed.
//!
//! A result is one line of JSON, written by one system call as soon as it exists, so a run that
//! is killed at any moment leaves a file of complete lines and at most one torn one at the end.
//! Opening the file again follows these rules:
//!
//! - The [header](Header) must equal that of the run; the error names the first field that differs.
//!   Only a header that extends the run may differ: then the file is replaced atomically
//!   by one with the new header and the same results.
//! - Text after the last newline is a torn line: it is cut off, and that job is run again.
//! - If even the header is torn, no result can be lost: the file is begun anew, provided that what
//!   there is of it begins this run's header. Otherwise the file is something else, and is left alone.
//! - Any other line that is damaged, or is no result of this run, is an error that names the line;
//!   nothing is changed.
//!
//! Every line ends in a checksum. Earlier versions wrote none, so lines without one are read, but
//! only at the beginning: from the first line with a checksum on, the header included, every line must
//! have one. A file that was begun by this version has one in its header, so a line in it whose
//! checksum was destroyed does not pass as an old one; in a resumed file of an earlier version,
//! neither does one after the first new line. That first line itself does not pass if its
//! type refuses unknown fields, as all of ours do: what is left of its checksum is one.
//!
//! The file is locked while it is open for writing. Lines survive the death of the process; against a
//! loss of power they are as safe as the operating system makes them.

use crate::JournalError;
use crate::header::{self, Header, Kinship};
use crate::line::{Line, Lines, plain, sealed, unsealed, without_place};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use yomi_core::lock_file;

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines.
    length: u64,
    torn_line: bool,
    /// Set after a failed write: another line must not follow half a line.
    broken: bool,
    /// The file that this one has replaced. Its lock is kept against processes that opened it before.
    _replaced: Option<File>,
}

/// The place of a result in a journal, for messages.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file.
    pub path: &'a Path,
    /// The line, counted from one.
    pub line: usize,
}

impl Place<'_> {
    /// The error for a result here that does not belong to the run.
    pub fn bad(&self, reason: String) -> JournalError {
        JournalError::BadLine {
            path: self.path.to_owned(),
            line: self.line,
            reason,
        }
    }
}

impl Journal {
    /// Opens a journal, or begins one. `each` gets every result in it with its place; if it
    /// refuses one, the file stays as it is.
    pub fn open<H: Header, R: DeserializeOwned, E: From<JournalError>>(
        path: &Path,
        header: &H,
        each: impl FnMut(R, Place) -> Result<(), E>,
    ) -> Result<Journal, E> {
        refuse_irregular::<H>(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(JournalError::io(path, "open"))?;
        lock(path, &file)?;

        let [old, new] = [plain(header), sealed(header)];
        let [old, new] = [
            old.map_err(JournalError::io(path, "write"))?,
            new.map_err(JournalError::io(path, "write"))?,
        ];
        let mut lines = Lines::new(path, &file);
        let mut replacement = None;
        let (begun, torn_line) = match lines.next()? {
            Line::End => (false, false),
            Line::Torn(bytes)
                if [&old, &new]
                    .iter()
                    .any(|l| l.as_bytes().starts_with(&bytes)) =>
            {
                (false, true)
            }
            Line::Torn(_) => return Err(header::torn::<H>(path).into()),
            Line::Whole(bytes) => {
                let (found, has_checksum) = header::parse::<H>(path, &bytes)?;
                if header::compare(path, &found, header)? == Kinship::Shorter {
                    // A header with a checksum would ask for one in every line.
                    let line = if has_checksum { &new } else { &old };
                    replacement = Some((line, bytes.len() as u64));
                }
                (
                    true,
                    results::<H, R, E>(&mut lines, path, has_checksum, each)?,
                )
            }
        };

        let length = if begun { lines.complete } else { 0 };
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            length,
            torn_line,
            broken: false,
            _replaced: None,
        };
        if torn_line {
            let cut = journal.file.set_len(length);
            cut.map_err(JournalError::io(path, "truncate"))?;
        }
        let at_end = journal.file.seek(SeekFrom::Start(length));
        at_end.map_err(JournalError::io(path, "read"))?;
        if !begun {
            journal.write(&new)?;
        }
        if let Some((line, results_at)) = replacement {
            let extended = journal.extend(line, results_at);
            extended.map_err(JournalError::io(path, "extend"))?;
        }
        Ok(journal)
    }

    /// Whether the file ended in a torn line when it was opened, which was cut off.
    pub fn torn_line(&self) -> bool {
        self.torn_line
    }

    /// Appends a result.
    pub fn append(&mut self, result: &impl Serialize) -> Result<(), JournalError> {
        let line = sealed(result).map_err(JournalError::io(&self.path, "write"))?;
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = if self.broken {
            Err(io::Error::other("an earlier write failed"))
        } else {
            self.file
                .write_all(line.as_bytes())
                .and_then(|()| self.file.flush())
        };
        if let Err(error) = written {
            self.broken = true;
            // If this fails too, half a line stays behind: the next run will cut it off.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::io(&self.path, "write")(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Replaces the file by one with this header and the results, which begin at a byte of the old.
    fn extend(&mut self, header: &str, results_at: u64) -> io::Result<()> {
        // Renaming would replace a link rather than the file that it leads to.
        let target = fs::canonicalize(&self.path)?;
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".extending");
        let draft = target.with_file_name(name);
        let replaced = self
            .replacement(&draft, header, results_at)
            .and_then(|new| {
                fs::rename(&draft, &target)?;
                Ok(new)
            });
        let (file, length) = replaced.inspect_err(|_| {
            // The journal is as it was; a draft that cannot be removed is overwritten next time.
            let _ = fs::remove_file(&draft);
        })?;
        self._replaced = Some(std::mem::replace(&mut self.file, file));
        self.length = length;
        Ok(())
    }

    /// The new file, complete and on disk, open at its end; and its length.
    fn replacement(
        &mut self,
        draft: &Path,
        header: &str,
        results_at: u64,
    ) -> io::Result<(File, u64)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(draft)?;
        file.set_permissions(self.file.metadata()?.permissions())?;
        match file.try_lock() {
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error);
            }
            _ => {}
        }
        file.write_all(header.as_bytes())?;
        self.file.seek(SeekFrom::Start(results_at))?;
        let results = io::copy(&mut (&self.file).take(self.length - results_at), &mut file)?;
        file.sync_all()?;
        Ok((file, header.len() as u64 + results))
    }
}

/// Reads a journal without touching it: its header, and every result in the order in which they were
/// finished. A torn last line is left out.
pub fn read_journal<H: Header + DeserializeOwned, R: DeserializeOwned, E: From<JournalError>>(
    path: &Path,
    each: impl FnMut(R, Place) -> Result<(), E>,
) -> Result<H, E> {
    refuse_irregular::<H>(path)?;
    let file = File::open(path).map_err(JournalError::io(path, "open"))?;
    let mut lines = Lines::new(path, &file);
    let Line::Whole(bytes) = lines.next()? else {
        return Err(header::torn::<H>(path).into());
    };
    let (value, has_checksum) = header::parse::<H>(path, &bytes)?;
    let header = serde_json::from_value(value).map_err(|error| lines.bad(without_place(&error)))?;
    results::<H, R, E>(&mut lines, path, has_checksum, each)?;
    Ok(header)
}

/// Passes every result up to the end of the file to the receiver; returns whether the last line was
/// torn.
fn results<H: Header, R: DeserializeOwned, E: From<JournalError>>(
    lines: &mut Lines,
    path: &Path,
    mut checksum_expected: bool,
    mut each: impl FnMut(R, Place) -> Result<(), E>,
) -> Result<bool, E> {
    loop {
        let line = match lines.next()? {
            Line::End => return Ok(false),
            Line::Torn(_) => return Ok(true),
            Line::Whole(line) => line,
        };
        let (json, has_checksum) = unsealed(&line).map_err(|reason| lines.bad(reason))?;
        let result = serde_json::from_slice(&json).map_err(|error| {
            let reason = without_place(&error);
            lines.bad(format!("this is no {}: {reason}", H::RESULT))
        })?;
        if checksum_expected && !has_checksum {
            let reason = "the line has no checksum, but those before it have".to_owned();
            return Err(lines.bad(reason).into());
        }
        checksum_expected = has_checksum;
        let line = lines.number;
        each(result, Place { path, line })?;
    }
}

/// A device would be read without end and a pipe would be waited for.
fn refuse_irregular<H: Header>(path: &Path) -> Result<(), JournalError> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(JournalError::NotAJournal {
            path: path.to_owned(),
            kind: H::KIND,
            reason: "expected a regular file, or none yet".to_owned(),
        }),
        // Whatever else is wrong shows when the file is opened.
        _ => Ok(()),
    }
}

fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
    match lock_file(file) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(JournalError::io(path, "lock")(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_follows_a_broken_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let file = File::create(&path).unwrap();
        let mut journal = Journal {
            path: path.clone(),
            // A file opened to be read takes no writes.
            file: File::open(&path).unwrap(),
            length: 0,
            torn_line: false,
            broken: false,
            _replaced: None,
        };
        let result = serde_json::json!({"a": 1});
        let error = journal.append(&result).unwrap_err().to_string();
        assert!(error.starts_with("cannot write the record "), "{error}");
        // Now it would, but half a line may be there.
        journal.file = file;
        let error = journal.append(&result).unwrap_err().to_string();
        assert!(error.ends_with("an earlier write failed"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"");
    }
}
