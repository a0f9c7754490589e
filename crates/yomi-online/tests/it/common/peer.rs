//! One end of a connection, in the hands of a test.

use super::LONG;
use super::script::fits;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};

/// One end of a connection.
pub struct Peer {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Peer {
    /// Connects.
    pub fn connect(address: SocketAddr) -> Peer {
        Peer::new(TcpStream::connect(address).expect("a server"))
    }

    /// Takes a connection over.
    pub fn new(stream: TcpStream) -> Peer {
        stream.set_nonblocking(false).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(LONG)).expect("a socket");
        let reader = BufReader::new(stream.try_clone().expect("a socket"));
        Peer { stream, reader }
    }

    /// The next line; `None` if the other side hung up.
    pub fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        // A connection that was torn down is as good as closed.
        let size = match self.reader.read_line(&mut line) {
            Ok(size) => size,
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::WouldBlock, "nothing came");
                0
            }
        };
        (size > 0).then(|| line.trim_end().to_owned())
    }

    /// The next line as JSON.
    pub fn hear_json(&mut self) -> Option<Value> {
        self.hear()
            .map(|line| serde_json::from_str(&line).expect("JSON"))
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        // The other side may have hung up, which is for it to say.
        let _ = self.stream.write_all(bytes);
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Hangs up.
    pub fn close(self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Does what a step of a [script](super::script) says that any server can do; `None` if that
    /// was to hang up.
    pub fn act(mut self, verb: &str, rest: &str, place: &str) -> Option<Peer> {
        match verb {
            "says" => self.say(rest),
            "sends" => self.send(rest.as_bytes()),
            "bytes" => {
                let bytes = rest.split_whitespace();
                let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal"));
                self.send(&bytes.collect::<Vec<u8>>());
            }
            "long" => self.say(&"x".repeat(rest.parse().expect("a length"))),
            "hears" => match (rest, self.hear()) {
                ("nothing", heard) => assert_eq!(heard, None, "{place}"),
                (expected, Some(heard)) => assert!(fits(expected, &heard), "{place}: {heard}"),
                (_, None) => panic!("{place}: nothing came"),
            },
            "closes" => {
                self.close();
                return None;
            }
            _ => panic!("{place}: nobody can '{verb}'"),
        }
        Some(self)
    }
}
