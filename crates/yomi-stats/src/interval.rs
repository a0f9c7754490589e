//! Confidence intervals: between which bounds does the true value lie?
//!
//! **Wilson** ([`wilson`]; E. B. Wilson, JASA 22, 1927) is the interval to use
//! for a rate. It holds every p that a normal test at the given level would not
//! reject; with p̂ the observed rate, n trials and z the normal quantile,
//!
//! ```text
//! (p̂ + z²/2n ± z √(p̂(1-p̂)/n + z²/4n²)) / (1 + z²/n)
//! ```
//!
//! Its coverage is near the level on average over p, also for small n and at 0
//! and 1, but for single p it dips below (Brown, Cai and DasGupta, Statistical
//! Science 16, 2001). **Clopper–Pearson** ([`clopper_pearson`], Biometrika 26,
//! 1934) never dips below, and pays with wider intervals.
//!
//! **Scores with draws** ([`tally_score`], [`pentanomial_score`]) vary less than
//! wins and losses alone. Let m be the mean score and σ² the observed variance
//! of one unit (a game, or a colour-swapped pair). Of all distributions on
//! \[0, 1\] with mean m the binomial has the greatest variance, m(1-m), so
//! φ = σ² / m(1-m) ≤ 1 and n units carry the information of n/φ binomial trials
//! (the *design effect* of survey statistics; Kish, *Survey Sampling*, 1965). The
//! interval is Wilson's for n/φ trials. As σ² = 0 proves nothing (ten draws in a
//! row do not make a draw certain), z² virtual units of full binomial variance
//! are mixed in, the same number by which Wilson's formula shrinks the mean:
//!
//! ```text
//! φ = (n σ²/(m(1-m)) + z²) / (n + z²),  and φ = 1 where m is 0 or 1
//! ```
//!
//! Hence: no draws gives exactly Wilson; all units alike still gives an interval
//! of positive width (all won: Wilson on the units; all drawn: ½ ± about z²/2n).
//!
//! All intervals are two-sided with equal tails, and for 0 trials the whole
//! \[0, 1\] comes back.

use serde::{Deserialize, Serialize};

use crate::distributions::{beta_quantile, student_quantile, two_sided_normal_quantile};
use crate::error::{StatsError, check_level};
use crate::score::{Pentanomial, Tally};
use crate::summary;

/// A two-sided confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The confidence level, such as 0.95.
    pub level: f64,
}

impl Interval {
    /// Whether `value` lies between the bounds, both included.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The distance between the bounds.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// What is known of a rate before the first trial.
    fn unit(level: f64) -> Self {
        Self {
            low: 0.0,
            high: 1.0,
            level,
        }
    }
}

/// The Wilson score interval of `successes` out of `trials`.
///
/// `successes` may be fractional, so that a drawn game counts as half a
/// success. That is conservative: the interval takes the binomial variance,
/// which is the greatest the mean allows, and [`tally_score`] is narrower.
///
/// ```
/// use yomi_stats::interval::wilson;
/// let interval = wilson(5.0, 10, 0.95)?;
/// assert!((interval.low - 0.2366).abs() < 1e-4);
/// assert!((interval.high - 0.7634).abs() < 1e-4);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn wilson(successes: f64, trials: u64, level: f64) -> Result<Interval, StatsError> {
    check_level(level)?;
    if successes.is_nan() || successes < 0.0 {
        return Err(StatsError::OutOfRange {
            what: "number of successes",
            expected: "a number not below 0",
            value: successes,
        });
    }
    if successes > trials as f64 {
        return Err(StatsError::MoreSuccessesThanTrials { successes, trials });
    }
    if trials == 0 {
        return Ok(Interval::unit(level));
    }
    Ok(wilson_of_rate(
        successes / trials as f64,
        trials as f64,
        level,
    ))
}

/// Wilson's formula for a rate in \[0, 1\] and a positive, possibly fractional
/// number of trials.
fn wilson_of_rate(rate: f64, trials: f64, level: f64) -> Interval {
    let z = two_sided_normal_quantile(level);
    let z_squared = z * z;
    let centre = 2.0 * trials * rate + z_squared;
    let spread = z * (z_squared + 4.0 * trials * rate * (1.0 - rate)).sqrt();
    let scale = 2.0 * (trials + z_squared);
    Interval {
        // At the ends the bound is exact on paper; say so to the last bit.
        low: if rate == 0.0 {
            0.0
        } else {
            ((centre - spread) / scale).clamp(0.0, rate)
        },
        high: if rate == 1.0 {
            1.0
        } else {
            ((centre + spread) / scale).clamp(rate, 1.0)
        },
        level,
    }
}

/// The exact (Clopper–Pearson) interval of `successes` out of `trials`: beta
/// quantiles, equivalent to inverting two one-sided binomial tests.
///
/// ```
/// use yomi_stats::interval::clopper_pearson;
/// let interval = clopper_pearson(0, 10, 0.95)?;
/// assert_eq!(interval.low, 0.0);
/// assert!((interval.high - 0.3085).abs() < 1e-4);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn clopper_pearson(successes: u64, trials: u64, level: f64) -> Result<Interval, StatsError> {
    check_level(level)?;
    let Some(failures) = trials.checked_sub(successes) else {
        return Err(StatsError::MoreSuccessesThanTrials {
            successes: successes as f64,
            trials,
        });
    };
    let tail = (1.0 - level) / 2.0;
    let lower_bound = |hits: u64, misses: u64| match hits {
        0 => 0.0,
        _ => beta_quantile(hits as f64, misses as f64 + 1.0, tail),
    };
    Ok(Interval {
        low: lower_bound(successes, failures),
        // The upper bound for successes is the lower bound for failures, mirrored.
        high: 1.0 - lower_bound(failures, successes),
        level,
    })
}

/// Student's t interval of the mean of a sample of at least two numbers:
/// mean ± t √(variance / n) with n - 1 degrees of freedom.
///
/// Exact for normal samples and good for the means of most others. Limit: a
/// sample of equal numbers gives an interval of width 0; for bounded scores use
/// [`tally_score`] or [`pentanomial_score`], which do not.
///
/// ```
/// use yomi_stats::interval::mean_t;
/// let interval = mean_t(&[4.0, 5.0, 6.0], 0.95)?;
/// assert!((interval.high - 7.4841).abs() < 1e-4);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn mean_t(sample: &[f64], level: f64) -> Result<Interval, StatsError> {
    check_level(level)?;
    let variance = summary::variance(sample)?;
    let mean = summary::mean(sample)?;
    let count = sample.len() as f64;
    let reach = student_quantile(count - 1.0, (1.0 - level) / 2.0) * (variance / count).sqrt();
    Ok(Interval {
        low: mean - reach,
        high: mean + reach,
        level,
    })
}

/// The interval of the expected score per game, from independent games.
///
/// Takes the trinomial variance of wins, draws and losses (see the module).
///
/// ```
/// use yomi_stats::{interval::{tally_score, wilson}, score::Tally};
/// let without_draws = Tally { wins: 50, draws: 0, losses: 50 };
/// let with_draws = Tally { wins: 25, draws: 50, losses: 25 };
/// assert_eq!(tally_score(&without_draws, 0.95)?, wilson(50.0, 100, 0.95)?);
/// assert!(tally_score(&with_draws, 0.95)?.width() < wilson(50.0, 100, 0.95)?.width());
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn tally_score(tally: &Tally, level: f64) -> Result<Interval, StatsError> {
    score_of_units(
        tally.rate().zip(tally.variance_per_game()),
        tally.games(),
        level,
    )
}

/// The interval of the expected score per game, from colour-swapped pairs.
///
/// The unit is the pair, so games that depend on each other through a shared
/// opening are counted rightly (see the module).
///
/// ```
/// use yomi_stats::{interval::pentanomial_score, score::Pentanomial};
/// let all_pairs_won = Pentanomial { counts: [0, 0, 0, 0, 20] };
/// let interval = pentanomial_score(&all_pairs_won, 0.95)?;
/// assert_eq!(interval.high, 1.0);
/// assert!((interval.low - 0.8389).abs() < 1e-4);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn pentanomial_score(pairs: &Pentanomial, level: f64) -> Result<Interval, StatsError> {
    score_of_units(
        pairs.mean_per_game().zip(pairs.variance_per_pair()),
        pairs.pairs(),
        level,
    )
}

fn score_of_units(
    mean_and_variance: Option<(f64, f64)>,
    units: u64,
    level: f64,
) -> Result<Interval, StatsError> {
    check_level(level)?;
    let Some((mean, variance)) = mean_and_variance else {
        return Ok(Interval::unit(level));
    };
    let virtual_units = two_sided_normal_quantile(level).powi(2);
    let share = binomial_variance_share(mean, variance, units, virtual_units);
    Ok(wilson_of_rate(mean, units as f64 / share, level))
}

/// φ of the module's text: the variance as a share, in (0, 1], of the binomial
/// variance with the same mean, after mixing in virtual units of share 1.
pub(crate) fn binomial_variance_share(
    mean: f64,
    variance: f64,
    units: u64,
    virtual_units: f64,
) -> f64 {
    let binomial_variance = mean * (1.0 - mean);
    let observed_share = if binomial_variance > 0.0 {
        (variance / binomial_variance).min(1.0)
    } else {
        1.0
    };
    let units = units as f64;
    (units * observed_share + virtual_units) / (units + virtual_units)
}
