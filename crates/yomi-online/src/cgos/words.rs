//! The words of a command.

use std::time::Duration;
use thiserror::Error;
use yomi_core::Player;
use yomi_core::foreign::{quoted, sentence};

/// A line that cannot be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("command {command}: {reason}")]
pub struct MessageError {
    /// The command.
    pub command: &'static str,
    /// What is wrong.
    pub reason: String,
}

/// Reads the words of a command.
pub(super) struct Reader(pub &'static str);

impl Reader {
    pub fn words<'a, const N: usize>(
        &self,
        words: &[&'a str],
        form: &str,
    ) -> Result<[&'a str; N], MessageError> {
        words.try_into().map_err(|_| {
            let found = sentence(&words.join(" "));
            self.fault(format!("expected {form}, found '{found}'"))
        })
    }

    pub fn colour(&self, word: &str) -> Result<Player, MessageError> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Player::First),
            "w" | "white" => Ok(Player::Second),
            _ => Err(self.wrong("colour", word, "b or w")),
        }
    }

    /// What is left on a clock; a clock that ran out has nothing left.
    pub fn time(&self, word: &str) -> Result<Duration, MessageError> {
        /// Ten years.
        const MOST: f64 = 3.2e11;
        let milliseconds = self.number("time", word, MOST)?;
        Ok(Duration::from_secs_f64(milliseconds.max(0.0) / 1000.0))
    }

    pub fn number(&self, what: &str, word: &str, most: f64) -> Result<f64, MessageError> {
        let number = word.parse().ok();
        number
            .filter(|number: &f64| number.abs() <= most)
            .ok_or_else(|| self.wrong(what, word, &format!("a number from -{most} to {most}")))
    }

    pub fn wrong(&self, what: &str, word: &str, expected: &str) -> MessageError {
        self.fault(format!("{what} {}: expected {expected}", quoted(word)))
    }

    fn fault(&self, reason: String) -> MessageError {
        MessageError {
            command: self.0,
            reason,
        }
    }
}
