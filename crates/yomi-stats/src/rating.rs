//! Ratings of many players at once: Bradley–Terry on the Elo scale.
//!
//! The model (Bradley and Terry, Biometrika 39, 1952; Zermelo 1929) gives each
//! player a strength θ so that a scores against b, per game, σ(θₐ - θᵦ) with
//! σ(x) = 1 / (1 + e⁻ˣ); one θ is 400 / ln 10 ≈ 173.7 Elo. A draw counts as half
//! a win for each side. The ratings maximise the likelihood
//!
//! ```text
//! Σ over pairings  sₐᵦ ln σ(θₐ - θᵦ) + sᵦₐ ln σ(θᵦ - θₐ)
//! + v Σ over players  ½ ln σ(θₐ) + ½ ln σ(-θₐ)
//! ```
//!
//! with sₐᵦ the points of a against b. The second line is a **weak prior**: v = 1
//! virtual draw of every player against an average opponent
//! ([`VIRTUAL_DRAWS`]). Without it a player who won everything would rate +∞, and
//! groups that never met could not be placed on one scale; with it the
//! likelihood is strictly concave and has exactly one, finite maximum, which
//! Newton's method finds. The price is a slight pull towards the mean, of the
//! weight of one game.
//!
//! Finally the ratings are shifted to have **mean 0**. The standard errors come
//! from the inverse of the observed information (the negative Hessian at the
//! maximum, Σ n σ (1 - σ)), projected in the same way; they are those of a
//! player against the average of the field.
//!
//! Limits: the errors take every game as an independent win or loss. Draws, and
//! pairs of games from unbalanced openings, make them too wide; games that repeat
//! each other, as between deterministic players, make them too narrow. Between groups
//! that never met only the prior speaks: their relative placing means nothing,
//! and the standard error of their difference, several hundred Elo, says so.

use serde::{Deserialize, Serialize};

use crate::cholesky::Cholesky;
use crate::cross_table::CrossTable;
use crate::error::StatsError;

/// The weight of the prior: virtual draws of each player against an average
/// opponent.
pub const VIRTUAL_DRAWS: f64 = 1.0;

/// Elo per unit of natural-logarithmic strength: 400 / ln 10.
const ELO_PER_STRENGTH: f64 = 400.0 / std::f64::consts::LN_10;

/// An Elo number with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The maximum-likelihood Elo.
    pub elo: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// The rating list of a cross table.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingList {
    ratings: Vec<Rating>,
    /// The covariance of the centred ratings, in squared Elo.
    covariance: Vec<Vec<f64>>,
}

impl RatingList {
    /// The rating of each player, in the order of the cross table; mean 0.
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// How much stronger `player` is than `opponent`. The standard error takes
    /// into account that the two estimates depend on each other.
    pub fn difference(&self, player: usize, opponent: usize) -> Result<Rating, StatsError> {
        let players = self.ratings.len();
        for player in [player, opponent] {
            if player >= players {
                return Err(StatsError::NoSuchPlayer { player, players });
            }
        }
        let variance = self.covariance[player][player] + self.covariance[opponent][opponent]
            - 2.0 * self.covariance[player][opponent];
        Ok(Rating {
            elo: self.ratings[player].elo - self.ratings[opponent].elo,
            standard_error: variance.max(0.0).sqrt(),
        })
    }
}

/// Fits Bradley–Terry ratings to the results of a cross table.
///
/// Players without games, with only wins or only losses, and groups that never
/// met are all allowed. Fails only for counts so extreme (beyond some 10^14
/// games) that the equations cannot be solved in double precision.
///
/// ```
/// use yomi_stats::{cross_table::CrossTable, rating::rate, score::Tally};
/// let mut table = CrossTable::new(2);
/// table.record(0, 1, Tally { wins: 640, draws: 200, losses: 160 })?;
/// let list = rate(&table)?;
/// let difference = list.difference(0, 1)?;
/// assert!((difference.elo - 181.5).abs() < 1.0); // a score of 74 %
/// assert!((difference.standard_error - 12.5).abs() < 0.5);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
pub fn rate(table: &CrossTable) -> Result<RatingList, StatsError> {
    let likelihood = PenalisedLikelihood::of(table);
    let (strengths, information) = likelihood.maximise()?;
    let players = strengths.len();
    let average = mean(&strengths);
    let covariance = centred(information.inverse());
    let ratings = (0..players)
        .map(|player| Rating {
            elo: ELO_PER_STRENGTH * (strengths[player] - average),
            standard_error: covariance[player][player].max(0.0).sqrt(),
        })
        .collect();
    Ok(RatingList {
        ratings,
        covariance,
    })
}

/// The covariance in Elo of strengths from which their mean was taken: C Σ C
/// with C = I - 11ᵀ/n.
fn centred(mut covariance: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let row_means: Vec<f64> = covariance.iter().map(|row| mean(row)).collect();
    let grand_mean = mean(&row_means);
    for (row, row_mean) in covariance.iter_mut().zip(&row_means) {
        for (entry, column_mean) in row.iter_mut().zip(&row_means) {
            *entry = (*entry - row_mean - column_mean + grand_mean) * ELO_PER_STRENGTH.powi(2);
        }
    }
    covariance
}

/// The likelihood of the module's text as a function of the strengths.
struct PenalisedLikelihood {
    /// `points[a][b]`: what a scored against b.
    points: Vec<Vec<f64>>,
}

impl PenalisedLikelihood {
    fn of(table: &CrossTable) -> Self {
        let players = 0..table.players();
        let row = |player| {
            let score = |opponent| table.result(player, opponent).score();
            players.clone().map(score).collect()
        };
        Self {
            points: players.clone().map(row).collect(),
        }
    }

    fn value(&self, strengths: &[f64]) -> f64 {
        let mut total = 0.0;
        for (points, strength) in self.points.iter().zip(strengths) {
            for (score, opponent) in points.iter().zip(strengths) {
                total += score * log_logistic(strength - opponent);
            }
            total += VIRTUAL_DRAWS / 2.0 * (log_logistic(*strength) + log_logistic(-strength));
        }
        total
    }

    /// The gradient and the information (the negative Hessian).
    fn slope_and_information(&self, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let players = strengths.len();
        let mut slope = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for player in 0..players {
            let against_average = logistic(strengths[player]);
            slope[player] += VIRTUAL_DRAWS * (0.5 - against_average);
            information[player][player] +=
                VIRTUAL_DRAWS * against_average * logistic(-strengths[player]);
            for opponent in (0..players).filter(|&opponent| opponent != player) {
                let games = self.points[player][opponent] + self.points[opponent][player];
                let gap = strengths[player] - strengths[opponent];
                slope[player] += self.points[player][opponent] * logistic(-gap)
                    - self.points[opponent][player] * logistic(gap);
                let weight = games * logistic(gap) * logistic(-gap);
                information[player][player] += weight;
                information[player][opponent] -= weight;
            }
        }
        (slope, information)
    }

    /// Newton's method; a step that does not improve is halved until it does.
    /// Returns the strengths and the factored information at the maximum.
    fn maximise(&self) -> Result<(Vec<f64>, Cholesky), StatsError> {
        const MOST_ITERATIONS: usize = 200;
        const MOST_HALVINGS: usize = 50;
        const SETTLED: f64 = 1e-10;
        let not_converged = StatsError::NotConverged {
            what: "the rating fit",
            iterations: MOST_ITERATIONS,
        };

        let mut strengths = vec![0.0; self.points.len()];
        let mut value = self.value(&strengths);
        for _ in 0..MOST_ITERATIONS {
            let (slope, information) = self.slope_and_information(&strengths);
            let Some(factor) = Cholesky::factor(&information) else {
                return Err(not_converged);
            };
            let mut step = factor.solve(&slope);
            if step.iter().all(|change| change.abs() < SETTLED) {
                return Ok((strengths, factor));
            }
            let mut improved = None;
            for _ in 0..MOST_HALVINGS {
                let candidate: Vec<f64> =
                    strengths.iter().zip(&step).map(|(x, dx)| x + dx).collect();
                let candidate_value = self.value(&candidate);
                if candidate_value > value {
                    improved = Some((candidate, candidate_value));
                    break;
                }
                step.iter_mut().for_each(|change| *change /= 2.0);
            }
            match improved {
                Some(better) => (strengths, value) = better,
                // Uphill by less than the value's last bit: this is the top.
                None => return Ok((strengths, factor)),
            }
        }
        Err(not_converged)
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// ln σ(x), without overflow for large |x|.
fn log_logistic(x: f64) -> f64 {
    x.min(0.0) - libm::log1p(libm::exp(-x.abs()))
}
