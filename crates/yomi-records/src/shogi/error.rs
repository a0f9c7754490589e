//! Where a record is wrong, and what would have been right; texts on one line.

use std::fmt;
use thiserror::Error;
use yomi_core::foreign::quoted;

/// Why a text is no record of a game of shogi.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The move, counted from 1, where it is one that is wrong.
    pub number: Option<usize>,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl RecordError {
    pub(super) fn new(line: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        RecordError {
            line,
            number: None,
            found: found.into(),
            expected: expected.into(),
        }
    }

    pub(super) fn of_move(mut self, number: usize) -> Self {
        self.number = Some(number);
        self
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(number) = self.number {
            write!(f, ", move {number}")?;
        }
        write!(f, ": found {}, expected {}", self.found, self.expected)
    }
}

/// The text without what would break its line, and without blanks at the end, which nobody keeps.
pub(super) fn one_line(text: &str) -> String {
    let line = text.replace(|letter: char| letter.is_control(), " ");
    line.trim_end().to_owned()
}

/// What is found, in quotes, for an error to show.
pub(super) fn found(text: &str) -> String {
    quoted(&text.replace('\u{3000}', " "))
}
