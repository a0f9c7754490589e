//! When an engine gives up.
//!
//! One rule for every protocol in which our engine can resign of its own accord: it does when the
//! position was worth less to it than a given value at two of its own moves in a row, or once its
//! search has proven that it is lost, however little it took. A position that is proven won or
//! drawn is never given up. Matches between engines share the value and how it is written, but not
//! the proof: their records hold values only.

use std::fmt;
use std::str::FromStr;
use yomi_core::engine::TextReport;
use yomi_core::{Player, Proven};

/// The value below which an engine gives up, from 0 (only what is proven lost) to 0.5.
///
/// ```
/// use yomi_protocol::resignation::Resignation;
///
/// let rule: Resignation = " 0.10".parse().unwrap();
/// assert_eq!((rule.below(), rule.to_string().as_str()), (0.1, "0.1"));
/// assert_eq!("0.6".parse::<Resignation>().unwrap_err(), "expected a number from 0 to 0.5");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resignation(f64);

impl Resignation {
    /// What can be read.
    pub const FORMAT: &'static str = "a number from 0 to 0.5";

    /// The rule with this value; `None` if it is none of those that can be.
    pub fn new(below: f64) -> Option<Resignation> {
        // Nobody gives up at a negative zero.
        (0.0..=0.5)
            .contains(&below)
            .then_some(Resignation(below + 0.0))
    }

    /// The value itself.
    pub fn below(self) -> f64 {
        self.0
    }
}

impl FromStr for Resignation {
    type Err = String;

    fn from_str(text: &str) -> Result<Resignation, String> {
        let value: Option<f64> = text.trim().parse().ok();
        value
            .and_then(Resignation::new)
            .ok_or_else(|| format!("expected {}", Resignation::FORMAT))
    }
}

impl fmt::Display for Resignation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What each side thought of its last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResignationState([bool; 2]);

impl ResignationState {
    /// Whether the side that made this report gives up.
    pub fn gives_up(self, rule: Option<Resignation>, side: Player, report: &TextReport) -> bool {
        let proven_lost = rule.is_some() && report.proven == Some(Proven::Loss);
        proven_lost || (self.0[side.index()] && is_poor(rule, report))
    }

    /// The side moves in spite of what this report says.
    pub fn note(&mut self, rule: Option<Resignation>, side: Player, report: &TextReport) {
        self.0[side.index()] = is_poor(rule, report);
    }
}

fn is_poor(rule: Option<Resignation>, report: &TextReport) -> bool {
    rule.is_some_and(|rule| report.value.0 < rule.0)
        && !matches!(report.proven, Some(Proven::Win | Proven::Draw))
}

#[cfg(test)]
mod tests {
    use super::*;

    use yomi_core::MoverValue;

    fn report(value: f64, proven: Option<Proven>) -> TextReport {
        TextReport {
            value: MoverValue(value),
            proven,
            simulations: 1,
            ..TextReport::of_move("D4")
        }
    }

    #[test]
    fn values_are_read() {
        for (text, value) in [("0", 0.0), ("-0", 0.0), (" 0.05", 0.05), ("0.5", 0.5)] {
            assert_eq!(text.parse(), Ok(Resignation(value)), "{text}");
        }
        let negative: Resignation = "-0".parse().unwrap();
        assert_eq!(negative.to_string(), "0");
        for text in ["", "-0.1", "0.51", "1", "5%", "nan", "never"] {
            assert!(text.parse::<Resignation>().is_err(), "{text}");
        }
    }

    #[test]
    fn it_takes_two_poor_values_of_one_side_in_a_row_or_a_proof() {
        let rule = Some(Resignation(0.1));
        // Values of one side, and after how many it gives up.
        for (values, end) in [
            (&[0.09, 0.09][..], Some(2)),
            (&[0.09, 0.1, 0.09, 0.0, 0.0], Some(4)),
            (&[0.1, 0.1, 0.1], None),
            (&[0.09, 0.2, 0.09], None),
        ] {
            let mut resignation_state = ResignationState::default();
            let mut given_up = None;
            for (i, &value) in values.iter().enumerate() {
                let report = report(value, None);
                assert!(!resignation_state.gives_up(None, Player::First, &report));
                assert!(!resignation_state.gives_up(rule, Player::Second, &report));
                if resignation_state.gives_up(rule, Player::First, &report) {
                    given_up = Some(i + 1);
                    break;
                }
                resignation_state.note(rule, Player::First, &report);
            }
            assert_eq!(given_up, end, "{values:?}");
        }
        for (proven, ends) in [
            (Proven::Loss, true),
            (Proven::Draw, false),
            (Proven::Win, false),
        ] {
            let mut resignation_state = ResignationState::default();
            let report = report(0.0, Some(proven));
            assert_eq!(
                resignation_state.gives_up(rule, Player::First, &report),
                ends
            );
            assert!(!resignation_state.gives_up(None, Player::First, &report));
            resignation_state.note(rule, Player::First, &report);
            assert_eq!(
                resignation_state.gives_up(rule, Player::First, &report),
                ends
            );
        }
    }
}
