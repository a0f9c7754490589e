//! How well the moves of test games were foretold: ratios of sums over games, with the spread of games.
//!
//! A match rate is not the mean of the games' rates: games have different numbers of moves. Its interval is that over
//! games.

use crate::LabError;
use crate::estimate::{Estimate, mean};
use crate::manifest::Quantity;
use crate::over_games;

/// The moves of a game that were foretold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foretold {
    moves: f64,
    first: f64,
    ranks: f64,
    likelihood: f64,
    sure: f64,
    wrong: f64,
}

impl From<&yomi_learn::report::Foretold> for Foretold {
    fn from(found: &yomi_learn::report::Foretold) -> Foretold {
        let moves = found.count() as f64;
        let [sure, wrong] = found.sure().map(|count| count as f64);
        Foretold {
            moves,
            first: found.first() as f64,
            ranks: found.mean_rank() * moves,
            likelihood: found.likelihood() * moves,
            sure,
            wrong,
        }
    }
}

/// Numbers that stand for the games.
pub(crate) fn ratios(games: &[Foretold], of: Quantity) -> Vec<f64> {
    let parts = games.iter().map(|game| match of {
        Quantity::Rank => (game.ranks, game.moves),
        Quantity::Likelihood => (game.likelihood, game.moves),
        Quantity::NotSure => (game.wrong, game.sure),
        _ => (game.first, game.moves),
    });
    // Where no move is held for sure there is nothing to tell.
    over_games::ratios(&parts.collect::<Vec<_>>())
}

pub(crate) fn foretold(
    games: &[Foretold],
    of: Quantity,
    confidence: f64,
) -> Result<Estimate, LabError> {
    match ratios(games, of)[..] {
        [] | [_] => Ok(Estimate::UNKNOWN),
        ref numbers => mean(numbers, confidence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurement::Observation;

    /// Two games: one move of two found, all sure and one of them wrong; two of two found, none sure.
    #[test]
    fn ratios_are_those_of_sums_and_spread_by_games() {
        let games = [
            Foretold {
                moves: 2.0,
                first: 1.0,
                ranks: 5.0,
                likelihood: -3.0,
                sure: 2.0,
                wrong: 1.0,
            },
            Foretold {
                moves: 6.0,
                first: 6.0,
                ranks: 6.0,
                likelihood: -1.0,
                sure: 0.0,
                wrong: 0.0,
            },
        ];
        let observation = Observation::foretold("ordinary-test", games.to_vec());
        for (of, expected) in [
            (Quantity::Measure, 7.0 / 8.0),
            (Quantity::Rank, 11.0 / 8.0),
            (Quantity::Likelihood, -0.5),
            (Quantity::NotSure, 0.5),
        ] {
            let estimate = observation.quantity(of, 0.95).unwrap();
            assert!((estimate.value - expected).abs() < 1e-12, "{of:?}");
            let itself = observation.minus(&observation, of, false, 0.95).unwrap();
            assert_eq!((itself.value, itself.low), (0.0, 0.0), "the same games");
        }
        // r = 7/8; the games' numbers are r + 2 (1 - 2r) / 8 and r + 2 (6 - 6r) / 8.
        let numbers = ratios(&games, Quantity::Measure);
        assert!((numbers[0] - (0.875 - 0.1875)).abs() < 1e-12);
        assert!((numbers[1] - (0.875 + 0.1875)).abs() < 1e-12);
        let unsure = Observation::foretold("ordinary-test", vec![games[1]; 2]);
        let estimate = unsure.quantity(Quantity::NotSure, 0.95).unwrap();
        assert!(estimate.value.is_nan() && estimate.low.is_nan());
    }
}
