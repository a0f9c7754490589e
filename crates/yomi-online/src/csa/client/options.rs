//! How to play on a server.

use crate::common;
use std::time::Duration;

/// The shortest silence that may be broken by an empty line.
const LEAST_KEEP_ALIVE: Duration = Duration::from_secs(30);

/// How we play.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// As on any server.
    pub common: common::Options,
    /// The kind of game that is sent before the password, such as `floodgate-300-10F`; `None`
    /// where servers want the password alone.
    pub game: Option<String>,
    /// Whether to tell what we think along with moves.
    pub remarks: bool,
    /// Whether to think while the opponent does.
    pub ponder: bool,
    /// After how much silence to show that we are there; the protocol wants 30 s at least.
    pub keep_alive: Duration,
}

impl Options {
    /// What follows our name in `LOGIN`.
    pub(super) fn secret(&self) -> String {
        let password = self.common.password.reveal();
        match &self.game {
            Some(game) => format!("{game},{password}"),
            None => password.to_owned(),
        }
    }

    /// The silence after which an empty line is sent.
    pub(super) fn silence(&self) -> Duration {
        self.keep_alive.max(LEAST_KEEP_ALIVE)
    }
}
