//! Digital Curling 3 over real sockets.

mod clients;
mod fuzz;
mod game;
mod network;
mod script;
mod servers;
mod states;
mod support;
