//! Training of each game's knowledge: the combination of games with learners.
//!
//! The learners of `yomi-learn` depend on no game, and the games depend on no learner; this crate
//! combines them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`training`] | the training loop: epochs, a file of weights after each, checkpoints, a report at the end |
//! | [`report`] | the report of a training; measures of prediction accuracy |
//! | [`shogi`] | shogi's evaluation, move probabilities and progress, learned from records; self-play games |
//!
//! Nothing here reads arguments or prints.

pub mod report;
pub mod shogi;
pub mod training;

pub use report::{Cell, Report};
pub use training::{Learner, Training, TrainingError};
