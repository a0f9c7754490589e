//! Fixed-size hypothesis tests: how surprising is the data if the hypothesis holds?
//!
//! Each test returns a p-value, the probability of data at least this extreme
//! under the null hypothesis.
//!
//! - [`binomial_two_sided`]: exact; "extreme" means *not more probable than the
//!   observed count*, the convention of R and SciPy. Conservative, because counts
//!   are discrete.
//! - [`chi_square_goodness_of_fit`] and [`chi_square_contingency`]: Pearson's
//!   Σ (observed - expected)² / expected (Philosophical Magazine 50, 1900) against
//!   its limiting chi-square distribution, without continuity correction. Trust
//!   it only when nearly all expected counts are at least 5 (Cochran, Biometrics
//!   10, 1954); merge cells otherwise.
//! - [`chi_square_of_score`]: the same for points won and lost in a match, as if
//!   every game were one throw of a coin. Graded results and draws vary less than
//!   that, so their p-value is too large, if anything; so is that of pairs of games
//!   whose results balance each other.
//! - [`two_proportion_z`]: two success rates with pooled variance; for two-sided
//!   use it equals the 2 × 2 chi-square test. Needs some five successes and
//!   failures on either side.
//!
//! A p-value is honest for one look at data whose size was fixed beforehand; for
//! matches that stop when decided see [`sprt`](crate::sprt).

use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, Discrete, DiscreteCDF};

use crate::distributions::{chi_square_above, normal_beyond};
use crate::error::{StatsError, check_probability};

/// The outcome of a chi-square test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChiSquareTest {
    /// Pearson's statistic; 0 for a perfect fit.
    pub statistic: f64,
    /// The degrees of freedom of its distribution.
    pub degrees_of_freedom: usize,
    /// The probability of a statistic at least as large.
    pub p_value: f64,
}

impl ChiSquareTest {
    fn new(statistic: f64, degrees_of_freedom: usize) -> Self {
        Self {
            statistic,
            degrees_of_freedom,
            p_value: chi_square_above(statistic, degrees_of_freedom as f64),
        }
    }
}

/// The outcome of a two-sided normal test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ZTest {
    /// The difference in standard errors; positive when the first is greater.
    pub z: f64,
    /// The probability of a deviate at least as far from 0, on either side.
    pub p_value: f64,
}

/// The exact two-sided p-value of `successes` in `trials` when each trial
/// succeeds with `probability`; 1 without trials.
///
/// ```
/// use yomi_stats::hypothesis::binomial_two_sided;
/// // All heads or all tails in five throws: 2/32.
/// assert!((binomial_two_sided(5, 5, 0.5)? - 0.0625).abs() < 1e-12);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn binomial_two_sided(
    successes: u64,
    trials: u64,
    probability: f64,
) -> Result<f64, StatsError> {
    check_probability("success probability", probability)?;
    if successes > trials {
        return Err(StatsError::MoreSuccessesThanTrials {
            successes: successes as f64,
            trials,
        });
    }
    let distribution = Binomial::new(probability, trials).map_err(|_| StatsError::OutOfRange {
        what: "success probability",
        expected: "a number from 0 to 1",
        value: probability,
    })?;
    let mean = probability * trials as f64;
    // Equal probabilities on the two sides of the mean differ by rounding; the
    // tolerance keeps them equal.
    let limit = distribution.ln_pmf(successes) + 1e-7;
    let as_rare = |count: u64| distribution.ln_pmf(count) <= limit;

    let p_value = if (successes as f64) < mean {
        // Probabilities fall from ⌈mean⌉ upwards: find where they become as rare.
        // The mean is positive here, so its ceiling is at least 1.
        let first = first_true(mean.ceil() as u64, trials.saturating_add(1), as_rare);
        distribution.cdf(successes) + distribution.sf(first - 1)
    } else if successes as f64 > mean {
        // They rise up to ⌊mean⌋: find where they stop being as rare.
        let end = first_true(0, (mean.floor() as u64).saturating_add(1), |count| {
            !as_rare(count)
        });
        let lower = match end {
            0 => 0.0,
            _ => distribution.cdf(end - 1),
        };
        lower + distribution.sf(successes - 1)
    } else {
        1.0
    };
    Ok(p_value.min(1.0))
}

/// The least number in `low..high` for which a condition holds that, once true,
/// stays true; `high` if there is none.
fn first_true(mut low: u64, mut high: u64, condition: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if condition(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Pearson's test that counts come from the given cell probabilities.
///
/// The probabilities must be positive and sum to 1 (to within 1e-6); leave out
/// cells that cannot occur. Without any observations the statistic is 0.
///
/// ```
/// use yomi_stats::hypothesis::chi_square_goodness_of_fit;
/// let die = chi_square_goodness_of_fit(&[10, 9, 11, 10, 12, 8], &[1.0 / 6.0; 6])?;
/// assert!((die.statistic - 1.0).abs() < 1e-12);
/// assert_eq!(die.degrees_of_freedom, 5);
/// assert!(die.p_value > 0.9);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn chi_square_goodness_of_fit(
    observed: &[u64],
    probabilities: &[f64],
) -> Result<ChiSquareTest, StatsError> {
    require_two("cells", observed.len())?;
    require_length("list of probabilities", observed.len(), probabilities.len())?;
    for (index, &value) in probabilities.iter().enumerate() {
        if !(value > 0.0 && value <= 1.0) {
            return Err(StatsError::BadElement {
                what: "cell probability",
                index,
                expected: "a number above 0 and at most 1",
                value,
            });
        }
    }
    let sum: f64 = probabilities.iter().sum();
    if (sum - 1.0).abs() > 1e-6 {
        return Err(StatsError::OutOfRange {
            what: "sum of the cell probabilities",
            expected: "1",
            value: sum,
        });
    }
    let observed: Vec<f64> = observed.iter().map(|&count| count as f64).collect();
    Ok(fit(&observed, |cell, total| {
        total * probabilities[cell] / sum
    }))
}

/// Pearson's test that the points of a match, of which each game gives one to be
/// won or shared, are won at a rate of `rate` per game.
///
/// ```
/// use yomi_stats::hypothesis::chi_square_of_score;
/// // 60 of 100: 10² / 50 + 10² / 50.
/// let test = chi_square_of_score(60.0, 100, 0.5)?;
/// assert!((test.statistic - 4.0).abs() < 1e-12);
/// assert_eq!(test.degrees_of_freedom, 1);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn chi_square_of_score(
    points: f64,
    games: u64,
    rate: f64,
) -> Result<ChiSquareTest, StatsError> {
    if !(rate > 0.0 && rate < 1.0) {
        return Err(StatsError::OutOfRange {
            what: "expected rate",
            expected: "a number strictly between 0 and 1",
            value: rate,
        });
    }
    if !(0.0..=games as f64).contains(&points) {
        return Err(StatsError::MoreSuccessesThanTrials {
            successes: points,
            trials: games,
        });
    }
    let observed = [points, games as f64 - points];
    Ok(fit(&observed, |cell, total| {
        total * [rate, 1.0 - rate][cell]
    }))
}

/// Pearson's test of amounts against what is expected of each cell, given their total.
fn fit(observed: &[f64], expected: impl Fn(usize, f64) -> f64) -> ChiSquareTest {
    let total: f64 = observed.iter().sum();
    let terms = observed.iter().enumerate();
    let statistic = match total {
        0.0 => 0.0,
        _ => terms
            .map(|(cell, &amount)| pearson_term(amount, expected(cell, total)))
            .sum(),
    };
    ChiSquareTest::new(statistic, observed.len() - 1)
}

/// Pearson's test that the rows of a table of counts come from one distribution
/// (equivalently, that rows and columns are independent).
///
/// Needs at least two rows and two columns, none of them empty.
///
/// ```
/// use yomi_stats::hypothesis::chi_square_contingency;
/// let same = chi_square_contingency(&[[10, 20, 30], [20, 40, 60]])?;
/// assert!(same.statistic < 1e-12);
/// assert_eq!(same.degrees_of_freedom, 2);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn chi_square_contingency<R: AsRef<[u64]>>(table: &[R]) -> Result<ChiSquareTest, StatsError> {
    require_two("rows", table.len())?;
    let columns = table[0].as_ref().len();
    require_two("columns", columns)?;
    let mut row_sums = vec![0.0; table.len()];
    let mut column_sums = vec![0.0; columns];
    for (row, row_sum) in table.iter().zip(&mut row_sums) {
        let row = row.as_ref();
        require_length("table row", columns, row.len())?;
        for (&count, column_sum) in row.iter().zip(&mut column_sums) {
            *row_sum += count as f64;
            *column_sum += count as f64;
        }
    }
    require_positive("row sum", &row_sums)?;
    require_positive("column sum", &column_sums)?;

    let total: f64 = row_sums.iter().sum();
    let mut statistic = 0.0;
    for (row, row_sum) in table.iter().zip(&row_sums) {
        for (&count, column_sum) in row.as_ref().iter().zip(&column_sums) {
            statistic += pearson_term(count as f64, row_sum * column_sum / total);
        }
    }
    Ok(ChiSquareTest::new(
        statistic,
        (table.len() - 1) * (columns - 1),
    ))
}

/// The two-sided test that two success rates are equal, with pooled variance.
///
/// When nothing or everything succeeded on both sides there is no variance and
/// no difference: z is 0 and the p-value 1.
///
/// ```
/// use yomi_stats::hypothesis::two_proportion_z;
/// let test = two_proportion_z(60, 100, 45, 100)?;
/// assert!(test.z > 2.0 && test.p_value < 0.05);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn two_proportion_z(
    first_successes: u64,
    first_trials: u64,
    second_successes: u64,
    second_trials: u64,
) -> Result<ZTest, StatsError> {
    for (successes, trials) in [
        (first_successes, first_trials),
        (second_successes, second_trials),
    ] {
        if trials == 0 {
            return Err(StatsError::TooFew {
                what: "trials on either side",
                needed: 1,
                found: 0,
            });
        }
        if successes > trials {
            return Err(StatsError::MoreSuccessesThanTrials {
                successes: successes as f64,
                trials,
            });
        }
    }
    let (first_size, second_size) = (first_trials as f64, second_trials as f64);
    let pooled = (first_successes as f64 + second_successes as f64) / (first_size + second_size);
    let variance = pooled * (1.0 - pooled) * (1.0 / first_size + 1.0 / second_size);
    let difference = first_successes as f64 / first_size - second_successes as f64 / second_size;
    let z = if variance > 0.0 {
        difference / variance.sqrt()
    } else {
        0.0
    };
    Ok(ZTest {
        z,
        p_value: normal_beyond(z),
    })
}

fn pearson_term(observed: f64, expected: f64) -> f64 {
    (observed - expected).powi(2) / expected
}

fn require_two(what: &'static str, found: usize) -> Result<(), StatsError> {
    if found < 2 {
        return Err(StatsError::TooFew {
            what,
            needed: 2,
            found: found as u64,
        });
    }
    Ok(())
}

fn require_length(what: &'static str, expected: usize, found: usize) -> Result<(), StatsError> {
    if expected != found {
        return Err(StatsError::WrongLength {
            what,
            expected,
            found,
        });
    }
    Ok(())
}

fn require_positive(what: &'static str, sums: &[f64]) -> Result<(), StatsError> {
    match sums.iter().position(|&sum| sum == 0.0) {
        None => Ok(()),
        Some(index) => Err(StatsError::BadElement {
            what,
            index,
            expected: "at least 1 (leave out empty rows and columns)",
            value: 0.0,
        }),
    }
}
