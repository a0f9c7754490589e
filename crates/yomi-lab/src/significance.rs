//! How surprising a measurement is.
//!
//! The p-value given here is the one that belongs to the interval: the least p at which the
//! interval of confidence 1 - p leaves out the threshold. It is two-sided. A finding is
//! reproduced at confidence c exactly if the number lies on the expected side and p < 1 - c, before
//! p is rounded for the table.
//!
//! It is found by bisection of ln p. Values below [`LEAST`] are given as [`LEAST`]: intervals
//! rest on approximations that far out in the tails say nothing.

use crate::{Estimate, LabError};

/// The least p-value that is told from zero.
pub const LEAST: f64 = 1e-6;

/// The p-value of a threshold, rounded to three digits; `estimate` is the estimate at a level of
/// confidence.
pub fn p_value(
    threshold: f64,
    estimate: impl Fn(f64) -> Result<Estimate, LabError>,
) -> Result<f64, LabError> {
    let excludes = |p: f64| -> Result<bool, LabError> {
        let Estimate { low, high, .. } = estimate(1.0 - p)?;
        Ok(!(low..=high).contains(&threshold))
    };
    if excludes(LEAST)? {
        return Ok(LEAST);
    }
    let (mut low, mut high) = (libm::log(LEAST), 0.0);
    while high - low > 1e-6 {
        let middle = (low + high) / 2.0;
        if excludes(libm::exp(middle))? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(rounded(libm::exp(high)))
}

/// Three significant digits: what two processors may compute alike.
pub(crate) fn rounded(p: f64) -> f64 {
    format!("{p:.2e}").parse().unwrap_or(p)
}

/// A p-value in words.
pub fn shown(p: f64) -> String {
    match p {
        p if p < 0.0001 => "p < 0.0001".to_owned(),
        p if p < 0.1 => format!("p = {p:.4}"),
        _ => format!("p = {p:.2}"),
    }
}

/// A p-value of any size in words: those of a test whose tails are known are told from zero.
pub fn exact(p: f64) -> String {
    match p {
        p if p < 0.0001 => format!("p = {p:.0e}"),
        p => shown(p),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observation;
    use std::collections::BTreeMap;

    fn p_of(right: u64, runs: u64, threshold: f64) -> f64 {
        let observation = Observation::Decision {
            runs,
            right,
            answers: BTreeMap::new(),
        };
        p_value(threshold, |level| observation.estimate(level)).unwrap()
    }

    #[test]
    fn wilson_gives_the_normal_test() {
        // z = (60 - 50) / 5 = 2; z = 3; z = 0.
        assert!((p_of(60, 100, 0.5) - 0.0455).abs() < 1e-4);
        assert!((p_of(35, 100, 0.5) - 0.0027).abs() < 1e-4);
        assert_eq!(p_of(50, 100, 0.5), 1.0);
        assert_eq!(p_of(0, 1000, 0.5), LEAST);
    }

    #[test]
    fn what_is_not_excluded_at_any_level_is_no_surprise() {
        assert_eq!(p_of(0, 0, 0.5), 1.0);
    }

    #[test]
    fn words_have_few_digits() {
        assert_eq!(shown(LEAST), "p < 0.0001");
        assert_eq!(shown(0.01234), "p = 0.0123");
        assert_eq!(shown(0.4567), "p = 0.46");
        assert_eq!(exact(3.628e-11), "p = 4e-11");
        assert_eq!(exact(0.4567), "p = 0.46");
    }
}
