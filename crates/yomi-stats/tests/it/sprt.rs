//! The sequential test: likelihood ratios against an independent optimiser, and
//! error rates in simulated matches.

use yomi_stats::StatsError;
use yomi_stats::elo::score_from_elo;
use yomi_stats::pair_scores::PairScores;
use yomi_stats::random::SplitMix64;
use yomi_stats::score::{GameResult, Pentanomial};
use yomi_stats::sprt::{Sprt, SprtParameters, SprtVerdict};

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(SprtParameters {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
    })
    .unwrap()
}

/// Found by scipy.optimize.minimize(method="SLSQP") of -Σ p̂ ln p over the five
/// probabilities, constrained to Σ p = 1 and Σ p x = s, with 1e-3 in empty
/// cells; confirmed to 12 digits by solving the KKT equations in mpmath.
#[test]
fn likelihood_ratio_agrees_with_a_constrained_optimiser() {
    for (counts, elo0, elo1, expected) in [
        ([50, 400, 1000, 550, 100], 0.0, 10.0, 14.898462675083302),
        ([10, 40, 100, 40, 10], -5.0, 5.0, 0.0),
        ([100, 1200, 3000, 1150, 90], 0.0, 2.0, -2.0889689980267723),
        ([3, 0, 8, 0, 2], 0.0, 20.0, -0.20306131090355748),
        ([0, 0, 0, 0, 30], 0.0, 10.0, 0.8511007009574683),
        ([0, 0, 50, 0, 0], 0.0, 10.0, -1.4520449524418216),
        ([0, 0, 0, 0, 1_000_000], 0.0, 10.0, 28368.160106014537),
    ] {
        let found = sprt(elo0, elo1).log_likelihood_ratio(&Pentanomial { counts });
        let tolerance = 1e-8 * (1.0 + f64::abs(expected));
        assert!(
            (found - expected).abs() < tolerance,
            "{counts:?}: found {found}, expected {expected}"
        );
    }
}

#[test]
fn bounds_are_walds() {
    let test = Sprt::new(SprtParameters {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.1,
    })
    .unwrap();
    assert!((test.lower_bound() - (0.1f64 / 0.95).ln()).abs() < 1e-15);
    assert!((test.upper_bound() - (0.9f64 / 0.05).ln()).abs() < 1e-15);
    let symmetric = sprt(0.0, 5.0);
    assert!((symmetric.upper_bound() - 2.94443897916644).abs() < 1e-12);
}

#[test]
fn verdicts_follow_the_score() {
    let test = sprt(0.0, 10.0);
    let losing = Pentanomial {
        counts: [100, 550, 1000, 400, 50],
    };
    assert_eq!(test.verdict(&losing), SprtVerdict::AcceptH0);
    assert_eq!(test.verdict(&losing.reversed()), SprtVerdict::AcceptH1);
    let short = Pentanomial {
        counts: [1, 2, 4, 2, 1],
    };
    assert_eq!(test.verdict(&short), SprtVerdict::Continue);
    assert_eq!(test.log_likelihood_ratio(&Pentanomial::default()), 0.0);
}

#[test]
fn one_sided_and_extreme_results_stay_finite() {
    for (elo0, elo1) in [(0.0, 5.0), (-2000.0, 2000.0), (-400.0, -399.0)] {
        let test = sprt(elo0, elo1);
        for cell in 0..5 {
            for count in [1, 1000, u64::MAX] {
                let mut pairs = Pentanomial::default();
                pairs.counts[cell] = count;
                let llr = test.log_likelihood_ratio(&pairs);
                assert!(llr.is_finite(), "{elo0} {elo1} {pairs:?}: {llr}");
            }
        }
    }
}

#[test]
fn parameters_are_checked() {
    let good = SprtParameters {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };
    assert!(Sprt::new(good).is_ok());
    assert_eq!(
        Sprt::new(SprtParameters { elo0: 5.0, ..good }),
        Err(StatsError::HypothesesNotOrdered {
            elo0: 5.0,
            elo1: 5.0
        })
    );
    for bad in [0.0, 0.5, 1.0, -0.05, f64::NAN] {
        assert!(Sprt::new(SprtParameters { alpha: bad, ..good }).is_err());
        assert!(Sprt::new(SprtParameters { beta: bad, ..good }).is_err());
    }
    for bad in [f64::NAN, f64::INFINITY, 5000.0] {
        assert!(Sprt::new(SprtParameters { elo1: bad, ..good }).is_err());
    }
}

#[test]
fn stored_tests_are_checked_when_read() {
    let stored = serde_json::to_string(&sprt(0.0, 5.0)).unwrap();
    assert_eq!(
        stored,
        r#"{"elo0":0.0,"elo1":5.0,"alpha":0.05,"beta":0.05}"#
    );
    assert_eq!(
        serde_json::from_str::<Sprt>(&stored).unwrap(),
        sprt(0.0, 5.0)
    );
    let reversed = r#"{"elo0":5.0,"elo1":0.0,"alpha":0.05,"beta":0.05}"#;
    let message = serde_json::from_str::<Sprt>(reversed)
        .unwrap_err()
        .to_string();
    assert!(message.contains("expected elo0 < elo1"), "{message}");
}

/// One game with 30 % draws and the given expected score.
fn simulated_game(random: &mut SplitMix64, expected: f64) -> GameResult {
    let draw = 0.3;
    let roll = random.next_unit();
    if roll < draw {
        GameResult::Draw
    } else if roll < expected + draw / 2.0 {
        GameResult::Win
    } else {
        GameResult::Loss
    }
}

/// The share of simulated matches, at the true difference `elo`, in which the
/// test accepts H1, and their average length in pairs.
fn acceptance_of_h1(test: &Sprt, elo: f64, matches: u32, seed: u64) -> (f64, f64) {
    // The opening favours the first player by this much, so that the two games
    // of a pair depend on each other.
    const OPENING_BIAS: f64 = 0.15;
    let mut random = SplitMix64::new(seed);
    let expected = score_from_elo(elo);
    let (mut accepted, mut length) = (0, 0);
    for _ in 0..matches {
        let mut pairs = Pentanomial::default();
        let verdict = loop {
            pairs.record(
                simulated_game(&mut random, expected + OPENING_BIAS),
                simulated_game(&mut random, expected - OPENING_BIAS),
            );
            match test.verdict(&pairs) {
                SprtVerdict::Continue => {}
                decided => break decided,
            }
        };
        accepted += u32::from(verdict == SprtVerdict::AcceptH1);
        length += pairs.pairs();
    }
    (
        f64::from(accepted) / f64::from(matches),
        length as f64 / f64::from(matches),
    )
}

/// 1500 matches under either hypothesis at α = β = 0.05. The standard error of
/// a rate is 0.0056; errors above 0.067 (three of them) would show a ratio that
/// is too large, below 0.02 one that is too small and wastes games.
#[test]
fn error_rates_are_as_promised() {
    let test = sprt(0.0, 40.0);
    let (false_positive, length_h0) = acceptance_of_h1(&test, 0.0, 1500, 11);
    let (true_positive, length_h1) = acceptance_of_h1(&test, 40.0, 1500, 12);
    let false_negative = 1.0 - true_positive;
    assert!(
        (0.02..0.067).contains(&false_positive),
        "false positives {false_positive} after {length_h0} pairs"
    );
    assert!(
        (0.02..0.067).contains(&false_negative),
        "false negatives {false_negative} after {length_h1} pairs"
    );
    // Wald's approximation of the expected length, (1-2α) ln((1-α)/α) / drift
    // with drift (s1-s0)² / 2σ² per pair. A simulated game of expected score e
    // has variance e - 0.075 - e², which makes 0.0755 for the mean of a pair.
    let drift = (score_from_elo(40.0) - 0.5).powi(2) / (2.0 * 0.0755);
    let expected_length = 0.9 * 2.944 / drift;
    for length in [length_h0, length_h1] {
        let ratio = length / expected_length;
        assert!((0.9..1.2).contains(&ratio), "{length} vs {expected_length}");
    }
}

/// Between the hypotheses either answer is right, and in the middle they are
/// about equally likely.
#[test]
fn the_middle_is_undecided() {
    let (share, _) = acceptance_of_h1(&sprt(0.0, 60.0), 30.0, 400, 13);
    assert!((0.4..0.6).contains(&share), "{share}");
}

/// The expected ratio was found by bisection of θ itself, as the formula on the page has it.
#[test]
fn graded_pairs_are_weighed_by_their_own_scores() {
    let mut pairs = PairScores::default();
    for (score, count) in [
        (0.0, 20),
        (0.1095, 6),
        (0.3905, 7),
        (0.5, 60),
        (0.6095, 9),
        (0.8905, 8),
        (1.0, 40),
    ] {
        (0..count).for_each(|_| pairs.record(score).unwrap());
    }
    assert_eq!(pairs.pairs(), 150);
    let status = sprt(0.0, 35.0).status_of_scores(&pairs);
    assert!((status.llr - 3.1912847993972).abs() < 1e-9, "{status:?}");
    assert_eq!(status.verdict, SprtVerdict::AcceptH1);
}

#[test]
fn pairs_without_grades_are_weighed_alike_either_way() {
    let test = sprt(0.0, 35.0);
    let mut scores = PairScores::default();
    let mut pairs = Pentanomial::default();
    for cell in [0, 4, 4, 2, 3, 1, 2, 4] {
        scores.record(Pentanomial::CELL_SCORES[cell]).unwrap();
        pairs.counts[cell] += 1;
        assert_eq!(test.status_of_scores(&scores), test.status(&pairs));
    }
}
