//! What a position is worth, with the point of view in the type.
//!
//! A value is an expected score: 1 is a certain win, 0 a certain loss, 0.5 a draw or an even
//! position. The same number means opposite things to the two players, and mixing the two up is
//! the classic bug of game search; so a [`FirstValue`] (seen by the first player) and a
//! [`MoverValue`] (seen by the side to move) are different types and only convert when told who
//! moves.

use crate::Player;
use serde::{Deserialize, Serialize};

/// An expected score in `0.0..=1.0` from the first player's point of view.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FirstValue(pub f64);

/// An expected score in `0.0..=1.0` from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoverValue(pub f64);

impl FirstValue {
    /// An even position.
    pub const EVEN: FirstValue = FirstValue(0.5);

    /// The same value as `mover` sees it.
    ///
    /// ```
    /// use yomi_core::{FirstValue, Player};
    /// assert_eq!(FirstValue(0.75).to_mover(Player::Second).0, 0.25);
    /// ```
    #[inline]
    pub fn to_mover(self, mover: Player) -> MoverValue {
        match mover {
            Player::First => MoverValue(self.0),
            Player::Second => MoverValue(1.0 - self.0),
        }
    }
}

impl MoverValue {
    /// An even position.
    pub const EVEN: MoverValue = MoverValue(0.5);

    /// The same value as the first player sees it, given that `mover` is the side to move.
    #[inline]
    pub fn to_first(self, mover: Player) -> FirstValue {
        match mover {
            Player::First => FirstValue(self.0),
            Player::Second => FirstValue(1.0 - self.0),
        }
    }
}
