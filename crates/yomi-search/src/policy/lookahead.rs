//! Functions shared by policies that choose from a list: one-ply lookahead, drawing by weight.

use yomi_core::{Discrete, Evaluator, FirstValue, Rng, Scratch};

/// Passes the value of the position after each action, for the player who makes it, to `see`.
#[inline]
pub fn rate_all<G: Discrete, E: Evaluator<G>>(
    game: &G,
    state: &G::State,
    actions: &mut [G::Action],
    evaluator: &E,
    (scratch, rng): (&mut Scratch<G::Action>, &mut Rng),
    see: impl FnMut(G::Action, f32, &mut Rng),
) {
    let as_listed = |_: &mut [G::Action], _: usize, _: &mut Rng| {};
    let buffers = (scratch, rng);
    rate_drawn(
        game,
        state,
        actions,
        actions.len(),
        as_listed,
        evaluator,
        buffers,
        see,
    );
}

/// The same for `count` of the actions: `draw` puts the one that shall be the next into its place.
///
/// Each action is drawn, valued and seen before the next is drawn, unless the evaluator
/// [prefers batches](Evaluator::prefers_batches): then all are drawn, valued in one call, and seen.
#[inline]
#[allow(clippy::too_many_arguments)]
pub fn rate_drawn<G: Discrete, E: Evaluator<G>>(
    game: &G,
    state: &G::State,
    actions: &mut [G::Action],
    count: usize,
    mut draw: impl FnMut(&mut [G::Action], usize, &mut Rng),
    evaluator: &E,
    (scratch, rng): (&mut Scratch<G::Action>, &mut Rng),
    mut see: impl FnMut(G::Action, f32, &mut Rng),
) {
    if !evaluator.prefers_batches() {
        for next in 0..count {
            draw(actions, next, rng);
            let action = actions[next];
            let value = successor_value(game, state, action, evaluator, scratch, rng);
            see(action, value, rng);
        }
        return;
    }
    for next in 0..count {
        draw(actions, next, rng);
    }
    let mover = game.to_move(state);
    let drawn = &actions[..count];
    let mut values = std::mem::take(&mut scratch.values);
    values.clear();
    values.resize(count, FirstValue::EVEN);
    evaluator.evaluate_children(game, state, drawn, &mut values, scratch, rng);
    for (&action, value) in drawn.iter().zip(&values) {
        see(action, value.to_mover(mover).0 as f32, rng);
    }
    scratch.values = values;
}

/// The value of the position after `action` for the player who makes it.
#[inline]
fn successor_value<G: Discrete, E: Evaluator<G>>(
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
