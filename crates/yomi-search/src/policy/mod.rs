//! Playout policies.
//!
//! [`Uniform`] needs nothing but the rules. Most others look one ply ahead with an
//! [`Evaluator`](yomi_core::Evaluator) and choose among the successors by `v(a)`, the evaluation of
//! the position after `a` from the point of view of the mover:
//!
//! | policy | chooses |
//! |---|---|
//! | [`Uniform`] | any action with equal probability |
//! | [`BestOf`] | the best by `v` among `n` drawn at random |
//! | [`Softmax`] | `a` with probability proportional to `exp(v(a) / temperature)` |
//! | [`EpsilonGreedy`] | the best by `v`, but with probability `epsilon` any action |
//! | [`ByPrior`] | `a` with the probability that a prior gives it (no evaluator) |
//! | [`Proposal`] | the first action that the game proposes (no listing, no evaluator) |
//! | [`Noisy`] | the best by `v(a) + sigma * z(a)`, `z` standard normal |
//!
//! The successor is made by playing the action on a copy with the playout's own randomness, so
//! the policies serve games of chance too: `v(a)` is then one sample. A successor in which the
//! game is over is valued by its outcome. None of them allocates once its buffers have grown.
//!
//! Limits: those that look ahead cost a state copy and an evaluation per successor and ply,
//! which gives better playouts at a tenth to a hundredth of the number; whether that pays must be
//! measured. [`PolicyParams`] is the table of settings, [`leaf_evaluator`] makes the evaluator
//! that it describes.

mod best_of;
mod epsilon_greedy;
mod lookahead;
mod noisy;
mod prior;
mod proposal;
mod settings;
mod softmax;
mod uniform;

pub(crate) use lookahead::drawn_by_weight;

pub use best_of::BestOf;
pub use epsilon_greedy::EpsilonGreedy;
pub use noisy::Noisy;
pub use prior::ByPrior;
pub use proposal::Proposal;
pub use settings::{PolicyKind, PolicyParams, leaf_evaluator, leaf_evaluator_by};
pub use softmax::Softmax;
pub use uniform::Uniform;
