//! Self-play learns something that wins games.

use std::sync::Arc;
use yomi_core::{Discrete, Encode, Game, Player, Policy, Scratch, Seed};
use yomi_learn::{LinearValue, SelfPlay, SelfPlayParams};
use yomi_search::policy::{EpsilonGreedy, Uniform};
use yomi_toy::ConnectFour;

/// Score of a greedy player with this value against random moves, both sides played equally.
fn score_against_random(value: &LinearValue, games: u64) -> f64 {
    let game = ConnectFour;
    let greedy = EpsilonGreedy {
        epsilon: 0.0,
        evaluator: Arc::new(value.clone()),
    };
    let mut score = 0.0;
    for number in 0..games {
        let learner = Player::BOTH[number as usize % 2];
        let mut rng = Seed::new(99).index(number / 2).rng();
        let mut scratch = Scratch::default();
        let mut state = game.initial();
        while game.outcome(&state).is_none() {
            let action = if game.to_move(&state) == learner {
                greedy.choose(&game, &state, &mut scratch, &mut rng)
            } else {
                Uniform.choose(&game, &state, &mut scratch, &mut rng)
            };
            game.step(&mut state, action, &mut rng);
        }
        score += game.outcome(&state).unwrap().value().to_mover(learner).0;
    }
    score / games as f64
}

#[test]
fn a_few_thousand_games_make_a_player() {
    let game = ConnectFour;
    let params = SelfPlayParams {
        games: 3_000,
        ..SelfPlayParams::default()
    };
    let mut value = LinearValue::zero(game.feature_count());
    let before = score_against_random(&value, 200);
    let curve = SelfPlay::new(params).train(&game, &mut value, Seed::new(1));
    let after = score_against_random(&value, 200);
    assert_eq!(curve.len(), 20);
    assert!(curve[19].loss < 0.69, "{curve:?}");
    assert!(
        after > 0.95 && after > before,
        "{before} before, {after} after"
    );
}

#[test]
fn the_same_seed_learns_the_same_weights() {
    let game = ConnectFour;
    let train = |seed| {
        let params = SelfPlayParams {
            games: 50,
            ..SelfPlayParams::default()
        };
        let mut value = LinearValue::zero(game.feature_count());
        SelfPlay::new(params).train(&game, &mut value, Seed::new(seed));
        value
    };
    assert_eq!(train(1), train(1));
    assert_ne!(train(1), train(2));
}

#[test]
fn mirrored_positions_learn_alike_and_sides_are_opposite() {
    // The features fold mirror images together, so the value must not tell them apart.
    use yomi_core::{Evaluator, Symmetric};
    let game = ConnectFour;
    let params = SelfPlayParams {
        games: 300,
        ..SelfPlayParams::default()
    };
    let mut value = LinearValue::zero(game.feature_count());
    SelfPlay::new(params).train(&game, &mut value, Seed::new(1));
    let mut rng = Seed::new(2).rng();
    let mut scratch = Scratch::default();
    let mut state = game.initial();
    for _ in 0..8 {
        let action = game.random_action(&state, &mut Vec::new(), &mut rng);
        game.step(&mut state, action, &mut rng);
        if game.outcome(&state).is_some() {
            break;
        }
        let mirror = game.transform_state(&state, 1);
        let mut look = |state| value.evaluate(&game, state, &mut scratch, &mut rng.clone());
        let (a, b) = (look(&state), look(&mirror));
        assert!((a.0 - b.0).abs() < 1e-6, "{a:?} {b:?}");
    }
}
