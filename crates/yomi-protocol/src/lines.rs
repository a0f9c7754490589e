//! Lines of text from another program, one at a time, and made fit to be read.
//!
//! Protocols that speak in lines over pipes read them here, and most do so on a thread of its own
//! that hands them to a [`LineSink`], so that whatever comes in is noticed while an engine thinks.

use std::io::{self, BufRead};
use thiserror::Error;

/// The longest line that is read unless said otherwise. Nothing that makes sense comes near.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The text, without its end. What is not UTF-8 is replaced.
    Text(String),
    /// Longer than it may be; the text is lost.
    TooLong,
}

/// A line is longer than it may be; its text is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the line is too long: expected at most {limit} bytes")]
pub struct TooLong {
    /// How long a line may be.
    pub limit: usize,
}

/// The lines of an input, read one at a time.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    limit: usize,
    /// Whether what comes next is the rest of a line that was too long.
    skipping: bool,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input, each of at most [`LONGEST_LINE`] bytes.
    pub fn new(input: R) -> Lines<R> {
        Lines::of_at_most(input, LONGEST_LINE)
    }

    /// The lines of this input, each of at most `limit` bytes.
    pub fn of_at_most(input: R, limit: usize) -> Lines<R> {
        Lines {
            input,
            limit,
            skipping: false,
            number: 0,
        }
    }

    /// The number of the line that was handed out last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next line as bytes, without its newline. That a line is too long is told as soon as it is
    /// known; its rest is passed over before the next.
    pub fn next_bytes(&mut self) -> Option<io::Result<Result<Vec<u8>, TooLong>>> {
        let mut bytes = Vec::new();
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error)),
            };
            let at_end = buffer.is_empty();
            if at_end && (bytes.is_empty() || self.skipping) {
                return None;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(buffer.len());
            let too_long = bytes.len() + taken > self.limit;
            if !self.skipping && !too_long {
                bytes.extend_from_slice(&buffer[..taken]);
            }
            self.input.consume(taken + usize::from(end.is_some()));
            let skipped = self.skipping;
            self.skipping = (skipped || too_long) && end.is_none();
            if too_long && !skipped {
                self.number += 1;
                return Some(Ok(Err(TooLong { limit: self.limit })));
            }
            if !skipped && (at_end || end.is_some()) {
                self.number += 1;
                return Some(Ok(Ok(bytes)));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        Some(self.next_bytes()?.map(|line| match line {
            Ok(bytes) => Line::Text(String::from_utf8_lossy(&bytes).into_owned()),
            Err(TooLong { .. }) => Line::TooLong,
        }))
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

/// A line as text: control characters are dropped, tabs are blanks, and what is no UTF-8 is
/// replaced.
pub(crate) fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .filter(|letter| !letter.is_control())
        .collect();
    text.trim_end().to_owned()
}

/// The beginning of a text, for messages.
pub(crate) fn brief(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let mut brief: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        brief.push('…');
    }
    brief
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
    #[test]
    fn a_line_without_end_is_told_at_once() {
        // Whoever reads on before telling would wait for ever.
        let mut lines = Lines::of_at_most(io::BufReader::new(io::repeat(b'x')), 1000);
        let told = lines.next_bytes().unwrap().unwrap().unwrap_err();
        assert_eq!(
            told.to_string(),
            "the line is too long: expected at most 1000 bytes"
        );
    }

    #[test]
    fn what_ends_within_a_long_line_has_no_further_lines() {
        for (text, count) in [
            ("12345", 1),
            ("12345\n", 1),
            ("12345\n6", 2),
            ("1234", 1),
            ("", 0),
        ] {
            for capacity in [1, 2, 100] {
                let reader = io::BufReader::with_capacity(capacity, text.as_bytes());
                let mut lines = Lines::of_at_most(reader, 4);
                assert_eq!(lines.by_ref().count(), count, "{text:?}");
                assert_eq!(lines.number(), count, "{text:?}");
            }
        }
    }
}
