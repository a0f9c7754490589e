//! The moves of a node, one by one: extended, reduced, or skipped.

use super::history;
use super::node::Searcher;
use super::picker::Picker;
use super::score::{self, INFINITY, LEAST_WIN};
use super::table::{Bound, Finding};
use yomi_core::Walk;

/// The data of a node that is computed before its moves are tried.
pub struct Node<A> {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    pub cut: bool,
    pub is_pv: bool,
    pub in_check: bool,
    pub improving: bool,
    pub evaluation: Option<i32>,
    pub table_move: Option<A>,
    pub singular_extension: i32,
}

/// Which moves are pruned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skip {
    This,
    AllQuiet,
}

impl<W: Walk> Searcher<'_, W> {
    /// Tries the moves one by one.
    pub(super) fn moves(&mut self, node: Node<W::Action>, key: u64) -> i32 {
        let Node {
            beta, depth, ply, ..
        } = node;
        let mut alpha = node.alpha;
        let excluded = self.plies[ply].excluded;
        self.plies[ply + 1].killers = [None, None];
        self.plies[ply + 1].excluded = None;
        let before = self.before(ply);
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut picker = Picker::new(
            &self.walk,
            node.table_move,
            self.plies[ply].killers,
            self.history.counter(before),
            before,
            lists,
        )
        .weighed(match depth >= self.params.prior_depth as i32 {
            true => self.params.prior_weight as f32,
            false => 0.0,
        });
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        tried.clear();
        let (mut best, mut best_move, mut count) = (-INFINITY, None, 0);
        while let Some(pick) = picker.next(&self.walk, self.history) {
            let action = pick.action;
            if Some(action) == excluded {
                continue;
            }
            count += 1;
            let tactical = self.walk.is_tactical(action);
            let check = self.walk.gives_check(action);
            let slot = self.walk.slot(action);
            let quiet_history = match tactical {
                true => 0,
                false => self.history.quiet(before, slot),
            };
            if self.selectivity.among_moves
                && best > -LEAST_WIN
                && ply > 0
                && let Some(skip) =
                    self.skip(&node, action, alpha, count, tactical, check, quiet_history)
            {
                if skip == Skip::AllQuiet {
                    picker.skip_quiet();
                }
                continue;
            }
            let mut extension = 0;
            if Some(action) == node.table_move && node.singular_extension != 0 {
                extension = node.singular_extension;
            } else if self.params.extensions
                && check
                && (ply as i32) < 2 * self.iteration
                && self.walk.exchange_is_at_least(action, 0)
            {
                extension = 1;
            }
            let next = depth - 1 + extension;
            self.make(ply, action);
            let mut score = -INFINITY;
            let late = self.selectivity.late_move_reductions
                && depth >= 3
                && count > 1 + usize::from(node.is_pv);
            let mut full = !node.is_pv || count > 1;
            if late && (!tactical || pick.loses) {
                let reduction = self.reduction(&node, count, check, quiet_history, tactical);
                let reduced = (next - reduction).clamp(1, next.max(1));
                if reduced < next {
                    score = -self.search(-alpha - 1, -alpha, reduced, ply + 1, true);
                    full = score > alpha;
                }
            }
            if full {
                score = -self.search(-alpha - 1, -alpha, next, ply + 1, !node.cut);
            }
            if node.is_pv && (count == 1 || (score > alpha && score < beta)) {
                score = -self.search(-beta, -alpha, next, ply + 1, false);
            }
            self.walk.unmake();
            if self.stopped.is_some() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(action);
                    if node.is_pv {
                        self.extend_line(ply, action);
                    }
                    if score >= beta {
                        self.reward(&node, action, tactical, slot, &tried);
                        break;
                    }
                    alpha = score;
                }
            }
            tried.push((slot, tactical));
        }
        self.plies[ply].tried = tried;
        self.plies[ply].lists = picker.into_lists();
        if self.stopped.is_some() {
            return 0;
        }
        if count == 0 {
            return match excluded {
                Some(_) => node.alpha,
                None => self.without_moves(ply),
            };
        }
        if excluded.is_none() {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if node.is_pv && best_move.is_some() => Bound::Exact,
                _ => Bound::Upper,
            };
            self.table.store(
                key,
                Finding {
                    action: best_move,
                    score: score::to_table(best, ply),
                    evaluation: node.evaluation.unwrap_or(0),
                    depth,
                    bound,
                },
            );
        }
        best
    }

    /// The line through this move is the best so far.
    pub fn extend_line(&mut self, ply: usize, action: W::Action) {
        let [here, next] = &mut self.plies[ply..=ply + 1] else {
            return;
        };
        here.line.clear();
        here.line.push(action);
        here.line.extend_from_slice(&next.line);
    }

    /// A move cut off: it, and what was tried in vain before it, will be remembered.
    pub(super) fn reward(
        &mut self,
        node: &Node<W::Action>,
        action: W::Action,
        tactical: bool,
        slot: usize,
        tried: &[(usize, bool)],
    ) {
        let before = self.before(node.ply);
        let bonus = history::bonus(node.depth);
        if tactical {
            self.history.reward_capture(before, slot, bonus);
        } else {
            self.history.reward_quiet(before, slot, bonus);
            self.history.answer(before, action);
            let killers = &mut self.plies[node.ply].killers;
            if killers[0] != Some(action) {
                *killers = [Some(action), killers[0]];
            }
        }
        for &(slot, was_tactical) in tried {
            if was_tactical {
                self.history.reward_capture(before, slot, -bonus);
            } else if !tactical {
                self.history.reward_quiet(before, slot, -bonus);
            }
        }
    }
}
