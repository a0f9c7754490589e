//! Moves valued in one call are chosen as if they were valued one by one.

use super::{Action, Oracle, State};
use std::sync::Arc;
use yomi_core::{Evaluator, FirstValue, Game, Policy, Rng, Scratch, Seed};
use yomi_search::policy::{BestOf, EpsilonGreedy, Noisy, Softmax};
use yomi_toy::TreeGame;

/// The oracle in batches only.
struct BatchedOracle;

impl Evaluator<TreeGame> for BatchedOracle {
    fn evaluate(
        &self,
        _: &TreeGame,
        _: &State,
        _: &mut Scratch<Action>,
        _: &mut Rng,
    ) -> FirstValue {
        panic!("asked for one position");
    }

    fn evaluate_children(
        &self,
        game: &TreeGame,
        state: &State,
        actions: &[Action],
        values: &mut [FirstValue],
        scratch: &mut Scratch<Action>,
        rng: &mut Rng,
    ) {
        Oracle.evaluate_children(game, state, actions, values, scratch, rng);
    }

    fn prefers_batches(&self) -> bool {
        true
    }
}

/// The policies that look ahead, by this evaluator.
fn looking_ahead<E>(evaluator: &Arc<E>) -> [Box<dyn Policy<TreeGame>>; 4]
where
    E: Evaluator<TreeGame> + 'static,
{
    let evaluator = || Arc::clone(evaluator);
    [
        Box::new(BestOf {
            n: 3,
            evaluator: evaluator(),
        }),
        Box::new(Softmax {
            temperature: 0.3,
            evaluator: evaluator(),
        }),
        Box::new(EpsilonGreedy {
            epsilon: 0.2,
            evaluator: evaluator(),
        }),
        Box::new(Noisy {
            sigma: 0.3,
            evaluator: evaluator(),
        }),
    ]
}

#[test]
fn batches_change_no_choice() {
    // With ties, so that greedy play draws between two values.
    let text = "(first a:(second x:0.3) b:(second x:0.9) c:0.1 d:(second x:0.9) e:(second x:0.5))";
    let game: TreeGame = text.parse().unwrap();
    let state = game.initial();
    let choices = |policy: &dyn Policy<TreeGame>| {
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(5).rng());
        let choose = |_| policy.choose(&game, &state, &mut scratch, &mut rng);
        (0..500).map(choose).collect::<Vec<_>>()
    };
    let alone = looking_ahead(&Arc::new(Oracle));
    let batched = looking_ahead(&Arc::new(BatchedOracle));
    for (one, two) in alone.iter().zip(&batched) {
        assert_eq!(choices(&**one), choices(&**two));
    }
}
