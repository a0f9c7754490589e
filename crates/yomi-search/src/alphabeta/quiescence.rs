//! Quiescence: where the search ends, play on until the position is quiet enough to evaluate.
//!
//! `q(s) = max(e(s), max over loud a of q(s after a))` for the side to move: it may take the
//! evaluation `e` or try to do better by a loud move, up to a limited number of plies.

use super::MAX_PLY;
use super::node::{Found, Searcher};
use super::score;
use yomi_core::{Deterministic, Discrete, Game, Player};

/// Says which moves are too loud to evaluate a position before them: captures, checks, threats.
///
/// Where the search would evaluate, the side to move may either take the evaluation (*stand pat*)
/// or play on with one of these; so they must never be worse than nothing by rule, as a forced
/// capture would be.
pub trait Quiescence<G: Game>: Send + Sync {
    /// Replaces the contents of `actions` by the loud ones among the legal actions, those to be
    /// tried first in front.
    fn loud(&self, game: &G, state: &G::State, actions: &mut Vec<G::Action>);
}

impl<G: Discrete + Deterministic> Searcher<'_, G> {
    /// The value of a position too deep to search: the evaluation, or better by loud moves.
    pub fn quiet(
        &mut self,
        state: &G::State,
        mover: Player,
        plies_left: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        self.evaluations += 1;
        let mut rng = self.rng.clone();
        let value = self
            .evaluator
            .evaluate(self.game, state, self.scratch, &mut rng);
        let mut best = Found {
            score: score::from_value(value.to_mover(mover)),
            complete: false,
        };
        let Some(quiescence) = self.quiescence else {
            return Some(best);
        };
        if best.score >= beta || plies_left == 0 || ply >= MAX_PLY {
            return Some(best);
        }
        let floor = alpha;
        let mut alpha = alpha.max(best.score);
        quiescence.loud(self.game, state, &mut self.plies[ply].actions);
        for index in 0..self.plies[ply].actions.len() {
            let action = self.plies[ply].actions[index];
            let mut next = state.clone();
            self.game.apply(&mut next, action);
            let score = self.visit_quiet(&next, mover, plies_left - 1, ply + 1, alpha, beta)?;
            if score > best.score {
                best.score = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        // A win by loud moves is a win; anything less competes with moves not looked at.
        best.complete = score::is_win(best.score) && best.score > floor;
        Some(best)
    }

    /// [`Searcher::visit`] among loud moves.
    fn visit_quiet(
        &mut self,
        state: &G::State,
        viewer: Player,
        plies_left: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.enter()?;
        if let Some(outcome) = self.game.outcome(state) {
            return Some(score::from_outcome(outcome, viewer, ply));
        }
        let mover = self.game.to_move(state);
        if mover == viewer {
            Some(
                self.quiet(state, mover, plies_left, ply, alpha, beta)?
                    .score,
            )
        } else {
            Some(
                -self
                    .quiet(state, mover, plies_left, ply, -beta, -alpha)?
                    .score,
            )
        }
    }
}
