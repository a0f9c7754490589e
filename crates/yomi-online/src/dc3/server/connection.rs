//! A client's connection: what comes in becomes an event.

use crate::dc3::send;
use crate::line::{LineError, LineReader};
use serde::Serialize;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use yomi_records::dc3::Team;

/// What a client did, and when.
#[derive(Debug)]
pub struct Event {
    /// Whose client it was.
    pub team: Team,
    /// When it did it.
    pub at: Instant,
    /// A line, or why there will be no more lines.
    pub line: Result<String, LineError>,
}

/// A connection. Its lines are read by a thread of its own, so that both clients are heard
/// whoever's turn it is. When this is dropped the client is hung up on, and the thread ends.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Begins to listen to a client, by this reader of the same stream. One that does not read holds
    /// the server up for `patience`.
    pub fn open(
        stream: TcpStream,
        mut reader: LineReader<TcpStream>,
        team: Team,
        events: SyncSender<Event>,
        patience: Duration,
    ) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(patience.max(Duration::from_millis(1))))?;
        std::thread::Builder::new().spawn(move || {
            loop {
                let line = reader.wait();
                let last = line.is_err();
                let at = Instant::now();
                if events.send(Event { team, at, line }).is_err() || last {
                    break;
                }
            }
        })?;
        Ok(Connection { stream })
    }

    /// Says something.
    pub fn say(&self, message: &impl Serialize) -> Result<(), LineError> {
        send(&self.stream, message)
    }

    /// Says nothing any more, but still listens: whoever hangs up while the other side has not
    /// read everything may destroy the last words.
    pub fn finish(&self) {
        // A connection that is already gone needs no farewell.
        let _ = self.stream.shutdown(Shutdown::Write);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
