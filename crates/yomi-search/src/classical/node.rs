//! One node: what is known, what can be left out, and the moves.

use super::history::{self, Before, History};
use super::picker::{Lists, Picker};
use super::score::{self, INFINITY, LEAST_WIN, WIN};
use super::table::{Bound, Finding, Table};
use super::{ClassicalParams, MAX_PLY};
use yomi_core::{Budget, StopReason, Walk};

/// What is kept for one ply of the line being looked at.
pub struct Ply<A> {
    /// The best continuation found from here.
    pub line: Vec<A>,
    killers: [Option<A>; 2],
    /// The static evaluation, where there is one (not in check).
    evaluation: Option<i32>,
    /// The slot of the move played here; the number of slots for none.
    slot: usize,
    /// The move left out to see whether the others are as good.
    excluded: Option<A>,
    lists: Lists<A>,
    tried: Vec<(usize, bool)>,
}

/// The depth of findings about positions in which nobody has looked for a win at once.
const UNSEEN: i32 = -1;

impl<A> Ply<A> {
    pub fn new() -> Ply<A> {
        Ply {
            line: Vec::new(),
            killers: [None, None],
            evaluation: None,
            slot: 0,
            excluded: None,
            lists: Lists::default(),
            tried: Vec::new(),
        }
    }
}

/// Everything a search needs at hand.
pub struct Searcher<'a, W: Walk> {
    pub walk: W,
    pub params: &'a ClassicalParams,
    pub table: &'a mut Table<W::Action>,
    pub history: &'a mut History<W::Action>,
    pub plies: &'a mut [Ply<W::Action>],
    pub reductions: &'a [[u8; 64]; 64],
    pub budget: Budget,
    pub nodes: u64,
    /// The longest line looked at.
    pub deepest: usize,
    /// The depth of the present iteration.
    pub iteration: i32,
    pub stopped: Option<StopReason>,
}

/// What a repetition that one side loses by the rules is worth: next to winning, but not proven,
/// since it takes a fourth occurrence.
const REPETITION_WIN: i32 = 20_000;

impl<W: Walk> Searcher<'_, W> {
    /// Plays a move, remembering its slot.
    pub fn make(&mut self, ply: usize, action: W::Action) {
        self.plies[ply].slot = self.walk.slot(action);
        self.walk.make(action);
        self.table.prefetch(self.walk.key());
        self.nodes += 1;
        self.deepest = self.deepest.max(ply + 1);
    }

    /// Forgets what belongs to another game.
    pub fn forget_killers(&mut self) {
        for ply in self.plies.iter_mut() {
            ply.killers = [None, None];
        }
    }

    /// Plays a move of the root.
    pub fn start(&mut self, action: W::Action) {
        self.plies[1].killers = [None, None];
        self.plies[1].excluded = None;
        self.make(0, action);
    }

    /// The best continuation after the move of the root that was searched last.
    pub fn line(&self) -> &[W::Action] {
        &self.plies[1].line
    }

    /// What the root is worth before any search: what later evaluations are compared with.
    pub fn evaluate_root(&mut self) {
        self.plies[0].evaluation = match self.walk.in_check() {
            true => None,
            false => Some(self.walk.evaluate()),
        };
    }

    /// Whether it is time to stop.
    #[inline]
    pub fn out_of_budget(&mut self) -> bool {
        if self.stopped.is_none() {
            let reason = self.budget.exhausted(0, self.nodes);
            // The first iteration takes no time, and is better than any move.
            let counts = self.iteration > 1 || reason == Some(StopReason::Nodes);
            self.stopped = reason.filter(|_| counts);
        }
        self.stopped.is_some()
    }

    pub fn before(&self, ply: usize) -> Before {
        let slot = |back: usize| match ply.checked_sub(back) {
            Some(earlier) => self.plies[earlier].slot,
            None => W::SLOTS,
        };
        Before {
            side: usize::from(!self.walk.first_to_move()),
            slots: [slot(1), slot(2)],
        }
    }

    /// Whether a score from this depth will do for that depth. A plain search wants no better
    /// ones: it is to find what is to be seen at its depth.
    #[inline]
    fn is_deep_enough(&self, known: i32, wanted: i32) -> bool {
        match self.params.pruning {
            true => known >= wanted,
            false => known == wanted,
        }
    }

    /// The score of a game that has ended here by the rules, if it has.
    fn ended(&self) -> Option<i32> {
        let outcome = self.walk.ended()?;
        let score = score::from_outcome(outcome, self.walk.first_to_move(), 0);
        Some(score.clamp(-REPETITION_WIN, REPETITION_WIN))
    }

    /// The score of the position, searched `depth` plies deep, as far as it lies between `alpha`
    /// and `beta`; beyond them, a bound. `cut` says that a cut-off is expected.
    pub fn search(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        if depth <= 0 {
            return self.quiesce(alpha, beta, 0, ply);
        }
        self.plies[ply].line.clear();
        if self.out_of_budget() {
            return 0;
        }
        if let Some(score) = self.ended() {
            return score;
        }
        let in_check = self.walk.in_check();
        if ply >= MAX_PLY {
            return match in_check {
                true => 0,
                false => score::from_evaluation(self.walk.evaluate()),
            };
        }
        // Nothing here is worth more than mating at the next move, or less than being mated.
        let alpha = alpha.max(ply as i32 - WIN);
        let beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let excluded = self.plies[ply].excluded;
        let key = self.walk.key();
        let known = match excluded {
            None => self.table.probe(key),
            Some(_) => None,
        };
        if let Some(entry) = &known
            && !is_pv
            && self.is_deep_enough(entry.depth(), depth)
            && let Some(score) = entry.settles(alpha, beta, ply)
        {
            return score;
        }
        // A win at once, where nobody has looked yet.
        if excluded.is_none()
            && known.is_none_or(|entry| entry.depth() == UNSEEN)
            && let Some(action) = self.walk.winning_move()
        {
            self.plies[ply].line.push(action);
            return WIN - ply as i32 - 1;
        }
        let table_move = known.as_ref().and_then(|entry| entry.action);
        let mut depth = depth;
        let pruning = self.params.pruning;
        let evaluation = match &known {
            _ if in_check => None,
            Some(entry) => Some(entry.evaluation()),
            None => Some(score::from_evaluation(self.walk.evaluate())),
        };
        self.plies[ply].evaluation = evaluation;
        let improving = evaluation.is_some_and(|now| {
            let earlier = |back: usize| {
                ply.checked_sub(back)
                    .and_then(|at| self.plies[at].evaluation)
            };
            earlier(2)
                .or_else(|| earlier(4))
                .is_none_or(|then| now > then)
        });
        // The table may know better than the evaluation.
        let estimate = evaluation.map(|evaluation| match &known {
            Some(entry) => entry.improve(evaluation, ply),
            None => evaluation,
        });

        if pruning
            && !is_pv
            && excluded.is_none()
            && let Some(estimate) = estimate
            && let Some(score) = self.prune(alpha, beta, depth, ply, cut, improving, estimate)
        {
            return score;
        }
        if self.stopped.is_some() {
            return 0;
        }
        // Without a move to try first, a shallower search finds one for the next iteration.
        if pruning && table_move.is_none() && depth >= 5 && (is_pv || cut) && excluded.is_none() {
            depth -= 1;
        }

        let singular = match &known {
            Some(entry)
                if pruning
                    && depth >= 7
                    && ply > 0
                    && entry.depth() >= depth - 3
                    && matches!(entry.bound(), Bound::Lower | Bound::Exact)
                    && !score::is_decided(entry.score()) =>
            {
                entry
                    .action
                    .map(|action| (action, score::from_table(entry.score(), ply)))
            }
            _ => None,
        };
        let mut singular_extension = 0;
        if let Some((action, table_score)) = singular
            && self.walk.is_legal(action)
            && (ply as i32) < 2 * self.iteration
        {
            let bar = table_score - 2 * depth;
            self.plies[ply].excluded = Some(action);
            let score = self.search(bar - 1, bar, (depth - 1) / 2, ply, cut);
            self.plies[ply].excluded = None;
            if self.stopped.is_some() {
                return 0;
            }
            if score < bar {
                singular_extension = 1;
            } else if bar >= beta && !is_pv {
                // Another move is good enough too.
                return bar;
            } else if table_score >= beta {
                singular_extension = -1;
            }
        }
        self.moves(
            Node {
                alpha,
                beta,
                depth,
                ply,
                cut,
                is_pv,
                in_check,
                improving,
                evaluation,
                table_move,
                singular_extension,
            },
            key,
        )
    }

    /// The score of a node that need not be searched: because the evaluation is far above `beta`
    /// (futility) or below `alpha` (razoring), because even passing is good enough (null move), or
    /// because a capture refutes it at a reduced depth (ProbCut).
    #[allow(clippy::too_many_arguments)]
    fn prune(
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
    fn probe_captures(&mut self, bar: i32, depth: i32, ply: usize, cut: bool) -> Option<i32> {
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

    /// Tries the moves one by one.
    fn moves(&mut self, node: Node<W::Action>, key: u64) -> i32 {
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
            let loud = self.walk.is_loud(action);
            let check = self.walk.gives_check(action);
            let slot = self.walk.slot(action);
            let quiet_history = match loud {
                true => 0,
                false => self.history.quiet(before, slot),
            };
            if self.params.pruning
                && best > -LEAST_WIN
                && ply > 0
                && let Some(skip) =
                    self.skip(&node, action, alpha, count, loud, check, quiet_history)
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
            let late = self.params.pruning && depth >= 3 && count > 1 + usize::from(node.is_pv);
            let mut full = !node.is_pv || count > 1;
            if late && (!loud || pick.loses) {
                let reduction = self.reduction(&node, count, check, quiet_history, loud);
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
                        self.reward(&node, action, loud, slot, &tried);
                        break;
                    }
                    alpha = score;
                }
            }
            tried.push((slot, loud));
        }
        self.plies[ply].tried = tried;
        self.plies[ply].lists = picker.into_lists();
        if self.stopped.is_some() {
            return 0;
        }
        if count == 0 {
            return match excluded {
                Some(_) => node.alpha,
                None => ply as i32 - WIN,
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

    /// Whether a move is not worth a look at this depth.
    #[allow(clippy::too_many_arguments)]
    fn skip(
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
    fn reduction(
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

    /// A move cut off: it, and what was tried in vain before it, will be remembered.
    fn reward(
        &mut self,
        node: &Node<W::Action>,
        action: W::Action,
        loud: bool,
        slot: usize,
        tried: &[(usize, bool)],
    ) {
        let before = self.before(node.ply);
        let bonus = history::bonus(node.depth);
        if loud {
            self.history.reward_capture(before, slot, bonus);
        } else {
            self.history.reward_quiet(before, slot, bonus);
            self.history.answer(before, action);
            let killers = &mut self.plies[node.ply].killers;
            if killers[0] != Some(action) {
                *killers = [Some(action), killers[0]];
            }
        }
        for &(slot, was_loud) in tried {
            if was_loud {
                self.history.reward_capture(before, slot, -bonus);
            } else if !loud {
                self.history.reward_quiet(before, slot, -bonus);
            }
        }
    }

    /// Follows captures (in check, all moves) until the position is quiet.
    pub fn quiesce(&mut self, alpha: i32, beta: i32, plies_in: u32, ply: usize) -> i32 {
        self.plies[ply].line.clear();
        if self.out_of_budget() {
            return 0;
        }
        if let Some(score) = self.ended() {
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
            && self.params.pruning
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
                && self.params.pruning
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
        let table_move = known.as_ref().and_then(|entry| entry.action);
        let mut picker = Picker::loud(&self.walk, table_move, before, lists);
        let (mut count, mut best_move) = (0, None);
        while let Some(pick) = picker.next(&self.walk, self.history) {
            let action = pick.action;
            count += 1;
            let pruning = self.params.pruning && best > -LEAST_WIN;
            if !in_check && pruning {
                // Not even winning what it takes helps.
                let (gain, _) = self.walk.gain(action);
                let hope = evaluation + gain + self.params.futility as i32;
                if hope <= alpha && !self.walk.gives_check(action) {
                    best = best.max(hope);
                    continue;
                }
            }
            if in_check && pruning && count > 2 && !self.walk.is_loud(action) {
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
            return ply as i32 - WIN;
        }
        let bound = match best >= beta {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        self.remember(key, ply, best_move, best, evaluation, bound, seen);
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn remember(
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

/// What is known about a node before its moves are tried.
struct Node<A> {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    cut: bool,
    is_pv: bool,
    in_check: bool,
    improving: bool,
    evaluation: Option<i32>,
    table_move: Option<A>,
    singular_extension: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    This,
    AllQuiet,
}
