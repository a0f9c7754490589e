//! Ratios of sums over games, with the spread of games.
//!
//! Positions of one game are not independent, and games have different numbers of them. What is measured is the ratio of
//! two sums over games, `r = sum y / sum x` (answers that agree, of positions asked about), and its interval is Student's over
//! numbers that stand for the games, whose mean is this ratio and whose spread is that of it to first order (the delta
//! method): `r + n (y_i - r x_i) / sum x`.
//!
//! Limits: first order, so that some twenty games are needed. Where all games agree the spread is nought, which a share cannot be sure of:
//! the interval of a share is therefore widened to Wilson's over its positions.

use crate::LabError;
use crate::estimate::{Estimate, average, mean};
use std::collections::BTreeMap;
use yomi_stats::interval::wilson;

/// Numbers that stand for the games: of these parts `(y, x)`; none where the sum of the x is nought.
pub(crate) fn ratios(parts: &[(f64, f64)]) -> Vec<f64> {
    let (y, x) = parts
        .iter()
        .fold((0.0, 0.0), |(y, x), part| (y + part.0, x + part.1));
    if x <= 0.0 {
        return Vec::new();
    }
    let (ratio, scale) = (y / x, parts.len() as f64 / x);
    let numbers = parts.iter().map(|(y, x)| ratio + scale * (y - ratio * x));
    numbers.collect()
}

/// The positions of a game that count, by what is summed over them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameSum {
    /// Which game of the records.
    pub(crate) game: u64,
    /// The sum of what is measured.
    pub(crate) sum: f64,
    /// How many positions.
    pub(crate) positions: f64,
}

/// What was measured in positions of games.
#[derive(Clone, PartialEq, Debug)]
pub struct OverGames {
    /// The games that have such positions, in their order.
    pub(crate) games: Vec<GameSum>,
    /// Whether it is a share of the positions.
    pub(crate) is_share: bool,
}

impl OverGames {
    /// Of the numbers of positions, each with its game.
    pub(crate) fn new(is_share: bool, found: impl Iterator<Item = (u64, f64)>) -> OverGames {
        let mut games: BTreeMap<u64, GameSum> = BTreeMap::new();
        for (game, number) in found {
            let entry = games.entry(game).or_insert(GameSum {
                game,
                sum: 0.0,
                positions: 0.0,
            });
            entry.sum += number;
            entry.positions += 1.0;
        }
        OverGames {
            games: games.into_values().collect(),
            is_share,
        }
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> u64 {
        self.total(|game| game.positions) as u64
    }

    fn total(&self, of: impl Fn(&GameSum) -> f64) -> f64 {
        self.games.iter().map(of).sum()
    }

    /// The parts of these games, nought for those that have no such positions.
    fn parts(&self, of: &[u64]) -> Vec<(f64, f64)> {
        let mut games = self.games.iter().peekable();
        let part = |game: &u64| match games.next_if(|known| known.game == *game) {
            Some(known) => (known.sum, known.positions),
            None => (0.0, 0.0),
        };
        of.iter().map(part).collect()
    }

    fn numbers(&self) -> Vec<u64> {
        self.games.iter().map(|game| game.game).collect()
    }

    /// The mean over all positions.
    pub(crate) fn estimate(&self, confidence: f64) -> Result<Estimate, LabError> {
        let numbers = ratios(&self.parts(&self.numbers()));
        let estimate = match numbers[..] {
            [] => return Ok(Estimate::UNKNOWN),
            [only] => Estimate {
                low: f64::NAN,
                high: f64::NAN,
                ..Estimate::exact(only)
            },
            ref numbers => mean(numbers, confidence)?,
        };
        match self.is_share {
            true => self.widened(estimate, confidence),
            false => Ok(estimate),
        }
    }

    /// A share with an interval between 0 and 1 that is not narrower than that of independent positions.
    fn widened(&self, estimate: Estimate, confidence: f64) -> Result<Estimate, LabError> {
        let wilson = wilson(self.total(|game| game.sum), self.positions(), confidence)?;
        // Not min and max with what is not a number: those would take the other.
        let low = match estimate.low.is_nan() {
            true => 0.0,
            false => estimate.low.min(wilson.low).max(0.0),
        };
        let high = match estimate.high.is_nan() {
            true => 1.0,
            false => estimate.high.max(wilson.high).min(1.0),
        };
        Ok(Estimate {
            low,
            high,
            ..estimate
        })
    }

    /// By how much more than in other positions of the same records: games that both have count by their difference.
    pub(crate) fn minus(&self, other: &OverGames, confidence: f64) -> Result<Estimate, LabError> {
        let mut games = self.numbers();
        games.extend(other.numbers());
        games.sort_unstable();
        games.dedup();
        let [here, there] = [self, other].map(|one| ratios(&one.parts(&games)));
        let differences = crate::estimate::differences(&here, &there);
        let varies = differences.windows(2).any(|two| two[0] != two[1]);
        match differences.len() {
            0 | 1 => Ok(Estimate::UNKNOWN),
            _ if varies || !self.is_share => mean(&differences, confidence),
            // All games say the same: as if the positions were not the same ones.
            _ => Ok(Estimate {
                value: average(&differences),
                ..self
                    .estimate(confidence)?
                    .minus(&other.estimate(confidence)?)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(found: &[(u64, f64)]) -> OverGames {
        OverGames::new(true, found.iter().copied())
    }

    #[test]
    fn shares_are_over_positions_and_intervals_over_games() {
        // Game 3: one of two; game 5: two of two; game 9: none of one.
        let share = of(&[(3, 1.0), (3, 0.0), (5, 1.0), (5, 1.0), (9, 0.0)]);
        assert_eq!((share.positions(), share.games.len()), (5, 3));
        let estimate = share.estimate(0.95).unwrap();
        assert!((estimate.value - 0.6).abs() < 1e-12);
        // r = 0.6, scale = 3/5: 0.6 + 0.6 (1 - 1.2), 0.6 + 0.6 (2 - 1.2), 0.6 + 0.6 (0 - 0.6).
        let numbers = ratios(&share.parts(&[3, 5, 9]));
        for (number, expected) in numbers.iter().zip([0.48, 1.08, 0.24]) {
            assert!((number - expected).abs() < 1e-12, "{numbers:?}");
        }
        assert!(estimate.low >= 0.0 && estimate.high <= 1.0);
    }

    #[test]
    fn what_never_happened_may_still_happen() {
        let never: Vec<(u64, f64)> = (0..100).map(|game| (game, 0.0)).collect();
        let estimate = of(&never).estimate(0.95).unwrap();
        let wilson = wilson(0.0, 100, 0.95).unwrap();
        assert_eq!((estimate.low, estimate.high), (0.0, wilson.high));
        let difference = of(&never).minus(&of(&never), 0.95).unwrap();
        assert!(
            difference.low < 0.0 && difference.high > 0.0,
            "{difference}"
        );
        assert!(of(&[]).estimate(0.95).unwrap().value.is_nan());
        // One game says nothing about the spread of games.
        let one = of(&[(4, 1.0), (4, 0.0)]).estimate(0.95).unwrap();
        assert_eq!((one.value, one.low, one.high), (0.5, 0.0, 1.0));
    }

    #[test]
    fn games_that_both_have_count_by_their_difference() {
        // In every game the one is right at both positions, the other at one of them, in easy games as in hard ones.
        let (mut more, mut less) = (Vec::new(), Vec::new());
        for game in 0..20 {
            let hard = f64::from(game as u32 % 2);
            more.extend([(game, 1.0), (game, 1.0 - hard)]);
            less.extend([(game, 1.0 - hard), (game, 0.0)]);
        }
        let difference = of(&more).minus(&of(&less), 0.95).unwrap();
        assert!((difference.value - 0.5).abs() < 1e-12);
        assert!(difference.low > 0.2, "{difference}");
        // Positions of other games are independent.
        let elsewhere: Vec<(u64, f64)> = less.iter().map(|(game, y)| (game + 100, *y)).collect();
        let apart = of(&more).minus(&of(&elsewhere), 0.95).unwrap();
        assert!((apart.value - 0.5).abs() < 1e-12);
        assert!(apart.low < difference.low, "{apart} {difference}");
    }
}
