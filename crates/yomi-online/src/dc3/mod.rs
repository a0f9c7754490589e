//! Digital Curling 3: [messages](yomi_records::dc3) of one line of JSON over TCP, one port for each
//! team.
//!
//! | module | what it holds |
//! |---|---|
//! | [`client`] | playing on a server, ours or another |
//! | [`server`] | hosting a match |

pub mod client;
mod config;
mod players;
pub mod server;

pub use config::{Config, ServerConfig};
pub use players::Roster;

use crate::line::LineError;
use std::io::{self, Write as _};
use std::net::TcpStream;

/// The longest line a client takes from a server. A trajectory that shows every millisecond of a
/// long throw with all stones on the move comes to some 40 million characters.
pub(crate) const FROM_SERVER: usize = 1 << 26;

/// The longest line a server takes from a client.
pub(crate) const FROM_CLIENT: usize = 1 << 16;

/// Sends a line in one piece: some clients take what arrives together for one message.
pub(crate) fn send(
    mut stream: &TcpStream,
    message: &impl serde::Serialize,
) -> Result<(), LineError> {
    let mut line = serde_json::to_vec(message).map_err(io::Error::from)?;
    line.push(b'\n');
    match stream.write_all(&line) {
        Ok(()) => Ok(()),
        Err(error) => Err(match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                let patience = stream.write_timeout().ok().flatten();
                LineError::TimedOut(patience.unwrap_or_default())
            }
            _ => error.into(),
        }),
    }
}
