//! What records of games keep of a search.

use super::TextReport;
use serde::{Deserialize, Serialize};

/// What a player told about the move it chose: no more than fits beside a move. What it did not tell is left
/// out, a count of nought too.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The value for the side that made the move, from 0 to 1, in steps of a hundred-thousandth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The visits of the move.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub visits: u64,
    /// Where visits are not counted by move: the simulations of the search.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub simulations: u64,
    /// Where there are no simulations: its nodes.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub nodes: u64,
}

/// The steps between 0 and 1.
const STEPS: f64 = 1e5;

fn is_nought(count: &u64) -> bool {
    *count == 0
}

impl Finding {
    /// What a report tells.
    ///
    /// ```
    /// use yomi_core::MoverValue;
    /// use yomi_core::engine::{Finding, TextReport};
    ///
    /// let report = TextReport {
    ///     value: MoverValue(0.51234567),
    ///     has_value: true,
    ///     nodes: 1234,
    ///     ..TextReport::of_move("e5")
    /// };
    /// let finding = Finding::of(&report);
    /// assert_eq!((finding.value, finding.visits, finding.nodes), (Some(0.51235), 0, 1234));
    /// assert_eq!(Finding::of(&TextReport::of_move("e5")), Finding::default());
    /// ```
    pub fn of(report: &TextReport) -> Finding {
        let value = report.value.0;
        let is_value = report.has_value && (0.0..=1.0).contains(&value);
        let chosen = report.moves.iter().find(|entry| entry.text == report.best);
        let mut finding = Finding {
            value: is_value.then(|| (value * STEPS).round() / STEPS),
            ..Finding::default()
        };
        match chosen.map_or(0, |entry| entry.visits) {
            0 if report.simulations == 0 => finding.nodes = report.nodes,
            0 => finding.simulations = report.simulations,
            visits => finding.visits = visits,
        }
        finding
    }

    /// Whether it is what a report can tell.
    pub fn is_sound(&self) -> bool {
        self.value.is_none_or(|value| (0.0..=1.0).contains(&value))
    }
}
