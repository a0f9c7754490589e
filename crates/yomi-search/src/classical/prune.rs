//! What is left out, and what is searched less deep.

use super::moves::{Node, Skip};
use super::node::Searcher;
use super::picker::Picker;
use super::score::{self, LEAST_WIN};
use yomi_core::Walk;

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
        let params = self.params;
        if score::is_decided(beta) || score::is_decided(alpha) {
            return None;
        }
        if depth <= 3 && estimate + params.razor as i32 * depth < alpha {
            let score = self.quiesce(alpha, alpha + 1, 0, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let margin = params.futility as i32 * (depth - i32::from(improving));
        if depth <= 8 && estimate - margin >= beta && !score::is_decided(estimate) {
            return Some(estimate);
        }
        // Passing twice in a row would say nothing.
        let passed = ply > 0 && self.plies[ply - 1].slot == W::SLOTS;
        if depth >= 3 && estimate >= beta && !passed {
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
        if depth >= 5 {
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
        let mut picker = Picker::loud(&self.walk, None, before, lists);
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

    /// Whether a move is not worth a look at this depth.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn skip(
        &self,
        node: &Node<W::Action>,
        action: W::Action,
        alpha: i32,
        count: usize,
        loud: bool,
        check: bool,
        history: i32,
    ) -> Option<Skip> {
        let params = self.params;
        let depth = node.depth;
        if loud || check {
            let bar = -(params.loss as i32) * depth;
            let hopeless = depth <= 8 && count > 1 && !self.walk.exchange_is_at_least(action, bar);
            return hopeless.then_some(Skip::This);
        }
        if node.in_check {
            return None;
        }
        let most = (params.late_moves + (depth * depth) as u32) / (2 - u32::from(node.improving));
        if depth <= 8 && count as u32 > most {
            return Some(Skip::AllQuiet);
        }
        let reduced = (depth - self.reduction(node, count, check, history, loud)).max(0);
        if reduced <= 7
            && let Some(evaluation) = node.evaluation
            && evaluation + params.futility as i32 * (1 + reduced) <= alpha
        {
            return Some(Skip::AllQuiet);
        }
        if reduced <= 4 && history < -4_000 * depth {
            return Some(Skip::This);
        }
        let bar = -30 * reduced * reduced;
        let hopeless = reduced <= 8 && !self.walk.exchange_is_at_least(action, bar);
        hopeless.then_some(Skip::This)
    }

    /// How many plies less a late move is searched.
    pub(super) fn reduction(
        &self,
        node: &Node<W::Action>,
        count: usize,
        check: bool,
        history: i32,
        loud: bool,
    ) -> i32 {
        let place = |number: usize| number.min(63);
        let table = self.reductions[place(node.depth as usize)][place(count)];
        let mut reduction = i32::from(table);
        reduction += 4 * i32::from(!node.improving);
        reduction += 6 * i32::from(node.cut);
        reduction -= 4 * i32::from(node.is_pv);
        reduction -= 4 * i32::from(check);
        reduction -= 4 * i32::from(node.in_check);
        reduction -= match loud {
            true => 4,
            false => (history / 2_500).clamp(-8, 8),
        };
        // The table counts in quarters.
        (reduction / 4).max(0)
    }
}
