//! The languages of other programs: game records and engine protocols.
//!
//! Everything here talks to a [`Referee`](yomi_core::Referee) and an
//! [`Engine`](yomi_core::Engine) in the game's own notation and knows neither games nor searches;
//! only Digital Curling, whose messages are the state of its one game, knows that game.

#![forbid(unsafe_code)]

mod calendar;
pub mod cgos;
mod curling_clock;
pub mod dc2;
pub mod dc3;
pub mod foreign;
pub mod gtp;
pub mod line;
pub mod resignation;
pub mod sgf;
pub mod tcp;
