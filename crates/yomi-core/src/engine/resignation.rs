//! When an engine gives up.
//!
//! An engine resigns when the position was worth less to it than a given value at two of its own
//! moves in a row, or as soon as its search has proven that it is lost. A position that is proven won
//! or drawn is never given up, whatever its value.
//!
//! Matches between engines go by values alone ([`Resignation::by_value_alone`]): proofs are not part of
//! their records, and a match must come out the same as the one that was recorded.

use super::TextReport;
use crate::{Player, Proven};
use std::fmt;
use std::str::FromStr;

/// The rule by which an engine gives up: a value from 0 (only what is proven lost) to 0.5.
///
/// ```
/// use yomi_core::engine::Resignation;
///
/// let rule: Resignation = " 0.10".parse().unwrap();
/// assert_eq!((rule.below(), rule.to_string().as_str()), (0.1, "0.1"));
/// assert_eq!("0.6".parse::<Resignation>().unwrap_err(), "expected a number from 0 to 0.5");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resignation {
    below: f64,
    /// Whether proofs count besides values.
    by_proof: bool,
}

impl Resignation {
    /// What can be read.
    pub const FORMAT: &'static str = "a number from 0 to 0.5";

    /// The rule with this value; `None` if it is out of range.
    pub fn new(below: f64) -> Option<Resignation> {
        (0.0..=0.5).contains(&below).then_some(Resignation {
            // Nobody gives up at a negative zero.
            below: below + 0.0,
            by_proof: true,
        })
    }

    /// The same rule without regard to what is proven.
    #[must_use]
    pub fn by_value_alone(self) -> Resignation {
        Resignation {
            by_proof: false,
            ..self
        }
    }

    /// The value below which a position is poor.
    pub fn below(self) -> f64 {
        self.below
    }

    fn is_poor(self, report: &TextReport) -> bool {
        let is_held = self.by_proof && matches!(report.proven, Some(Proven::Win | Proven::Draw));
        report.value.0 < self.below && !is_held
    }

    fn is_proven_lost(self, report: &TextReport) -> bool {
        self.by_proof && report.proven == Some(Proven::Loss)
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
        self.below.fmt(f)
    }
}

/// Whether the position was poor for each side at its last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ResignationState([bool; 2]);

impl ResignationState {
    /// Whether the side that made this report gives up.
    pub fn gives_up(self, rule: Option<Resignation>, side: Player, report: &TextReport) -> bool {
        rule.is_some_and(|rule| {
            rule.is_proven_lost(report) || (self.0[side.index()] && rule.is_poor(report))
        })
    }

    /// The side moves in spite of what this report says.
    pub fn note(&mut self, rule: Option<Resignation>, side: Player, report: &TextReport) {
        self.0[side.index()] = rule.is_some_and(|rule| rule.is_poor(report));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::MoverValue;

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
            assert_eq!(text.parse(), Ok(Resignation::new(value).unwrap()), "{text}");
        }
        let negative: Resignation = "-0".parse().unwrap();
        assert_eq!(negative.to_string(), "0");
        for text in ["", "-0.1", "0.51", "1", "5%", "nan", "never"] {
            assert!(text.parse::<Resignation>().is_err(), "{text}");
        }
    }

    #[test]
    fn it_takes_two_poor_values_of_one_side_in_a_row_or_a_proof() {
        let rule = Resignation::new(0.1);
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

    #[test]
    fn values_alone_are_not_overruled_by_proofs() {
        let rule = Resignation::new(0.1).map(Resignation::by_value_alone);
        for proven in [None, Some(Proven::Win), Some(Proven::Loss)] {
            let mut state = ResignationState::default();
            let poor = report(0.05, proven);
            assert!(!state.gives_up(rule, Player::First, &poor), "{proven:?}");
            state.note(rule, Player::First, &poor);
            assert!(state.gives_up(rule, Player::First, &poor), "{proven:?}");
            let fair = report(0.1, proven);
            assert!(!state.gives_up(rule, Player::First, &fair), "{proven:?}");
        }
    }
}
