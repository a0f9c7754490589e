//! The words of a message, one after the other.

use std::ops::RangeInclusive;
use std::str::SplitAsciiWhitespace;
use thiserror::Error;
use yomi_core::Player;
use yomi_core::foreign::quoted;
use yomi_curling::{STONES, Shot, Spin, Stones, Vector};

/// A message that cannot be read: where, what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct MessageError {
    /// Which field of which message.
    pub place: String,
    /// What would have been right.
    pub expected: String,
    /// What was there instead.
    pub found: String,
}

/// Reads the fields of one message in order.
pub(super) struct Fields<'a> {
    command: &'a str,
    words: SplitAsciiWhitespace<'a>,
}

impl<'a> Fields<'a> {
    /// The fields of a message, after its command. The command is the first word.
    pub fn new(text: &'a str) -> Fields<'a> {
        let mut words = text.split_ascii_whitespace();
        Fields {
            command: words.next().unwrap_or_default(),
            words,
        }
    }

    /// The first word.
    pub fn command(&self) -> &'a str {
        self.command
    }

    fn error(&self, field: &str, expected: &str, found: Option<&str>) -> MessageError {
        MessageError {
            place: format!("{}, {field}", self.command),
            expected: expected.to_owned(),
            found: found.map_or_else(|| "the end of the message".to_owned(), quoted),
        }
    }

    /// The next word, if there is one.
    pub fn optional(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word.
    pub fn word(&mut self, field: &str, expected: &str) -> Result<&'a str, MessageError> {
        let word = self.words.next();
        word.ok_or_else(|| self.error(field, expected, None))
    }

    /// The next word, read by `parse`.
    pub fn read<T>(
        &mut self,
        field: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, MessageError> {
        let word = self.word(field, expected)?;
        parse(word).ok_or_else(|| self.error(field, expected, Some(word)))
    }

    /// A finite number.
    pub fn number(&mut self, field: &str) -> Result<f64, MessageError> {
        self.read(field, "a number", |word| {
            word.parse().ok().filter(|number: &f64| number.is_finite())
        })
    }

    /// A whole number in a range.
    pub fn whole(&mut self, field: &str, range: RangeInclusive<i64>) -> Result<i64, MessageError> {
        let expected = match (*range.start(), *range.end()) {
            (i64::MIN, i64::MAX) => "a whole number".to_owned(),
            (least, i64::MAX) => format!("a whole number of at least {least}"),
            (least, most) => format!("a whole number in {least}..={most}"),
        };
        self.read(field, &expected, |word| {
            word.parse().ok().filter(|number| range.contains(number))
        })
    }

    /// A side: `0` is the one that is named first.
    pub fn player(&mut self, field: &str) -> Result<Player, MessageError> {
        self.read(field, "0 or 1", |word| match word {
            "0" => Some(Player::First),
            "1" => Some(Player::Second),
            _ => None,
        })
    }

    /// Velocity and spin.
    pub fn shot(&mut self) -> Result<Shot, MessageError> {
        let velocity = Vector::new(self.number("vx")?, self.number("vy")?);
        let spin = self.read("spin", "0 or 1", |word| match word {
            "0" => Some(Spin::Cw),
            "1" => Some(Spin::Ccw),
            _ => None,
        })?;
        Ok(Shot { velocity, spin })
    }

    /// Two numbers for each of the sixteen stones; `0 0` is a stone that is not in play.
    pub fn stones(&mut self) -> Result<Stones, MessageError> {
        let mut stones = Stones::default();
        for stone in 0..STONES {
            let x = self.number(&format!("x of stone {}", stone + 1))?;
            let y = self.number(&format!("y of stone {}", stone + 1))?;
            if x != 0.0 || y != 0.0 {
                stones.set(stone, Vector::new(x, y));
            }
        }
        Ok(stones)
    }
}

/// Sixteen stones as [`Fields::stones`] reads them, each number after a space.
pub(super) fn write_stones(out: &mut dyn std::fmt::Write, stones: &Stones) -> std::fmt::Result {
    for stone in 0..STONES {
        let at = stones.get(stone).unwrap_or_default();
        write!(out, " {} {}", at.x, at.y)?;
    }
    Ok(())
}

/// A shot as [`Fields::shot`] reads it.
pub(super) fn write_shot(out: &mut dyn std::fmt::Write, shot: Shot) -> std::fmt::Result {
    let spin = match shot.spin {
        Spin::Cw => 0,
        Spin::Ccw => 1,
    };
    write!(out, " {} {} {spin}", shot.velocity.x, shot.velocity.y)
}
