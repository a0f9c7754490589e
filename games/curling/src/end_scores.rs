//! How an end is scored: the distribution of the points of the side that throws first, -8 to 8.
//!
//! [`EndScores::table_3`] is Table 3 of the paper on State-Tree MCTS for digital curling, whose authors set
//! it by judgement: it is the default. [`EndScores::measured`] takes the place of judgement where ends were
//! counted. Ends of eight points are too rare to be counted, so Table 3 is a prior distribution worth
//! [`PRIOR_ENDS`] ends: with `n` ends counted, `n(s)` of them scored `s`,
//!
//! ```text
//! p(s) = (n(s) + PRIOR_ENDS p3(s)) / (n + PRIOR_ENDS)
//! ```
//!
//! the mean of the posterior of a Dirichlet prior. Without any ends that is Table 3, with thousands the share
//! that was counted, and no score is ever impossible.
//!
//! A distribution brings its table of [chances to win](crate::Curling::win_probability) along, which is
//! computed once.

use crate::win_probability::Table;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The most points of an end.
pub const MOST_POINTS: i32 = 8;

/// How many different scores an end can have.
pub const SCORES: usize = 2 * MOST_POINTS as usize + 1;

/// How many counted ends Table 3 is worth as a prior distribution.
pub const PRIOR_ENDS: f64 = 20.0;

/// Table 3, up to a common factor.
const TABLE_3: [f64; SCORES] = [
    0.00025, 0.001, 0.004, 0.016, 0.05, 0.09, 0.25, 0.5, 0.05, 0.22, 0.07, 0.02, 0.007, 0.0007,
    0.00007, 0.000007, 0.0000007,
];

/// A distribution of the score of an end. Copies share its table.
#[derive(Clone)]
pub struct EndScores(Arc<Contents>);

struct Contents {
    shares: [f64; SCORES],
    table: Table,
}

impl EndScores {
    /// Scores -8 to 8 with these weights; `None` unless they are finite, none is negative and not all are zero.
    ///
    /// ```
    /// use yomi_curling::EndScores;
    /// let mut weights = [0.0; 17];
    /// assert!(EndScores::new(weights).is_none());
    /// weights[7] = 3.0; // a point for the hammer
    /// weights[9] = 1.0; // a steal
    /// assert_eq!(EndScores::new(weights).unwrap().share(-1), 0.75);
    /// ```
    pub fn new(weights: [f64; SCORES]) -> Option<EndScores> {
        let all: f64 = weights.iter().sum();
        let sensible = all.is_finite() && all > 0.0 && weights.iter().all(|&weight| weight >= 0.0);
        sensible.then(|| {
            let shares = weights.map(|weight| weight / all);
            let table = Table::new(&shares);
            EndScores(Arc::new(Contents { shares, table }))
        })
    }

    /// Table 3 of the paper.
    pub fn table_3() -> EndScores {
        static TABLE: OnceLock<EndScores> = OnceLock::new();
        let table = TABLE.get_or_init(|| EndScores::new(TABLE_3).expect("positive numbers"));
        table.clone()
    }

    /// The distribution of so many ends scored -8 to 8, with Table 3 as the prior.
    ///
    /// ```
    /// use yomi_curling::EndScores;
    /// let (none, prior) = (EndScores::measured(&[0; 17]), EndScores::table_3());
    /// assert!((-8..=8).all(|points| (none.share(points) - prior.share(points)).abs() < 1e-12));
    /// let mut counts = [0; 17];
    /// counts[8] = 20; // as many blank ends as the prior is worth
    /// let found = EndScores::measured(&counts).share(0);
    /// assert!((found - (1.0 + EndScores::table_3().share(0)) / 2.0).abs() < 1e-12);
    /// ```
    pub fn measured(counts: &[u64; SCORES]) -> EndScores {
        let prior = &EndScores::table_3().0.shares;
        let mut weights = prior.map(|share| share * PRIOR_ENDS);
        for (weight, &count) in weights.iter_mut().zip(counts) {
            *weight += count as f64;
        }
        EndScores::new(weights).expect("positive numbers")
    }

    /// How probable it is that the side that throws first scores so many points; negative points are
    /// those of the side with the hammer.
    pub fn share(&self, points: i32) -> f64 {
        let place = usize::try_from(points + MOST_POINTS);
        let share = place.ok().and_then(|place| self.0.shares.get(place));
        share.copied().unwrap_or(0.0)
    }

    /// Every score with its probability, from -8.
    pub fn iter(&self) -> impl Iterator<Item = (i32, f64)> {
        (-MOST_POINTS..).zip(self.0.shares)
    }

    /// The chances to win by this distribution.
    #[inline]
    pub(crate) fn table(&self) -> &Table {
        &self.0.table
    }
}

impl Default for EndScores {
    fn default() -> EndScores {
        EndScores::table_3()
    }
}

impl PartialEq for EndScores {
    fn eq(&self, other: &EndScores) -> bool {
        self.0.shares == other.0.shares
    }
}

impl fmt::Debug for EndScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EndScores").field(&self.0.shares).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_normalised() {
        let mut counts = [0; SCORES];
        counts[7] = 13;
        counts[9] = 7;
        let scores = [EndScores::table_3(), EndScores::measured(&counts)];
        for scores in scores {
            let sum: f64 = scores.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            assert!(scores.iter().all(|(_, share)| share > 0.0));
            assert_eq!(scores.share(9), 0.0);
            assert_eq!(scores.share(-9), 0.0);
        }
    }

    /// 13 of 20 ends were a point for the hammer, 7 a steal of one.
    #[test]
    fn few_ends_are_mixed_with_table_3() {
        let mut counts = [0; SCORES];
        counts[7] = 13;
        counts[9] = 7;
        let scores = EndScores::measured(&counts);
        let prior = EndScores::table_3();
        assert!((scores.share(-1) - (13.0 + 20.0 * prior.share(-1)) / 40.0).abs() < 1e-12);
        assert!((scores.share(1) - (7.0 + 20.0 * prior.share(1)) / 40.0).abs() < 1e-12);
        assert!((scores.share(-3) - prior.share(-3) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        let with = |weight: f64| {
            let mut weights = [1.0; SCORES];
            weights[3] = weight;
            EndScores::new(weights)
        };
        assert!(with(0.0).is_some());
        for weight in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(with(weight).is_none(), "{weight}");
        }
    }
}
