//! Digital Curling 3: [messages](yomi_records::dc3) of one line of JSON over TCP, one port for each
//! team.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mod@line`] | how long lines may be, and how messages are sent |
//! | [`client`] | playing on a server, ours or another |
//! | [`server`] | hosting a match |

pub mod client;
mod config;
pub mod line;
mod players;
pub mod server;

pub use config::{Config, ServerConfig};
pub use players::Roster;
