//! Training of each game's knowledge: the combination of games with learners.
//!
//! The learners of `yomi-learn` depend on no game, and the games depend on no learner; this crate
//! combines them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`go`] | patterns of Go, found in records and learned from them |
//! | [`table`], [`text_games`] | tables of games; games of any kind as text |
//! | [`shogi`] | shogi's evaluation, move probabilities and progress, learned from records; self-play games |
//!
//! Nothing here reads arguments or prints.

pub mod go;
pub mod shogi;
pub mod table;
pub mod text_games;

pub use yomi_learn::report::{self, Cell, Report};
pub use yomi_learn::training::{self, Learner, Training, TrainingError};
