//! Pruning and reductions.

use super::ClassicalParams;
use super::moves::{Node, Skip};
use super::node::Searcher;
use super::picker::Picker;
use super::score::{self, LEAST_WIN};
use yomi_core::Walk;

/// Which kinds of pruning, reductions and extensions a search uses: what the settings say about
/// them, taken together.
#[derive(Clone, Copy, Debug)]
pub struct Selectivity {
    pub null_move: bool,
    pub late_move_reductions: bool,
    pub late_move_pruning: bool,
    pub futility_pruning: bool,
    pub razoring: bool,
    pub prob_cut: bool,
    pub see_pruning: bool,
    pub history_pruning: bool,
    pub delta_pruning: bool,
    pub evasion_pruning: bool,
    pub internal_iterative_reductions: bool,
    pub singular_extensions: bool,
    pub deeper_entries: bool,
    /// Any of the kinds that cut a node off before its moves are tried.
    pub before_moves: bool,
    /// Any of the kinds that leave single moves out.
    pub among_moves: bool,
}

impl Selectivity {
    pub fn new(params: &ClassicalParams) -> Selectivity {
        let on = |switch: bool| params.pruning && switch;
        Selectivity {
            null_move: on(params.null_move),
            late_move_reductions: on(params.late_move_reductions),
            late_move_pruning: on(params.late_move_pruning),
            futility_pruning: on(params.futility_pruning),
            razoring: on(params.razoring),
            prob_cut: on(params.prob_cut),
            see_pruning: on(params.see_pruning),
            history_pruning: on(params.history_pruning),
            delta_pruning: on(params.delta_pruning),
            evasion_pruning: on(params.evasion_pruning),
            internal_iterative_reductions: on(params.internal_iterative_reductions),
            singular_extensions: on(params.singular_extensions),
            deeper_entries: on(params.deeper_entries),
            before_moves: on(params.null_move
                || params.futility_pruning
                || params.razoring
                || params.prob_cut),
            among_moves: on(params.late_move_pruning
                || params.futility_pruning
                || params.see_pruning
                || params.history_pruning),
        }
    }
}

impl<W: Walk> Searcher<'_, W> {
    /// The score of a node that need not be searched: because the evaluation is far above `beta`
    /// (futility) or below `alpha` (razoring), because even passing is good enough (null move), or
    /// because a capture refutes it at a reduced depth (ProbCut).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn prune(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
        improving: bool,
        estimate: i32,
    ) -> Option<i32> {
        let (params, on) = (self.params, self.selectivity);
        if score::is_decided(beta) || score::is_decided(alpha) {
            return None;
        }
        if on.razoring && depth <= 3 && estimate + params.razor as i32 * depth < alpha {
            let score = self.quiesce(alpha, alpha + 1, 0, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let margin = params.futility as i32 * (depth - i32::from(improving));
        if on.futility_pruning
            && depth <= 8
            && estimate - margin >= beta
            && !score::is_decided(estimate)
        {
            return Some(estimate);
        }
        // Passing twice in a row would say nothing.
        let passed = ply > 0 && self.plies[ply - 1].slot == W::SLOTS;
        if on.null_move
            && depth >= 3
            && estimate >= beta
            && !passed
            && self.walk.null_move_is_sound()
        {
            let reduction = 3 + depth / 4 + ((estimate - beta) / 200).min(3);
            self.plies[ply].slot = W::SLOTS;
            self.walk.make_null();
            let score = -self.search(-beta, 1 - beta, depth - reduction, ply + 1, !cut);
            self.walk.unmake();
            if self.stopped.is_some() {
                return Some(0);
            }
            if score >= beta {
                return Some(score.min(LEAST_WIN - 1));
            }
        }
        if on.prob_cut && depth >= 5 {
            return self.probe_captures(beta + 200, depth, ply, cut);
        }
        None
    }

    /// A capture that is well above beta at a reduced depth is likely above beta (ProbCut).
    pub(super) fn probe_captures(
        &mut self,
        bar: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        let before = self.before(ply);
        let lists = std::mem::take(&mut self.plies[ply].lists);
        let mut picker = Picker::tactical(&self.walk, None, before, lists);
        let mut found = None;
        while let Some(pick) = picker.next(&self.walk, self.history) {
            self.make(ply, pick.action);
            let mut score = -self.quiesce(-bar, 1 - bar, 0, ply + 1);
            if score >= bar {
                score = -self.search(-bar, 1 - bar, depth - 4, ply + 1, !cut);
            }
            self.walk.unmake();
            if self.stopped.is_some() {
                found = Some(0);
                break;
            }
            if score >= bar {
                found = Some(score);
                break;
            }
        }
        self.plies[ply].lists = picker.into_lists();
        found
    }

    /// Whether a move is pruned at this depth.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn skip(
        &self,
        node: &Node<W::Action>,
        action: W::Action,
        alpha: i32,
        count: usize,
        tactical: bool,
        check: bool,
        history: i32,
    ) -> Option<Skip> {
        let (params, on) = (self.params, self.selectivity);
        let depth = node.depth;
        if tactical || check {
            let bar = -(params.loss as i32) * depth;
            let hopeless = on.see_pruning
                && depth <= 8
                && count > 1
                && !self.walk.exchange_is_at_least(action, bar);
            return hopeless.then_some(Skip::This);
        }
        if node.in_check {
            return None;
        }
        let most = (params.late_moves + (depth * depth) as u32) / (2 - u32::from(node.improving));
        if on.late_move_pruning && depth <= 8 && count as u32 > most {
            return Some(Skip::AllQuiet);
        }
        let reduction = match on.late_move_reductions {
            true => self.reduction(node, count, check, history, tactical),
            false => 0,
        };
        let reduced = (depth - reduction).max(0);
        if on.futility_pruning
            && reduced <= 7
            && let Some(evaluation) = node.evaluation
            && evaluation + params.futility as i32 * (1 + reduced) <= alpha
        {
            return Some(Skip::AllQuiet);
        }
        if on.history_pruning && reduced <= 4 && history < -4_000 * depth {
            return Some(Skip::This);
        }
        let bar = -30 * reduced * reduced;
        let hopeless =
            on.see_pruning && reduced <= 8 && !self.walk.exchange_is_at_least(action, bar);
        hopeless.then_some(Skip::This)
    }

    /// The reduction of a late move, in plies.
    pub(super) fn reduction(
        &self,
        node: &Node<W::Action>,
        count: usize,
        check: bool,
        history: i32,
        tactical: bool,
    ) -> i32 {
        let place = |number: usize| number.min(63);
        let table = self.reductions[place(node.depth as usize)][place(count)];
        let mut reduction = i32::from(table);
        reduction += 4 * i32::from(!node.improving);
        reduction += 6 * i32::from(node.cut);
        reduction -= 4 * i32::from(node.is_pv);
        reduction -= 4 * i32::from(check);
        reduction -= 4 * i32::from(node.in_check);
        reduction -= match tactical {
            true => 4,
            false => (history / 2_500).clamp(-8, 8),
        };
        // The table counts in quarters.
        (reduction / 4).max(0)
    }
}
