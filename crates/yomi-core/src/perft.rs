//! Counting move paths: the standard test of a move generator.
//!
//! `perft(d)` is the number of move sequences of exactly `d` plies. Games that end earlier
//! contribute nothing to deeper counts (the convention of chess programming).

use crate::{Deterministic, Discrete};

/// The number of move sequences of `depth` plies from `state`.
pub fn perft<G: Discrete + Deterministic>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    count(game, state, &mut buffers)
}

/// The same, split by first action.
pub fn divide<G: Discrete + Deterministic>(
    game: &G,
    state: &G::State,
    depth: u32,
) -> Vec<(G::Action, u64)> {
    if depth == 0 || game.outcome(state).is_some() {
        return Vec::new();
    }
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    actions
        .into_iter()
        .map(|action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            (action, perft(game, &next, depth - 1))
        })
        .collect()
}

/// One buffer per remaining ply; the last ply is counted without being played.
fn count<G: Discrete + Deterministic>(
    game: &G,
    state: &G::State,
    buffers: &mut [Vec<G::Action>],
) -> u64 {
    let Some((actions, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    if game.outcome(state).is_some() {
        return 0;
    }
    game.actions(state, actions);
    if deeper.is_empty() {
        return actions.len() as u64;
    }
    actions
        .iter()
        .map(|&action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            count(game, &next, deeper)
        })
        .sum()
}
