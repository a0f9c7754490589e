//! What each game learns, and from what: game × learner.
//!
//! `yomi-learn` has learners that know no game, the games have knowledge that knows no learner; here
//! they meet.
//!
//! | module | what it holds |
//! |---|---|
//! | [`training`] | the frame: epochs, weights on file after each, checkpoints, a report at the end |
//! | [`report`] | what a training tells about itself; how well numbers foretell other numbers |
//! | [`shogi`] | evaluation, probabilities of moves and progress, learned from records; games of its own |
//!
//! Nothing here reads arguments or prints.

pub mod report;
pub mod shogi;
pub mod training;

pub use report::{Cell, Report};
pub use training::{Learner, Training, TrainingError};
