//! Every legal action with the same probability.

use yomi_core::{Discrete, Outcome, Policy, Rng, Scratch};

/// Chooses uniformly among the legal actions, by [`Discrete::random_action`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Discrete> Policy<G> for Uniform {
    #[inline]
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        game.random_action(state, &mut scratch.actions, rng)
    }

    #[inline]
    fn play(
        &self,
        game: &G,
        state: &mut G::State,
        plies: u32,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        game.play_randomly(state, plies, scratch, rng)
    }
}
