//! The results of a match, counted.
//!
//! A [`Tally`] counts single games: wins, draws and losses of one side. It is
//! enough when the games are independent.
//!
//! Engine matches, however, are best played in *pairs*: each opening twice, with
//! colours swapped. The two games of a pair are not independent (an opening that
//! favours White gives a win and a loss), so their **pair score** 0, ½, 1, 1½ or
//! 2 is the unit of observation. A [`Pentanomial`] counts those five outcomes.
//! Its variance is smaller than that of the same games taken singly whenever the
//! openings are unbalanced, so tests based on it need fewer games (Michel Van den
//! Bergh, *The generalized sequential probability ratio test for multinomial
//! distributions*, and the practice of computer chess testing).
//!
//! Counts saturate at `u64::MAX` rather than overflow; rates are formed from
//! floating-point sums and stay between 0 and 1 even then.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use crate::error::StatsError;

/// How one game ended for the side that is being counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// No points.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl GameResult {
    /// The points of the game, in halves: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }

    /// The same game seen from the other side.
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Wins, draws and losses of one side.
///
/// ```
/// use yomi_stats::score::{GameResult, Tally};
/// let mut tally = Tally::default();
/// assert_eq!(tally.rate(), None);
/// tally.record(GameResult::Win);
/// tally.record(GameResult::Draw);
/// assert_eq!(tally.score(), 1.5);
/// assert_eq!(tally.rate(), Some(0.75));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub fn record(&mut self, result: GameResult) {
        let count = match result {
            GameResult::Win => &mut self.wins,
            GameResult::Draw => &mut self.draws,
            GameResult::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// The points: one for a win, a half for a draw.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The points per game, from 0 to 1; `None` before the first game.
    pub fn rate(&self) -> Option<f64> {
        let games = self.games_as_float();
        (games > 0.0).then(|| self.score() / games)
    }

    /// The variance of the points of a single game, as observed:
    /// (W + D/4) / n - rate². `None` before the first game.
    ///
    /// It is the maximum-likelihood (not the unbiased) estimate: 0 when all
    /// games ended alike, and rate (1 - rate) when none was drawn.
    pub fn variance_per_game(&self) -> Option<f64> {
        let rate = self.rate()?;
        let deviations = self.wins as f64 * (1.0 - rate).powi(2)
            + self.draws as f64 * (0.5 - rate).powi(2)
            + self.losses as f64 * rate.powi(2);
        Some(deviations / self.games_as_float())
    }

    /// The same games seen from the other side.
    pub fn reversed(&self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    fn games_as_float(&self) -> f64 {
        self.wins as f64 + self.draws as f64 + self.losses as f64
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

/// Counts of the five possible scores of a colour-swapped pair of games.
///
/// `counts[k]` is the number of pairs that brought k/2 points. Serialized as
/// the bare array of five counts.
///
/// ```
/// use yomi_stats::score::{GameResult, Pentanomial};
/// let mut pairs = Pentanomial::default();
/// pairs.record(GameResult::Win, GameResult::Draw);
/// pairs.record(GameResult::Loss, GameResult::Draw);
/// assert_eq!(pairs.counts, [0, 1, 0, 1, 0]);
/// assert_eq!(pairs.mean_per_game(), Some(0.5));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// The score per game, on the scale from 0 to 1, of each of the five cells.
    pub const CELL_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts the pair made of these two games (both seen from the same side).
    pub fn record(&mut self, first: GameResult, second: GameResult) {
        let count = &mut self.counts[first.half_points() + second.half_points()];
        *count = count.saturating_add(1);
    }

    /// Counts a pair by its points, which must be 0, 0.5, 1, 1.5 or 2.
    pub fn record_points(&mut self, points: f64) -> Result<(), StatsError> {
        let cell = Self::CELL_SCORES
            .iter()
            .position(|score| 2.0 * score == points)
            .ok_or(StatsError::OutOfRange {
                what: "pair score",
                expected: "0, 0.5, 1, 1.5 or 2",
                value: points,
            })?;
        self.counts[cell] = self.counts[cell].saturating_add(1);
        Ok(())
    }

    /// Counts a list of pair scores, each 0, 0.5, 1, 1.5 or 2.
    ///
    /// ```
    /// use yomi_stats::score::Pentanomial;
    /// let pairs = Pentanomial::from_pair_scores([2.0, 1.0, 1.0])?;
    /// assert_eq!(pairs.counts, [0, 0, 2, 0, 1]);
    /// assert!(Pentanomial::from_pair_scores([0.7]).is_err());
    /// # Ok::<(), yomi_stats::StatsError>(())
    /// ```
    pub fn from_pair_scores(scores: impl IntoIterator<Item = f64>) -> Result<Self, StatsError> {
        let mut pairs = Self::default();
        for points in scores {
            pairs.record_points(points)?;
        }
        Ok(pairs)
    }

    /// How many pairs were counted.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().copied().fold(0, u64::saturating_add)
    }

    /// How many games that is: two per pair.
    pub fn games(&self) -> u64 {
        self.pairs().saturating_mul(2)
    }

    /// The points per game, from 0 to 1; `None` before the first pair.
    pub fn mean_per_game(&self) -> Option<f64> {
        self.average(|score| score)
    }

    /// The variance, from pair to pair, of the pair's points per game (half of
    /// its points). `None` before the first pair.
    ///
    /// It is the maximum-likelihood estimate. Divided by the number of pairs it
    /// is the squared standard error of [`mean_per_game`](Self::mean_per_game).
    pub fn variance_per_pair(&self) -> Option<f64> {
        let mean = self.mean_per_game()?;
        self.average(|score| (score - mean).powi(2))
    }

    /// The same pairs seen from the other side.
    pub fn reversed(&self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Self { counts }
    }

    /// The average over all pairs of a function of the cell's score.
    fn average(&self, value: impl Fn(f64) -> f64) -> Option<f64> {
        let pairs: f64 = self.counts.iter().map(|&count| count as f64).sum();
        let total: f64 = self
            .counts
            .iter()
            .zip(Self::CELL_SCORES)
            .map(|(&count, score)| count as f64 * value(score))
            .sum();
        (pairs > 0.0).then(|| total / pairs)
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            counts: std::array::from_fn(|cell| {
                self.counts[cell].saturating_add(other.counts[cell])
            }),
        }
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}
