//! How to play on a server, what a game is played with, and who makes that.

use super::Password;
use std::time::Duration;
use yomi_core::params::Spec;
use yomi_core::{Engine, Referee, Seed};
use yomi_protocol::resignation::Resignation;

/// How we play.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Our name on the server.
    pub name: String,
    /// Our password there.
    pub password: Password,
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
