//! Play over the network: clients of game servers, and a server of digital curling.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cgos`] | a client of the Computer Go Server |
//! | [`csa`] | a client of CSA servers such as Floodgate: shogi |
//! | [`dc2`] | a client of Digital Curling 2 |
//! | [`dc3`] | Digital Curling 3: a client and a server |
//! | [`common`] | what clients share, whatever they speak |
//! | [`curling_clock`] | how long to think about a throw |
//! | [`mod@line`], [`tcp`] | lines of bounded length over a connection; how one is made |
//!
//! Clients get their referees and engines from a host and do not know where they come from; those
//! of Digital Curling know the rules of curling, since positions travel on the wire.

#![forbid(unsafe_code)]

pub mod cgos;
pub mod common;
pub mod csa;
pub mod curling_clock;
pub mod dc2;
pub mod dc3;
pub mod line;
pub mod tcp;
