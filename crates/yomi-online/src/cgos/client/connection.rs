//! A connection, and what was agreed over it.

use crate::common::Talk;
use crate::line::LineError;
use std::net::TcpStream;

pub(super) struct Connection {
    pub talk: Talk,
    /// Whether both sides know analyses.
    pub analysis: bool,
    /// Whether the password was asked for.
    pub logged_in: bool,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Result<Connection, LineError> {
        Ok(Connection {
            talk: Talk::new(stream)?,
            analysis: false,
            logged_in: false,
        })
    }
}
