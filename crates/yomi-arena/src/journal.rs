//! The record file: appended to, and rewritten only to give a longer match its header.
//!
//! A game is one line, written by one system call as soon as it is over, so a run that is killed
//! at any moment leaves a file of complete lines and at most one torn one at the end. Opening the
//! file again follows these rules:
//!
//! - The header must equal that of the contest; the error names the first field that differs. Only
//!   the number of pairs may have grown: then the file is replaced as a whole, at one instant, by
//!   one with the new header and the same games.
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
use crate::header::{self, Kinship};
use crate::record::{GameRecord, Header};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use yomi_core::lock_file;

/// An open record.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines.
    length: u64,
    /// Set after a failed write: another line must not follow half a line.
    broken: bool,
    /// The file that this one has replaced. Its lock is kept, for whoever opened it before.
    _replaced: Option<File>,
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
        refuse_irregular(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail("open"))?;
        lock(path, &file)?;

        let mut lines = Lines::new(path, &file);
        let mut extended_from = None;
        let (begun, torn) = match lines.next()? {
            Line::End => (false, false),
            Line::Torn(bytes) if header.to_line().as_bytes().starts_with(&bytes) => (false, true),
            Line::Torn(_) => return Err(header::torn(path)),
            Line::Whole(bytes) => {
                if header::compare(path, &header::parse(path, &bytes)?, header)? == Kinship::Shorter
                {
                    extended_from = Some(bytes.len() as u64);
                }
                (true, lines.games(each)?)
            }
        };

        let length = if begun { lines.complete } else { 0 };
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            length,
            broken: false,
            _replaced: None,
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
        if let Some(games_at) = extended_from {
            journal.extend(header, games_at).map_err(fail("extend"))?;
        }
        Ok((journal, torn))
    }

    /// Replaces the file by one with this header and the games, which begin at a byte of the old.
    fn extend(&mut self, header: &Header, games_at: u64) -> io::Result<()> {
        // Renaming would replace a link rather than the file that it leads to.
        let target = fs::canonicalize(&self.path)?;
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".extending");
        let draft = target.with_file_name(name);
        let replaced = self.replacement(&draft, header, games_at).and_then(|new| {
            fs::rename(&draft, &target)?;
            Ok(new)
        });
        let (file, length) = replaced.inspect_err(|_| {
            // The record is as it was; a draft that cannot be removed is overwritten next time.
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
        header: &Header,
        games_at: u64,
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
        let line = header.to_line();
        file.write_all(line.as_bytes())?;
        self.file.seek(SeekFrom::Start(games_at))?;
        let games = io::copy(&mut (&self.file).take(self.length - games_at), &mut file)?;
        file.sync_all()?;
        Ok((file, line.len() as u64 + games))
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
    refuse_irregular(path)?;
    let file = File::open(path).map_err(|source| ArenaError::Io {
        path: path.to_owned(),
        action: "open",
        source,
    })?;
    let mut lines = Lines::new(path, &file);
    let Line::Whole(bytes) = lines.next()? else {
        return Err(header::torn(path));
    };
    let header = serde_json::from_value(header::parse(path, &bytes)?).map_err(|error| {
        ArenaError::BadLine {
            path: path.to_owned(),
            line: 1,
            reason: header::without_place(&error),
        }
    })?;
    let mut games = Vec::new();
    lines.games(|_, game| {
        games.push(game);
        Ok(())
    })?;
    Ok((header, games))
}

/// A device would be read without end and a pipe would be waited for.
fn refuse_irregular(path: &Path) -> Result<(), ArenaError> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(ArenaError::NotARecord {
            path: path.to_owned(),
            reason: "expected a regular file, or none yet".to_owned(),
        }),
        // Whatever else is wrong shows when the file is opened.
        _ => Ok(()),
    }
}

fn lock(path: &Path, file: &File) -> Result<(), ArenaError> {
    match lock_file(file) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(ArenaError::InUse {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(source)) => Err(ArenaError::Io {
            path: path.to_owned(),
            action: "lock",
            source,
        }),
    }
}

enum Line {
    /// A line, its newline included.
    Whole(Vec<u8>),
    /// What follows the last newline.
    Torn(Vec<u8>),
    End,
}

/// No game takes a longer line.
const LONGEST_LINE: u64 = 1 << 26;

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
        let mut limited = self.reader.by_ref().take(LONGEST_LINE + 1);
        limited
            .read_until(b'\n', &mut bytes)
            .map_err(|source| ArenaError::Io {
                path: self.path.to_owned(),
                action: "read",
                source,
            })?;
        self.number += 1;
        if bytes.len() as u64 > LONGEST_LINE {
            return Err(ArenaError::BadLine {
                path: self.path.to_owned(),
                line: self.number,
                reason: format!("the line is too long: expected at most {LONGEST_LINE} bytes"),
            });
        }
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
                    let game: GameRecord = serde_json::from_slice(&bytes).map_err(|error| {
                        let reason = header::without_place(&error);
                        fail(format!("this is no game record: {reason}"))
                    })?;
                    if let Some(contradiction) = game.contradiction() {
                        return Err(fail(contradiction));
                    }
                    each(self.number, game)?;
                }
            }
        }
    }
}
