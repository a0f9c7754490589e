//! What a game is played with, and who makes it.

use yomi_core::params::Spec;
use yomi_core::{Engine, Referee};

/// What a game is played with.
pub struct Seat {
    /// Keeps the rules.
    pub referee: Box<dyn Referee>,
    /// Plays.
    pub engine: Box<dyn Engine>,
}

/// Makes referees and engines. It keeps this crate from knowing where they come from.
pub trait Host {
    /// Sets a game up, such as `go:size=9,komi=7`, or says in one line why that cannot be done.
    fn seat(&self, game: &Spec) -> Result<Seat, String>;
}
