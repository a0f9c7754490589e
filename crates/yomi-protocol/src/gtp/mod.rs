//! The Go Text Protocol.

pub mod client;
pub mod server;
