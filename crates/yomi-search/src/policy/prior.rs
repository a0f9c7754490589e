//! Play by a prior: actions are drawn with the prior's probabilities.
//!
//! `p(a) = w(a) / sum over b of w(b)`, where `w` are the weights of a [`Prior`] over the actions that
//! playouts draw from. With probabilities learned from games, playouts look like those games: B.
//! Bouzy and G. Chaslot, "Monte-Carlo Go reinforcement learning experiments", CIG 2006; R. Coulom,
//! "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30 (2007). No state is
//! copied and nothing evaluated; the cost per ply is that of listing and weighing the moves.

use super::lookahead::{drawn_by_weight, with_actions};
use yomi_core::{Discrete, Policy, Prior, Rng, Scratch};

/// Plays each action with the probability that a prior gives it; any, if it gives none at all.
#[derive(Clone, Copy, Debug)]
pub struct ByPrior<P> {
    /// Weighs the actions.
    pub prior: P,
}

impl<G: Discrete, P: Prior<G>> Policy<G> for ByPrior<P> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        with_actions(game, state, scratch, |actions, weights, scratch| {
            weights.clear();
            weights.resize(actions.len(), 1.0);
            self.prior.weigh(game, state, actions, weights, scratch);
            if weights.iter().all(|&weight| weight == 0.0) {
                weights.fill(1.0);
            }
            drawn_by_weight(actions, weights, rng)
        })
    }
}
