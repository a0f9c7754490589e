//! What was measured at one point, with its interval.

use crate::LabError;
use crate::estimate::{Estimate, differences, mean, over_pairs};
use crate::foretold::{Foretold, foretold, ratios};
use crate::manifest::Quantity;
use crate::over_games::OverGames;
use crate::significance::rounded;
use serde::Serialize;
use std::collections::BTreeMap;
use yomi_arena::TestStanding;
use yomi_stats::hypothesis::{ChiSquareTest, chi_square_of_score};
use yomi_stats::interval;
use yomi_stats::score::{Pentanomial, Tally};

/// What was observed at one point.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Observation {
    /// Pairs of games.
    Match {
        /// Single games.
        #[serde(flatten)]
        tally: Tally,
        /// Those in which the engine moved first.
        first: Tally,
        /// Those in which it moved second.
        second: Tally,
        /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
        pairs: Pentanomial,
        /// Where results between win, draw and loss occurred: the points per game of each pair.
        #[serde(skip)]
        graded: Option<Vec<f64>>,
        /// The sequential test that may have ended it early.
        #[serde(skip_serializing_if = "Option::is_none")]
        test: Option<TestStanding>,
    },
    /// Points in pairs of games after some number of moves.
    Trace {
        /// The points in each pair.
        #[serde(skip)]
        sample: Vec<f64>,
    },
    /// A match that was repeated with evaluations learned anew.
    Repeated {
        /// The score of each match.
        scores: Vec<f64>,
        /// The pairs of games of all of them.
        pairs: Pentanomial,
    },
    /// Numbers of several runs or games, of which the mean is wanted.
    Sample {
        /// Each of them.
        #[serde(serialize_with = "crate::report::to_six_digits")]
        sample: Vec<f64>,
    },
    /// Positions with what an engine claims of each and what comes of its move.
    Calibration {
        /// The values claimed.
        claimed: Vec<f64>,
        /// The values of the moves as they were judged.
        realised: Vec<f64>,
    },
    /// A move that an engine prefers.
    Preference {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// Its probability.
        probability: f64,
        /// The points that it gains, in games that have points.
        gained: Option<f64>,
    },
    /// Searches.
    Decision {
        /// How many.
        runs: u64,
        /// How many of them found a right move.
        right: u64,
        /// How often each move was the answer.
        answers: BTreeMap<String, u64>,
    },
    /// Moves of test games that were foretold.
    Foretold {
        /// Which test.
        test: String,
        /// How often the move played was the most probable one.
        match_rate: f64,
        /// The mean rank of the moves played.
        mean_rank: f64,
        /// The mean logarithm of their probability.
        log_likelihood: f64,
        /// Of the moves of a probability of at least 0.9, the share that was not played.
        not_0_9: f64,
        /// Each game.
        #[serde(skip)]
        games: Vec<Foretold>,
    },
    /// Positions of records.
    Positions {
        /// How many.
        positions: u64,
        /// Of how many games.
        games: u64,
        /// What was measured, by games.
        #[serde(skip)]
        found: OverGames,
    },
    /// Test positions after some number of moves.
    Training {
        /// Positions in the test; with none of them nothing was measured.
        positions: u64,
        /// Positions to learn from.
        train_positions: u64,
        /// The mean squared error with its interval at 95 %, over positions.
        error: Estimate,
        /// The variance of what was to be learned: the error of guessing its mean.
        variance: f64,
        /// Its interval at 95 %, over positions, where it was recorded.
        #[serde(skip_serializing_if = "Option::is_none")]
        variance_interval: Option<[f64; 2]>,
    },
}

impl Observation {
    /// Moves of the games of a test that were foretold.
    pub fn foretold(test: &str, games: Vec<Foretold>) -> Observation {
        let value = |of| crate::estimate::average(&ratios(&games, of));
        Observation::Foretold {
            test: test.to_owned(),
            match_rate: value(Quantity::Measure),
            mean_rank: value(Quantity::Rank),
            log_likelihood: value(Quantity::Likelihood),
            not_0_9: value(Quantity::NotSure),
            games,
        }
    }

    /// Positions of records, by their games.
    pub(crate) fn positions(found: OverGames) -> Observation {
        Observation::Positions {
            positions: found.positions(),
            games: found.games.len() as u64,
            found,
        }
    }

    /// How many observations went into it: pairs, runs or positions.
    pub fn count(&self) -> u64 {
        match self {
            Observation::Match { pairs, .. } => pairs.pairs(),
            Observation::Trace { sample } | Observation::Sample { sample } => sample.len() as u64,
            Observation::Repeated { scores, .. } => scores.len() as u64,
            Observation::Calibration { claimed, .. } => claimed.len() as u64,
            Observation::Foretold { games, .. } => games.len() as u64,
            Observation::Positions { positions, .. } => *positions,
            Observation::Preference { .. } => 1,
            Observation::Decision { runs, .. } => *runs,
            Observation::Training { positions, .. } => *positions,
        }
    }

    /// The measured number: the score of the pairs (with Student's interval over pairs where
    /// results are graded), the mean of points with Student's interval, or the share of right
    /// answers with Wilson's interval. The interval of a training is always that at 95 %.
    ///
    /// A repeated match has the interval over its repetitions (Student's), widened to that over all
    /// pairs of games: a few short matches may well end with equal scores, and are not sure for that.
    pub fn estimate(&self, confidence: f64) -> Result<Estimate, LabError> {
        let (value, interval) = match self {
            Observation::Match {
                graded: Some(points),
                ..
            } => {
                let value = points.iter().sum::<f64>() / points.len().max(1) as f64;
                let interval = match points.len() {
                    0 | 1 => interval::wilson(0.0, 0, confidence)?,
                    _ => interval::mean_t(points, confidence)?,
                };
                (value, interval)
            }
            Observation::Match { pairs, .. } => (
                pairs.mean_per_game().unwrap_or(0.5),
                interval::pentanomial_score(pairs, confidence)?,
            ),
            Observation::Repeated { scores, pairs } => {
                let over_matches = mean(scores, confidence)?;
                let widened = over_matches.widened_to(&over_pairs(pairs, confidence)?);
                return Ok(Estimate {
                    low: widened.low.max(0.0),
                    high: widened.high.min(1.0),
                    ..widened
                });
            }
            Observation::Trace { sample } => return mean(sample, confidence),
            // A game may be over before, and a weight that is zero has no relative change.
            Observation::Sample { sample } if sample.len() < 2 => {
                return Ok(Estimate::UNKNOWN);
            }
            Observation::Sample { sample } => return mean(sample, confidence),
            Observation::Calibration { claimed, realised } => {
                return mean(&differences(claimed, realised), confidence);
            }
            Observation::Positions { found, .. } => return found.estimate(confidence),
            Observation::Preference { probability, .. } => {
                return Ok(Estimate::exact(*probability));
            }
            Observation::Foretold { games, .. } => {
                return foretold(games, Quantity::Measure, confidence);
            }
            Observation::Training { error, .. } => return Ok(*error),
            Observation::Decision { runs, right, .. } => (
                if *runs == 0 {
                    0.5
                } else {
                    *right as f64 / *runs as f64
                },
                interval::wilson(*right as f64, *runs, confidence)?,
            ),
        };
        Ok(Estimate {
            value,
            low: interval.low.max(0.0),
            high: interval.high.min(1.0),
        })
    }

    /// Another number of the same observations. The games of one side are independent of each other,
    /// so the interval of their score is that of single games, and that of draws is Wilson's.
    pub fn quantity(&self, of: Quantity, confidence: f64) -> Result<Estimate, LabError> {
        let (value, interval) = match (of, self) {
            (Quantity::First, Observation::Match { first: games, .. })
            | (Quantity::Second, Observation::Match { second: games, .. }) => (
                games.rate().unwrap_or(0.5),
                interval::tally_score(games, confidence)?,
            ),
            (Quantity::Draws, Observation::Match { tally, .. }) => (
                tally.draws as f64 / tally.games().max(1) as f64,
                interval::wilson(tally.draws as f64, tally.games(), confidence)?,
            ),
            (
                Quantity::Claimed,
                Observation::Calibration {
                    claimed: values, ..
                },
            )
            | (
                Quantity::Realised,
                Observation::Calibration {
                    realised: values, ..
                },
            ) => {
                return mean(values, confidence);
            }
            (_, Observation::Foretold { games, .. }) => return foretold(games, of, confidence),
            (Quantity::Gain, Observation::Preference { gained, .. }) => {
                return Ok(Estimate::exact(gained.unwrap_or(f64::NAN)));
            }
            (
                Quantity::Variance,
                Observation::Training {
                    variance,
                    variance_interval,
                    ..
                },
            ) => {
                let [low, high] = variance_interval.unwrap_or([f64::NAN; 2]);
                return Ok(Estimate {
                    value: *variance,
                    low,
                    high,
                });
            }
            _ => return self.estimate(confidence),
        };
        Ok(Estimate {
            value,
            low: interval.low.max(0.0),
            high: interval.high.min(1.0),
        })
    }

    /// The sequential test of a match, if it has one.
    pub fn test(&self) -> Option<&TestStanding> {
        match self {
            Observation::Match { test, .. } => test.as_ref(),
            _ => None,
        }
    }

    /// The chi-square test of the points of a match against one half.
    pub fn chi_square(&self) -> Result<Option<ChiSquareTest>, LabError> {
        let Observation::Match { pairs, .. } = self else {
            return Ok(None);
        };
        let games = pairs.games();
        let points = self.estimate(0.95)?.value * games as f64;
        let mut test = chi_square_of_score(points, games, 0.5)?;
        test.p_value = rounded(test.p_value);
        Ok(Some(test))
    }

    /// Whether there is an interval at every level of confidence.
    pub fn has_every_level(&self) -> bool {
        match self {
            Observation::Training { .. } | Observation::Preference { .. } => false,
            Observation::Sample { sample } => sample.len() > 1,
            Observation::Positions { games, .. } => *games > 0,
            _ => true,
        }
    }

    /// By how much more was measured here than there. `paired` says that both come out of the
    /// same pairs of games: then it is the pairs whose differences count, for what is common to
    /// both (a long game has many points for both sides) drops out. Likewise the learnings of repeated
    /// matches, which begin with the same seeds and often meet the same opponent: the interval is that
    /// over the differences of each, widened to that over all pairs of games.
    /// Everything else is taken to be independent; for networks that are tested on the same
    /// positions, whose errors rise and fall together, that makes the interval too wide, if anything.
    pub fn minus(
        &self,
        other: &Observation,
        of: Quantity,
        paired: bool,
        confidence: f64,
    ) -> Result<Estimate, LabError> {
        match (self, other) {
            (Observation::Trace { sample: here }, Observation::Trace { sample: there })
            | (Observation::Sample { sample: here }, Observation::Sample { sample: there })
                if paired && here.len() == there.len() =>
            {
                mean(&differences(here, there), confidence)
            }
            (
                Observation::Calibration {
                    claimed: a,
                    realised: b,
                },
                Observation::Calibration {
                    claimed: c,
                    realised: d,
                },
            ) if a.len() == c.len() => {
                // All cells of an experiment have the same positions.
                let of = |claimed: &[f64], realised: &[f64]| match of {
                    Quantity::Claimed => claimed.to_vec(),
                    Quantity::Realised => realised.to_vec(),
                    _ => differences(claimed, realised),
                };
                mean(&differences(&of(a, b), &of(c, d)), confidence)
            }
            (
                Observation::Positions { found: here, .. },
                Observation::Positions { found: there, .. },
            ) => here.minus(there, confidence),
            // The same games, foretold by others.
            (
                Observation::Foretold { test, games, .. },
                Observation::Foretold {
                    test: other_test,
                    games: other_games,
                    ..
                },
            ) if test == other_test && games.len() == other_games.len() => {
                let [here, there] = [games, other_games].map(|games| ratios(games, of));
                match differences(&here, &there)[..] {
                    [] | [_] => Ok(Estimate::UNKNOWN),
                    ref numbers => mean(numbers, confidence),
                }
            }
            (
                Observation::Repeated {
                    scores: here,
                    pairs: games,
                },
                Observation::Repeated {
                    scores: there,
                    pairs: other_games,
                },
            ) if here.len() == there.len() => {
                let over_games = over_pairs(games, confidence)?;
                let over_games = over_games.minus(&over_pairs(other_games, confidence)?);
                let over_matches = mean(&differences(here, there), confidence)?;
                Ok(over_matches.widened_to(&over_games))
            }
            _ => {
                let there = other.quantity(of, confidence)?;
                Ok(self.quantity(of, confidence)?.minus(&there))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(right: u64, runs: u64) -> Estimate {
        let observation = Observation::Decision {
            runs,
            right,
            answers: BTreeMap::new(),
        };
        observation.estimate(0.95).unwrap()
    }

    #[test]
    fn intervals_stay_between_0_and_1_and_hold_their_value() {
        for (right, runs) in [(0, 10), (5, 10), (10, 10), (0, 1), (1, 1)] {
            let estimate = decision(right, runs);
            assert_eq!(estimate.value, right as f64 / runs as f64);
            assert!(0.0 <= estimate.low && estimate.low <= estimate.value);
            assert!(estimate.value <= estimate.high && estimate.high <= 1.0);
            assert!(estimate.low < estimate.high);
        }
        let nothing = decision(0, 0);
        assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
    }

    #[test]
    fn differences_agree_with_newcombes_examples() {
        // The first three are worked out in the paper; the last must be symmetric.
        for (a, b, low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((10, 10), (0, 10), 0.6075, 1.0),
            ((10, 10), (10, 10), -0.2775, 0.2775),
        ] {
            let difference = decision(a.0, a.1).minus(&decision(b.0, b.1));
            assert!(
                (difference.low - low).abs() < 1e-4,
                "{a:?} {b:?} {difference}"
            );
            assert!(
                (difference.high - high).abs() < 1e-4,
                "{a:?} {b:?} {difference}"
            );
        }
    }

    #[test]
    fn graded_results_count_as_they_are() {
        let graded = |points: &[f64]| {
            let observation = Observation::Match {
                tally: Tally::default(),
                first: Tally::default(),
                second: Tally::default(),
                pairs: Pentanomial::default(),
                graded: Some(points.to_vec()),
                test: None,
            };
            observation.estimate(0.95).unwrap()
        };
        let estimate = graded(&[0.9, 0.3]);
        assert!((estimate.value - 0.6).abs() < 1e-12);
        assert_eq!(
            (estimate.low, estimate.high),
            (0.0, 1.0),
            "Student's interval, cut to size"
        );
        let one = graded(&[0.9]);
        assert_eq!(
            (one.low, one.high),
            (0.0, 1.0),
            "one pair says nothing about its spread"
        );
    }

    #[test]
    fn learnings_are_compared_one_by_one() {
        let repeated = |scores: [f64; 4]| Observation::Repeated {
            scores: scores.to_vec(),
            // A thousand pairs each, so that it is the learnings that matter.
            pairs: Pentanomial::from_pair_scores(scores.iter().flat_map(|score| {
                (0..1000).map(move |i| [0.0, 2.0][usize::from(f64::from(i) < score * 1000.0)])
            }))
            .unwrap(),
        };
        // Four opponents of unlike strength, whom both meet.
        let (more, less) = (
            repeated([0.32, 0.55, 0.48, 0.81]),
            repeated([0.20, 0.45, 0.40, 0.70]),
        );
        let minus = |other: &Observation| more.minus(other, Quantity::Measure, false, 0.95);
        let difference = minus(&less).unwrap();
        assert!((difference.value - 0.1025).abs() < 1e-12, "{difference}");
        assert!(
            0.05 < difference.low && difference.high < 0.15,
            "{difference}"
        );
        // The same scores in another order are not the same difference.
        let crossed = minus(&repeated([0.70, 0.20, 0.45, 0.40])).unwrap();
        assert!((crossed.value - 0.1025).abs() < 1e-12, "{crossed}");
        assert!(crossed.low < -0.2 && crossed.high > 0.4, "{crossed}");
        // Differences that happen to be equal are not sure for that: games differ.
        let equal = minus(&repeated([0.22, 0.45, 0.38, 0.71])).unwrap();
        assert!((0.02..0.1).contains(&equal.low), "{equal}");
    }

    #[test]
    fn what_two_curves_share_does_not_blur_their_difference() {
        let trace = |sample: &[f64]| Observation::Trace {
            sample: sample.to_vec(),
        };
        // Long and short games, in all of which the one side is about three points ahead.
        let (ahead, behind) = (trace(&[10.0, 53.5, 31.5]), trace(&[7.0, 50.0, 29.0]));
        let paired = ahead.minus(&behind, Quantity::Measure, true, 0.95).unwrap();
        assert!((paired.value - 3.0).abs() < 1e-12);
        assert!(paired.low > 0.0, "{paired}");
        let apart = ahead
            .minus(&behind, Quantity::Measure, false, 0.95)
            .unwrap();
        assert!((apart.value - 3.0).abs() < 1e-12);
        assert!(apart.low < -50.0, "{apart}");
    }
}
