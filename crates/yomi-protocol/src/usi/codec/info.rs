//! What an engine tells while it thinks.

use std::fmt;
use std::time::Duration;
use yomi_core::foreign::sentence;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// The game is decided, in so many plies if that is known.
    Mate {
        /// Whether the side to move wins.
        wins: bool,
        /// How soon.
        plies: Option<usize>,
        /// Whether it could be sooner: then the score is at least as good for the winner.
        is_bound: bool,
    },
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate {
                wins,
                plies,
                is_bound,
            } => {
                let (sign, bound) = match wins {
                    true => ('+', " lowerbound"),
                    false => ('-', " upperbound"),
                };
                match plies {
                    // Boards take a zero for an unknown number.
                    None | Some(0) => write!(f, "mate {sign}"),
                    Some(plies) if is_bound => write!(f, "mate {sign}{plies}{bound}"),
                    Some(plies) => write!(f, "mate {sign}{plies}"),
                }
            }
        }
    }
}

/// A line of thought.
///
/// ```
/// use std::time::Duration;
/// use yomi_protocol::usi::codec::{Info, Score};
///
/// let info = Info {
///     depth: 5,
///     seldepth: 9,
///     score: Some(Score::Centipawns(-31)),
///     nodes: 24000,
///     time: Duration::from_millis(120),
///     hashfull: Some(12),
///     multipv: None,
///     pv: vec!["7g7f".to_owned(), "3c3d".to_owned()],
/// };
/// assert_eq!(
///     info.to_string(),
///     "info depth 5 seldepth 9 time 120 nodes 24000 nps 200000 hashfull 12 score cp -31 \
///      pv 7g7f 3c3d"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth reached in plies; left out if 0.
    pub depth: u32,
    /// The deepest line looked at; left out if it is no deeper.
    pub seldepth: u32,
    /// What the line is worth.
    pub score: Option<Score>,
    /// How much was looked at.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Which of several lines this is, counted from 1.
    pub multipv: Option<usize>,
    /// The moves of the line; left out if there are none.
    pub pv: Vec<String>,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if self.depth > 0 {
            write!(f, " depth {}", self.depth)?;
            if self.seldepth > self.depth {
                write!(f, " seldepth {}", self.seldepth)?;
            }
        }
        write!(f, " time {} nodes {}", self.time.as_millis(), self.nodes)?;
        let seconds = self.time.as_secs_f64();
        // Of so short a time nobody learns a speed.
        if seconds >= 0.001 {
            write!(f, " nps {:.0}", self.nodes as f64 / seconds)?;
        }
        if let Some(thousandths) = self.hashfull {
            write!(f, " hashfull {thousandths}")?;
        }
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some(number) = self.multipv {
            write!(f, " multipv {number}")?;
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        Ok(())
    }
}

/// Something to tell a person.
///
/// ```
/// use yomi_protocol::usi::codec::remark;
/// assert_eq!(remark("two\nlines"), r"info string two\nlines");
/// ```
pub fn remark(text: &str) -> String {
    format!("info string {}", sentence(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_have_a_sign_and_a_number_if_it_is_known() {
        for (wins, plies, is_bound, text) in [
            (true, Some(5), false, "mate +5"),
            (true, Some(13), true, "mate +13 lowerbound"),
            (false, Some(2), false, "mate -2"),
            (false, Some(8), true, "mate -8 upperbound"),
            (true, None, true, "mate +"),
            (false, Some(0), true, "mate -"),
        ] {
            let score = Score::Mate {
                wins,
                plies,
                is_bound,
            };
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let info = Info {
            depth: 0,
            seldepth: 3,
            score: None,
            nodes: 7,
            time: Duration::ZERO,
            hashfull: None,
            multipv: None,
            pv: Vec::new(),
        };
        assert_eq!(info.to_string(), "info time 0 nodes 7");
    }
}
