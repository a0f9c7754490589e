//! The CSA server protocol over real sockets.

#[path = "../common/mod.rs"]
mod common;
mod conversations;
mod fuzz;
mod match_server;
mod matches;
mod support;
