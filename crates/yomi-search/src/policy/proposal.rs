//! The first proposed action: the playout policy of games whose actions cannot be listed.

use yomi_core::{Policy, Proposes, Rng, Scratch};

/// Plays the first action of [`Proposes::propose`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Proposal;

impl<G: Proposes> Policy<G> for Proposal {
    #[inline]
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        _scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        game.propose(state, &[], rng)
            .expect("a game that is not over proposes at least one action")
    }
}
