//! The two sides of a game.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two players. `First` moves first from the initial position.
///
/// A one-player game is a game in which `Second` never has the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Player {
    /// The player who moves first.
    First = 0,
    /// The other one.
    Second = 1,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    ///
    /// ```
    /// use yomi_core::Player;
    /// assert_eq!(Player::First.other(), Player::Second);
    /// ```
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second: for indexing arrays of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}
