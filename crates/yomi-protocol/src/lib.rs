//! The languages of other programs: game records and engine protocols.
//!
//! Everything here talks to a [`Referee`](yomi_core::Referee) and an
//! [`Engine`](yomi_core::Engine) in the game's own notation and knows neither games nor searches;
//! only Digital Curling, whose messages are the state of its one game, and records of shogi, whose
//! moves cannot be read without the board, know that one game.

#![forbid(unsafe_code)]

mod calendar;
pub mod cgos;
pub mod csa;
mod curling_clock;
pub mod dc2;
pub mod dc3;
pub mod foreign;
pub mod gtp;
pub mod host;
pub mod line;
pub mod lines;
pub mod online;
pub mod program;
pub mod resignation;
pub mod sgf;
pub mod shogi_records;
pub mod tcp;
pub mod tuning;
pub mod usi;
