//! How probable moves are: what a strong player would have played, learned from records.
//!
//! Every move has features (`features`): what it captures and how safe it is there, whether it
//! gives check, answers the last move, escapes, attacks, protects, and where it goes as seen from
//! both kings. With the weights `w` of the features that a move has, the probability of move `a` in
//! a position with moves `b` is
//!
//! `p(a) = exp(w . phi(a)) / sum_b exp(w . phi(b))`
//!
//! fitted to the moves played by maximum likelihood. The idea of a probability per kind of move is
//! that of realization probabilities (Tsuruoka, Yokoyama and Chikayama 2002), which count how often
//! moves of a category are played where there are any; a softmax over features (Coulom 2007 for Go)
//! weighs all features of a move together and lets moves of one position compete.
//!
//! Limits: features look one move ahead at most. A sacrifice that pays three moves later looks like
//! any other loss of a piece.

mod features;
mod scene;

use crate::weights_file::{self, WeightsError};
use crate::{Board, Move, Position, Shogi};
pub use features::FEATURES;
use scene::Scene;
use std::sync::OnceLock;
use yomi_core::{FeatureLists, Prior, Scratch};

/// The fixed-point representation of 1 in a weight.
const SCALE: f32 = 1024.0;

/// Probabilities of moves.
///
/// ```
/// use yomi_shogi::{Board, transition::Transitions};
/// let mut board = Board::start();
/// let first = "7g7f".parse().unwrap();
/// board.make(first);
/// let (mut moves, mut scores) = (Vec::new(), Vec::new());
/// board.legal(&mut moves);
/// Transitions::shipped().probabilities(&board, Some(first), &moves, &mut scores);
/// assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transitions {
    weights: Vec<i16>,
}

impl Transitions {
    /// The probabilities that ship.
    pub fn shipped() -> &'static Transitions {
        static SHIPPED: OnceLock<Transitions> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let bytes = include_bytes!("../../../../weights/shogi/moves.bin");
            Transitions::read(bytes).expect("what ships can be read")
        })
    }

    /// These weights, one per feature, rounded to whole 1,024ths. What is missing is zero.
    pub fn rounded(weights: &[f32]) -> Transitions {
        Transitions {
            weights: weights_file::rounded(weights, SCALE, FEATURES),
        }
    }

    /// The weights, one per feature.
    pub fn weights(&self) -> Vec<f32> {
        let weights = self.weights.iter();
        weights.map(|&weight| f32::from(weight) / SCALE).collect()
    }

    /// Reads a file of weights.
    pub fn read(bytes: &[u8]) -> Result<Transitions, WeightsError> {
        let weights = weights_file::read("moves", FEATURES, bytes)?;
        Ok(Transitions { weights })
    }

    /// The bytes of a file of these weights, made by this command.
    pub fn write(&self, made_by: &str) -> Vec<u8> {
        weights_file::write("moves", made_by, &self.weights)
    }

    /// Replaces `scores` by the logarithms of the moves' probabilities, up to a constant. The moves
    /// are legal ones of the board; `last` is the move that led there.
    pub fn score(&self, board: &Board, last: Option<Move>, moves: &[Move], scores: &mut Vec<f32>) {
        let scene = Scene::new(board, last);
        scores.clear();
        scores.extend(moves.iter().map(|&action| {
            let mut sum = 0;
            features::for_each(&scene, action, |feature| {
                sum += i32::from(self.weights[feature]);
            });
            sum as f32 * (1.0 / SCALE)
        }));
    }

    /// Replaces `shares` by the moves' probabilities among each other.
    pub fn probabilities(
        &self,
        board: &Board,
        last: Option<Move>,
        moves: &[Move],
        shares: &mut Vec<f32>,
    ) {
        self.score(board, last, moves, shares);
        normalise(shares);
    }
}

/// From logarithms of probabilities, up to a constant, to probabilities.
pub fn normalise(scores: &mut [f32]) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = libm::expf(*score - highest);
        total += *score;
    }
    let share = 1.0 / total;
    scores.iter_mut().for_each(|score| *score *= share);
}

/// Replaces `lists` by the features of each move: for learning.
pub fn features_of(board: &Board, last: Option<Move>, moves: &[Move], lists: &mut FeatureLists) {
    let scene = Scene::new(board, last);
    lists.clear();
    for &action in moves {
        features::for_each(&scene, action, |feature| lists.push(feature as u32));
        lists.end_action();
    }
}

impl Prior<Shogi> for Transitions {
    fn weigh(
        &self,
        _: &Shogi,
        position: &Position,
        actions: &[Move],
        weights: &mut [f32],
        scratch: &mut Scratch<Move>,
    ) {
        let shares = &mut scratch.scores;
        self.probabilities(position.board(), position.last(), actions, shares);
        weights.copy_from_slice(shares);
    }
}
