//! Game progress, estimated from the board alone: 0 is the start, 127 the end.
//!
//! As in programs that choose among evaluations by it, progress is the logistic function of a sum
//! of weights, one for every king and every piece:
//!
//! `progress = 128 / (1 + exp(-(b + sum over both kings k and all pieces p of w[k][p])))`
//!
//! where each king sees the pieces as its owner does, on squares or in hand, with left and right
//! swapped if the king stands on the left. The weights are learned towards ply / plies in all of
//! recorded games. So progress does not change when the board is rotated, nor with the side to move.
//!
//! Limits: how long a game will last is not on the board; a calm position of a game that is soon
//! given up looks like any calm position.

use crate::Board;
use crate::evaluation::rows::{self, PIECE_ROWS};
use crate::evaluation::view::View;
use crate::weights_file::{self, WeightsError};
use std::sync::OnceLock;
use yomi_core::Player;

/// Squares of a king with its own wing to the right.
const KING_SQUARES: usize = 45;
/// The fixed-point representation of 1 in a weight.
const SCALE: f32 = 4096.0;

/// How many weights there are, the constant last.
pub const WEIGHTS: usize = KING_SQUARES * PIECE_ROWS + 1;

/// How far games have come.
///
/// ```
/// use yomi_shogi::{Board, progress::Progress};
/// assert!(Progress::shipped().of(&Board::start()) < 16);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    weights: Vec<i16>,
}

impl Progress {
    /// The progress that ships.
    pub fn shipped() -> &'static Progress {
        static SHIPPED: OnceLock<Progress> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let bytes = include_bytes!("../../../weights/shogi/progress.bin");
            Progress::read(bytes).expect("what ships can be read")
        })
    }

    /// These weights, rounded. What is missing is zero.
    pub fn rounded(weights: &[f32]) -> Progress {
        Progress {
            weights: weights_file::rounded(weights, SCALE, WEIGHTS),
        }
    }

    /// Reads a file of weights.
    pub fn read(bytes: &[u8]) -> Result<Progress, WeightsError> {
        let weights = weights_file::read("progress", WEIGHTS, bytes)?;
        Ok(Progress { weights })
    }

    /// The bytes of a file of these weights, made by this command.
    pub fn write(&self, made_by: &str) -> Vec<u8> {
        weights_file::write("progress", made_by, &self.weights)
    }

    /// How far a game has come that has this position, 0 to 127.
    pub fn of(&self, board: &Board) -> u8 {
        let mut sum = i32::from(self.weights[WEIGHTS - 1]);
        for_each(board, |weight| sum += i32::from(self.weights[weight]));
        let share = 1.0 / (1.0 + libm::exp(f64::from(-sum) / f64::from(SCALE)));
        ((128.0 * share) as u8).min(127)
    }
}

/// Calls `found` with the number of every weight that a position adds up, but the constant.
#[inline]
pub fn for_each(board: &Board, mut found: impl FnMut(usize)) {
    for viewer in Player::BOTH {
        let view = View::new(board, viewer);
        rows::for_each_followed(board, &view, |row| {
            if row < PIECE_ROWS {
                found(view.king * PIECE_ROWS + row);
            }
        });
    }
}

/// The piece that a weight is about, on its square or in hand, whatever the king's square: what
/// weights have in common when they are learned. Below [`PIECE_ROWS`].
pub const fn piece_of(weight: usize) -> usize {
    weight % PIECE_ROWS
}
