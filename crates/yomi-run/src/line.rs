//! A line of a journal: a JSON object whose last member is a checksum of the others.
//!
//! ```text
//! {"run":3,"best":"b2","checksum":"85944171f73967e8"}
//! ```
//!
//! The checksum is the FNV-1a hash, as 16 lower-case hexadecimal digits, of the object as it would be
//! written without that member. A line that differs from what was written in one bit never passes: if
//! the bit is one of the text, the hash differs; if it is one of the checksum, that differs; and a
//! line whose checksum cannot be recognised any more is a line without one (see
//! [`journal`](crate::journal) for the rules about those).

use crate::JournalError;
use serde::Serialize;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use yomi_core::checksum::{fnv1a, fnv1a_after};

/// The text before and after the digits of the checksum.
const BEFORE: &[u8] = b",\"checksum\":\"";
const AFTER: &[u8] = b"\"}";
const DIGITS: usize = 16;

/// No result takes a longer line.
const LONGEST_LINE: u64 = 1 << 26;

/// A header, which begins as an object does, may hold all openings of a match.
const LONGEST_HEADER: u64 = 1 << 30;

/// A value as JSON without a checksum, and a newline. Only what is no plain data fails: keys that are no
/// texts, or types that refuse to be written.
pub(crate) fn plain(value: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    Ok(line)
}

/// A value as a line with its checksum and a newline.
pub(crate) fn sealed(value: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(value)?;
    // A member that is added needs one before it.
    if !line.ends_with('}') || line == "{}" {
        return Err(io::Error::other(format!(
            "{line} has no place for a checksum: expected an object with members"
        )));
    }
    let hash = fnv1a(line.as_bytes());
    line.pop();
    line.push_str(&format!(",\"checksum\":\"{hash:016x}\"}}\n"));
    Ok(line)
}

/// The JSON in a line, newline included, and whether it has a checksum; an error in words if that
/// does not belong to it.
pub(crate) fn unsealed(line: &[u8]) -> Result<(Cow<'_, [u8]>, bool), String> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let found = text.strip_suffix(AFTER).and_then(|rest| {
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(BEFORE)?, digits))
    });
    let Some((members, digits)) = found else {
        return Ok((Cow::Borrowed(line), false));
    };
    let hash = format!("{:016x}", fnv1a_after(fnv1a(members), b"}"));
    // As text: numbers have several spellings, and one of them is what a flipped bit leaves.
    if hash.as_bytes() != digits {
        return Err(format!(
            "the line is damaged: its checksum is {}, that of its contents is {hash}",
            String::from_utf8_lossy(digits)
        ));
    }
    Ok((Cow::Owned([members, b"}\n"].concat()), true))
}

/// What a parser of one line of JSON said, without the place: it counts lines within the one that
/// it was given, which says nothing about the file.
pub(crate) fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) if error.line() > 0 => message[..end].to_owned(),
        _ => message,
    }
}

/// The next part of a file.
pub(crate) enum Line {
    /// A line, its newline included.
    Whole(Vec<u8>),
    /// The text after the last newline.
    Torn(Vec<u8>),
    /// The end of the file.
    End,
}

/// The lines of a file, counted in lines and bytes.
pub(crate) struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    /// The number of the last line read, counted from one.
    pub number: usize,
    /// Bytes in complete lines.
    pub complete: u64,
}

impl<'a> Lines<'a> {
    pub fn new(path: &'a Path, file: &'a File) -> Lines<'a> {
        Lines {
            path,
            reader: BufReader::new(file),
            number: 0,
            complete: 0,
        }
    }

    pub fn next(&mut self) -> Result<Line, JournalError> {
        let mut bytes = Vec::new();
        let ahead = self.reader.fill_buf();
        let ahead = ahead.map_err(JournalError::io(self.path, "read"))?;
        let most = match (self.number, ahead.first()) {
            (0, Some(b'{')) => LONGEST_HEADER,
            _ => LONGEST_LINE,
        };
        let mut limited = self.reader.by_ref().take(most + 1);
        limited
            .read_until(b'\n', &mut bytes)
            .map_err(JournalError::io(self.path, "read"))?;
        self.number += 1;
        if bytes.len() as u64 > most {
            return Err(self.bad(format!(
                "the line is too long: expected at most {most} bytes"
            )));
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

    /// The error for the last line read, with a description of the problem.
    pub fn bad(&self, reason: String) -> JournalError {
        JournalError::BadLine {
            path: self.path.to_owned(),
            line: self.number,
            reason,
        }
    }
}
