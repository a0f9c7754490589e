//! Softmax (Boltzmann) play: better moves are played more often.
//!
//! `p(a) = exp(v(a) / T) / sum over b of exp(v(b) / T)`. The temperature `T` is in units of the
//! evaluation, which is an expected score in `0..=1`: at `T = 0.1` a move that looks 0.1 better is
//! `e` times as likely. `T -> 0` is greedy play, `T -> infinity` uniform play.

use super::lookahead::{drawn_by_weight, rate_all, with_actions};
use yomi_core::{Discrete, Evaluator, Policy, Rng, Scratch};

/// Plays each action with a probability that grows exponentially with its successor's rating.
#[derive(Clone, Copy, Debug)]
pub struct Softmax<E> {
    /// How much worse, in expected score, a move must look to be `e` times rarer. Not positive
    /// counts as the smallest temperature there is: greedy play.
    pub temperature: f64,
    /// Rates the successors.
    pub evaluator: E,
}

impl<G: Discrete, E: Evaluator<G>> Policy<G> for Softmax<E> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        with_actions(game, state, scratch, |actions, scores, scratch| {
            scores.clear();
            let mut best = f32::NEG_INFINITY;
            let see = |_, value: f32, _: &mut Rng| {
                best = best.max(value);
                scores.push(value);
            };
            let buffers = (&mut *scratch, &mut *rng);
            rate_all(game, state, actions, &self.evaluator, buffers, see);
            // Relative to the best, no exponential can overflow and at least one is 1.
            let temperature = self.temperature.max(1e-9);
            for score in scores.iter_mut() {
                *score = libm::exp(f64::from(*score - best) / temperature) as f32;
            }
            drawn_by_weight(actions, scores, rng)
        })
    }
}
