//! Numbers with intervals, and how they are made of samples.

use crate::LabError;
use serde::Serialize;
use yomi_stats::interval;
use yomi_stats::score::Pentanomial;

/// A number with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// What was observed.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Estimate {
    /// The difference to another, independent estimate, by Newcombe's hybrid score interval
    /// (Statistics in Medicine 17, 1998, method 10), which needs the two intervals alone:
    ///
    /// ```text
    /// low  = d - sqrt((p1 - low1)^2 + (high2 - p2)^2)
    /// high = d + sqrt((high1 - p1)^2 + (p2 - low2)^2)     with d = p1 - p2
    /// ```
    #[must_use]
    pub fn minus(&self, other: &Estimate) -> Estimate {
        let root = |a: f64, b: f64| (a * a + b * b).sqrt();
        let value = self.value - other.value;
        Estimate {
            value,
            low: value - root(self.value - self.low, other.high - other.value),
            high: value + root(self.high - self.value, other.value - other.low),
        }
    }

    /// Nothing was measured.
    pub(crate) const UNKNOWN: Estimate = Estimate {
        value: f64::NAN,
        low: f64::NAN,
        high: f64::NAN,
    };

    /// A number that is not estimated.
    pub(crate) fn exact(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
        }
    }

    /// With an interval that holds that of the other too.
    pub(crate) fn widened_to(&self, other: &Estimate) -> Estimate {
        Estimate {
            value: self.value,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} ({:.3} to {:.3})", self.value, self.low, self.high)
    }
}

/// By how much each number exceeds its counterpart.
pub(crate) fn differences(here: &[f64], there: &[f64]) -> Vec<f64> {
    here.iter().zip(there).map(|(x, y)| x - y).collect()
}

/// The mean of a sample.
pub(crate) fn average(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The score per game with the interval over pairs of games.
pub(crate) fn over_pairs(pairs: &Pentanomial, confidence: f64) -> Result<Estimate, LabError> {
    let interval = interval::pentanomial_score(pairs, confidence)?;
    Ok(Estimate {
        value: pairs.mean_per_game().unwrap_or(0.5),
        low: interval.low,
        high: interval.high,
    })
}

/// The mean of a sample with Student's interval.
pub(crate) fn mean(sample: &[f64], confidence: f64) -> Result<Estimate, LabError> {
    let interval = interval::mean_t(sample, confidence)?;
    Ok(Estimate {
        value: average(sample),
        low: interval.low,
        high: interval.high,
    })
}
