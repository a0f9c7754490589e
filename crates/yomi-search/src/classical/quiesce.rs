//! Quiescence: captures until the position is quiet, all moves in check.

use super::MAX_PLY;
use super::node::{Searcher, UNSEEN};
use super::picker::Picker;
use super::score::{self, INFINITY, LEAST_WIN, WIN};
use super::table::{Bound, Finding};
use yomi_core::Walk;

impl<W: Walk> Searcher<'_, W> {
    /// Follows captures (in check, all moves) until the position is quiet.
    pub fn quiesce(&mut self, alpha: i32, beta: i32, plies_in: u32, ply: usize) -> i32 {
        self.plies[ply].line.clear();
        if self.out_of_budget() {
            return 0;
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        let in_check = self.walk.in_check();
        if ply >= MAX_PLY {
            return match in_check {
                true => 0,
                false => score::from_evaluation(self.walk.evaluate()),
            };
        }
        let key = self.walk.key();
        let known = self.table.probe(key);
        if let Some(entry) = &known
            && beta - alpha == 1
            && self.selectivity.deeper_entries
            && let Some(score) = entry.settles(alpha, beta, ply)
        {
            return score;
        }
        // Whether somebody has looked for a win at once; further in, nobody does.
        let mut seen = known.is_some_and(|entry| entry.depth() != UNSEEN);
        if !in_check && plies_in == 0 && !seen {
            if let Some(action) = self.walk.winning_move() {
                self.plies[ply].line.push(action);
                return WIN - ply as i32 - 1;
            }
            seen = true;
        }
        let first_alpha = alpha;
        let mut alpha = alpha;
        let mut best = -INFINITY;
        let mut evaluation = 0;
        if !in_check {
            evaluation = match &known {
                Some(entry) => entry.evaluation(),
                None => score::from_evaluation(self.walk.evaluate()),
            };
            best = evaluation;
            if let Some(entry) = &known
                && self.selectivity.deeper_entries
            {
                best = entry.improve(best, ply);
            }
            if best >= beta {
                if known.is_none() {
                    self.remember(key, ply, None, best, evaluation, Bound::Lower, seen);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let before = self.before(ply);
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut table_move = known.as_ref().and_then(|entry| entry.action);
        if !self.selectivity.deeper_entries {
            // A deeper search may have liked a move that quiescence leaves out.
            table_move = table_move.filter(|&action| {
                self.walk.is_legal(action)
                    && (in_check || self.walk.exchange_is_at_least(action, 0))
            });
        }
        let mut picker = Picker::tactical(&self.walk, table_move, before, lists);
        let (mut count, mut best_move) = (0, None);
        while let Some(pick) = picker.next(&self.walk, self.history) {
            let action = pick.action;
            count += 1;
            let saved = best > -LEAST_WIN;
            if self.selectivity.delta_pruning && !in_check && saved {
                // Not even winning what it takes helps.
                let (gain, _) = self.walk.gain(action);
                let hope = evaluation + gain + self.params.futility as i32;
                if hope <= alpha && !self.walk.gives_check(action) {
                    best = best.max(hope);
                    continue;
                }
            }
            if self.selectivity.evasion_pruning
                && in_check
                && saved
                && count > 2
                && !self.walk.is_tactical(action)
            {
                // Enough quiet ways out of the check were tried.
                continue;
            }
            self.make(ply, action);
            let score = -self.quiesce(-beta, -alpha, plies_in + 1, ply + 1);
            self.walk.unmake();
            if self.stopped.is_some() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(action);
                    if beta - first_alpha > 1 {
                        self.extend_line(ply, action);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.plies[ply].lists = picker.into_lists();
        if self.stopped.is_some() {
            return 0;
        }
        if in_check && count == 0 {
            return self.without_moves(ply);
        }
        let bound = match best >= beta {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        self.remember(key, ply, best_move, best, evaluation, bound, seen);
        best
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn remember(
        &mut self,
        key: u64,
        ply: usize,
        action: Option<W::Action>,
        best: i32,
        evaluation: i32,
        bound: Bound,
        seen: bool,
    ) {
        let finding = Finding {
            action,
            score: score::to_table(best, ply),
            evaluation,
            depth: if seen { 0 } else { UNSEEN },
            bound,
        };
        self.table.store(key, finding);
    }
}
