//! Settings as text: each builds the policy that it names, and says what it lacks.

use super::{DRAWS, Oracle, TOLERANCE, settings};
use std::sync::Arc;
use yomi_core::params::Parameters;
use yomi_core::{Evaluator, Game, Scratch, Seed};
use yomi_search::policy::{PolicyKind, PolicyParams, leaf_evaluator};
use yomi_toy::TreeGame;

#[test]
fn every_setting_builds_what_it_says() {
    let game: TreeGame = "(first a:(second x:0.25 y:1) b:(second x:0 y:0.75))"
        .parse()
        .unwrap();
    let state = game.initial();
    // The mean over playouts tells the policies apart.
    let cases = [
        ("p", 0.5),
        ("p:policy=best-of,best_of=2", 0.25),
        ("p:policy=epsilon-greedy,epsilon=0", 0.25),
        ("p:policy=noisy,sigma=0", 0.25),
        ("p:policy=softmax,temperature=0.0001", 0.25),
        // Uniform first move, then perfect knowledge: the mean of 0.25 and 0.
        ("p:playout_plies=1", 0.125),
        ("p:playout_plies=0", 0.25),
        ("p:policy=best-of,best_of=1,playout_plies=1", 0.125),
        ("p:max_plies=1", 0.5),
    ];
    for (text, expected) in cases {
        let evaluator: Arc<dyn Evaluator<TreeGame>> = Arc::new(Oracle);
        let leaf = leaf_evaluator(&settings(text), Some(evaluator), None).unwrap();
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(5).rng());
        let total: f64 = (0..DRAWS)
            .map(|_| leaf.evaluate(&game, &state, &mut scratch, &mut rng).0)
            .sum();
        let mean = total / DRAWS as f64;
        assert!(
            (mean - expected).abs() < TOLERANCE,
            "{text}: {mean}, expected {expected}"
        );
    }
}

#[test]
fn settings_that_need_an_evaluator_say_so() {
    assert!(leaf_evaluator::<TreeGame>(&settings("p:best_of=9"), None, None).is_ok());
    let cases = [
        (
            "p:policy=softmax",
            "parameter 'policy': 'softmax' is not possible without an evaluator: expected 'uniform'",
        ),
        (
            "p:policy=prior",
            "parameter 'policy': 'prior' is not possible without a prior: expected 'uniform'",
        ),
        (
            "p:playout_plies=4",
            "parameter 'playout_plies': '4' is not possible without an evaluator: expected 'none'",
        ),
    ];
    for (text, message) in cases {
        let error = leaf_evaluator::<TreeGame>(&settings(text), None, None)
            .err()
            .unwrap();
        assert_eq!(error.to_string(), message);
    }
    let mut params = PolicyParams::default();
    let error = params.set("policy", "greedy").unwrap_err().to_string();
    assert!(
        error.contains("uniform, best-of, softmax, epsilon-greedy, noisy, prior"),
        "{error}"
    );
    assert_eq!(params.policy, PolicyKind::Uniform);
}
