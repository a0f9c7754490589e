//! The recursion: principal variation search from one node downwards.
//!
//! Fail-soft: a result at most `alpha` bounds the true score from above, one of at least `beta`
//! from below, anything between is the score. Every result also says whether it is *complete*,
//! that is, whether no estimate entered the claim it makes. A cut-off needs only the refuting
//! move's claim to be complete, everything else the claims of all moves. That is what lets the
//! root tell a proven draw from an even position, and what lets the table answer from a complete
//! entry at any depth.

use super::ordering::{self, History, Ply};
use super::score::{self, WIN};
use super::table::{Bound, Entry, Table};
use super::{MAX_PLY, Quiescence};
use yomi_core::{
    Budget, Deterministic, Discrete, Evaluator, Game, Player, Prior, Rng, Scratch, StopReason,
};

/// The result of searching a node, from the mover's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    /// The score or a bound on it, counted from the root.
    pub score: i32,
    /// Whether what it says is certain.
    pub complete: bool,
}

/// The key of a position, where the game has keys.
pub type KeyOf<G> = fn(&G, &<G as Game>::State) -> u64;

/// Everything one search works with.
pub struct Searcher<'a, G: Game> {
    pub game: &'a G,
    pub evaluator: &'a dyn Evaluator<G>,
    pub quiescence: Option<&'a dyn Quiescence<G>>,
    pub quiescence_plies: u32,
    pub prior: Option<&'a dyn Prior<G>>,
    pub history: Option<&'a mut History<G>>,
    pub table: Option<(KeyOf<G>, &'a mut Table<G::Action>)>,
    pub plies: &'a mut [Ply<G::Action>],
    pub use_killers: bool,
    pub scratch: &'a mut Scratch<G::Action>,
    /// Cloned for every evaluation: an evaluation is a function of the position alone.
    pub rng: Rng,
    pub budget: Budget,
    pub nodes: u64,
    pub evaluations: u64,
    pub stopped: Option<StopReason>,
}

impl<G: Discrete + Deterministic> Searcher<'_, G> {
    /// Searches a position that was reached by a move of `viewer`, `ply` plies below the root,
    /// `depth` plies deep; `viewer` is also whose point of view the window and the result have.
    /// `None` when the budget is spent.
    #[inline]
    pub fn visit(
        &mut self,
        state: &G::State,
        viewer: Player,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        self.enter()?;
        if let Some(outcome) = self.game.outcome(state) {
            return Some(Found {
                score: score::from_outcome(outcome, viewer, ply),
                complete: true,
            });
        }
        // Players need not alternate.
        let mover = self.game.to_move(state);
        if mover == viewer {
            return self.descend(state, mover, depth, ply, alpha, beta);
        }
        let found = self.descend(state, mover, depth, ply, -beta, -alpha)?;
        Some(Found {
            score: -found.score,
            complete: found.complete,
        })
    }

    /// Counts a node, if there is budget for one.
    #[inline]
    pub fn enter(&mut self) -> Option<()> {
        self.stopped = self.budget.exhausted(self.evaluations, self.nodes);
        if self.stopped.is_some() {
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    #[inline]
    fn descend(
        &mut self,
        state: &G::State,
        mover: Player,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        if depth == 0 || ply >= MAX_PLY {
            self.quiet(state, mover, self.quiescence_plies, ply, alpha, beta)
        } else {
            self.search(state, mover, depth, ply, alpha, beta)
        }
    }

    fn search(
        &mut self,
        state: &G::State,
        mover: Player,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        // The game cannot end before the next ply: no score outside this window is possible.
        let soonest = WIN - (ply as i32 + 1);
        if alpha >= soonest || beta <= -soonest {
            return Some(Found {
                score: if alpha >= soonest { soonest } else { -soonest },
                complete: true,
            });
        }
        // (A loss that soon must still raise alpha, or the line would break off before it.)
        let (floor, beta) = (alpha.max(-soonest - 1), beta.min(soonest));
        let mut alpha = floor;
        let principal = beta - alpha > 1;

        let mut key = 0;
        let mut table_move = None;
        if let Some((key_of, table)) = &self.table {
            key = key_of(self.game, state);
            if let Some(entry) = table.probe(key) {
                table_move = entry.action;
                // On the principal variation only certainty cuts, to keep the line whole.
                let deep_enough = !principal && u32::from(entry.depth) >= depth;
                if entry.complete || deep_enough {
                    let score = score::absolute(i32::from(entry.score), ply);
                    let cuts = match entry.bound {
                        Bound::Exact => true,
                        Bound::Lower => score >= beta,
                        Bound::Upper => score <= alpha,
                    };
                    if cuts {
                        let complete = entry.complete;
                        return Some(Found { score, complete });
                    }
                }
            }
        }

        let buffers = &mut self.plies[ply];
        self.game.search_actions(state, &mut buffers.actions);
        let history = self.history.as_deref();
        let prior = self.prior.map(|prior| (prior, &mut *self.scratch));
        ordering::rank(self.game, state, mover, buffers, table_move, history, prior);

        let mut best = -score::INFINITY;
        let mut best_action = None;
        let mut all_complete = true;
        let count = buffers.actions.len();
        for index in 0..count {
            let action = self.plies[ply].next(index);
            let mut next = state.clone();
            self.game.apply(&mut next, action);
            if principal {
                self.plies[ply + 1].line.clear();
            }
            let wide = index == 0 || !principal;
            let first_beta = if wide { beta } else { alpha + 1 };
            let mut found = self.visit(&next, mover, depth - 1, ply + 1, alpha, first_beta)?;
            if !wide && found.score > alpha && found.score < beta {
                found = self.visit(&next, mover, depth - 1, ply + 1, alpha, beta)?;
            }
            all_complete &= found.complete;
            if found.score <= best {
                continue;
            }
            best = found.score;
            if best <= alpha {
                continue;
            }
            alpha = best;
            best_action = Some(action);
            if principal {
                self.extend_line(ply, action);
            }
            if best >= beta {
                // The refutation alone carries the claim.
                all_complete = found.complete;
                self.reward(mover, action, depth, ply);
                break;
            }
        }

        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A forced win stays one whatever the moves not tried are worth, and a loss is claimed
        // only when every move loses by force.
        let complete = all_complete
            || (score::is_win(best) && bound != Bound::Upper)
            || (score::is_loss(best) && bound != Bound::Lower);
        if let Some((_, table)) = &mut self.table {
            table.store(Entry {
                key,
                score: score::relative(best, ply) as i16,
                depth: depth.min(u32::from(u8::MAX)) as u8,
                bound,
                complete,
                action: best_action,
                search: 0,
            });
        }
        Some(Found {
            score: best,
            complete,
        })
    }

    /// The actions of the root in the order in which they shall be tried first.
    pub fn ordered_actions(&mut self, state: &G::State) -> Vec<G::Action> {
        let mover = self.game.to_move(state);
        let table_move = self.table.as_ref().and_then(|(key_of, table)| {
            let entry = table.probe(key_of(self.game, state))?;
            entry.action
        });
        let ply = &mut self.plies[0];
        self.game.search_actions(state, &mut ply.actions);
        let history = self.history.as_deref();
        let prior = self.prior.map(|prior| (prior, &mut *self.scratch));
        ordering::rank(self.game, state, mover, ply, table_move, history, prior);
        (0..ply.actions.len())
            .map(|index| ply.next(index))
            .collect()
    }

    /// The best move in a position, where the table is sure of the score that goes with it.
    pub fn known_best(&self, state: &G::State) -> Option<G::Action> {
        let (key_of, table) = self.table.as_ref()?;
        let entry = table.probe(key_of(self.game, state))?;
        entry.action.filter(|_| entry.bound == Bound::Exact)
    }

    /// Puts `action` before the line found one ply further down.
    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&lower[0].line);
    }

    /// Lets a refutation be tried earlier next time.
    #[inline]
    fn reward(&mut self, mover: Player, action: G::Action, depth: u32, ply: usize) {
        if self.use_killers {
            self.plies[ply].add_killer(action);
        }
        if let Some(history) = &mut self.history {
            history.add(self.game, mover, action, depth);
        }
    }
}
