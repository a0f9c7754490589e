//! The sequential probability ratio test: stop the match as soon as it is decided.
//!
//! Wald's test (*Sequential Analysis*, 1947) weighs H0 "the Elo difference is
//! elo0" against H1 "it is elo1" after every pair of games and stops when the
//! log-likelihood ratio (LLR) leaves the interval
//!
//! ```text
//! ( ln(β / (1-α)),  ln((1-β) / α) )
//! ```
//!
//! where α is the allowed probability of accepting H1 although H0 is true, and β
//! that of accepting H0 although H1 is true. Logistic Elo turns elo0 and elo1
//! into expected scores s0 and s1.
//!
//! The score alone does not fix the probabilities of the five pair results, so
//! the **generalized** test takes, under each hypothesis, the most likely
//! distribution that has the expected score (Michel Van den Bergh, *The
//! generalized sequential probability ratio test for multinomial distributions*;
//! the construction is Owen's empirical likelihood, Biometrika 75, 1988). With
//! observed frequencies p̂ᵢ of the pair scores xᵢ = 0, ¼, ½, ¾, 1 that
//! distribution is
//!
//! ```text
//! pᵢ(s) = p̂ᵢ / (1 + θ (xᵢ - s)),   θ the root of  Σ p̂ᵢ (xᵢ - s) / (1 + θ (xᵢ - s)) = 0
//! ```
//!
//! and LLR = N Σ p̂ᵢ ln(pᵢ(s1) / pᵢ(s0)). The sum falls strictly in θ from +∞ to
//! -∞ between the poles -1/(1-s) and 1/s, so bisection always finds the root.
//!
//! Where results are graded a pair may have other scores than these five; the
//! cells are then all scores that were seen ([`PairScores`]), and nothing else
//! changes: the construction does not depend on which scores there are.
//!
//! **Regularisation.** A cell never seen would be held impossible, and with too
//! few cells no distribution has the expected score. Each empty cell of the five
//! therefore counts as [`EMPTY_CELL_COUNT`] pairs. With all five seen nothing is
//! changed.
//!
//! **Limits.** α and β hold asymptotically, not exactly. For α = β = 0.05 and
//! simulated pairs of dependent games the error rates were 0.04 to 0.06 for
//! hypotheses 20 to 100 Elo apart; 200 Elo apart, where ten pairs decide and the
//! fitted distributions are still uncertain, they were 0.01 and 0.07. Very wide
//! hypotheses are better decided by a match of fixed length. The Elo estimate of
//! a stopped match is biased away from zero.

use serde::{Deserialize, Serialize};

use crate::elo::score_from_elo;
use crate::error::StatsError;
use crate::pair_scores::PairScores;
use crate::root::bisect;
use crate::score::Pentanomial;

/// The number of pairs an empty cell is taken to hold.
pub const EMPTY_CELL_COUNT: f64 = 1e-3;

/// The largest Elo difference a hypothesis may name; beyond it the expected
/// score is 0 or 1 for all practical purposes.
pub const LARGEST_ELO: f64 = 2000.0;

/// The hypotheses and error rates of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SprtParameters {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// The allowed probability of accepting H1 at `elo0`, in (0, 0.5).
    pub alpha: f64,
    /// The allowed probability of accepting H0 at `elo1`, in (0, 0.5).
    pub beta: f64,
}

/// The verdict of the games so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// Stop: the difference is rather `elo0` or less.
    AcceptH0,
    /// Stop: the difference is rather `elo1` or more.
    AcceptH1,
    /// Undecided; play on.
    Continue,
}

/// The state of a sequential test, for display and logs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SprtStatus {
    /// The log-likelihood ratio of H1 against H0.
    pub llr: f64,
    /// H0 is accepted at or below this LLR.
    pub lower: f64,
    /// H1 is accepted at or above this LLR.
    pub upper: f64,
    /// The verdict.
    pub verdict: SprtVerdict,
}

/// A sequential test with valid parameters.
///
/// ```
/// use yomi_stats::score::Pentanomial;
/// use yomi_stats::sprt::{Sprt, SprtParameters, SprtVerdict};
///
/// let test = Sprt::new(SprtParameters { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 })?;
/// let pairs = Pentanomial { counts: [50, 400, 1000, 550, 100] };
/// assert_eq!(test.verdict(&pairs), SprtVerdict::AcceptH1);
/// assert_eq!(test.verdict(&Pentanomial::default()), SprtVerdict::Continue);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SprtParameters", into = "SprtParameters")]
pub struct Sprt {
    parameters: SprtParameters,
}

impl Sprt {
    /// Checks the parameters: Elo numbers ordered and within ±[`LARGEST_ELO`],
    /// error rates strictly between 0 and 0.5.
    pub fn new(parameters: SprtParameters) -> Result<Self, StatsError> {
        let SprtParameters {
            elo0,
            elo1,
            alpha,
            beta,
        } = parameters;
        for (what, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-LARGEST_ELO..=LARGEST_ELO).contains(&value) {
                return Err(StatsError::OutOfRange {
                    what,
                    expected: "a number from -2000 to 2000",
                    value,
                });
            }
        }
        if elo0 >= elo1 {
            return Err(StatsError::HypothesesNotOrdered { elo0, elo1 });
        }
        for (what, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(StatsError::OutOfRange {
                    what,
                    expected: "a number strictly between 0 and 0.5",
                    value,
                });
            }
        }
        Ok(Self { parameters })
    }

    /// The parameters the test was made with.
    pub fn parameters(&self) -> SprtParameters {
        self.parameters
    }

    /// The LLR at or below which H0 is accepted: ln(β / (1-α)).
    pub fn lower_bound(&self) -> f64 {
        libm::log(self.parameters.beta / (1.0 - self.parameters.alpha))
    }

    /// The LLR at or above which H1 is accepted: ln((1-β) / α).
    pub fn upper_bound(&self) -> f64 {
        libm::log((1.0 - self.parameters.beta) / self.parameters.alpha)
    }

    /// The generalized log-likelihood ratio of H1 against H0; 0 without pairs.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        self.log_likelihood_ratio_of_scores(&pairs.into())
    }

    fn log_likelihood_ratio_of_scores(&self, pairs: &PairScores) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let weighed = pairs.cells().iter().map(|&(score, count)| match count {
            0 => (score, EMPTY_CELL_COUNT),
            _ => (score, count as f64),
        });
        let cells: Vec<(f64, f64)> = weighed.collect();
        // N Σ p̂ ln p(s) differs from this by a constant that cancels.
        let log_likelihood = |score: f64| -> f64 {
            let tilt = most_likely_tilt(&cells, score);
            cells
                .iter()
                .map(|&(cell, count)| -count * libm::log(tilt.at(cell)))
                .sum()
        };
        log_likelihood(score_from_elo(self.parameters.elo1))
            - log_likelihood(score_from_elo(self.parameters.elo0))
    }

    /// Whether the test may stop, and with which answer.
    pub fn verdict(&self, pairs: &Pentanomial) -> SprtVerdict {
        self.status(pairs).verdict
    }

    /// LLR, bounds and verdict together.
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        self.status_of_scores(&pairs.into())
    }

    /// The same for pairs whose games may have graded results.
    pub fn status_of_scores(&self, pairs: &PairScores) -> SprtStatus {
        let llr = self.log_likelihood_ratio_of_scores(pairs);
        let lower = self.lower_bound();
        let upper = self.upper_bound();
        let verdict = if llr >= upper {
            SprtVerdict::AcceptH1
        } else if llr <= lower {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        };
        SprtStatus {
            llr,
            lower,
            upper,
            verdict,
        }
    }
}

impl TryFrom<SprtParameters> for Sprt {
    type Error = StatsError;

    fn try_from(parameters: SprtParameters) -> Result<Self, StatsError> {
        Self::new(parameters)
    }
}

impl From<Sprt> for SprtParameters {
    fn from(test: Sprt) -> Self {
        test.parameters
    }
}

/// 1 + θ (x - s) as a function of x: the factor by which the observed frequency
/// of a score x is divided to give the most likely distribution with expected
/// score s.
///
/// The factor is linear in x and its mean over the ends, weighted 1 - s and s,
/// is 1. So it is written with the two shares `low` + `high` = 1 instead of θ:
/// a root next to a pole becomes a share next to 0, which keeps all its digits.
#[derive(Clone, Copy)]
struct Tilt {
    score: f64,
    low: f64,
    high: f64,
}

impl Tilt {
    fn at(&self, cell: f64) -> f64 {
        self.low * (1.0 - cell) / (1.0 - self.score) + self.high * cell / self.score
    }
}

/// The tilt of scores with their counts. All counts are positive, 0 and 1 are
/// among the scores, and the expected one is strictly between them, so it is
/// within reach and the root exists.
fn most_likely_tilt(cells: &[(f64, f64)], score: f64) -> Tilt {
    let remaining_bias = |low: f64, high: f64| -> f64 {
        let tilt = Tilt { score, low, high };
        cells
            .iter()
            .map(|&(cell, count)| count * (cell - score) / tilt.at(cell))
            .sum()
    };
    // Search the half of the range in which the smaller share lies.
    if remaining_bias(0.5, 0.5) > 0.0 {
        let low = bisect(0.0, 0.5, |low| remaining_bias(low, 1.0 - low) < 0.0);
        let high = 1.0 - low;
        Tilt { score, low, high }
    } else {
        let high = bisect(0.0, 0.5, |high| remaining_bias(1.0 - high, high) > 0.0);
        let low = 1.0 - high;
        Tilt { score, low, high }
    }
}
