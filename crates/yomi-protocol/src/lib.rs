//! Engine protocols over pipes: GTP and USI, each as a server of our engines and as a client of
//! other programs.
//!
//! Everything here talks to a [`Referee`](yomi_core::Referee) and an
//! [`Engine`](yomi_core::Engine) in the game's own notation and knows neither games nor searches.
//!
//! | module | what it holds |
//! |---|---|
//! | [`gtp`] | the Go Text Protocol: server, client, and programs that decide finished games |
//! | [`usi`] | the Universal Shogi Interface: server and client |
//! | [`program`] | other programs as children of ours |
//! | [`lines`] | lines of bounded length |

#![forbid(unsafe_code)]

pub mod gtp;
pub mod lines;
pub mod program;
pub mod usi;
