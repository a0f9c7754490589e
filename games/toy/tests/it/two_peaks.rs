//! Two peaks: the noise decides which one to aim at, and nobody can foresee it.

use yomi_core::{Game, Notation, Outcome, Proposes, Seed};
use yomi_toy::TwoPeaks;
use yomi_toy::two_peaks::{Aim, Shot, payoff};

/// A bell curve blurred by normal noise is a wider, lower bell curve.
fn blurred(noise: f64, x: f64) -> f64 {
    let bell = |height: f64, centre: f64, width: f64| {
        let variance = width * width + noise * noise;
        height * width / variance.sqrt()
            * libm::exp(-(x - centre) * (x - centre) / (2.0 * variance))
    };
    bell(0.60, 0.30, 0.15) + bell(0.95, 0.90, 0.02)
}

#[test]
fn the_integral_agrees_with_the_closed_form() {
    for noise in [0.001, 0.02, 0.05, 0.2, 1.0] {
        let game = TwoPeaks { noise };
        for i in 0..=40 {
            let x = f64::from(i) / 40.0;
            let (integral, exact) = (game.expected_payoff(x), blurred(noise, x));
            assert!(
                (integral - exact).abs() < 1e-9,
                "noise {noise}, x {x}: {integral}, {exact}"
            );
        }
    }
}

#[test]
fn noise_moves_the_best_aim_from_the_spire_to_the_hill() {
    let (steady, steady_value) = TwoPeaks { noise: 0.0 }.best_aim();
    let (unsteady, unsteady_value) = TwoPeaks::default().best_aim();
    assert!((steady - 0.9).abs() < 0.001, "{steady}");
    assert!((unsteady - 0.3).abs() < 0.001, "{unsteady}");
    assert!((steady_value - 0.9502).abs() < 0.0001, "{steady_value}");
    assert!((unsteady_value - 0.5692).abs() < 0.0001, "{unsteady_value}");
    // The wrong aim costs a lot either way.
    assert!(TwoPeaks::default().expected_payoff(steady) < 0.36);
    assert!(payoff(unsteady) < 0.61);
}

#[test]
fn payoffs_lie_between_zero_and_one_everywhere() {
    for i in -2_000..=3_000 {
        assert!((0.0..=1.0).contains(&payoff(f64::from(i) / 1000.0)));
    }
}

#[test]
fn samples_average_to_the_expected_payoff() {
    let game = TwoPeaks::default();
    for x in [0.1, 0.3, 0.88] {
        let aim = Aim::new(x).unwrap();
        let samples = 20_000;
        let mut sum = 0.0;
        let mut rng = Seed::new(3).rng();
        for _ in 0..samples {
            let mut shot = game.initial();
            game.step(&mut shot, aim, &mut rng);
            sum += game.outcome(&shot).unwrap().value().0;
        }
        let mean = sum / f64::from(samples);
        // A payoff deviates by less than 0.4; five standard deviations of the mean are 0.014.
        assert!(
            (mean - game.expected_payoff(x)).abs() < 0.014,
            "{x}: {mean}"
        );
    }
}

#[test]
fn a_copied_state_foretells_nothing() {
    let game = TwoPeaks::default();
    let (state, aim) = (game.initial(), Aim::new(0.8).unwrap());
    let paid = |seed: u64| {
        let mut copy = state;
        game.step(&mut copy, aim, &mut Seed::new(seed).rng());
        copy
    };
    assert_eq!(state, Shot::Aiming);
    assert_eq!(paid(1), paid(1));
    let different: Vec<Shot> = (2..12).map(paid).filter(|&shot| shot != paid(1)).collect();
    assert_eq!(different.len(), 10);
}

#[test]
fn numbers_are_read_with_a_range_check() {
    let game = TwoPeaks::default();
    let read = |text| game.parse_action(&Shot::Aiming, text);
    for (text, x) in [
        ("0.25", 0.25),
        (" 1 ", 1.0),
        ("0", 0.0),
        ("-0", 0.0),
        ("5e-1", 0.5),
    ] {
        assert_eq!(read(text).map(Aim::get), Ok(x), "{text}");
    }
    for text in ["1.0001", "-0.1", "NaN", "inf", "half", "", "0,5"] {
        assert_eq!(
            read(text).unwrap_err().to_string(),
            format!("'{text}' is not a legal move here: expected a decimal number from 0 to 1")
        );
    }
    let mut over = game.initial();
    game.step(&mut over, Aim::new(0.3).unwrap(), &mut Seed::new(1).rng());
    assert!(game.parse_action(&over, "0.3").is_err());
    assert!(matches!(game.outcome(&over), Some(Outcome::Payoff(_))));
}

#[test]
fn proposals_spread_and_the_kernel_is_as_wide_as_the_noise() {
    let game = TwoPeaks::default();
    let mut rng = Seed::new(8).rng();
    let mut tried = Vec::new();
    for _ in 0..50 {
        tried.push(game.propose(&Shot::Aiming, &tried, &mut rng).unwrap());
    }
    let mut xs: Vec<f64> = tried.iter().map(|aim| aim.get()).collect();
    xs.sort_by(f64::total_cmp);
    assert!(xs.windows(2).all(|pair| pair[1] - pair[0] < 0.08), "{xs:?}");

    let kernel = |a, b| game.kernel(Aim::new(a).unwrap(), Aim::new(b).unwrap());
    assert!((kernel(0.5, 0.55) - libm::exp(-0.5)).abs() < 1e-9);
    assert!(kernel(0.1, 0.9) < 1e-9);
    let steady = TwoPeaks { noise: 0.0 };
    let [a, b] = [0.1, 0.2].map(|x| Aim::new(x).unwrap());
    assert_eq!((steady.kernel(a, a), steady.kernel(a, b)), (1.0, 0.0));
}
