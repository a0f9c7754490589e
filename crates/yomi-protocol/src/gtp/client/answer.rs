//! The answers of a program, line by line.
//!
//! `=7 text` grants command number 7 and `?7 text` refuses it; further lines of text may follow,
//! and an empty line ends the answer. A program that leaves the number out is understood, since
//! one command is open at a time; one that gives another number is not. Empty lines before an
//! answer are skipped, control characters are dropped, and what is no UTF-8 is replaced.

use crate::lines::{brief, clean};
use crate::program::MOST_BYTES;

/// What a program answered: `Ok` what it granted, `Err` why it refused.
pub(super) type Answer = Result<String, String>;

/// An answer in the making.
pub(super) struct Collector {
    id: u32,
    bytes: usize,
    granted: Option<bool>,
    lines: Vec<String>,
}

impl Collector {
    /// Waits for the answer to command `id`.
    pub fn new(id: u32) -> Collector {
        Collector {
            id,
            bytes: 0,
            granted: None,
            lines: Vec::new(),
        }
    }

    /// Takes a line, without its end. The answer, once it is complete; an error if this cannot
    /// become one.
    pub fn add(&mut self, line: &[u8]) -> Result<Option<Answer>, String> {
        self.bytes += line.len() + 1;
        if self.bytes > MOST_BYTES {
            return Err(format!("with more than {MOST_BYTES} bytes"));
        }
        let line = clean(line);
        let Some(granted) = self.granted else {
            if line.is_empty() {
                return Ok(None);
            }
            let (granted, text) = self.head(&line).ok_or_else(|| {
                // The number is left out: the same fault should read the same in every game.
                format!("with '{}' where =ID or ?ID was expected", brief(&line, 60))
            })?;
            self.granted = Some(granted);
            self.lines.push(text.to_owned());
            return Ok(None);
        };
        if !line.is_empty() {
            self.lines.push(line);
            return Ok(None);
        }
        let text = self.lines.join("\n").trim().to_owned();
        Ok(Some(if granted { Ok(text) } else { Err(text) }))
    }

    fn head<'a>(&self, line: &'a str) -> Option<(bool, &'a str)> {
        let (granted, rest) = match line.strip_prefix('=') {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix('?')?),
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, text) = rest.split_at(digits);
        let fits = id.is_empty() || id.parse() == Ok(self.id);
        fits.then(|| (granted, text.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Feeds the lines of a text to a collector for command 7.
    fn read(text: &[u8]) -> Result<Option<Answer>, String> {
        let mut collector = Collector::new(7);
        for line in text.split(|&byte| byte == b'\n') {
            if let Some(answer) = collector.add(line)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    #[test]
    fn answers_are_read() {
        let granted = |text: &str| Ok(Some(Ok(text.to_owned())));
        let refused = |text: &str| Ok(Some(Err(text.to_owned())));
        for (text, answer) in [
            ("=7 e10,f10\n\n", granted("e10,f10")),
            ("=7\n\n", granted("")),
            ("= e10\n\n", granted("e10")),
            ("=\n\n", granted("")),
            ("\r\n\n=7 a\r\nb\r\n\r\n", granted("a\nb")),
            ("=7 a\tb\x07c\n\n", granted("a bc")),
            ("=7\nplay\ngenmove\n\n", granted("play\ngenmove")),
            ("?7 illegal move\n\n", refused("illegal move")),
            ("? unknown command\n\n", refused("unknown command")),
            ("=7 no end", Ok(None)),
            ("\n\n", Ok(None)),
        ] {
            assert_eq!(read(text.as_bytes()), answer, "{text:?}");
        }
        for (text, error) in [
            ("=8 e10\n\n", "with '=8 e10' where =ID or ?ID was expected"),
            ("=77777777777777\n\n", "with '=77777777777777' where"),
            (
                "hello\n=7\n\n",
                "with 'hello' where =ID or ?ID was expected",
            ),
            (" =7\n\n", "with ' =7' where"),
        ] {
            let found = read(text.as_bytes()).unwrap_err();
            assert!(found.starts_with(error), "{text:?}: {found}");
        }
        assert_eq!(read(b"=7 \xFF\n\n"), granted("\u{FFFD}"));
    }

    #[test]
    fn an_answer_without_end_is_an_error() {
        for (first, rest) in [("=7", "more"), ("", ""), ("=7", "x")] {
            let mut collector = Collector::new(7);
            assert_eq!(collector.add(first.as_bytes()), Ok(None));
            let taken = (0..).map(|_| collector.add(rest.as_bytes()));
            let bytes = taken.take_while(Result::is_ok).count() * (rest.len() + 1);
            assert!(
                (MOST_BYTES - 10..=MOST_BYTES).contains(&bytes),
                "{first} {rest}: {bytes}"
            );
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(text in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&text);
        }

        #[test]
        fn what_was_sent_arrives(text in "[a-z0-9,]{1,30}( [a-z0-9]{1,9}){0,3}") {
            prop_assert_eq!(read(format!("=7 {text}\n\n").as_bytes()), Ok(Some(Ok(text))));
        }
    }
}
