//! Functions shared by policies that choose from a list: one-ply lookahead, drawing by weight.

use yomi_core::{Discrete, Evaluator, Rng, Scratch};

/// The value of the position after `action` for the player who makes it.
#[inline]
pub fn successor_value<G: Discrete, E: Evaluator<G>>(
    game: &G,
    state: &G::State,
    action: G::Action,
    evaluator: &E,
    scratch: &mut Scratch<G::Action>,
    rng: &mut Rng,
) -> f32 {
    let mut next = state.clone();
    game.step(&mut next, action, rng);
    let value = match game.outcome(&next) {
        Some(outcome) => outcome.value(),
        None => evaluator.evaluate(game, &next, scratch, rng),
    };
    value.to_mover(game.to_move(state)).0 as f32
}

/// Lists the legal actions into borrowed buffers, lets `choose` pick one, and returns the buffers.
///
/// The evaluator that `choose` calls shares the scratch, so the list cannot lie in
/// `scratch.actions`; and what it plays inside its own head is no part of the playout's trace.
#[inline]
pub fn with_actions<G: Discrete>(
    game: &G,
    state: &G::State,
    scratch: &mut Scratch<G::Action>,
    choose: impl FnOnce(&mut [G::Action], &mut Vec<f32>, &mut Scratch<G::Action>) -> G::Action,
) -> G::Action {
    let (mut actions, mut scores) = scratch.spare.pop().unwrap_or_default();
    let tracing = std::mem::replace(&mut scratch.tracing, false);
    game.playout_actions(state, &mut actions);
    let chosen = match actions[..] {
        [only] => only,
        _ => choose(&mut actions, &mut scores, scratch),
    };
    scratch.tracing = tracing;
    scratch.spare.push((actions, scores));
    chosen
}

/// One of the actions, each with a probability in proportion to its weight.
#[inline]
pub fn drawn_by_weight<A: Copy>(actions: &[A], weights: &[f32], rng: &mut Rng) -> A {
    let mut total = 0.0;
    for &weight in weights {
        total += f64::from(weight);
    }
    let mut left = rng.unit() * total;
    for (&action, &weight) in actions.iter().zip(weights) {
        left -= f64::from(weight);
        if left < 0.0 {
            return action;
        }
    }
    // Only rounding can lead here.
    actions[actions.len() - 1]
}
