//! Hypothesis tests against SciPy.

use yomi_stats::StatsError;
use yomi_stats::hypothesis::{
    binomial_two_sided, chi_square_contingency, chi_square_goodness_of_fit, chi_square_of_score,
    two_proportion_z,
};

fn assert_close(found: f64, expected: f64, relative: f64) {
    assert!(
        (found - expected).abs() <= relative * expected.abs() + 1e-300,
        "found {found}, expected {expected}"
    );
}

// scipy.stats.binomtest(k, n, p).pvalue
#[test]
fn binomial_agrees_with_scipy() {
    for (successes, trials, probability, expected) in [
        (0, 10, 0.5, 0.001953125),
        (5, 10, 0.5, 1.0),
        (10, 10, 0.5, 0.001953125),
        (3, 10, 0.5, 0.34375),
        (7, 20, 0.2, 0.09822172861346881),
        (0, 20, 0.05, 0.6226463974646921),
        (1, 20, 0.3, 0.012775421309321397),
        (9, 10, 0.75, 0.46815013885498047),
        (520, 1000, 0.5, 0.2174482932041415),
        (480, 1000, 0.5, 0.2174482932041415),
        (0, 5, 0.0, 1.0),
        (5, 5, 1.0, 1.0),
        (1, 5, 0.0, 0.0),
        (12, 365, 1.0 / 30.0, 1.0),
    ] {
        let found = binomial_two_sided(successes, trials, probability).unwrap();
        assert_close(found, expected, 1e-11);
    }
    let long_match = binomial_two_sided(502_000, 1_000_000, 0.5).unwrap();
    assert_close(long_match, 6.3609337500788e-05, 1e-6);
}

/// The definition itself, summed: all counts not more probable than the observed.
#[test]
fn binomial_equals_its_definition() {
    let trials = 23u64;
    for probability in [0.1f64, 0.37, 0.5, 0.9] {
        let mut masses = vec![(1.0 - probability).powi(trials as i32)];
        for k in 0..trials {
            let ratio = (trials - k) as f64 / (k + 1) as f64 * probability / (1.0 - probability);
            masses.push(masses[k as usize] * ratio);
        }
        for observed in 0..=trials {
            let limit = masses[observed as usize] * (1.0 + 1e-7);
            let expected: f64 = masses.iter().filter(|&&mass| mass <= limit).sum();
            let found = binomial_two_sided(observed, trials, probability).unwrap();
            assert_close(found, expected.min(1.0), 1e-9);
        }
    }
}

#[test]
fn binomial_edges() {
    assert_eq!(binomial_two_sided(0, 0, 0.3), Ok(1.0));
    assert!(binomial_two_sided(3, 2, 0.5).is_err());
    assert!(binomial_two_sided(1, 2, 1.5).is_err());
    assert!(binomial_two_sided(1, 2, f64::NAN).is_err());
    let extreme = binomial_two_sided(u64::MAX, u64::MAX, 0.5).unwrap();
    assert!((0.0..=1.0).contains(&extreme));
}

// scipy.stats.chisquare(observed, numpy.array(p) * sum(observed))
#[test]
fn goodness_of_fit_agrees_with_scipy() {
    let sixth = 1.0 / 6.0;
    for (observed, probabilities, statistic, p_value) in [
        (
            &[16, 18, 16, 14, 12, 12][..],
            &[sixth; 6][..],
            2.0,
            0.8491450360846096,
        ),
        (
            &[30, 50, 20][..],
            &[0.25, 0.5, 0.25][..],
            2.0,
            0.36787944117144245,
        ),
        (
            &[100, 0, 0][..],
            &[0.9, 0.05, 0.05][..],
            11.11111111111111,
            0.0038659201394728067,
        ),
    ] {
        let test = chi_square_goodness_of_fit(observed, probabilities).unwrap();
        assert_close(test.statistic, statistic, 1e-12);
        assert_close(test.p_value, p_value, 1e-11);
        assert_eq!(test.degrees_of_freedom, observed.len() - 1);
    }
}

#[test]
fn goodness_of_fit_edges() {
    let nothing = chi_square_goodness_of_fit(&[0, 0], &[0.5, 0.5]).unwrap();
    assert_eq!((nothing.statistic, nothing.p_value), (0.0, 1.0));
    assert!(chi_square_goodness_of_fit(&[5], &[1.0]).is_err());
    assert!(matches!(
        chi_square_goodness_of_fit(&[5, 5], &[0.5, 0.25, 0.25]),
        Err(StatsError::WrongLength {
            expected: 2,
            found: 3,
            ..
        })
    ));
    assert!(matches!(
        chi_square_goodness_of_fit(&[5, 5], &[1.0, 0.0]),
        Err(StatsError::BadElement { index: 1, .. })
    ));
    assert!(matches!(
        chi_square_goodness_of_fit(&[5, 5], &[0.5, 0.6]),
        Err(StatsError::OutOfRange { .. })
    ));
}

// scipy.stats.chi2_contingency(table, correction=False)
#[test]
fn contingency_agrees_with_scipy() {
    for (table, statistic, degrees_of_freedom, p_value) in [
        (
            vec![vec![10, 10, 20], vec![20, 20, 20]],
            2.7777777777777777,
            2,
            0.24935220877729622,
        ),
        (
            vec![vec![12, 5], vec![3, 9]],
            5.85483193277311,
            1,
            0.015534341414683461,
        ),
        (
            vec![vec![3, 7, 11], vec![4, 4, 9], vec![20, 1, 2], vec![5, 6, 7]],
            30.650637179951104,
            6,
            2.955415272799844e-05,
        ),
        (
            vec![vec![50, 0], vec![0, 50]],
            100.0,
            1,
            1.5239706048320995e-23,
        ),
    ] {
        let test = chi_square_contingency(&table).unwrap();
        assert_close(test.statistic, statistic, 1e-12);
        assert_eq!(test.degrees_of_freedom, degrees_of_freedom);
        assert_close(test.p_value, p_value, 1e-10);
    }
}

#[test]
fn contingency_edges() {
    let empty: [[u64; 2]; 0] = [];
    assert!(chi_square_contingency(&empty).is_err());
    assert!(chi_square_contingency(&[[1, 2]]).is_err());
    assert!(chi_square_contingency(&[[1], [2]]).is_err());
    assert!(chi_square_contingency(&[vec![1, 2], vec![3]]).is_err());
    assert!(matches!(
        chi_square_contingency(&[[1, 0], [2, 0]]),
        Err(StatsError::BadElement {
            what: "column sum",
            index: 1,
            ..
        })
    ));
    assert!(chi_square_contingency(&[[1, 2], [0, 0]]).is_err());
}

// p = (a+b)/(n+m); z = (a/n - b/m) / sqrt(p (1-p) (1/n + 1/m)); 2 * scipy.stats.norm.sf(|z|)
#[test]
fn two_proportions_agree_with_scipy() {
    for (a, n, b, m, z, p_value) in [
        (60, 100, 45, 100, 2.1239769762143657, 0.033672068856345855),
        (1, 50, 8, 60, -2.159397979367551, 0.030819304531726693),
        (0, 30, 30, 30, -7.745966692414835, 9.485737571073745e-15),
        (0, 10, 0, 20, 0.0, 1.0),
        (10, 10, 20, 20, 0.0, 1.0),
    ] {
        let test = two_proportion_z(a, n, b, m).unwrap();
        assert_close(test.z, z, 1e-12);
        assert_close(test.p_value, p_value, 1e-9);
    }
    assert!(two_proportion_z(0, 0, 1, 2).is_err());
    assert!(two_proportion_z(3, 2, 1, 2).is_err());
}

/// The z test squared is the chi-square test of the 2 x 2 table.
#[test]
fn z_and_chi_square_agree() {
    let z_test = two_proportion_z(60, 100, 45, 90).unwrap();
    let chi_square = chi_square_contingency(&[[60, 40], [45, 45]]).unwrap();
    assert_close(z_test.z.powi(2), chi_square.statistic, 1e-12);
    assert_close(z_test.p_value, chi_square.p_value, 1e-9);
}

/// The four tables of the paper on State-Tree MCTS: 800 games each, with the p-values it prints.
#[test]
fn scores_of_matches_are_tested_as_the_paper_does() {
    for (rate, statistic, p_value, printed) in [
        (0.617, 43.8048, 3.62814e-11, 4e-11),
        (0.552, 8.6528, 0.00326559, 0.003),
        (0.665, 87.12, 1.02133e-20, 8e-21),
        (0.557, 10.3968, 0.00126234, 0.001),
    ] {
        let test = chi_square_of_score(800.0 * rate, 800, 0.5).unwrap();
        assert_close(test.statistic, statistic, 1e-9);
        assert_close(test.p_value, p_value, 1e-5);
        // The rates it prints have three digits, which moves its p-values by some tenths.
        assert!((test.p_value / printed).ln().abs() < 0.3, "{rate}");
    }
    let whole = chi_square_goodness_of_fit(&[60, 40], &[0.5, 0.5]).unwrap();
    assert_eq!(chi_square_of_score(60.0, 100, 0.5).unwrap(), whole);
    assert_eq!(chi_square_of_score(0.0, 0, 0.5).unwrap().p_value, 1.0);
    for (points, games, rate) in [(1.5, 1, 0.5), (-1.0, 1, 0.5), (1.0, 1, 1.0), (1.0, 1, 0.0)] {
        assert!(chi_square_of_score(points, games, rate).is_err());
    }
    assert!(chi_square_of_score(f64::NAN, 1, 0.5).is_err());
}
