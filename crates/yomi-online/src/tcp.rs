//! Connections to servers.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;
use thiserror::Error;

/// There is no server, or none that can be reached.
#[derive(Debug, Error)]
#[error("cannot connect to {address}: {source}")]
pub struct ConnectError {
    /// Where.
    pub address: String,
    /// Why.
    pub source: io::Error,
}

/// Connects to a server, trying all its addresses. What is said goes out at once, and a server
/// that does not take it is given up after the same `patience`.
pub fn connect(host: &str, port: u16, patience: Duration) -> Result<TcpStream, ConnectError> {
    reach(host, port, patience).map_err(|source| ConnectError {
        address: format!("{host}:{port}"),
        source,
    })
}

fn reach(host: &str, port: u16, patience: Duration) -> io::Result<TcpStream> {
    let patience = patience.max(Duration::from_millis(1));
    let mut last = io::Error::other("the name has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(patience))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_connection_does_not_wait_for_ever() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let patience = Duration::from_secs(7);
        let stream = connect("127.0.0.1", port, patience).unwrap();
        assert_eq!(stream.write_timeout().unwrap(), Some(patience));
        assert!(stream.nodelay().unwrap());
        let error = connect("no such host", 1, patience).unwrap_err();
        let told = error.to_string();
        assert!(
            told.starts_with("cannot connect to no such host:1: "),
            "{told}"
        );
    }
}
