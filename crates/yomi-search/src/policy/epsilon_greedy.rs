//! Epsilon-greedy play.
//!
//! With probability `epsilon` a uniformly random legal action; otherwise `argmax of v(a)` over
//! all of them. Unlike softmax, the random move does not depend on the evaluation.

use super::lookahead::{rate_all, with_actions};
use yomi_core::{Discrete, Evaluator, Policy, Rng, Scratch};

/// Plays the action whose successor is rated highest for the mover, one of them at random if
/// several are; but with probability `epsilon` a uniformly random action.
#[derive(Clone, Copy, Debug)]
pub struct EpsilonGreedy<E> {
    /// Share of random moves.
    pub epsilon: f64,
    /// Rates the successors.
    pub evaluator: E,
}

impl<G: Discrete, E: Evaluator<G>> Policy<G> for EpsilonGreedy<E> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        if rng.unit() < self.epsilon {
            return game.random_action(state, &mut scratch.actions, rng);
        }
        with_actions(game, state, scratch, |actions, _, scratch| {
            let mut best = (actions[0], f32::NEG_INFINITY);
            let mut equals = 0;
            let see = |action, value, rng: &mut Rng| {
                if value > best.1 {
                    best = (action, value);
                    equals = 1;
                } else if value == best.1 {
                    // The k-th of equals takes the place with probability 1/k: all are as likely.
                    equals += 1;
                    if rng.below(equals) == 0 {
                        best.0 = action;
                    }
                }
            };
            let buffers = (scratch, rng);
            rate_all(game, state, actions, &self.evaluator, buffers, see);
            best.0
        })
    }
}
