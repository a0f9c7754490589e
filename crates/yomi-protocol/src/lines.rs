//! Lines of text from another program, one at a time.
//!
//! Protocols that speak in lines over pipes read them here, and most do so on a thread of its own
//! that hands them to a [`LineSink`], so that whatever comes in is noticed while an engine thinks.

use std::io::{self, BufRead};

/// The longest line that is read. Nothing that makes sense comes near.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The text, without its end. What is not UTF-8 is replaced.
    Text(String),
    /// Longer than [`LONGEST_LINE`]; the text is lost.
    TooLong,
}

/// The lines of an input, read one at a time.
#[derive(Debug)]
pub struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Lines<R> {
        Lines(input)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        let mut bytes = Vec::new();
        let mut too_long = false;
        loop {
            let buffer = match self.0.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error)),
            };
            if buffer.is_empty() && bytes.is_empty() && !too_long {
                return None;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(buffer.len());
            if bytes.len() + taken > LONGEST_LINE {
                too_long = true;
                bytes.clear();
            }
            if !too_long {
                bytes.extend_from_slice(&buffer[..taken]);
            }
            let at_end = end.is_some() || buffer.is_empty();
            self.0.consume(taken + usize::from(end.is_some()));
            if at_end {
                return Some(Ok(match too_long {
                    true => Line::TooLong,
                    false => Line::Text(String::from_utf8_lossy(&bytes).into_owned()),
                }));
            }
        }
    }
}

/// Where lines go as they are read. Clones lead to the same place.
pub trait LineSink: Clone + Send + 'static {
    /// Adds a line, and waits while there are too many. Whether anybody is there to read on.
    fn send(&self, line: io::Result<Line>) -> bool;

    /// There are no more lines; those sent are still to be read.
    fn end(&self);

    /// Nobody shall read on.
    fn close(&self);

    /// Whether nobody reads any more.
    fn is_abandoned(&self) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_they_end() {
        let long = "x".repeat(LONGEST_LINE + 1);
        let fits = "y".repeat(LONGEST_LINE);
        let input = format!("a\n\n{long}\n{fits}\nb\u{e9}");
        // A tiny buffer, so that lines span many.
        let reader = io::BufReader::with_capacity(7, input.as_bytes());
        let lines: Vec<Line> = Lines::new(reader).map(Result::unwrap).collect();
        let text = |text: &str| Line::Text(text.to_owned());
        let expected = [
            text("a"),
            text(""),
            Line::TooLong,
            text(&fits),
            text("b\u{e9}"),
        ];
        assert_eq!(lines, expected);
        let broken: &[u8] = &[b'a', 0xff, b'\n'];
        let lines: Vec<Line> = Lines::new(broken).map(Result::unwrap).collect();
        assert_eq!(lines, [text("a\u{fffd}")]);
    }
}
