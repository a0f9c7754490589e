//! The text of a record: from bytes, and places in it where something is wrong.

use std::path::Path;
use std::{fmt, io};
use thiserror::Error;
use yomi_core::read_regular_file;

/// The longest text that is read: far more than any game, far less than the memory.
pub const MAX_BYTES: usize = 4 << 20;

/// Reads a file as text: as UTF-8 if it is that, otherwise as Latin-1.
///
/// Never takes in more than [`MAX_BYTES`] and a little; a longer file is an error.
pub fn read_text(path: &Path) -> io::Result<String> {
    // Reading from a pipe or a device could wait forever.
    let bytes = read_regular_file(path, MAX_BYTES)?;
    Ok(decoded(bytes))
}

fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        error
            .as_bytes()
            .iter()
            .map(|&byte| char::from(byte))
            .collect()
    })
}

/// A place in a text. Both numbers count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Where in a file something of a record stands, if it came from a file. That is no part of what it is: any
/// two of these are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin(pub Option<Place>);

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl Eq for Origin {}

/// The place before a message, or nothing.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, "{place}: "),
            None => Ok(()),
        }
    }
}

impl From<Place> for Origin {
    fn from(place: Place) -> Origin {
        Origin(Some(place))
    }
}

/// Why a text is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: found {found}, expected {expected}")]
pub struct SgfError {
    /// Where.
    pub place: Place,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl SgfError {
    pub(super) fn new(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        SgfError {
            place,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf8_or_latin1() {
        assert_eq!(decoded("(;PB[Žofie])".into()), "(;PB[Žofie])");
        assert_eq!(decoded(b"(;PB[Andr\xe9])".to_vec()), "(;PB[André])");
    }

    #[test]
    fn a_file_is_read_if_it_is_one_and_not_too_long() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        std::fs::write(&path, " ".repeat(MAX_BYTES)).unwrap();
        assert_eq!(read_text(&path).unwrap().len(), MAX_BYTES);
        std::fs::write(&path, " ".repeat(MAX_BYTES + 1)).unwrap();
        let error = read_text(&path).unwrap_err().to_string();
        assert_eq!(error, "it is longer than 4194304 bytes");
        assert!(read_text(folder.path()).is_err());
    }
}
