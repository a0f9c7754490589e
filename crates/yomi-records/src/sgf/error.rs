//! Where a text is wrong, and what would have been right.

use std::fmt;
use thiserror::Error;

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
