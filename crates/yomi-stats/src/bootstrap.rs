//! The percentile bootstrap: an interval for any statistic at all.
//!
//! The sample stands in for the population: draw from it, with replacement, as
//! many elements as it has, compute the statistic, and repeat. The middle
//! `level` share of the results is the interval (Efron, *Bootstrap methods:
//! another look at the jackknife*, Annals of Statistics 7, 1979).
//!
//! It needs no formula for the statistic's distribution and takes elements of
//! any type; whole games or pairs may be resampled to keep their inner
//! dependence. Limits: it is first-order accurate only, too narrow for samples
//! below some twenty, has no answer to extremes (the maximum of a resample never
//! exceeds that of the sample), and gives width 0 for a constant sample. For
//! rates prefer [`wilson`](crate::interval::wilson).
//!
//! The same seed, sample and settings always give the same interval, through
//! [`SplitMix64`].

use crate::error::{StatsError, check_level};
use crate::interval::Interval;
use crate::random::SplitMix64;
use crate::summary::quantile_of_sorted;

/// The settings of a percentile bootstrap.
///
/// ```
/// use yomi_stats::{bootstrap::Bootstrap, summary};
///
/// let thinking_times = [0.8, 1.1, 0.9, 4.2, 1.0, 1.3, 0.7, 1.2, 0.9, 1.0];
/// let bootstrap = Bootstrap { resamples: 2000, level: 0.95, seed: 1 };
/// let interval = bootstrap.interval(&thinking_times, |times| {
///     summary::median(times).unwrap_or(f64::NAN)
/// })?;
/// assert!(interval.contains(1.0));
/// assert!(interval.high < 1.5, "the median does not mind one slow move");
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// How many resamples to draw; 2000 is usual for a level of 0.95. At least
    /// 2 / (1 - level), so that both tails hold a resample.
    pub resamples: u32,
    /// The confidence level, such as 0.95.
    pub level: f64,
    /// Decides all random draws.
    pub seed: u64,
}

impl Bootstrap {
    /// The percentile interval of `statistic`.
    ///
    /// Fails on an empty sample, and when the statistic of some resample is not
    /// a finite number.
    pub fn interval<T: Clone>(
        &self,
        sample: &[T],
        statistic: impl Fn(&[T]) -> f64,
    ) -> Result<Interval, StatsError> {
        check_level(self.level)?;
        if sample.is_empty() {
            return Err(StatsError::TooFew {
                what: "observations in the sample",
                needed: 1,
                found: 0,
            });
        }
        let needed = (2.0 / (1.0 - self.level)).round() as u64;
        if u64::from(self.resamples) < needed {
            return Err(StatsError::TooFew {
                what: "bootstrap resamples",
                needed,
                found: u64::from(self.resamples),
            });
        }

        let mut random = SplitMix64::new(self.seed);
        let mut resample = sample.to_vec();
        let mut results = Vec::with_capacity(self.resamples as usize);
        for index in 0..self.resamples as usize {
            for element in &mut resample {
                element.clone_from(&sample[random.next_index(sample.len())]);
            }
            let value = statistic(&resample);
            if !value.is_finite() {
                return Err(StatsError::BadElement {
                    what: "statistic of the resample",
                    index,
                    expected: "a finite number",
                    value,
                });
            }
            results.push(value);
        }
        results.sort_by(f64::total_cmp);
        let tail = (1.0 - self.level) / 2.0;
        Ok(Interval {
            low: quantile_of_sorted(&results, tail),
            high: quantile_of_sorted(&results, 1.0 - tail),
            level: self.level,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::mean;

    const BOOTSTRAP: Bootstrap = Bootstrap {
        resamples: 4000,
        level: 0.95,
        seed: 42,
    };

    fn mean_of(sample: &[f64]) -> f64 {
        mean(sample).unwrap_or(f64::NAN)
    }

    fn uniform_sample(seed: u64, size: usize) -> Vec<f64> {
        let mut random = SplitMix64::new(seed);
        (0..size).map(|_| random.next_unit()).collect()
    }

    #[test]
    fn the_seed_decides() {
        let sample = uniform_sample(1, 50);
        let first = BOOTSTRAP.interval(&sample, mean_of).unwrap();
        assert_eq!(BOOTSTRAP.interval(&sample, mean_of).unwrap(), first);
        let other = Bootstrap {
            seed: 43,
            ..BOOTSTRAP
        };
        assert_ne!(other.interval(&sample, mean_of).unwrap(), first);
    }

    /// For the mean of a large sample the bootstrap and Student's t agree.
    #[test]
    fn agrees_with_student_on_the_mean() {
        let sample = uniform_sample(2, 400);
        let bootstrap = BOOTSTRAP.interval(&sample, mean_of).unwrap();
        let student = crate::interval::mean_t(&sample, 0.95).unwrap();
        let tolerance = 0.06 * student.width();
        assert!((bootstrap.low - student.low).abs() < tolerance);
        assert!((bootstrap.high - student.high).abs() < tolerance);
    }

    /// Of 300 intervals at level 0.9 about 270 should hold the true mean; the
    /// bounds are four standard deviations (5.2) away.
    #[test]
    fn covers_the_true_mean() {
        let bootstrap = Bootstrap {
            resamples: 400,
            level: 0.9,
            seed: 3,
        };
        let covered = (0..300)
            .filter(|seed| {
                let sample = uniform_sample(1000 + seed, 60);
                bootstrap.interval(&sample, mean_of).unwrap().contains(0.5)
            })
            .count();
        assert!((249..=291).contains(&covered), "{covered}");
    }

    #[test]
    fn elements_need_not_be_numbers() {
        let words = ["one", "three", "five", "seven"];
        let interval = BOOTSTRAP
            .interval(&words, |sample| {
                sample.iter().map(|word| word.len() as f64).sum()
            })
            .unwrap();
        assert!(interval.low >= 12.0 && interval.high <= 20.0);
    }

    #[test]
    fn bad_settings_are_refused() {
        let none: [f64; 0] = [];
        assert!(BOOTSTRAP.interval(&none, mean_of).is_err());
        assert!(BOOTSTRAP.interval(&[1.0], |_| f64::NAN).is_err());
        let few = Bootstrap {
            resamples: 39,
            ..BOOTSTRAP
        };
        assert_eq!(
            few.interval(&[1.0], mean_of),
            Err(StatsError::TooFew {
                what: "bootstrap resamples",
                needed: 40,
                found: 39
            })
        );
        let certain = Bootstrap {
            level: 1.0,
            ..BOOTSTRAP
        };
        assert!(certain.interval(&[1.0], mean_of).is_err());
    }
}
