//! What a client tells.

use super::super::message::Setup;
use super::{ClientError, Finished};
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
    /// A game begins, or goes on after the moves in its setup.
    fn begins(&mut self, _setup: &Setup, _we_are: Player) {}
    /// The opponent moved.
    fn opponent_moves(&mut self, _text: &str) {}
    /// What we do, and the engine's report on it.
    fn moves(&mut self, _text: &str, _report: Option<&TextReport>) {}
    /// A game is over.
    fn finished(&mut self, _game: &Finished) {}
    /// A game ended while we were away: nobody told us how.
    fn missed(&mut self, _game: u64) {}
    /// The connection is lost; the next is tried after so long.
    fn lost(&mut self, _error: &ClientError, _pause: Duration) {}
}

/// Nobody watches.
impl Watcher for () {}
