//! The Universal Shogi Interface.

pub mod client;
pub mod codec;
pub mod server;
