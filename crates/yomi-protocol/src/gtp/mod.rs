//! The Go Text Protocol.

pub mod client;
pub mod codec;
pub mod server;
