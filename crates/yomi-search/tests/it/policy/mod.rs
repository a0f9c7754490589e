//! Playout policies: what they choose and how often.

mod batches;
mod choices;
mod priors;
mod settings;

use yomi_core::params::{Parameters, Spec};
use yomi_core::{Discrete, Evaluator, FirstValue, Game, Policy, Rng, Scratch, Seed};
use yomi_search::policy::PolicyParams;
use yomi_toy::TreeGame;

type State = <TreeGame as Game>::State;
type Action = <TreeGame as Game>::Action;

/// Knows what positions are worth, and leaves its rubbish in the shared buffers.
struct Oracle;

impl Evaluator<TreeGame> for Oracle {
    fn evaluate(
        &self,
        game: &TreeGame,
        state: &State,
        scratch: &mut Scratch<Action>,
        _: &mut Rng,
    ) -> FirstValue {
        game.actions(state, &mut scratch.actions);
        scratch.scores.clear();
        scratch.scores.push(-1.0);
        game.solve_from(state)
    }
}

const DRAWS: usize = 20_000;

/// How often each of the root's moves is chosen, in the order they are listed.
fn shares(game: &TreeGame, policy: &impl Policy<TreeGame>) -> Vec<f64> {
    let state = game.initial();
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(11).rng());
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut counts = vec![0; actions.len()];
    for _ in 0..DRAWS {
        let action = policy.choose(game, &state, &mut scratch, &mut rng);
        let place = actions.iter().position(|&legal| legal == action);
        counts[place.expect("a legal action")] += 1;
    }
    assert!(scratch.spare.len() <= 1, "buffers are given back");
    counts
        .iter()
        .map(|&count| f64::from(count) / DRAWS as f64)
        .collect()
}

/// Five standard deviations of a share near one half.
const TOLERANCE: f64 = 0.018;

fn assert_shares(game: &TreeGame, policy: &impl Policy<TreeGame>, expected: &[f64]) {
    let shares = shares(game, policy);
    let near = shares
        .iter()
        .zip(expected)
        .all(|(a, b)| (a - b).abs() < TOLERANCE);
    assert!(
        near && shares.len() == expected.len(),
        "{shares:?}, expected {expected:?}"
    );
}

/// Moves worth 0.3, 0.9, 0.1 (the game is over), 0.7 and 0.5 to the first player.
fn five_moves() -> TreeGame {
    let text = "(first a:(second x:0.3) b:(second x:0.9) c:0.1 d:(second x:0.7) e:(second x:0.5))";
    text.parse().unwrap()
}

fn settings(text: &str) -> PolicyParams {
    let mut spec: Spec = text.parse().unwrap();
    let params = PolicyParams::take(&mut spec.settings).unwrap();
    spec.settings.finish(&PolicyParams::table()).unwrap();
    params
}
