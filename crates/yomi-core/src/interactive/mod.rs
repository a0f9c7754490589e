//! A game as people play it at a board.
//!
//! Protocols and records need one spelling of a move and a position that says all. A person who plays
//! says Black and White or Sente and Gote, sees at a glance where the last move went, and writes moves
//! in more than one way. Games that know about that are [`Interactive`]; all others are played with
//! what [`Notation`] has.

mod board;
mod sketch;

pub use board::{board_sketch, free_cell, letter};
pub use sketch::{Ink, Sketch};

use crate::{Notation, NotationError};

/// A word that a person can type to be told about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Topic {
    /// The word, in small letters.
    pub name: &'static str,
    /// What may follow it, such as `NAME`; empty if nothing may.
    pub argument: &'static str,
    /// What is told.
    pub doc: &'static str,
}

/// Games that say how people speak of them.
pub trait Interactive: Notation {
    /// The names of the first and of the second player: `Black` and `White`.
    fn sides(&self) -> [&'static str; 2];

    /// A drawing of the last of `states`, with the move marked that led to it, if there was one: no tabs, no newline at the
    /// end, at most 80 columns. `states` are all positions since the game began or was set up.
    fn sketch(&self, states: &[Self::State], last: Option<Self::Action>) -> Sketch;

    /// The move that a person means by `text`. What [`Notation::parse_action`] takes, this takes too,
    /// as the same move.
    fn parse_typed(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError> {
        self.parse_action(state, text)
    }

    /// What [`parse_typed`](Interactive::parse_typed) takes, for help and error messages.
    fn typed_format(&self) -> String {
        self.move_format()
    }

    /// A legal move as it is shown to a person; perhaps shorter than the exact text, or with more said.
    fn describe_action(&self, state: &Self::State, action: Self::Action) -> String {
        self.format_action(state, action)
    }

    /// What a person can ask about.
    fn topics(&self) -> &'static [Topic] {
        &[]
    }

    /// The answer to a topic's name and what was typed behind it; the error says what was expected there.
    fn tell(&self, state: &Self::State, topic: &str, argument: &str) -> Result<Sketch, String> {
        let _ = (state, argument);
        Err(format!("no topic {topic}"))
    }
}
