//! Outcomes of games, and proven results of positions.

use crate::{FirstValue, MoverValue, Player};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// A draw.
    Draw,
    /// A graded result between loss and win, for games that are not simply won or lost.
    Payoff(FirstValue),
}

impl Outcome {
    /// The score of the game: 1 for a win of the first player, 0 for a loss, 0.5 for a draw.
    #[inline]
    pub fn value(self) -> FirstValue {
        match self {
            Outcome::Win(Player::First) => FirstValue(1.0),
            Outcome::Win(Player::Second) => FirstValue(0.0),
            Outcome::Draw => FirstValue(0.5),
            Outcome::Payoff(value) => value,
        }
    }

    /// The result as `player` sees it, or `None` for a graded payoff.
    #[inline]
    pub fn for_player(self, player: Player) -> Option<Proven> {
        match self {
            Outcome::Win(winner) if winner == player => Some(Proven::Win),
            Outcome::Win(_) => Some(Proven::Loss),
            Outcome::Draw => Some(Proven::Draw),
            Outcome::Payoff(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player} wins"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Payoff(value) => write!(f, "payoff {:.4}", value.0),
        }
    }
}

/// A game-theoretic value established beyond doubt, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proven {
    /// Every defence fails: the side to move loses.
    Loss,
    /// Neither side can force more than a draw.
    Draw,
    /// The side to move wins by force.
    Win,
}

impl Proven {
    /// The same fact as the opponent sees it.
    #[inline]
    #[must_use]
    pub fn flip(self) -> Proven {
        match self {
            Proven::Loss => Proven::Win,
            Proven::Draw => Proven::Draw,
            Proven::Win => Proven::Loss,
        }
    }

    /// The proven score.
    #[inline]
    pub fn value(self) -> MoverValue {
        MoverValue(match self {
            Proven::Loss => 0.0,
            Proven::Draw => 0.5,
            Proven::Win => 1.0,
        })
    }
}
