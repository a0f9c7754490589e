//! Best-of-n: draw `n` actions, play the one with the best evaluation.
//!
//! `a = argmax over D of v(a)`, where `D` is a random sample of `min(n, |A|)` *distinct* legal
//! actions (drawn without replacement). `n = 1` is uniform play, `n >= |A|` greedy play: one
//! whole number sets the strength, and the cost per ply is bounded by `n` evaluations however many
//! moves there are. This is why it suits games with hundreds of moves, such as Blokus.

use super::lookahead::{rate_drawn, with_actions};
use yomi_core::{Discrete, Evaluator, Policy, Rng, Scratch};

/// Draws `n` distinct legal actions (all, if there are fewer) and plays the one whose successor
/// the evaluator rates highest for the mover. Of equals the one drawn first is played, which
/// makes ties random.
#[derive(Clone, Copy, Debug)]
pub struct BestOf<E> {
    /// The number of actions drawn; 0 counts as 1.
    pub n: u32,
    /// Rates the successors.
    pub evaluator: E,
}

impl<G: Discrete, E: Evaluator<G>> Policy<G> for BestOf<E> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        if self.n <= 1 {
            return game.random_action(state, &mut scratch.actions, rng);
        }
        with_actions(game, state, scratch, |actions, _, scratch| {
            let drawn = actions.len().min(self.n as usize);
            let mut best = (actions[0], f32::NEG_INFINITY);
            // The first steps of a Fisher-Yates shuffle: distinct draws, no bookkeeping.
            let draw = |actions: &mut [G::Action], next: usize, rng: &mut Rng| {
                let left = (actions.len() - next) as u32;
                actions.swap(next, next + rng.below(left) as usize);
            };
            let see = |action, value, _: &mut Rng| {
                if value > best.1 {
                    best = (action, value);
                }
            };
            let (rater, buffers) = (&self.evaluator, (scratch, rng));
            rate_drawn(game, state, actions, drawn, draw, rater, buffers, see);
            best.0
        })
    }
}
