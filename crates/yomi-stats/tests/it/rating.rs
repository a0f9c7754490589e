//! Bradley–Terry ratings against an independent optimiser, and their edges.

use yomi_stats::StatsError;
use yomi_stats::cross_table::CrossTable;
use yomi_stats::elo::score_from_elo;
use yomi_stats::random::SplitMix64;
use yomi_stats::rating::{Rating, RatingList, rate};
use yomi_stats::score::{GameResult, Tally};

/// Player, opponent, and the wins, draws and losses of the player.
type Pairing = (usize, usize, u64, u64, u64);

fn rated(players: usize, results: &[Pairing]) -> RatingList {
    let mut table = CrossTable::new(players);
    for &(player, opponent, wins, draws, losses) in results {
        let tally = Tally {
            wins,
            draws,
            losses,
        };
        table.record(player, opponent, tally).unwrap();
    }
    rate(&table).unwrap()
}

fn assert_ratings(list: &RatingList, expected: &[(f64, f64)]) {
    assert_eq!(list.ratings().len(), expected.len());
    for (rating, &(elo, standard_error)) in list.ratings().iter().zip(expected) {
        assert!(
            (rating.elo - elo).abs() < 1e-4
                && (rating.standard_error - standard_error).abs() < 1e-4,
            "found {rating:?}, expected {elo} ± {standard_error}"
        );
    }
    let mean = list.ratings().iter().map(|rating| rating.elo).sum::<f64>();
    assert!(mean.abs() < 1e-8);
}

// scipy.optimize.minimize (BFGS, then Nelder-Mead) of the module's likelihood;
// errors from its second differences, numpy.linalg.inv, and centring.
#[test]
fn ratings_agree_with_scipy() {
    let pair = rated(2, &[(0, 1, 64, 20, 16)]);
    assert_ratings(
        &pair,
        &[(90.27890154, 19.71127592), (-90.27890154, 19.71127592)],
    );
    assert!((pair.difference(0, 1).unwrap().standard_error - 39.42255184).abs() < 1e-4);

    let three = rated(3, &[(0, 1, 6, 2, 2), (0, 2, 8, 1, 1), (1, 2, 4, 4, 2)]);
    assert_ratings(
        &three,
        &[
            (138.94341296, 60.37095124),
            (-25.49686872, 54.54008155),
            (-113.44654425, 58.05264800),
        ],
    );
    assert!((three.difference(0, 1).unwrap().standard_error - 99.33999476).abs() < 1e-4);
}

#[test]
fn a_perfect_score_rates_high_but_finite() {
    let list = rated(3, &[(0, 1, 10, 0, 0), (0, 2, 10, 0, 0), (1, 2, 3, 4, 3)]);
    assert_ratings(
        &list,
        &[
            (438.30479331, 166.99993164),
            (-219.15239665, 98.77896629),
            (-219.15239665, 98.77896629),
        ],
    );
    let crushed = rated(2, &[(0, 1, 1_000_000_000, 0, 0)]);
    let gap = crushed.difference(0, 1).unwrap();
    assert!(gap.elo > 1000.0 && gap.elo.is_finite());
    assert!(gap.standard_error > 50.0 && gap.standard_error.is_finite());
}

#[test]
fn groups_that_never_met_are_rated_apart() {
    let list = rated(4, &[(0, 1, 15, 0, 5), (2, 3, 8, 0, 12)]);
    assert_ratings(
        &list,
        &[
            (92.43921981, 182.58859),
            (-92.43921981, 182.58859),
            (-34.32809562, 181.51708),
            (34.32809562, 181.51708),
        ],
    );
    let within = list.difference(0, 1).unwrap();
    let across = list.difference(0, 2).unwrap();
    assert!(within.standard_error < 90.0);
    assert!(across.standard_error > 3.0 * within.standard_error);
}

#[test]
fn few_players_and_no_games() {
    assert_eq!(rated(0, &[]).ratings(), &[]);
    let alone = rated(1, &[]);
    assert_eq!(
        alone.ratings(),
        &[Rating {
            elo: 0.0,
            standard_error: 0.0
        }]
    );
    let idle = rated(3, &[(0, 1, 5, 0, 5)]);
    assert!(idle.ratings().iter().all(|rating| rating.elo.abs() < 1e-9));
    assert!(idle.ratings()[2].standard_error > idle.ratings()[0].standard_error);
    assert_eq!(
        idle.difference(0, 3),
        Err(StatsError::NoSuchPlayer {
            player: 3,
            players: 3
        })
    );
}

/// Counts at the edge of what doubles can hold give numbers or an error.
#[test]
fn absurd_counts_do_not_panic() {
    let mut table = CrossTable::new(3);
    let huge = Tally {
        wins: u64::MAX,
        draws: u64::MAX,
        losses: 1,
    };
    table.record(0, 1, huge).unwrap();
    table.record(1, 2, huge).unwrap();
    match rate(&table) {
        Ok(list) => assert!(list.ratings().iter().all(|rating| rating.elo.is_finite())),
        Err(error) => assert!(matches!(error, StatsError::NotConverged { .. })),
    }
}

/// Five players of known strength, 400 games per pairing: the errors, in units
/// of the stated standard errors, should be standard normal. Over 60 round
/// robins the mean square of the 300 errors lies within 0.75 and 1.25.
#[test]
fn standard_errors_are_honest() {
    let truth = [-200.0, -50.0, 0.0, 80.0, 170.0];
    let mut random = SplitMix64::new(5);
    let mut squares = Vec::new();
    for _ in 0..60 {
        let mut table = CrossTable::new(truth.len());
        for player in 0..truth.len() {
            for opponent in 0..player {
                let expected = score_from_elo(truth[player] - truth[opponent]);
                let mut tally = Tally::default();
                for _ in 0..400 {
                    tally.record(match random.next_unit() < expected {
                        true => GameResult::Win,
                        false => GameResult::Loss,
                    });
                }
                table.record(player, opponent, tally).unwrap();
            }
        }
        let list = rate(&table).unwrap();
        for (rating, elo) in list.ratings().iter().zip(truth) {
            squares.push(((rating.elo - elo) / rating.standard_error).powi(2));
        }
    }
    let mean_square = squares.iter().sum::<f64>() / squares.len() as f64;
    assert!((0.75..1.25).contains(&mean_square), "{mean_square}");
}
