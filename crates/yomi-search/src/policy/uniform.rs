//! Every legal action with the same probability.

use yomi_core::{Discrete, Policy, Rng, Scratch};

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
}
