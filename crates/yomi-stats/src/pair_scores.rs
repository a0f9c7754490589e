//! The scores of colour-swapped pairs of games whose results may be graded.
//!
//! Some games have results between a loss and a win that are no draws: two ends of curling that leave the score
//! level are worth what the hammer makes of the next one. A pair of such games may have any score per
//! game from 0 to 1, so its scores are counted one by one; the five of a [`Pentanomial`] are always among
//! them, seen or not.

use crate::error::{StatsError, check_probability};
use crate::score::Pentanomial;

/// How often each score per game was seen, in the order of the scores.
///
/// ```
/// use yomi_stats::pair_scores::PairScores;
/// let mut pairs = PairScores::default();
/// pairs.record(0.6095)?;
/// pairs.record(0.5)?;
/// assert_eq!((pairs.pairs(), pairs.cells().len()), (2, 6));
/// assert!(pairs.record(1.5).is_err());
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PairScores {
    cells: Vec<(f64, u64)>,
}

impl Default for PairScores {
    fn default() -> Self {
        Self::from(&Pentanomial::default())
    }
}

impl From<&Pentanomial> for PairScores {
    fn from(pairs: &Pentanomial) -> Self {
        let cells = Pentanomial::CELL_SCORES.into_iter().zip(pairs.counts);
        Self {
            cells: cells.collect(),
        }
    }
}

impl PairScores {
    /// Counts a pair by its points per game, from 0 to 1.
    pub fn record(&mut self, score: f64) -> Result<(), StatsError> {
        check_probability("score of a pair per game", score)?;
        let place = self.cells.partition_point(|&(known, _)| known < score);
        match self.cells.get_mut(place) {
            Some((known, count)) if *known == score => *count = count.saturating_add(1),
            _ => self.cells.insert(place, (score, 1)),
        }
        Ok(())
    }

    /// How many pairs were counted.
    pub fn pairs(&self) -> u64 {
        let counts = self.cells.iter().map(|&(_, count)| count);
        counts.fold(0, u64::saturating_add)
    }

    /// The scores and how often each was seen, from the lowest.
    pub fn cells(&self) -> &[(f64, u64)] {
        &self.cells
    }
}
