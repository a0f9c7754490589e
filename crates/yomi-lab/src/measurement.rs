//! What was measured at one point, with its interval.

use crate::LabError;
use serde::Serialize;
use std::collections::BTreeMap;
use yomi_stats::interval;
use yomi_stats::score::{Pentanomial, Tally};

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// What was observed.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} ({:.3} to {:.3})", self.value, self.low, self.high)
    }
}

/// What was observed at one point.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Observation {
    /// Pairs of games.
    Match {
        /// Single games.
        #[serde(flatten)]
        tally: Tally,
        /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
        pairs: Pentanomial,
        /// Where results between win, draw and loss occurred: the points per game of each pair.
        #[serde(skip)]
        graded: Option<Vec<f64>>,
    },
    /// Searches.
    Decision {
        /// How many.
        runs: u64,
        /// How many of them found a right move.
        right: u64,
        /// How often each move was the answer.
        answers: BTreeMap<String, u64>,
    },
}

impl Observation {
    /// How many independent observations went into it: pairs or runs.
    pub fn count(&self) -> u64 {
        match self {
            Observation::Match { pairs, .. } => pairs.pairs(),
            Observation::Decision { runs, .. } => *runs,
        }
    }

    /// The measured share: the score of the pairs (with Student's interval over pairs where
    /// results are graded), or the share of right answers with Wilson's interval.
    pub fn estimate(&self, confidence: f64) -> Result<Estimate, LabError> {
        let (value, interval) = match self {
            Observation::Match {
                graded: Some(points),
                ..
            } => {
                let value = points.iter().sum::<f64>() / points.len().max(1) as f64;
                let interval = match points.len() {
                    0 | 1 => interval::wilson(0.0, 0, confidence)?,
                    _ => interval::mean_t(points, confidence)?,
                };
                (value, interval)
            }
            Observation::Match { pairs, .. } => (
                pairs.mean_per_game().unwrap_or(0.5),
                interval::pentanomial_score(pairs, confidence)?,
            ),
            Observation::Decision { runs, right, .. } => (
                if *runs == 0 {
                    0.5
                } else {
                    *right as f64 / *runs as f64
                },
                interval::wilson(*right as f64, *runs, confidence)?,
            ),
        };
        Ok(Estimate {
            value,
            low: interval.low.max(0.0),
            high: interval.high.min(1.0),
        })
    }
}
