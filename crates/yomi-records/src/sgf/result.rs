//! Results: the values of the property `RE`, read and written.

use std::fmt;
use yomi_core::{Outcome, Player};

/// The value of the property `RE`: `B+3`, `W+R`, `0`. A graded payoff has none.
///
/// ```
/// use yomi_core::{Outcome, Player};
/// use yomi_records::sgf::{Margin, result_text};
///
/// let win = Outcome::Win(Player::Second);
/// assert_eq!(result_text(win, Margin::between([70.0, 81.5])).unwrap(), "W+11.5");
/// assert_eq!(result_text(Outcome::Draw, Margin::Unsaid).unwrap(), "0");
/// ```
pub fn result_text(outcome: Outcome, margin: Margin) -> Option<String> {
    let verdict = match outcome {
        Outcome::Win(winner) => Verdict::Win(winner, margin),
        Outcome::Draw => Verdict::Draw,
        Outcome::Payoff(_) => return None,
    };
    Some(verdict.to_string())
}

/// What a record says about the end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Somebody won.
    Win(Player, Margin),
    /// Nobody did.
    Draw,
    /// The game counts for nothing.
    Void,
    /// Nobody knows, or the game is not over.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Margin {
    /// By so many points.
    Points(f64),
    /// The loser gave up.
    Resignation,
    /// The loser overstepped the clock.
    Time,
    /// The loser broke the rules, broke down or did not appear.
    Forfeit,
    /// The file does not say.
    Unsaid,
}

impl Margin {
    /// The difference between the points of the first and of the second player.
    pub fn between([first, second]: [f64; 2]) -> Margin {
        Margin::Points((first - second).abs())
    }
}

impl Verdict {
    /// Reads the value of `RE`: `B+3.5`, `W+R`, `W+Resign`, `B+T`, `B+Time`, `B+F`, `B+Forfeit`,
    /// `W+`, `0`, `Draw`, `Jigo`, `Void`, `?`, in small or capital letters. `None` for anything
    /// else, such as a result in words.
    ///
    /// ```
    /// use yomi_core::Player;
    /// use yomi_records::sgf::{Margin, Verdict};
    ///
    /// assert_eq!(Verdict::parse("W+3.5"), Some(Verdict::Win(Player::Second, Margin::Points(3.5))));
    /// assert_eq!(Verdict::parse("B+Resign").unwrap().to_string(), "B+R");
    /// assert_eq!(Verdict::parse("black won"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Verdict> {
        let text = text.trim().to_ascii_lowercase();
        let Some((winner, margin)) = text.split_once('+') else {
            return Some(match text.as_str() {
                "0" | "draw" | "jigo" => Verdict::Draw,
                "void" => Verdict::Void,
                "?" => Verdict::Unknown,
                _ => return None,
            });
        };
        let winner = match winner.trim() {
            "b" | "black" => Player::First,
            "w" | "white" => Player::Second,
            _ => return None,
        };
        Some(Verdict::Win(winner, read_margin(margin.trim())?))
    }
}

fn read_margin(text: &str) -> Option<Margin> {
    Some(match text {
        "" | "?" => Margin::Unsaid,
        "r" | "res" | "resign" | "resignation" => Margin::Resignation,
        "t" | "time" | "timeout" => Margin::Time,
        "f" | "forf" | "forfeit" => Margin::Forfeit,
        // What CGOS makes of an illegal move has the reason after it.
        _ if text.starts_with("illegal") => Margin::Forfeit,
        _ => {
            let number = text.split_whitespace().next()?.replace(',', ".");
            let plain = |c: char| c.is_ascii_digit() || c == '.';
            let points: Option<f64> = number.parse().ok();
            Margin::Points(points.filter(|_| number.chars().all(plain))?)
        }
    })
}

impl fmt::Display for Verdict {
    /// The shortest way to write it in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, margin) = match self {
            Verdict::Win(winner, margin) => (["B", "W"][winner.index()], margin),
            Verdict::Draw => return f.write_str("0"),
            Verdict::Void => return f.write_str("Void"),
            Verdict::Unknown => return f.write_str("?"),
        };
        match margin {
            Margin::Points(points) => write!(f, "{winner}+{points}"),
            Margin::Resignation => write!(f, "{winner}+R"),
            Margin::Time => write!(f, "{winner}+T"),
            Margin::Forfeit => write!(f, "{winner}+F"),
            Margin::Unsaid => write!(f, "{winner}+"),
        }
    }
}
