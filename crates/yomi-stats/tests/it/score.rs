//! Tallies and pair counts: arithmetic, edges, and their stored form.

use yomi_stats::StatsError;
use yomi_stats::score::{GameResult, Pentanomial, Tally};

const TALLY: Tally = Tally {
    wins: 5,
    draws: 3,
    losses: 2,
};

#[test]
fn tally_counts_points() {
    assert_eq!(TALLY.games(), 10);
    assert_eq!(TALLY.score(), 6.5);
    assert_eq!(TALLY.rate(), Some(0.65));
    // (5 + 3/4) / 10 - 0.65²
    assert!((TALLY.variance_per_game().unwrap() - 0.1525).abs() < 1e-15);
    assert_eq!(TALLY.reversed().rate(), Some(0.35));
}

#[test]
fn recording_is_counting() {
    let mut tally = Tally::default();
    for (result, times) in [
        (GameResult::Win, 5),
        (GameResult::Draw, 3),
        (GameResult::Loss, 2),
    ] {
        for _ in 0..times {
            tally.record(result);
        }
    }
    assert_eq!(tally, TALLY);
    assert_eq!(tally + TALLY, [TALLY, TALLY].into_iter().sum());
}

#[test]
fn uniform_results_have_no_variance() {
    for (tally, rate) in [
        (
            Tally {
                wins: 7,
                ..Tally::default()
            },
            1.0,
        ),
        (
            Tally {
                draws: 7,
                ..Tally::default()
            },
            0.5,
        ),
        (
            Tally {
                losses: 7,
                ..Tally::default()
            },
            0.0,
        ),
    ] {
        assert_eq!(tally.rate(), Some(rate));
        assert_eq!(tally.variance_per_game(), Some(0.0));
    }
    assert_eq!(Tally::default().rate(), None);
    assert_eq!(Tally::default().variance_per_game(), None);
}

#[test]
fn every_pair_of_results_finds_its_cell() {
    use GameResult::{Draw, Loss, Win};
    let mut pairs = Pentanomial::default();
    for first in [Loss, Draw, Win] {
        for second in [Loss, Draw, Win] {
            pairs.record(first, second);
        }
    }
    assert_eq!(pairs.counts, [1, 2, 3, 2, 1]);
    assert_eq!(pairs.games(), 18);
    assert_eq!(pairs.mean_per_game(), Some(0.5));
    // numpy.var([0, .25, .25, .5, .5, .5, .75, .75, 1])
    assert!((pairs.variance_per_pair().unwrap() - 0.083_333_333_333_333_33).abs() < 1e-15);
}

#[test]
fn pair_scores_are_checked() {
    let pairs = Pentanomial::from_pair_scores([0.0, 0.5, 1.5, 1.5, 2.0]).unwrap();
    assert_eq!(pairs.counts, [1, 1, 0, 2, 1]);
    assert_eq!(pairs.reversed().counts, [1, 2, 0, 1, 1]);
    for wrong in [-0.5, 0.25, 2.5, f64::NAN] {
        assert!(matches!(
            Pentanomial::from_pair_scores([wrong]),
            Err(StatsError::OutOfRange { .. })
        ));
    }
}

#[test]
fn huge_counts_neither_overflow_nor_leave_the_unit_interval() {
    let full = Tally {
        wins: u64::MAX,
        draws: u64::MAX,
        losses: u64::MAX,
    };
    assert_eq!((full + full).games(), u64::MAX);
    assert_eq!(full.rate(), Some(0.5));
    let pairs = Pentanomial {
        counts: [u64::MAX; 5],
    };
    assert_eq!((pairs + pairs).pairs(), u64::MAX);
    assert_eq!(pairs.mean_per_game(), Some(0.5));
    let interval = yomi_stats::interval::tally_score(&full, 0.95).unwrap();
    assert!(interval.contains(0.5));
}

#[test]
fn the_stored_form_is_plain() {
    let stored = serde_json::to_string(&TALLY).unwrap();
    assert_eq!(stored, r#"{"wins":5,"draws":3,"losses":2}"#);
    assert_eq!(serde_json::from_str::<Tally>(&stored).unwrap(), TALLY);

    let pairs = Pentanomial {
        counts: [1, 2, 3, 4, 5],
    };
    let stored = serde_json::to_string(&pairs).unwrap();
    assert_eq!(stored, "[1,2,3,4,5]");
    assert_eq!(serde_json::from_str::<Pentanomial>(&stored).unwrap(), pairs);
    assert!(serde_json::from_str::<Pentanomial>("[1,2,3]").is_err());
}
