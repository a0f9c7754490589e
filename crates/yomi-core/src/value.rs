//! Values of positions, with the point of view in the type.
//!
//! A value is an expected score: 1 is a certain win, 0 a certain loss, 0.5 a draw or an even
//! position. The same number means opposite things to the two players, and mixing the two up is
//! the classic bug of game search; so a [`FirstValue`] (seen by the first player) and a
//! [`MoverValue`] (seen by the side to move) are different types, and a conversion needs the side to
//! move.

use crate::Player;
use serde::{Deserialize, Serialize};

/// So many hundredths of a pawn are odds of e to 1.
pub const CENTIPAWN_SCALE: f64 = 600.0;

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

/// The logistic function, `1 / (1 + exp(-x))`: the expected score of logarithmic odds.
///
/// ```
/// assert_eq!(yomi_core::logistic(0.0), 0.5);
/// assert!((yomi_core::logistic(2.0) + yomi_core::logistic(-2.0) - 1.0).abs() < 1e-15);
/// ```
#[inline]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

impl MoverValue {
    /// An even position.
    pub const EVEN: MoverValue = MoverValue(0.5);

    /// The value that this many hundredths of a pawn stand for: `1 / (1 + exp(-cp / 600))`, as
    /// engines of shogi count.
    ///
    /// ```
    /// use yomi_core::MoverValue;
    /// assert_eq!(MoverValue::from_centipawns(0.0), MoverValue::EVEN);
    /// let better = MoverValue::from_centipawns(600.0);
    /// assert!((better.0 - 0.731).abs() < 0.001 && (better.to_centipawns() - 600.0).abs() < 1e-6);
    /// ```
    pub fn from_centipawns(centipawns: f64) -> MoverValue {
        MoverValue(logistic(centipawns / CENTIPAWN_SCALE))
    }

    /// The inverse of [`MoverValue::from_centipawns`], within 10,000 either way.
    pub fn to_centipawns(self) -> f64 {
        let odds = self.0 / (1.0 - self.0);
        (CENTIPAWN_SCALE * libm::log(odds)).clamp(-10_000.0, 10_000.0)
    }

    /// The same value as the first player sees it, given that `mover` is the side to move.
    #[inline]
    pub fn to_first(self, mover: Player) -> FirstValue {
        match mover {
            Player::First => FirstValue(self.0),
            Player::Second => FirstValue(1.0 - self.0),
        }
    }
}
