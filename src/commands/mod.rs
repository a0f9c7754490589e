//! One file per command.

pub mod analyze;
pub mod bench;
pub mod cgos;
pub mod check;
pub mod completions;
pub mod csa;
pub mod curling;
pub mod dc2;
pub mod dc3;
pub mod dc3_server;
pub mod engines;
pub mod games;
pub mod gtp;
pub mod matches;
pub mod online;
pub mod perft;
pub mod play;
pub mod records;
pub mod reproduce;
pub mod show;
pub mod suite;
pub mod train;
pub mod usi;
pub mod weights;
