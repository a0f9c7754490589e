//! Playouts to the end of the end.
//!
//! The value of a position is the chance to win with the score that the end comes to when both
//! sides play it out by a policy, with all their noise. One sample: the mean of many is the value
//! under the policy. A position between two ends is worth its chance to win at once.

use crate::{Curling, Shot, State};
use yomi_core::{Evaluator, FirstValue, Game as _, Policy, Rng, Scratch};

/// Plays the end out by a policy and takes the chance to win from there
/// ([`Curling::win_probability`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct EndPlayout<P>(
    /// The policy of both sides.
    pub P,
);

impl<P: Policy<Curling>> Evaluator<Curling> for EndPlayout<P> {
    fn evaluate(
        &self,
        game: &Curling,
        state: &State,
        scratch: &mut Scratch<Shot>,
        rng: &mut Rng,
    ) -> FirstValue {
        let mut state = *state;
        let end = state.end;
        while state.shot > 0 && state.end == end {
            let shot = self.0.choose(game, &state, scratch, rng);
            game.step(&mut state, shot, rng);
        }
        game.win_probability(&state)
    }
}
