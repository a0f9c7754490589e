//! Patterns: what is around a move, in six sizes, and how good it is there.
//!
//! A move is described by the largest registered pattern around it (D. Stern, R. Herbrich and T. Graepel, "Bayesian
//! pattern ranking for move prediction in the game of Go", 2006), with its place on the board, by its
//! distance from the last two moves and by what it does to liberties. Every feature has a weight; the strength of a
//! move is the exponential of the sum of its features' weights, and its probability its share
//! among all legal moves (a generalized Bradley-Terry model: R. Coulom, "Computing Elo ratings of move
//! patterns in the game of Go", 2007).
//!
//! | module | what it holds |
//! |---|---|
//! | [`geometry`] | which points a pattern covers, symmetries, location classes |
//! | [`code`] | the contents of a pattern as a number |
//! | [`dictionary`] | the registered patterns, as a tree |
//! | `tree` | that tree with strengths, in the form in which playouts look it up |
//! | [`matcher`] | the largest match at every point, incrementally |
//! | [`counting`] | extraction: which patterns are frequent |
//! | [`liberty`] | captures, atari, escapes, self-atari |
//! | `file` | registered patterns as bytes |
//! | [`features`] | all features of the moves of a position |
//! | [`balance`] | which weights move when playouts are balanced, and playouts that tell how |
//! | `explain` | what the strength of a move comes from |

pub mod balance;
pub mod code;
pub mod counting;
pub mod dictionary;
mod explain;
pub mod features;
mod file;
pub mod geometry;
pub mod liberty;
pub mod matcher;
pub mod model;
pub mod playout;
pub mod prior;
#[cfg(test)]
mod testing;
mod tree;

pub use balance::{BalancedPlayer, Movable, MovableSet};
pub use code::Code;
pub use counting::Counter;
pub use dictionary::{BadPattern, Dictionary, Pattern};
pub use features::PatternFeatures;
pub use file::BadPatterns;
pub use geometry::{Geometry, LARGEST, SMALLEST, distance};
pub use liberty::{LIBERTY_FEATURES, LibertyFeature, LibertyFeatures, liberty_features};
pub use matcher::Matcher;
pub use model::Model;
pub use playout::PatternPlayouts;
pub use prior::PatternPrior;
