//! Policies that draw by a prior.

use super::{Action, DRAWS, Oracle, State, assert_shares, five_moves, settings, shares};
use std::sync::Arc;
use yomi_core::{Discrete, Evaluator, FirstValue, Game, Policy, Prior, Scratch, Seed};
use yomi_search::policy::{ByPrior, leaf_evaluator};
use yomi_toy::{CentrePrior, ConnectFour, TreeGame};

/// Weighs the listed moves by a table, and leaves its rubbish in the shared buffers.
struct Table([f32; 5]);

impl Prior<TreeGame> for Table {
    fn weigh(
        &self,
        game: &TreeGame,
        state: &State,
        actions: &[Action],
        weights: &mut [f32],
        scratch: &mut Scratch<Action>,
    ) {
        game.actions(state, &mut scratch.actions);
        scratch.scores.clear();
        for (action, weight) in actions.iter().zip(weights) {
            let place = scratch.actions.iter().position(|legal| legal == action);
            *weight = self.0[place.expect("a legal action")];
        }
    }
}

#[test]
fn priors_are_played_as_often_as_they_say() {
    // Chi-square with six degrees of freedom: 22.5 is exceeded once in a thousand.
    let board = ConnectFour.initial();
    let mut columns = Vec::new();
    ConnectFour.actions(&board, &mut columns);
    let policy = ByPrior { prior: CentrePrior };
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(12).rng());
    let mut counts = [0u32; 7];
    for _ in 0..DRAWS {
        let column = policy.choose(&ConnectFour, &board, &mut scratch, &mut rng);
        counts[columns.iter().position(|&c| c == column).unwrap()] += 1;
    }
    let weights = [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0];
    let chi_square: f64 = counts
        .iter()
        .zip(weights)
        .map(|(&count, weight)| {
            let expected = weight / 16.0 * DRAWS as f64;
            (f64::from(count) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi_square < 22.5, "{chi_square}: {counts:?}");

    let weights = ByPrior {
        prior: Table([1.0, 0.0, 6.0, 1.0, 0.0]),
    };
    assert_shares(&five_moves(), &weights, &[0.125, 0.0, 0.75, 0.125, 0.0]);
    assert_eq!(shares(&five_moves(), &weights)[1], 0.0);
    let nothing = ByPrior {
        prior: Table([0.0; 5]),
    };
    assert_shares(&five_moves(), &nothing, &[0.2; 5]);
}

#[test]
fn a_prior_needs_no_evaluator_unless_playouts_are_cut_off() {
    let build = |text, evaluator| {
        let prior: Arc<dyn Prior<TreeGame>> = Arc::new(Table([0.0, 1.0, 0.0, 0.0, 0.0]));
        leaf_evaluator(&settings(text), evaluator, Some(prior))
    };
    let value = |leaf: Box<dyn Evaluator<TreeGame>>| {
        let (game, mut rng) = (five_moves(), Seed::new(5).rng());
        leaf.evaluate(&game, &game.initial(), &mut Scratch::default(), &mut rng)
    };
    let oracle = || -> Option<Arc<dyn Evaluator<TreeGame>>> { Some(Arc::new(Oracle)) };
    assert_eq!(
        value(build("p:policy=prior", None).unwrap()),
        FirstValue(0.9)
    );
    let text = "p:policy=prior,playout_plies=1";
    assert_eq!(value(build(text, oracle()).unwrap()), FirstValue(0.9));
    assert_eq!(
        build(text, None).err().unwrap().to_string(),
        "parameter 'playout_plies': '1' is not possible without an evaluator: expected 'none'"
    );
    assert!(leaf_evaluator(&settings(text), oracle(), None).is_err());
}
