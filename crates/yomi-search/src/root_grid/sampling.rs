//! Playouts by a policy over kinds of actions: Monte Carlo without a tree.
//!
//! A plan of preference `V(a)` is drawn with probability `exp(V(a)/T) / sum over b of exp(V(b)/T)`; all are
//! as likely where the policy has no preferences.

use super::PartPlayout;
use crate::policy::drawn_by_weight;
use yomi_core::continuous::{KindPolicy, Parts, Plan};
use yomi_core::{FirstValue, Rng};

yomi_core::parameters! {
    /// Settings of playouts by a policy over kinds of actions.
    pub struct SamplingParams {
        /// Temperature of the softmax by which the policy's preferences choose; no matter where it has none.
        pub temperature: f64 = 0.8, in 0.001 ..= 1000.0;
    }
}

/// Plays on by a policy alone: draws from the softmax of its preferences, or evenly if it has none.
pub struct Sampling<P> {
    policy: P,
    params: SamplingParams,
    plans: Vec<Plan>,
    preferences: Vec<f32>,
}

impl<P> Sampling<P> {
    /// Playouts by this policy.
    pub fn new(params: SamplingParams, policy: P) -> Sampling<P> {
        Sampling {
            policy,
            params,
            plans: Vec::new(),
            preferences: Vec::new(),
        }
    }
}

impl<G: Parts, P: KindPolicy<G>> PartPlayout<G> for Sampling<P> {
    fn begin(&mut self, _: &G, _: &G::State) {}

    fn play(
        &mut self,
        game: &G,
        start: &G::State,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> FirstValue {
        while !game.part_is_over(start, state) {
            let (plans, preferences) = (&mut self.plans, &mut self.preferences);
            self.policy.consider(game, state, plans, preferences);
            let plan = match preferences.is_empty() {
                true => plans[rng.below(plans.len() as u32) as usize],
                false => {
                    softmax(preferences, self.params.temperature);
                    drawn_by_weight(plans, preferences, rng)
                }
            };
            let action = self.policy.action(game, state, plan);
            game.step(state, action, rng);
        }
        game.value_between_parts(state)
    }
}

/// Makes probabilities of preferences.
pub(crate) fn softmax(preferences: &mut [f32], temperature: f64) {
    let greatest = preferences
        .iter()
        .copied()
        .fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for preference in &mut *preferences {
        *preference = libm::expf((*preference - greatest) / temperature as f32);
        sum += *preference;
    }
    preferences.iter_mut().for_each(|share| *share /= sum);
}
