//! One file per command.

pub mod analyze;
pub mod bench;
pub mod check;
pub mod completions;
pub mod engines;
pub mod games;
pub mod matches;
pub mod perft;
pub mod play;
pub mod reproduce;
pub mod show;
pub mod train;
