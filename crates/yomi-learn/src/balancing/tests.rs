//! The gradient against numeric differences, and convergence to known values, on trees whose playouts can be listed.

use super::options::psi;
use super::*;
use crate::softmax::shares;
use yomi_core::{Deterministic as _, Discrete as _, Notation as _, Scratch};
use yomi_toy::TreeGame;

type Branch = <TreeGame as Game>::Action;
type Node = <TreeGame as Game>::State;

/// A feature for each letter, and one for each letter and player.
struct Letters;

const LETTERS: u32 = 26;

impl Options<TreeGame> for Letters {
    fn count(&self) -> usize {
        3 * LETTERS as usize
    }

    fn options(&self, game: &TreeGame, state: &Node, scratch: &mut Scratch<Branch>) {
        let Scratch {
            actions,
            move_features: lists,
            ..
        } = scratch;
        game.actions(state, actions);
        lists.clear();
        for &action in actions.iter() {
            let text = game.format_action(state, action);
            let letter = u32::from(text.as_bytes()[0] - b'a');
            lists.push(letter);
            lists.push(LETTERS * (1 + game.to_move(state).index() as u32) + letter);
            lists.end_action();
        }
    }

    fn plies(&self) -> u32 {
        100
    }

    fn reward(&self, game: &TreeGame, _: &Node, end: &Node) -> f64 {
        game.outcome(end).expect("the game is over").value().0
    }
}

/// The mean reward from a node, and the mean of `(z - mean) sum_t psi`: by looking at every game.
fn listed(game: &TreeGame, theta: &[f32], root: &Node, mean: f64) -> (f64, Vec<f64>) {
    struct Path {
        probability: f64,
        psi: Vec<(u32, f32)>,
    }
    let (mut value, mut gradient) = (0.0, vec![0.0; theta.len()]);
    let mut left = vec![(
        *root,
        Path {
            probability: 1.0,
            psi: Vec::new(),
        },
    )];
    let (mut scratch, mut chances) = (Scratch::default(), Vec::new());
    while let Some((state, path)) = left.pop() {
        if game.outcome(&state).is_some() {
            let reward = Letters.reward(game, root, &state);
            value += path.probability * reward;
            for (feature, amount) in path.psi {
                let share = path.probability * (reward - mean) * f64::from(amount);
                gradient[feature as usize] += share;
            }
            continue;
        }
        Letters.options(game, &state, &mut scratch);
        let lists = &scratch.move_features;
        shares(lists, theta, &mut chances);
        for (number, &action) in scratch.actions.iter().enumerate() {
            let mut further = Path {
                probability: path.probability * f64::from(chances[number]),
                psi: path.psi.clone(),
            };
            psi(lists, &chances, number, &mut further.psi);
            let mut child = state;
            game.apply(&mut child, action);
            left.push((child, further));
        }
    }
    (value, gradient)
}

/// Every game has three plies.
const EVEN: &str = "(first a:(second a:(first a:first b:second) b:(first c:draw d:second)) \
                    b:(second c:(first a:second b:first c:draw) d:(first a:first d:draw)))";

fn some_weights() -> Vec<f32> {
    let weights = (0..3 * LETTERS).map(|i| (i * 37 % 19) as f32 / 10.0 - 0.9);
    weights.collect()
}

#[test]
fn the_gradient_is_that_of_the_mean_reward() {
    let game: TreeGame = EVEN.parse().unwrap();
    let root = game.initial();
    let theta = some_weights();
    let mean = listed(&game, &theta, &root, 0.0).0;
    // Whatever is taken from the reward changes nothing.
    for baseline in [0.0, mean] {
        let gradient = listed(&game, &theta, &root, baseline).1;
        let mut moving = 0;
        for (feature, found) in gradient.into_iter().enumerate() {
            let shifted = |step: f32| {
                let mut theta = theta.clone();
                theta[feature] += step;
                listed(&game, &theta, &root, 0.0).0
            };
            let numeric = (shifted(0.01) - shifted(-0.01)) / 0.02;
            assert!(
                (numeric - found).abs() < 1e-4,
                "{feature}: {numeric} {found}"
            );
            moving += u32::from(numeric.abs() > 1e-3);
        }
        assert!(moving > 6);
    }
}

#[test]
fn playouts_give_the_same_mean_and_gradient() {
    let game: TreeGame = EVEN.parse().unwrap();
    let root = game.initial();
    let theta = some_weights();
    let (mean, listed) = listed(&game, &theta, &root, 0.5);
    let mut sampler = Sampler::new(&game, &Letters, &theta);
    let mut rng = Seed::new(1).rng();
    let count = 200_000;
    let sample = sampler.sample(&root, count, &mut rng);
    let noise = (sample.variance / f64::from(count)).sqrt();
    assert!(
        (sample.mean - mean).abs() < 5.0 * noise,
        "{sample:?} {mean}"
    );
    let gradient = sampler.gradient((&root, 0.5), count, &mut rng);
    assert!(gradient.is_sorted_by_key(|&(feature, _)| feature));
    let mut found = vec![0.0; theta.len()];
    for (feature, amount) in gradient {
        found[feature as usize] = f64::from(amount);
    }
    for (found, listed) in found.iter().zip(&listed) {
        // All games have three plies.
        assert!((found - listed / 3.0).abs() < 0.003, "{found} {listed}");
    }
}

/// Who always plays `w` plays perfectly.
const KNOWN: &str =
    "(first w:(second w:(first w:first x:second) x:first) x:(second w:second x:first))";

fn learner(workers: usize) -> BalancingLearner<TreeGame> {
    let game: TreeGame = KNOWN.parse().unwrap();
    let root = game.initial();
    let mut actions = Vec::new();
    game.actions(&root, &mut actions);
    let after = actions.iter().map(|&action| {
        let mut child = root;
        game.apply(&mut child, action);
        child
    });
    let states = std::iter::once(root).chain(after);
    let valued: Vec<Valued<Node>> = states
        .map(|state| Valued {
            value: game.solve_from(&state).0,
            state,
        })
        .collect();
    let params = BalancingParams {
        epochs: 200,
        batch: 3,
        rate: 0.1,
        playouts: 20,
        gradients: 20,
        test_playouts: 400,
        ..BalancingParams::default()
    };
    let weights = vec![0.0; Options::count(&Letters)];
    let write = |theta: &[f32], _: &str| format!("{theta:?}").into_bytes();
    let examples = [valued.clone(), valued];
    BalancingLearner::new(
        Arc::new(game),
        Arc::new(Letters),
        params,
        examples,
        weights,
        write,
    )
    .with_seed(Seed::new(3), workers)
}

#[test]
fn mean_rewards_converge_to_the_minimax_values() {
    let mut learner = learner(2);
    let before = learner.test();
    assert!(before.squared > 0.1, "{before:?}");
    for number in 0..200 {
        let mut rng = Seed::new(number).rng();
        let number = number as u32;
        learner.epoch(Epoch { number, of: 200 }, &mut rng);
    }
    let after = learner.test();
    assert!(after.squared < 0.005, "{after:?}");
    let theta = learner.theta();
    let [w, x] = [b'w', b'x'].map(|letter| theta[usize::from(letter - b'a')]);
    assert!(w > x + 0.5);
}

#[test]
fn threads_change_nothing() {
    let learned = |workers: usize| {
        let mut learner = learner(workers);
        for number in 0..5 {
            let mut rng = Seed::new(1).index(number.into()).rng();
            learner.epoch(Epoch { number, of: 5 }, &mut rng);
        }
        (learner.theta().to_vec(), learner.test())
    };
    assert_eq!(learned(1), learned(3));
}

#[test]
fn noise_is_taken_from_the_error() {
    // A coin: every playout is off by a half, the mean by nothing.
    let game: TreeGame = "(first a:first b:second)".parse().unwrap();
    let tests = vec![
        Valued {
            state: game.initial(),
            value: 0.5,
        };
        400
    ];
    let params = BalancingParams {
        test_playouts: 10,
        ..BalancingParams::default()
    };
    let weights = vec![0.0; Options::count(&Letters)];
    let parts = [Vec::new(), tests];
    let learner = BalancingLearner::new(
        Arc::new(game),
        Arc::new(Letters),
        params,
        parts,
        weights,
        |_, _| Vec::new(),
    );
    let error = learner.test();
    assert!((error.squared - 0.025).abs() < 0.008, "{error:?}");
    assert!(
        error.corrected.abs() < 0.008 && error.bias.abs() < 0.03,
        "{error:?}"
    );
}
