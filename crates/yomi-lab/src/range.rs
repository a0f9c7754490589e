//! Ranges of numbers as manifests write them: `32-95`, `7`, `400-`, `none`.

use std::fmt;

/// Numbers by which positions or moves are told apart: whole ones from one bound to another, both included, or the
/// lack of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// From this number to that one.
    Within(f64, f64),
    /// There is no number.
    None,
}

impl Range {
    /// Reads a range.
    ///
    /// ```
    /// use yomi_lab::Range;
    /// let range = Range::parse("32-95").unwrap();
    /// assert!(range.holds(Some(95.4)) && !range.holds(Some(96.0)) && !range.holds(None));
    /// assert!(Range::parse("400-").unwrap().holds(Some(10_000.0)));
    /// assert!(Range::parse("none").unwrap().holds(None));
    /// assert!(Range::parse("9-3").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Range, String> {
        let wrong = || {
            format!(
                "'{text}' is no range: expected whole numbers such as 32-95, 7 or 400-, or none"
            )
        };
        if text == "none" {
            return Ok(Range::None);
        }
        let number = |text: &str| match text.parse::<u32>() {
            Ok(number) => Ok(f64::from(number)),
            Err(_) => Err(wrong()),
        };
        let (low, high) = match text.split_once('-') {
            None => (number(text)?, number(text)?),
            Some((low, "")) => (number(low)?, f64::INFINITY),
            Some((low, high)) => (number(low)?, number(high)?),
        };
        match low <= high {
            true => Ok(Range::Within(low, high)),
            false => Err(wrong()),
        }
    }

    /// Whether a number, rounded to a whole one, is in the range.
    pub fn holds(&self, number: Option<f64>) -> bool {
        match (self, number) {
            (Range::Within(low, high), Some(number)) => (*low..=*high).contains(&number.round()),
            (Range::None, None) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::None => f.write_str("none"),
            Range::Within(low, high) if low == high => write!(f, "{low}"),
            Range::Within(low, high) if high.is_infinite() => write!(f, "{low}-"),
            Range::Within(low, high) => write!(f, "{low}-{high}"),
        }
    }
}
