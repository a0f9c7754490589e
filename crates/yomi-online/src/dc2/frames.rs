//! A stream of bytes as messages.
//!
//! Servers end a message with a zero byte. Players that read lines, and people at a terminal, end
//! it with a newline; one of the servers does both. So a message ends at either, nothing between
//! two ends is no message, and an answer ends as the message ended that it answers.

use std::io::{self, BufRead};
use std::time::Instant;

/// The longest message that is read, in bytes. Servers themselves hold no more than 1024.
pub const LONGEST_MESSAGE: usize = 4096;

/// How a message ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With a zero byte.
    Nul,
    /// With a newline.
    Newline,
}

impl Ending {
    /// The byte to end an answer with.
    pub fn byte(self) -> u8 {
        match self {
            Ending::Nul => 0,
            Ending::Newline => b'\n',
        }
    }
}

/// What a stream holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// A message, without its end and the white space around it.
    Message {
        /// The text; what is not UTF-8 is replaced (names may be in any encoding).
        text: String,
        /// How it ended.
        ending: Ending,
        /// When its end was read: whoever reads ahead must not lose time by it.
        at: Instant,
    },
    /// More than [`LONGEST_MESSAGE`] bytes without an end. Nothing is read after it.
    TooLong,
    /// The stream ended in the middle of this message.
    Cut(String),
}

/// The messages of a stream, read one at a time.
#[derive(Debug)]
pub struct Frames<R> {
    input: R,
    over: bool,
}

impl<R: BufRead> Frames<R> {
    /// The messages of this stream.
    pub fn new(input: R) -> Frames<R> {
        Frames { input, over: false }
    }

    /// The next run of bytes that ends in either ending, or at the end of the stream.
    fn next_run(&mut self) -> io::Result<Option<Frame>> {
        let mut bytes = Vec::new();
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let at_end = buffer.is_empty();
            let end = buffer.iter().position(|&byte| byte == 0 || byte == b'\n');
            let ending = end.map(|end| match buffer[end] {
                0 => Ending::Nul,
                _ => Ending::Newline,
            });
            let taken = end.unwrap_or(buffer.len());
            if bytes.len() + taken > LONGEST_MESSAGE {
                self.over = true;
                return Ok(Some(Frame::TooLong));
            }
            bytes.extend_from_slice(&buffer[..taken]);
            self.input.consume(taken + usize::from(end.is_some()));
            let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
            if let Some(ending) = ending {
                return Ok(Some(Frame::Message {
                    text: text(),
                    ending,
                    at: Instant::now(),
                }));
            }
            if at_end {
                self.over = true;
                let text = text();
                return Ok((!text.is_empty()).then_some(Frame::Cut(text)));
            }
        }
    }
}

impl<R: BufRead> Iterator for Frames<R> {
    type Item = io::Result<Frame>;

    fn next(&mut self) -> Option<io::Result<Frame>> {
        while !self.over {
            match self.next_run() {
                Ok(Some(Frame::Message { text, .. })) if text.is_empty() => {}
                Ok(frame) => return frame.map(Ok),
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fixed moment for all messages: when they came is not what is looked at.
    fn frames(bytes: &[u8], now: Instant) -> Vec<Frame> {
        // A tiny buffer, so that messages span many.
        let reader = io::BufReader::with_capacity(3, bytes);
        let timeless = |frame| match frame {
            Frame::Message { text, ending, at } => {
                assert!(at >= now);
                message(&text, ending, now)
            }
            other => other,
        };
        Frames::new(reader)
            .map(|frame| timeless(frame.unwrap()))
            .collect()
    }

    fn message(text: &str, ending: Ending, at: Instant) -> Frame {
        let text = text.to_owned();
        Frame::Message { text, ending, at }
    }

    #[test]
    fn messages_end_at_zeros_and_at_newlines() {
        let now = Instant::now();
        let expected = [
            message("ISREADY", Ending::Nul, now),
            message("RANDOMSIZE 1 2", Ending::Newline, now),
            message("GO 0 0", Ending::Newline, now),
            message("NEWGAME \u{fffd}\u{fffd} b", Ending::Nul, now),
            Frame::Cut("POSI".to_owned()),
        ];
        let bytes = b"ISREADY\0RANDOMSIZE 1 2\n\0\0  GO 0 0 \r\n\nNEWGAME \x83\xff b\0 POSI";
        assert_eq!(frames(bytes, now), expected);
        assert_eq!(frames(b"\0\n \r\n  ", now), []);
    }

    #[test]
    fn what_is_too_long_ends_the_reading() {
        let fits = "x".repeat(LONGEST_MESSAGE);
        let long = "y".repeat(LONGEST_MESSAGE + 1);
        let text = format!("{fits}\0{long}\0ISREADY\0");
        let now = Instant::now();
        let expected = [message(&fits, Ending::Nul, now), Frame::TooLong];
        assert_eq!(frames(text.as_bytes(), now), expected);
    }
}
