//! The policies of curling playouts behind one type, so that a search is made the same way for each.

use yomi_core::continuous::{KindPolicy, Plan};
use yomi_curling::players::{Heuristic, HitOrDraw, Simple};
use yomi_curling::{Curling, Shot, State};

yomi_core::choices! {
    /// By what playouts choose.
    pub enum PolicyName {
        /// Draws to the tee and hits of the opponent's innermost stone.
        Simple = "simple",
        /// The hit if the opponent lies shot, else the draw.
        HitOrDraw = "hit-or-draw",
        /// Some eight shots from curling knowledge, with learned preferences.
        Heuristic = "heuristic",
    }
}

/// One of them.
#[derive(Clone, Debug)]
pub enum PlayoutPolicy {
    /// See [`Simple`].
    Simple(Simple),
    /// See [`HitOrDraw`].
    HitOrDraw(HitOrDraw),
    /// See [`Heuristic`].
    Heuristic(Heuristic),
}

impl KindPolicy<Curling> for PlayoutPolicy {
    fn kinds(&self) -> usize {
        match self {
            PlayoutPolicy::Simple(policy) => policy.kinds(),
            PlayoutPolicy::HitOrDraw(policy) => policy.kinds(),
            PlayoutPolicy::Heuristic(policy) => policy.kinds(),
        }
    }

    #[inline]
    fn consider(
        &self,
        game: &Curling,
        state: &State,
        plans: &mut Vec<Plan>,
        preferences: &mut Vec<f32>,
    ) {
        match self {
            PlayoutPolicy::Simple(policy) => policy.consider(game, state, plans, preferences),
            PlayoutPolicy::HitOrDraw(policy) => policy.consider(game, state, plans, preferences),
            PlayoutPolicy::Heuristic(policy) => policy.consider(game, state, plans, preferences),
        }
    }

    #[inline]
    fn action(&self, game: &Curling, state: &State, plan: Plan) -> Shot {
        match self {
            PlayoutPolicy::Simple(policy) => policy.action(game, state, plan),
            PlayoutPolicy::HitOrDraw(policy) => policy.action(game, state, plan),
            PlayoutPolicy::Heuristic(policy) => policy.action(game, state, plan),
        }
    }
}
