//! What a client tells: what happens, and at last how a game ended.

use super::super::ending::{Reason, Verdict};
use super::super::summary::Summary;
use crate::common::SessionWatcher;
use yomi_core::Player;

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
