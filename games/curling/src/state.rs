//! A position of a game: the stones, and how the game stands.

use crate::{Stones, owner};
use serde::Serialize;
use yomi_core::Player;

/// Regular ends of the longest game.
pub const MAX_ENDS: usize = 10;

/// A position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct State {
    /// The end being played, from 0; extra ends count on.
    pub end: u8,
    /// The throw to be made in it, from 0.
    pub shot: u8,
    /// Who throws first in this end. The other side has the hammer, the last stone.
    pub first: Player,
    /// The score of each regular end that is over; positive if `First` scored.
    pub scores: [i8; MAX_ENDS],
    /// The score of the extra ends.
    pub extra_score: i8,
    /// The stones in play.
    pub stones: Stones,
}

impl Default for State {
    /// The start of a game in which `First` throws first.
    fn default() -> State {
        State {
            end: 0,
            shot: 0,
            first: Player::First,
            scores: [0; MAX_ENDS],
            extra_score: 0,
            stones: Stones::default(),
        }
    }
}

impl State {
    /// Who throws next.
    #[inline]
    pub fn to_move(&self) -> Player {
        owner(usize::from(self.shot), self.first)
    }

    /// Who has the last stone of this end.
    pub fn hammer(&self) -> Player {
        self.first.other()
    }

    /// By how many points `First` leads; negative if behind.
    pub fn lead(&self) -> i32 {
        self.scores
            .iter()
            .map(|&score| i32::from(score))
            .sum::<i32>()
            + i32::from(self.extra_score)
    }

    /// All points of a player so far.
    pub fn total(&self, player: Player) -> u32 {
        let sign = if player == Player::First { 1 } else { -1 };
        self.scores
            .iter()
            .chain([&self.extra_score])
            .map(|&score| (i32::from(score) * sign).max(0) as u32)
            .sum()
    }
}
