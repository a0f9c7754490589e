//! A game that came to its end.

use super::super::ending::{Reason, Verdict};
use yomi_core::Player;

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
