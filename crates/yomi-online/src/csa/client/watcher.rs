//! What a client tells: what happens, and at last how a game ended.

use super::super::ending::{Reason, Verdict};
use super::super::summary::Summary;
use super::ClientError;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::TextReport;

/// Is told what happens. No text that comes here has the password in it.
pub trait Watcher {
    /// A line came.
    fn heard(&mut self, _line: &str) {}
    /// A line went.
    fn said(&mut self, _line: &str) {}
    /// The server has news.
    fn info(&mut self, _text: &str) {}
    /// The server said something that was passed over.
    fn passed_over(&mut self, _what: &str) {}
    /// A game begins.
    fn begins(&mut self, _summary: &Summary) {}
    /// A game that was proposed does not begin.
    fn rejected(&mut self, _what: &str) {}
    /// The next lines of the record of the game that began last, whole lines each time.
    fn record(&mut self, _lines: &str) {}
    /// The opponent moved.
    fn opponent_moves(&mut self, _text: &str) {}
    /// What we do, and the engine's report on it.
    fn moves(&mut self, _text: &str, _report: Option<&TextReport>) {}
    /// A game is over.
    fn finished(&mut self, _game: &Finished) {}
    /// The connection was lost within a game: servers take that for a loss.
    fn broken_off(&mut self, _game: &str) {}
    /// The connection is lost; the next is tried after so long.
    fn lost(&mut self, _error: &ClientError, _pause: Duration) {}
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
