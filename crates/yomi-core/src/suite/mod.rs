//! Suites of positions with known answers, as EPD files are for chess and regressions for Go.
//!
//! A suite is text: blocks of lines `key value`, separated by empty lines; lines that begin with `#` are comments.
//!
//! | key | value |
//! |---|---|
//! | `name` | the name of the position, unique in the suite |
//! | `kind` | the kind of question, for tables |
//! | `position` | the position in the game's notation, as [`Setup`](crate::Setup) reads it |
//! | `right` | all moves that are right, separated by blanks |
//! | `winner` | optional: who wins with best play, `b` (the first player), `w` or `draw` |
//! | `score` | optional: by how much, such as `B+6` |
//! | `dead`, `seki` | optional: all stones that are dead, that live in seki; `-` for none |
//!
//! A block with the line `game` alone, such as `game go:komi=7`, says which game the answers after it hold for.
//!
//! The reader knows no game: [`TestPosition::check`] asks a [`Referee`] about positions and moves. Points and scores are
//! left to whoever compares them.

mod read;

pub use read::read;

use crate::Outcome;
use crate::engine::{EngineError, Referee};
use std::collections::BTreeMap;
use thiserror::Error;

/// The error for a suite that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, and what was expected.
    pub problem: String,
}

/// A position with known answers.
#[derive(Clone, PartialEq, Debug)]
pub struct TestPosition {
    /// The game with the settings that the answers hold for, if the suite says so, and the line that does.
    pub game: Option<(usize, String)>,
    /// The name, unique in its suite.
    pub name: String,
    /// The kind of question.
    pub kind: String,
    /// The position in the game's notation.
    pub position: String,
    /// All moves that are right, in the game's own spelling once [checked](TestPosition::check).
    pub right: Vec<String>,
    /// The result with best play.
    pub winner: Option<Outcome>,
    /// The score with best play.
    pub score: Option<String>,
    /// All stones that are dead as they stand.
    pub dead: Option<Vec<String>>,
    /// All stones that live in seki.
    pub seki: Option<Vec<String>>,
    /// The line of each key.
    lines: BTreeMap<&'static str, usize>,
}

impl TestPosition {
    /// Asks a referee, which is left at the position, whether the game has this position and its right moves, and
    /// spells these as the game does.
    ///
    /// # Errors
    ///
    /// A position that the game refuses or in which it is over; a right move that is illegal or given twice.
    pub fn check(&mut self, referee: &mut dyn Referee) -> Result<(), SuiteError> {
        self.set_up(referee)?;
        if let Some(outcome) = referee.outcome() {
            let problem = format!("the game is over there ({outcome}): expected a move to find");
            return Err(self.error("position", problem));
        }
        let mut spelled = Vec::new();
        for text in &self.right {
            let played = referee.play(text);
            let (text, _) = played.map_err(|error| self.error("right", error))?;
            if spelled.contains(&text) {
                return Err(self.error("right", format!("'{text}' is given twice")));
            }
            spelled.push(text);
            self.set_up(referee)?;
        }
        self.right = spelled;
        Ok(())
    }

    fn set_up(&self, referee: &mut dyn Referee) -> Result<(), SuiteError> {
        let refused = |error: EngineError| self.error("position", error);
        referee.set_position(&self.position).map_err(refused)
    }

    /// Whether this move, in the game's own spelling, is right.
    pub fn is_right(&self, text: &str) -> bool {
        self.right.iter().any(|right| right == text)
    }

    /// The line of a key; that of the first line if it is not there.
    pub fn line(&self, key: &str) -> usize {
        let first = || self.lines.values().copied().min();
        self.lines.get(key).copied().or_else(first).unwrap_or(1)
    }

    /// The error for what is wrong with the value of a key.
    pub fn error(&self, key: &str, problem: impl ToString) -> SuiteError {
        SuiteError {
            line: self.line(key),
            problem: problem.to_string(),
        }
    }
}
