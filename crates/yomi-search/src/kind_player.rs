//! A policy over kinds of actions as a player.
//!
//! It plays the plan that the policy prefers most and reports all plans in the order of their preference, each with
//! its probability in the softmax at a temperature `T`: `exp(V(a)/T) / sum over b of exp(V(b)/T)`. A policy without
//! preferences gives all plans the same probability.
//!
//! Limits: nothing is simulated, so positions have no value, and temperature changes the probabilities alone.

use crate::root_grid::{SamplingParams, softmax};
use std::time::Instant;
use yomi_core::continuous::KindPolicy;
use yomi_core::{Game, MoveReport, Report, Request, Search};

/// Plays what a policy over kinds of actions prefers.
pub struct KindPlayer<P> {
    policy: P,
    params: SamplingParams,
}

impl<P> KindPlayer<P> {
    /// A player by this policy.
    pub fn new(params: SamplingParams, policy: P) -> KindPlayer<P> {
        KindPlayer { policy, params }
    }
}

impl<G: Game, P: KindPolicy<G>> Search<G> for KindPlayer<P> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        _: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let started = Instant::now();
        let (mut plans, mut shares) = (Vec::new(), Vec::new());
        self.policy.consider(game, state, &mut plans, &mut shares);
        match shares.is_empty() {
            true => shares = vec![1.0 / plans.len() as f32; plans.len()],
            false => softmax(&mut shares, self.params.temperature),
        }
        let priced = plans.iter().zip(shares).map(|(&plan, share)| MoveReport {
            prior: Some(f64::from(share)),
            ..MoveReport::new(self.policy.action(game, state, plan))
        });
        let allowed = |entry: &MoveReport<G::Action>| {
            request.only.is_empty() || request.only.contains(&entry.action)
        };
        let mut moves: Vec<_> = priced.filter(allowed).collect();
        // Of moves that it does not consider, each is as good as another.
        if moves.is_empty() {
            moves.extend(request.only.iter().map(|&action| MoveReport::new(action)));
        }
        let share = |entry: &MoveReport<G::Action>| entry.prior.unwrap_or_default();
        moves.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let best = moves[0].action;
        Report {
            moves,
            elapsed: started.elapsed(),
            ..Report::new(best, request.seed)
        }
    }
}
