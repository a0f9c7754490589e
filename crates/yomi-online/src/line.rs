//! Lines over a socket: at most so long, and waited for at most so long.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use thiserror::Error;
use yomi_core::Stop;

/// Why no line came.
#[derive(Debug, Error)]
pub enum LineError {
    /// The other side hung up.
    #[error("the connection was closed")]
    Closed,
    /// The other side hung up within a line.
    #[error("the connection was closed in the middle of a line")]
    Cut,
    /// The line is too long.
    #[error("a line of more than {limit} bytes")]
    TooLong {
        /// How long it may be.
        limit: usize,
    },
    /// The line is not text.
    #[error("a line that is not UTF-8")]
    NotText,
    /// Nothing came in time.
    #[error("no answer within {:.3} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// Somebody asked us to stop.
    #[error("stopped")]
    Stopped,
    /// The network failed.
    #[error("the connection broke: {0}")]
    Io(#[source] io::Error),
}

impl From<io::Error> for LineError {
    fn from(error: io::Error) -> LineError {
        match error.kind() {
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => LineError::Closed,
            _ => LineError::Io(error),
        }
    }
}

/// Reads lines from a source of bytes.
#[derive(Debug)]
pub struct LineReader<R> {
    source: R,
    limit: usize,
    /// Whether bytes that are no text are read over.
    lossy: bool,
    /// What was read and not yet handed out.
    buffer: Vec<u8>,
    /// How much of the buffer is known to hold no newline.
    searched: usize,
}

impl<R: Read> LineReader<R> {
    /// Lines of at most `limit` bytes.
    pub fn new(source: R, limit: usize) -> LineReader<R> {
        LineReader {
            source,
            limit,
            lossy: false,
            buffer: Vec::new(),
            searched: 0,
        }
    }

    /// Takes every byte that is no UTF-8 for `\u{fffd}`, where otherwise the line is an error.
    #[must_use]
    pub fn lossy(mut self) -> LineReader<R> {
        self.lossy = true;
        self
    }

    /// A line that is already here, without its newline.
    fn take(&mut self) -> Option<Result<String, LineError>> {
        let found = self.buffer[self.searched..]
            .iter()
            .position(|&byte| byte == b'\n');
        let Some(found) = found else {
            self.searched = self.buffer.len();
            let limit = self.limit;
            return (self.buffer.len() > limit).then_some(Err(LineError::TooLong { limit }));
        };
        let end = self.searched + found;
        self.searched = 0;
        if end > self.limit {
            return Some(Err(LineError::TooLong { limit: self.limit }));
        }
        let mut line: Vec<u8> = self.buffer.drain(..=end).collect();
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Some(match String::from_utf8(line) {
            Ok(line) => Ok(line),
            Err(error) if self.lossy => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            Err(_) => Err(LineError::NotText),
        })
    }

    /// Reads once more. `Ok(false)` if the source had nothing for now.
    fn fill(&mut self) -> Result<bool, LineError> {
        let mut chunk = [0; 8192];
        match self.source.read(&mut chunk) {
            Ok(0) if self.buffer.is_empty() => Err(LineError::Closed),
            Ok(0) => Err(LineError::Cut),
            Ok(count) => {
                self.buffer.extend_from_slice(&chunk[..count]);
                Ok(true)
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock
                | io::ErrorKind::TimedOut
                | io::ErrorKind::Interrupted => Ok(false),
                _ => Err(error.into()),
            },
        }
    }

    /// The next line if it is here already, from a source that does not block. After an error there
    /// is no next line.
    pub fn poll(&mut self) -> Result<Option<String>, LineError> {
        loop {
            if let Some(line) = self.take() {
                return line.map(Some);
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// The next line, however long it takes. After an error there is no next line.
    pub fn wait(&mut self) -> Result<String, LineError> {
        loop {
            if let Some(line) = self.take() {
                return line;
            }
            self.fill()?;
        }
    }
}

impl LineReader<TcpStream> {
    /// The next line, unless it takes too long or somebody asks to stop.
    pub fn wait_until(&mut self, patience: Duration, stop: &Stop) -> Result<String, LineError> {
        /// How often somebody is listened to.
        const INTERVAL: Duration = Duration::from_millis(50);
        let started = Instant::now();
        loop {
            if let Some(line) = self.take() {
                return line;
            }
            if stop.is_raised() {
                return Err(LineError::Stopped);
            }
            let left = patience.saturating_sub(started.elapsed());
            if left.is_zero() {
                return Err(LineError::TimedOut(patience));
            }
            self.source.set_read_timeout(Some(left.min(INTERVAL)))?;
            self.fill()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives its bytes in pieces of this size.
    struct Dripping<'a>(&'a [u8], usize);

    impl Read for Dripping<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let size = self.1.min(self.0.len()).min(into.len());
            let (now, later) = self.0.split_at(size);
            into[..size].copy_from_slice(now);
            self.0 = later;
            Ok(size)
        }
    }

    fn lines(bytes: &[u8], limit: usize) -> Vec<String> {
        let mut seen = Vec::new();
        for piece in [1, 2, 3, 100] {
            let mut reader = LineReader::new(Dripping(bytes, piece), limit);
            let mut lines = Vec::new();
            loop {
                match reader.wait() {
                    Ok(line) => lines.push(line),
                    Err(error) => {
                        lines.push(format!("! {error}"));
                        break;
                    }
                }
            }
            assert!(seen.is_empty() || seen == lines, "pieces of {piece}");
            seen = lines;
        }
        seen
    }

    #[test]
    fn lines_end_in_a_newline_however_they_arrive() {
        let closed = "! the connection was closed";
        assert_eq!(lines(b"", 9), [closed]);
        assert_eq!(lines(b"a\n\nbc\r\n", 9), ["a", "", "bc", closed]);
        assert_eq!(
            lines(b"a\nb", 9),
            ["a", "! the connection was closed in the middle of a line"]
        );
        assert_eq!(
            lines("é\n\u{e9}".as_bytes(), 2),
            ["é", "! the connection was closed in the middle of a line"]
        );
    }

    #[test]
    fn long_lines_and_bytes_that_are_no_text_are_refused() {
        assert_eq!(
            lines(b"1234\n12345\n", 4)[1],
            "! a line of more than 4 bytes"
        );
        assert_eq!(lines(b"123456789", 4), ["! a line of more than 4 bytes"]);
        assert_eq!(lines(b"\xff\xfe\n", 4), ["! a line that is not UTF-8"]);
        let mut lossy = LineReader::new(&b"caf\xe9\n"[..], 4).lossy();
        assert_eq!(lossy.wait().unwrap(), "caf\u{fffd}");
    }
}
