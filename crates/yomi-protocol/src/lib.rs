//! The languages of other programs: game records and engine protocols.
//!
//! Everything here talks to a [`Referee`](yomi_core::Referee) and an
//! [`Engine`](yomi_core::Engine) in the game's own notation and knows neither games nor searches.

#![forbid(unsafe_code)]

pub mod gtp;
pub mod sgf;
