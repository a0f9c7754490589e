//! How a client plays, and what it tells: what happens, and at last how a game ended.

use super::super::ending::{Reason, Verdict};
use super::super::summary::Summary;
use crate::common;
use crate::common::SessionWatcher;
use std::time::Duration;
use yomi_core::Player;

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

/// Is told what happens in games. No text that comes here has the password in it.
pub trait Watcher: SessionWatcher {
    /// A game begins.
    fn begins(&mut self, _summary: &Summary) {}
    /// A game that was proposed does not begin.
    fn rejected(&mut self, _what: &str) {}
    /// The next lines of the record of the game that began last, whole lines each time.
    fn record(&mut self, _lines: &str) {}
    /// A game is over.
    fn finished(&mut self, _game: &Finished) {}
    /// The connection was lost within a game: servers take that for a loss.
    fn broken_off(&mut self, _game: &str) {}
}

/// Nobody watches.
impl Watcher for () {}

/// A game that came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The server's name for it.
    pub game: String,
    /// Black and White.
    pub names: [String; 2],
    /// Our side.
    pub we_were: Player,
    /// How many moves there were, those before the game included.
    pub moves: usize,
    /// Why it is over, if the server said so.
    pub reason: Option<Reason>,
    /// What that means for us.
    pub verdict: Verdict,
}
