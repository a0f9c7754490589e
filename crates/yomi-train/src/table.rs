//! Tables of games: one game a line, columns separated by tabs and named by the first line; plain or gzip.
//!
//! What the columns hold is for each game to say. Errors name the file and the line.

use flate2::read::MultiGzDecoder;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_protocol::lines::Lines;
use yomi_run::JournalError;

/// Why a table could not be read.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// The contents of the file are invalid.
    #[error("{}: {problem}", path.display())]
    Contents {
        /// Which file.
        path: PathBuf,
        /// The line, the move, and what was expected.
        problem: String,
    },
    /// A file of games that an engine played.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl TableError {
    /// Something is wrong with the contents of a file.
    pub(crate) fn contents(path: &Path, problem: String) -> TableError {
        TableError::Contents {
            path: path.to_owned(),
            problem,
        }
    }

    fn read(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |source| TableError::Read {
            path: path.to_owned(),
            source,
        }
    }
}

/// An error with its place before it.
pub(crate) fn at<E: Display>(place: impl Display) -> impl FnOnce(E) -> String {
    move |error| format!("{place}: {error}")
}

/// No game takes a longer line.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line of a table.
pub(crate) struct Row<'a> {
    names: &'a [&'a str],
    cells: Vec<&'a str>,
    /// The place of the column that every table of the kind has.
    needed: usize,
}

impl<'a> Row<'a> {
    /// What is in a column, if the table has it.
    pub fn cell(&self, name: &str) -> Option<&'a str> {
        let place = self.names.iter().position(|&found| found == name)?;
        Some(self.cells[place].trim())
    }

    /// What is in the column that there must be.
    pub fn needed(&self) -> &'a str {
        self.cells[self.needed].trim()
    }
}

/// Whether a file is a journal: games that an engine played.
pub(crate) fn is_journal(path: &Path) -> Result<bool, TableError> {
    Ok(journal_format(path)?.is_some())
}

/// The name of the format in the first line of a journal, empty if there is none; `None` if the file is no journal.
pub(crate) fn journal_format(path: &Path) -> Result<Option<String>, TableError> {
    let fail = TableError::read(path);
    if !std::fs::metadata(path).map_err(&fail)?.is_file() {
        return Err(fail(io::Error::other("not a regular file")));
    }
    let file = BufReader::new(File::open(path).map_err(&fail)?);
    let mut line = Vec::new();
    let mut begun = file.take(LONGEST_LINE as u64);
    begun.read_until(b'\n', &mut line).map_err(&fail)?;
    if line.first() != Some(&b'{') {
        return Ok(None);
    }
    let header: serde_json::Value = serde_json::from_slice(&line).unwrap_or_default();
    let fields = header.as_object().into_iter().flat_map(|map| map.keys());
    let format = fields.into_iter().find(|name| name.starts_with("yomi_"));
    Ok(Some(format.cloned().unwrap_or_default()))
}

/// Calls `each` with the rows of a table that has a column `needed`.
pub(crate) fn read(
    path: &Path,
    needed: &str,
    each: impl FnMut(&Row) -> Result<(), String>,
) -> Result<(), TableError> {
    let rows = parse(open(path)?, needed, each);
    rows.map_err(|problem| TableError::contents(path, problem))
}

/// The lines of a text that are not empty.
pub(crate) fn text_lines(path: &Path) -> Result<Vec<String>, TableError> {
    let mut lines = Lines::of_at_most(open(path)?, LONGEST_LINE);
    let mut found = Vec::new();
    while let Some(line) = next_line(&mut lines) {
        let line = line.map_err(|problem| TableError::contents(path, problem))?;
        if !line.trim().is_empty() {
            found.push(line);
        }
    }
    Ok(found)
}

/// The text of a file, which may be compressed.
fn open(path: &Path) -> Result<BufReader<Box<dyn Read>>, TableError> {
    let fail = TableError::read(path);
    let mut file = File::open(path).map_err(&fail)?;
    let mut magic = [0; 2];
    let is_gzip = file.read_exact(&mut magic).is_ok() && magic == [0x1F, 0x8B];
    file.seek(SeekFrom::Start(0)).map_err(&fail)?;
    let text: Box<dyn Read> = match is_gzip {
        true => Box::new(MultiGzDecoder::new(file)),
        false => Box::new(file),
    };
    Ok(BufReader::new(text))
}

/// The next line of a table, with its number before what is wrong with it; a compressed one may be far
/// longer than its file.
fn next_line(lines: &mut Lines<impl BufRead>) -> Option<Result<String, String>> {
    let line = lines.next_bytes()?;
    let place = format_args!("line {}", lines.number().max(1));
    Some(match line {
        Err(error) => Err(at(place)(error)),
        Ok(Err(error)) => Err(at(place)(error)),
        Ok(Ok(line)) => String::from_utf8(line).map_err(at(place)),
    })
}

fn parse(
    text: impl BufRead,
    needed: &str,
    mut each: impl FnMut(&Row) -> Result<(), String>,
) -> Result<(), String> {
    let mut lines = Lines::of_at_most(text, LONGEST_LINE);
    let header = next_line(&mut lines).ok_or("expected a line with the names of the columns")??;
    let names: Vec<&str> = header.trim_end().split('\t').collect();
    let place = names.iter().position(|&found| found == needed);
    let needed = place.ok_or_else(|| {
        format!("line 1: expected names of columns, separated by tabs, with '{needed}' among them")
    })?;
    while let Some(line) = next_line(&mut lines) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let place = format_args!("line {}", lines.number());
        let cells: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
        if cells.len() != names.len() {
            let (found, expected) = (cells.len(), names.len());
            return Err(format!(
                "{place}: there are {found} columns: expected {expected}"
            ));
        }
        let row = Row {
            names: &names,
            cells,
            needed,
        };
        each(&row).map_err(at(place))?;
    }
    Ok(())
}
