//! How to play on a server, and what a game is played with.

use super::Password;
use std::time::Duration;
use yomi_core::Seed;
use yomi_core::engine::History;
use yomi_core::params::Spec;
use yomi_protocol::resignation::Resignation;

/// How we play.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Our name on the server.
    pub name: String,
    /// Our password there.
    pub password: Password,
    /// What plays for us.
    pub engine: Spec,
    /// Where the randomness of all games begins.
    pub seed: Seed,
    /// How many games to play; `None` for as many as there are.
    pub games: Option<u32>,
    /// When to resign, if ever.
    pub resign: Option<Resignation>,
    /// What of the time that is left is kept for the way to the server.
    pub margin: Duration,
    /// How long the server may be silent, in a game beyond what the opponent's clock allows.
    pub patience: Duration,
    /// How long the server may be silent between games.
    pub idle: Duration,
    /// The shortest and the longest pause before a connection is made again.
    pub pauses: [Duration; 2],
}

/// The start of a game whose randomness derives from this seed.
pub(crate) fn start(seed: Seed) -> History {
    History::new(seed.child("game"), seed.child("engine"))
}
