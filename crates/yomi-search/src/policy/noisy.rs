//! Greedy play by an evaluation with added noise.
//!
//! `a = argmax of v(a) + sigma * z(a)` with independent standard normal `z(a)`. Moves of similar value
//! are played equally often, much worse ones hardly ever, and the total probability of many bad moves
//! grows more slowly with their number than under softmax.

use super::lookahead::{rate_all, with_actions};
use yomi_core::{Discrete, Evaluator, Policy, Rng, Scratch};

/// Plays the action whose successor's rating plus Gaussian noise is highest. With `sigma = 0` it
/// is greedy, and of equals the one listed first is played.
#[derive(Clone, Copy, Debug)]
pub struct Noisy<E> {
    /// Standard deviation of the noise, in units of expected score.
    pub sigma: f64,
    /// Rates the successors.
    pub evaluator: E,
}

impl<G: Discrete, E: Evaluator<G>> Policy<G> for Noisy<E> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        with_actions(game, state, scratch, |actions, _, scratch| {
            let mut best = (actions[0], f64::NEG_INFINITY);
            let see = |action, value, rng: &mut Rng| {
                let blurred = f64::from(value) + self.sigma * rng.normal();
                if blurred > best.1 {
                    best = (action, blurred);
                }
            };
            let buffers = (scratch, rng);
            rate_all(game, state, actions, &self.evaluator, buffers, see);
            best.0
        })
    }
}
