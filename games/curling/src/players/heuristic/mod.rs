//! The heuristic policy: shots from curling knowledge, chosen by a softmax over learned weights.
//!
//! A position has some eight shots ([`generate`]) of 24 kinds ([`ShotKind`]), each described by
//! [`features`]; the preference for a shot is the sum of their weights. In playouts only the shot
//! that is chosen is aimed. A shot of a record is taught as the generated one with the same spin, meant to
//! touch a stone or not as the recorded one does, whose velocity is nearest in `2 (dvx)^2 + (dvy)^2`
//! ([`Heuristic::matching`]); where there is none, nothing is learned ([`Teaching`]).
//!
//! Reference: K. Ohto and T. Tanaka, "Applying Monte Carlo tree search to curling AI", 2016. The paper
//! names the shots by their purpose only; which are generated when is our choice.

mod features;
mod generate;
mod kinds;
mod passes;
mod teaching;

pub use kinds::ShotKind;

use crate::players::situation::Situation;
use crate::{Curling, Shot, State};
use features::View;
use generate::{PLANS, decoded, targets};
use kinds::Call;
pub(crate) use passes::Passes;
use std::sync::Arc;
pub use teaching::Teaching;
use yomi_core::continuous::{KindPolicy, Plan};
use yomi_core::{FeatureGroup, FeatureLists};

/// The policy with its weights.
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// One for each feature; none if all shots are as good.
    weights: Option<Arc<[f32]>>,
}

impl Heuristic {
    /// The number of features.
    pub const FEATURES: usize = features::COUNT;

    /// The policy without preferences.
    pub fn untaught() -> Heuristic {
        Heuristic { weights: None }
    }

    /// The policy with these weights; `None` unless there is one for each feature.
    pub fn new(weights: Vec<f32>) -> Option<Heuristic> {
        (weights.len() == Heuristic::FEATURES).then(|| Heuristic {
            weights: Some(weights.into()),
        })
    }

    /// The features by group.
    pub fn groups() -> Vec<FeatureGroup> {
        features::groups()
    }

    /// The plans of a position.
    pub fn plans(game: &Curling, state: &State) -> Vec<Plan> {
        let mut plans = Vec::new();
        generate::generate(&Situation::new(game, state), &mut plans);
        plans
    }

    /// The throws that would be called in a position, the most preferred first.
    pub fn calls(&self, game: &Curling, state: &State) -> impl Iterator<Item = Shot> {
        let (mut plans, mut preferences) = (Vec::new(), Vec::new());
        self.consider(game, state, &mut plans, &mut preferences);
        let mut order: Vec<usize> = (0..plans.len()).collect();
        if !preferences.is_empty() {
            order.sort_by(|&a, &b| preferences[b].total_cmp(&preferences[a]));
        }
        order
            .into_iter()
            .map(move |index| self.action(game, state, plans[index]))
    }

    /// Replaces `lists` by the features of some plans of a position.
    pub fn encode(&self, game: &Curling, state: &State, plans: &[Plan], lists: &mut FeatureLists) {
        let situation = Situation::new(game, state);
        let view = View::new(&situation);
        lists.clear();
        for &plan in plans {
            view.each(call(state, plan), |feature| lists.push(feature as u32));
            lists.end_action();
        }
    }

    /// The kind of shot that a plan stands for.
    pub fn kind(plan: Plan) -> ShotKind {
        decoded(plan.kind).0
    }

    /// The number of the plan that a throw was, as far as can be told; `None` if it was none of them.
    pub fn matching(
        &self,
        game: &Curling,
        state: &State,
        plans: &[Plan],
        thrown: Shot,
    ) -> Option<usize> {
        let number = usize::from(state.shot);
        let after = game.simulate(&state.stones, number, thrown).stones;
        let mut others = state.stones.iter();
        let touches = others.any(|(other, at)| after.get(other) != Some(at));
        let mut nearest: Option<(usize, f64)> = None;
        for (index, &plan) in plans.iter().enumerate() {
            let (kind, spin) = decoded(plan.kind);
            if spin != thrown.spin || kind.aims_at_contact() != touches {
                continue;
            }
            let apart = self.action(game, state, plan).velocity - thrown.velocity;
            let distance = 2.0 * apart.x * apart.x + apart.y * apart.y;
            if nearest.is_none_or(|(_, least)| distance < least) {
                nearest = Some((index, distance));
            }
        }
        nearest.map(|(index, _)| index)
    }
}

/// The shot of a plan, with the stones it is about.
#[inline]
fn call(state: &State, plan: Plan) -> Call {
    let (kind, spin) = decoded(plan.kind);
    let (target, second) = targets(plan.detail);
    Call {
        kind,
        spin,
        target: state.stones.get(target),
        second: state.stones.get(second),
    }
}

impl KindPolicy<Curling> for Heuristic {
    fn kinds(&self) -> usize {
        PLANS
    }

    fn consider(
        &self,
        game: &Curling,
        state: &State,
        plans: &mut Vec<Plan>,
        preferences: &mut Vec<f32>,
    ) {
        let situation = Situation::new(game, state);
        generate::generate(&situation, plans);
        preferences.clear();
        let Some(weights) = &self.weights else { return };
        let view = View::new(&situation);
        for &plan in &*plans {
            let mut sum = 0.0;
            view.each(call(state, plan), |feature| sum += weights[feature]);
            preferences.push(sum);
        }
    }

    fn action(&self, game: &Curling, state: &State, plan: Plan) -> Shot {
        call(state, plan).aimed(game.world)
    }
}
