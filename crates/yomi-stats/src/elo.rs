//! Elo: the score of a match on the scale that players know.
//!
//! In the logistic model a player who is E Elo stronger scores
//!
//! ```text
//! s = 1 / (1 + 10^(-E/400)),   so   E = -400 log10(1/s - 1)
//! ```
//!
//! per game, draws counting a half (Elo, *The Rating of Chessplayers*, 1978, in
//! the logistic form used by most federations and engine testers). A score of 0
//! or 1 has no finite Elo: it is -∞ or +∞ here, printed as `-inf` and `+inf`.
//! Bounds are those of a score interval, carried through this increasing
//! function, so they are not symmetric about the estimate.
//!
//! The **likelihood of superiority** (LOS) is the probability, after the match,
//! that the first player is the stronger one. For a [`Tally`] draws say nothing
//! about who is better; with a uniform prior the share p of wins among decisive
//! games has the posterior Beta(W + 1, L + 1), and
//!
//! ```text
//! LOS = P(p > 1/2) = I_{1/2}(L + 1, W + 1)
//! ```
//!
//! For colour-swapped pairs the normal approximation Φ((m - ½) / √(φ/4n)) is
//! taken over n pairs with mean m, where φ is the variance share explained in
//! [`interval`], with one virtual pair. It is rough below some
//! ten pairs. A LOS is no stopping rule: looking at it after each game until it
//! pleases is certain to deceive. Use [`sprt`](crate::sprt) for that.

use std::fmt;

use crate::distributions::{beta_above, normal_below};
use crate::error::{StatsError, check_probability};
use crate::interval::{self, Interval, binomial_variance_share};
use crate::score::{Pentanomial, Tally};

/// The expected score per game of a player who is `elo` stronger.
///
/// Infinities give 0 and 1; NaN gives NaN.
///
/// ```
/// use yomi_stats::elo::score_from_elo;
/// assert_eq!(score_from_elo(0.0), 0.5);
/// assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
/// ```
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The Elo difference at which a score per game from 0 to 1 is expected:
/// -∞ for 0 and +∞ for 1.
///
/// ```
/// use yomi_stats::elo::elo_from_score;
/// assert!((elo_from_score(0.76)? - 200.24).abs() < 0.01);
/// assert_eq!(elo_from_score(1.0)?, f64::INFINITY);
/// assert!(elo_from_score(1.2).is_err());
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn elo_from_score(score: f64) -> Result<f64, StatsError> {
    check_probability("score per game", score)?;
    Ok(400.0 * (libm::log10(score) - libm::log10(1.0 - score)))
}

/// An Elo number as people read it: always signed, one decimal, and `+inf` or
/// `-inf` where no finite value exists.
///
/// ```
/// use yomi_stats::elo::format_elo;
/// assert_eq!(format_elo(12.34), "+12.3");
/// assert_eq!(format_elo(f64::NEG_INFINITY), "-inf");
/// assert_eq!(format_elo(-0.01), "+0.0");
/// ```
pub fn format_elo(elo: f64) -> String {
    // A minus sign in front of a rounded zero would read as information.
    let shown = if elo.abs() < 0.05 { 0.0 } else { elo };
    format!("{shown:+.1}")
}

/// An Elo difference with its confidence interval.
///
/// The bounds may be infinite, which JSON cannot write; store the counts the
/// estimate was made of instead. Shown as `+147.2 [+82.3, +212.0]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// The Elo difference at the observed score.
    pub elo: f64,
    /// The Elo difference at the lower bound of the score.
    pub low: f64,
    /// The Elo difference at the upper bound of the score.
    pub high: f64,
    /// The confidence level of the bounds.
    pub level: f64,
}

impl EloEstimate {
    /// Carries an observed score and its interval, all from 0 to 1, to Elo.
    pub fn from_score(score: f64, interval: &Interval) -> Result<Self, StatsError> {
        Ok(Self {
            elo: elo_from_score(score)?,
            low: elo_from_score(interval.low)?,
            high: elo_from_score(interval.high)?,
            level: interval.level,
        })
    }

    /// The Elo difference shown by independent games; `+0.0 [-inf, +inf]`
    /// before the first.
    ///
    /// ```
    /// use yomi_stats::{elo::EloEstimate, score::Tally};
    /// let clean_sweep = Tally { wins: 10, ..Tally::default() };
    /// let estimate = EloEstimate::of_tally(&clean_sweep, 0.95)?;
    /// assert_eq!(estimate.to_string(), "+inf [+166.2, +inf]");
    /// # Ok::<(), yomi_stats::StatsError>(())
    /// ```
    pub fn of_tally(tally: &Tally, level: f64) -> Result<Self, StatsError> {
        let bounds = interval::tally_score(tally, level)?;
        Self::from_score(tally.rate().unwrap_or(0.5), &bounds)
    }

    /// The Elo difference shown by colour-swapped pairs of games.
    pub fn of_pentanomial(pairs: &Pentanomial, level: f64) -> Result<Self, StatsError> {
        let bounds = interval::pentanomial_score(pairs, level)?;
        Self::from_score(pairs.mean_per_game().unwrap_or(0.5), &bounds)
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} [{}, {}]",
            format_elo(self.elo),
            format_elo(self.low),
            format_elo(self.high)
        )
    }
}

/// The probability that the side which made these results is the stronger one,
/// from independent games; one half before the first decisive game.
///
/// ```
/// use yomi_stats::{elo::likelihood_of_superiority, score::Tally};
/// let three_wins = Tally { wins: 3, draws: 40, losses: 0 };
/// assert!((likelihood_of_superiority(&three_wins) - 15.0 / 16.0).abs() < 1e-12);
/// ```
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    beta_above(tally.wins as f64 + 1.0, tally.losses as f64 + 1.0, 0.5)
}

/// The probability that the side which made these results is the stronger one,
/// from colour-swapped pairs; one half before the first.
///
/// ```
/// use yomi_stats::{elo::likelihood_of_superiority_of_pairs, score::Pentanomial};
/// let level_match = Pentanomial { counts: [1, 5, 20, 5, 1] };
/// assert_eq!(likelihood_of_superiority_of_pairs(&level_match), 0.5);
/// ```
pub fn likelihood_of_superiority_of_pairs(pairs: &Pentanomial) -> f64 {
    let Some((mean, variance)) = pairs.mean_per_game().zip(pairs.variance_per_pair()) else {
        return 0.5;
    };
    if mean == 0.5 {
        // The normal distribution function is only nearly one half at zero.
        return 0.5;
    }
    let share = binomial_variance_share(mean, variance, pairs.pairs(), 1.0);
    let standard_error = (share / (4.0 * pairs.pairs() as f64)).sqrt();
    normal_below((mean - 0.5) / standard_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-700.0, -100.0, -1.0, 0.0, 0.5, 35.0, 400.0, 1200.0] {
            let back = elo_from_score(score_from_elo(elo)).unwrap();
            assert!((back - elo).abs() < 1e-8, "{elo} came back as {back}");
        }
        assert_eq!(score_from_elo(f64::INFINITY), 1.0);
        assert_eq!(score_from_elo(f64::NEG_INFINITY), 0.0);
    }

    // python3: -400 * math.log10(1/s - 1)
    #[test]
    fn elo_values() {
        for (score, expected) in [
            (0.25, -190.84850188786498),
            (0.5, 0.0),
            (0.75, 190.84850188786498),
            (0.9, 381.6970037757299),
        ] {
            assert!((elo_from_score(score).unwrap() - expected).abs() < 1e-10);
        }
        assert_eq!(elo_from_score(0.0), Ok(f64::NEG_INFINITY));
        assert!(elo_from_score(f64::NAN).is_err());
    }

    #[test]
    fn an_unplayed_match_says_nothing() {
        let estimate = EloEstimate::of_tally(&Tally::default(), 0.95).unwrap();
        assert_eq!(estimate.to_string(), "+0.0 [-inf, +inf]");
        assert!((likelihood_of_superiority(&Tally::default()) - 0.5).abs() < 1e-12);
        assert_eq!(
            likelihood_of_superiority_of_pairs(&Pentanomial::default()),
            0.5
        );
    }

    #[test]
    fn a_lost_match_mirrors_a_won_one() {
        let pairs = Pentanomial {
            counts: [2, 9, 40, 22, 7],
        };
        let won = EloEstimate::of_pentanomial(&pairs, 0.95).unwrap();
        let lost = EloEstimate::of_pentanomial(&pairs.reversed(), 0.95).unwrap();
        assert!((won.elo + lost.elo).abs() < 1e-9);
        assert!((won.low + lost.high).abs() < 1e-9);
        let sum = likelihood_of_superiority_of_pairs(&pairs)
            + likelihood_of_superiority_of_pairs(&pairs.reversed());
        assert!((sum - 1.0).abs() < 1e-10);
    }

    // scipy.stats.beta.sf(0.5, wins + 1, losses + 1)
    const LOS_CASES: [(u64, u64, f64); 5] = [
        (0, 0, 0.5),
        (10, 0, 0.99951171875),
        (0, 10, 0.00048828125),
        (60, 40, 0.9769779665353286),
        (5100, 4900, 0.977247168312243),
    ];

    #[test]
    fn superiority_agrees_with_scipy() {
        for (wins, losses, expected) in LOS_CASES {
            let tally = Tally {
                wins,
                draws: 11,
                losses,
            };
            let found = likelihood_of_superiority(&tally);
            assert!((found - expected).abs() < 1e-9, "{wins}-{losses}: {found}");
        }
    }

    /// The normal approximation agrees with the exact posterior on many
    /// independent decisive games.
    #[test]
    fn pairs_and_games_agree_on_a_long_match() {
        // 400 pairs of independent games at win rate 0.52, no draws: the cell
        // counts are 400 times (0.48², 2 * 0.48 * 0.52, 0.52²).
        let pairs = Pentanomial {
            counts: [92, 0, 200, 0, 108],
        };
        let games = Tally {
            wins: 416,
            draws: 0,
            losses: 384,
        };
        let from_pairs = likelihood_of_superiority_of_pairs(&pairs);
        let from_games = likelihood_of_superiority(&games);
        assert!((from_pairs - from_games).abs() < 0.005);
        assert!(from_games > 0.8);
    }
}
