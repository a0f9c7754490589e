//! The CSA server protocol over real sockets.

mod conversations;
mod fuzz;
mod match_server;
mod matches;
mod support;
