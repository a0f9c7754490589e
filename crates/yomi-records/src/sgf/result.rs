//! Results as records write them.

use yomi_core::{Outcome, Player};

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// By the rules, with these points of the first and of the second player.
    Points([f64; 2]),
    /// By the rules of a game without points, or in a way nobody noted.
    Plain,
    /// The loser gave up.
    Resignation,
    /// The loser overstepped the clock.
    Time,
    /// The loser broke the rules or broke down.
    Forfeit,
}

/// The value of the property `RE`: `B+3`, `W+R`, `0`. A graded payoff has none.
///
/// ```
/// use yomi_core::{Outcome, Player};
/// use yomi_records::sgf::{Ending, result_text};
///
/// let win = Outcome::Win(Player::Second);
/// assert_eq!(result_text(win, Ending::Points([70.0, 81.5])).unwrap(), "W+11.5");
/// assert_eq!(result_text(Outcome::Draw, Ending::Plain).unwrap(), "0");
/// ```
pub fn result_text(outcome: Outcome, ending: Ending) -> Option<String> {
    let winner = match outcome {
        Outcome::Win(Player::First) => "B",
        Outcome::Win(Player::Second) => "W",
        Outcome::Draw => return Some("0".to_owned()),
        Outcome::Payoff(_) => return None,
    };
    let margin = match ending {
        Ending::Points([first, second]) => (first - second).abs().to_string(),
        Ending::Plain => String::new(),
        Ending::Resignation => "R".to_owned(),
        Ending::Time => "T".to_owned(),
        Ending::Forfeit => "F".to_owned(),
    };
    Some(format!("{winner}+{margin}"))
}
