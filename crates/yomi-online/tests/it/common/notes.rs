//! A watcher that notes what it is told.

use super::script::Told;
use std::time::Duration;
use yomi_core::engine::TextReport;
use yomi_online::common::{ClientError, SessionWatcher};

/// Notes what it is told.
pub struct Notes {
    /// What it was told, in order.
    pub told: Vec<String>,
    /// All that is handed on, to the last field.
    pub shown: Vec<String>,
    /// How a move of ours is told.
    pub our_move: fn(&str, Option<&TextReport>) -> String,
    /// Whether records are told too: all (`yes`), how they end (`end`), or not.
    pub records: String,
}

impl Notes {
    /// Nothing yet.
    pub fn new(our_move: fn(&str, Option<&TextReport>) -> String) -> Notes {
        Notes {
            told: Vec::new(),
            shown: Vec::new(),
            our_move,
            records: "no".to_owned(),
        }
    }

    /// What there was to tell when the session ended, after so many games or with an error.
    pub fn conclude(self, ended: Result<u32, ClientError>) -> Told {
        Told {
            told: self.told,
            end: match ended {
                Ok(games) => format!("finished {games}"),
                Err(error) => format!("error: {error}"),
            },
            shown: self.shown,
        }
    }
}

impl SessionWatcher for Notes {
    fn heard(&mut self, line: &str) {
        self.shown.push(format!("< {line}"));
    }

    fn said(&mut self, line: &str) {
        self.shown.push(format!("> {line}"));
    }

    fn info(&mut self, text: &str) {
        self.told.push(format!("info {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.told.push(format!("passed over {what}"));
    }

    fn opponent_moves(&mut self, text: &str) {
        self.told.push(format!("they {text}"));
    }

    fn moves(&mut self, text: &str, report: Option<&TextReport>) {
        self.told.push((self.our_move)(text, report));
    }

    fn lost(&mut self, error: &ClientError, _: Duration) {
        self.told.push(format!("lost {error}"));
    }
}
