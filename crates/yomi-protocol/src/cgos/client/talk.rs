//! A connection: lines in, lines out, and everybody who watches told.

use super::super::Password;
use super::host::Watcher;
use crate::line::{LineError, LineReader};
use std::io::{self, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use yomi_core::Stop;

/// The longest line of a server. The longest there are set a game up that has hundreds of moves.
const LONGEST: usize = 1 << 16;

/// How often somebody who wants to leave is listened to.
const TICK: Duration = Duration::from_millis(100);

pub(super) struct Talk {
    reader: LineReader<TcpStream>,
    writer: TcpStream,
    /// Since when.
    pub began: Instant,
    /// Whether both sides know analyses.
    pub analysis: bool,
    /// Whether the password was asked for.
    pub logged_in: bool,
}

impl Talk {
    pub fn new(stream: TcpStream) -> Result<Talk, LineError> {
        Ok(Talk {
            writer: stream.try_clone()?,
            reader: LineReader::new(stream, LONGEST).lossy(),
            began: Instant::now(),
            analysis: false,
            logged_in: false,
        })
    }

    /// The next line, unless it takes too long; `None` if meanwhile `leaves` says so.
    pub fn hear(
        &mut self,
        patience: Duration,
        leaves: &dyn Fn(&Talk) -> bool,
    ) -> Result<Option<String>, LineError> {
        let started = Instant::now();
        loop {
            let left = patience.saturating_sub(started.elapsed());
            // What is already here is heard first, whoever wants to leave.
            match self.reader.wait_until(left.min(TICK), &Stop::default()) {
                Err(LineError::TimedOut(_)) if leaves(self) => return Ok(None),
                Err(LineError::TimedOut(_)) if left > TICK => {}
                Err(LineError::TimedOut(_)) => return Err(LineError::TimedOut(patience)),
                line => return line.map(Some),
            }
        }
    }

    /// Sends a line in one piece.
    pub fn say(&mut self, line: &str, watcher: &mut dyn Watcher) -> Result<(), LineError> {
        watcher.said(line);
        self.send(line)
    }

    /// Sends the password, and tells that it was sent.
    pub fn say_password(
        &mut self,
        password: &Password,
        watcher: &mut dyn Watcher,
    ) -> Result<(), LineError> {
        watcher.said(&password.veil(password.reveal()));
        self.send(password.reveal())
    }

    fn send(&mut self, line: &str) -> Result<(), LineError> {
        let sent = self.writer.write_all(format!("{line}\n").as_bytes());
        sent.map_err(|error| match error.kind() {
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => LineError::Closed,
            _ => LineError::Io(error),
        })
    }
}
