//! A linear evaluation by pieces, blocked squares and influence, whose weights are learned.
//!
//! Every square can have nine kinds of features for a player:
//!
//! | kind | the square is |
//! |---|---|
//! | score | covered by an own piece |
//! | dead | edge to edge with an own piece, and not own: no own piece can ever cover it |
//! | settled | effective for the player and dead for the opponent |
//! | d0 | *effective*: free, diagonal to an own piece, not dead |
//! | d1 to d5 | near an effective square, by the shape below |
//!
//! ```text
//!         3
//!       5 2 5
//!     5 4 1 4 5
//!   3 2 1 0 1 2 3
//!     5 4 1 4 5
//!       5 2 5
//!         3
//! ```
//!
//! A square near an effective one counts if it is free and not dead for the player, and if no piece of
//! the opponent stands on any of the shortest paths between the two; squares near several effective
//! ones count for each. Each kind has a weight for every square and one that is shared by all
//! squares: `9 * 196 + 9` weights. The second player sees the board turned by half a turn, and the
//! value is that of a [`LinearModel`]: features of the first player less those of the second.
//!
//! These are the features of the paper that teaches them by best-of-n simulations (`selective-eval` in
//! the laboratory). It leaves open whether squares that the opponent covers can be dead (here they
//! can: dead follows from the own pieces alone), and whether the start square is effective before
//! the first move (here it is not: it is not diagonal to a piece).
//!
//! **Speed.** The influence of an effective square depends on the 24 squares around it alone: they
//! are read as two words (`window`), and its part of the value is a sum of the weights that the
//! words select (`WeightTables`). A move changes only effective squares near it; `Kept` has the
//! parts of all of them, so that a move is valued by the few that change. [`BestOfN`] plays whole
//! games on that.
//!
//! Limits: the pieces in hand are not among the features. The board may be reflected in the diagonal of
//! the start squares without changing the game, but every square has its own weight, and those that
//! were learned differ from their reflections: so do the values of mirrored positions, and what a
//! prior by this evaluation makes of mirrored moves.

mod kept;
mod policy;
pub(crate) mod shapes;
#[cfg(test)]
mod tests;
mod weights;
mod window;

pub use policy::BestOfN;

use crate::board::Board;
use crate::game::{BlokusDuo, Placement};
use crate::plane::Plane;
use crate::tables::SIDE;
use arrayvec::ArrayVec;
use kept::Kept;
use std::sync::Arc;
use weights::WeightTables;
use yomi_core::{
    Deterministic, Evaluator, FeatureGroup, FeatureMap, Features, FirstValue, Game, LinearModel,
    Player, Policy, Rng, Scratch, logistic,
};

/// Squares of the board.
const SQUARES: usize = SIDE * SIDE;

/// The kinds of features, in the order of their indices.
pub const KINDS: [&str; 9] = [
    "score", "dead", "settled", "d0", "d1", "d2", "d3", "d4", "d5",
];
const SCORE: usize = 0;
const DEAD: usize = 1;
const SETTLED: usize = 2;
/// Distance 0; the others follow.
const D0: usize = 3;

/// The features: those of square `14 y + x` (as the player sees the board) of kind `k` have the index
/// `196 k + 14 y + x`, the one shared by all squares `1764 + k`.
///
/// ```
/// use yomi_blokus::{BlokusDuo, Influence};
/// use yomi_core::{Deterministic, Features, Game, Notation, Player};
///
/// let game = BlokusDuo::default();
/// let mut board = game.initial();
/// let domino = game.parse_action(&board, "e10,f10").unwrap();
/// game.apply(&mut board, domino);
/// let mut features = Vec::new();
/// Influence.encode(&game, &board, Player::First, 0, &mut features);
/// let shared = |kind: u32| features.iter().find(|feature| feature.0 == 1764 + kind);
/// // Two squares covered, six beside them, four corners.
/// assert_eq!([0, 1, 3].map(|kind| shared(kind).unwrap().1), [2.0, 6.0, 4.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Influence;

impl Features<BlokusDuo> for Influence {
    fn count(&self) -> usize {
        KINDS.len() * SQUARES + KINDS.len()
    }

    fn encode(
        &self,
        _: &BlokusDuo,
        board: &Board,
        viewer: Player,
        _view: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        let mut counts = [[0u8; SQUARES]; KINDS.len()];
        let mut shared = [0u32; KINDS.len()];
        kept::each_feature(board, viewer, |kind, square| {
            counts[kind][weights::seen_from(viewer, square)] += 1;
            shared[kind] += 1;
        });
        features.clear();
        for (index, &count) in (0..).zip(counts.as_flattened()) {
            if count > 0 {
                features.push((index, f32::from(count)));
            }
        }
        let base = (KINDS.len() * SQUARES) as u32;
        for (index, count) in (base..).zip(shared) {
            if count > 0 {
                features.push((index, count as f32));
            }
        }
    }
}

impl LinearModel<BlokusDuo> for Influence {
    fn evaluator(&self, weights: &[f32], gain: f64) -> Arc<dyn Evaluator<BlokusDuo>> {
        Arc::new(InfluenceValue {
            tables: WeightTables::new(weights),
            gain,
        })
    }

    /// Finished games are compared by the evaluation too.
    fn best_of(&self, weights: &[f32], n: u32) -> Arc<dyn Policy<BlokusDuo>> {
        Arc::new(BestOfN::new(weights, n))
    }

    fn best_of_valuing_all(&self, weights: &[f32], n: u32) -> Arc<dyn Policy<BlokusDuo>> {
        Arc::new(BestOfN::new(weights, n).valuing_all())
    }

    /// The square-bound features by kind, and the shared ones.
    fn groups(&self) -> Vec<FeatureGroup> {
        let of_squares = KINDS.iter().enumerate().map(|(kind, name)| FeatureGroup {
            name: (*name).to_owned(),
            range: kind * SQUARES..(kind + 1) * SQUARES,
        });
        let shared = KINDS.len() * SQUARES;
        let shared = KINDS
            .iter()
            .zip(shared..)
            .map(|(name, index)| FeatureGroup {
                name: format!("shared {name}"),
                range: index..index + 1,
            });
        of_squares.chain(shared).collect()
    }

    fn maps(&self) -> Vec<FeatureMap> {
        let map = |(kind, name): (usize, &&str)| FeatureMap {
            name: (*name).to_owned(),
            cells: kind * SQUARES..(kind + 1) * SQUARES,
            shared: Some(KINDS.len() * SQUARES + kind),
        };
        KINDS.iter().enumerate().map(map).collect()
    }
}

/// The evaluation with given weights.
struct InfluenceValue {
    tables: WeightTables,
    gain: f64,
}

impl InfluenceValue {
    fn squashed(&self, sum: f32) -> FirstValue {
        FirstValue(logistic(self.gain * f64::from(sum)))
    }
}

impl Evaluator<BlokusDuo> for InfluenceValue {
    fn evaluate(
        &self,
        _: &BlokusDuo,
        board: &Board,
        _: &mut Scratch<Placement>,
        _: &mut Rng,
    ) -> FirstValue {
        self.squashed(Kept::new(&self.tables, board).value())
    }

    fn prefers_batches(&self) -> bool {
        true
    }

    /// Each child by what its move changes.
    fn evaluate_children(
        &self,
        game: &BlokusDuo,
        board: &Board,
        placements: &[Placement],
        values: &mut [FirstValue],
        _: &mut Scratch<Placement>,
        _: &mut Rng,
    ) {
        let mover = board.mover();
        let kept = Kept::new(&self.tables, board);
        let now = kept.value();
        let replies: ArrayVec<Plane, 8> = board
            .some_placements(mover.other())
            .into_iter()
            .map(|placement| self.tables.covered(placement))
            .collect();
        for (&placement, value) in placements.iter().zip(values) {
            // What the opponent could place before and does not touch is legal afterwards.
            let covered = self.tables.covered(placement.0);
            let has_reply = replies.iter().any(|reply| !reply.intersects(covered));
            if !has_reply {
                let mut child = *board;
                game.apply(&mut child, placement);
                if let Some(outcome) = game.outcome(&child) {
                    *value = outcome.value();
                    continue;
                }
            }
            let gained = kept.gain(&self.tables, mover, placement.0);
            *value = self.squashed(match mover {
                Player::First => now + gained,
                Player::Second => now - gained,
            });
        }
    }
}
