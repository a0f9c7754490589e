//! A prior by an evaluation: moves weighed by the values of the positions they lead to.
//!
//! With the value `v(a)` of the position after move `a` for the player who makes it,
//!
//! `w(a) = (v(a) / (1 - v(a)))^(1/T)`,
//!
//! which for a logistic evaluation `v = 1 / (1 + exp(-e))` is a softmax of `e / T`: the temperature
//! counts in logarithms of odds. All successors are valued in one call
//! ([`Evaluator::evaluate_children`]), so that an evaluation that knows what a move changes is fast.
//!
//! Limits: evaluators that draw random numbers get always the same ones.

mod softmax;

pub use softmax::SoftmaxPrior;

use yomi_core::{Discrete, Evaluator, FirstValue, Prior, Scratch, Seed};

/// No value counts as surer than this.
const SUREST: f64 = 1e-4;

/// Weighs moves by an evaluation of the positions after them.
///
/// ```
/// use std::sync::Arc;
/// use yomi_core::{Deterministic, Discrete, Game, Prior, Scratch};
/// use yomi_search::prior::EvaluationPrior;
/// use yomi_toy::{ConnectFour, WindowEvaluator};
///
/// let prior = EvaluationPrior { evaluator: WindowEvaluator::default(), temperature: 0.2 };
/// let game = ConnectFour;
/// let (state, mut columns) = (game.initial(), Vec::new());
/// game.actions(&state, &mut columns);
/// let mut weights = vec![0.0; columns.len()];
/// prior.weigh(&game, &state, &columns, &mut weights, &mut Scratch::default());
/// assert!(weights[3] > weights[0], "the middle is worth more than the edge");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EvaluationPrior<E> {
    /// Values the successors.
    pub evaluator: E,
    /// By how much the logarithm of the odds must be worse for a move to weigh `e` times less.
    pub temperature: f64,
}

impl<G: Discrete, E: Evaluator<G>> Prior<G> for EvaluationPrior<E> {
    fn weigh(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        weights: &mut [f32],
        scratch: &mut Scratch<G::Action>,
    ) {
        let mover = game.to_move(state);
        let mut values = std::mem::take(&mut scratch.values);
        values.clear();
        values.resize(actions.len(), FirstValue::EVEN);
        let tracing = std::mem::take(&mut scratch.tracing);
        let mut rng = Seed::new(0).rng();
        self.evaluator
            .evaluate_children(game, state, actions, &mut values, scratch, &mut rng);
        scratch.tracing = tracing;
        let mut best = f64::NEG_INFINITY;
        for value in &mut values {
            let clear = value.to_mover(mover).0.clamp(SUREST, 1.0 - SUREST);
            value.0 = libm::log(clear / (1.0 - clear)) / self.temperature;
            best = best.max(value.0);
        }
        for (weight, value) in weights.iter_mut().zip(&values) {
            *weight = libm::exp(value.0 - best) as f32;
        }
        scratch.values = values;
    }
}
