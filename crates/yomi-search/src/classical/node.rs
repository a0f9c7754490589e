//! The search of one node.

use super::history::{Before, History};
use super::moves::Node;
use super::picker::Lists;
use super::prune::Selectivity;
use super::score::{self, WIN};
use super::table::{Bound, Table};
use super::{ClassicalParams, MAX_PLY};
use yomi_core::{Budget, StopReason, Walk};

/// The data of one ply of the current line.
pub struct Ply<A> {
    /// The best continuation found from here.
    pub line: Vec<A>,
    pub killers: [Option<A>; 2],
    /// The static evaluation, where there is one (not in check).
    pub evaluation: Option<i32>,
    /// The slot of the move played here; the number of slots for none.
    pub slot: usize,
    /// The move left out to see whether the others are as good.
    pub excluded: Option<A>,
    pub lists: Lists<A>,
    pub tried: Vec<(usize, bool)>,
}

/// The depth of table entries of positions that were not tested for an immediate win.
pub const UNSEEN: i32 = -1;

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
    pub selectivity: Selectivity,
    pub table: &'a mut Table<W::Action>,
    pub history: &'a mut History<W::Action>,
    pub plies: &'a mut [Ply<W::Action>],
    pub reductions: &'a [[u8; 64]; 64],
    pub budget: Budget,
    pub nodes: u64,
    /// The selective depth: the longest line searched.
    pub deepest: usize,
    /// The depth of the present iteration.
    pub iteration: i32,
    pub stopped: Option<StopReason>,
}

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

    /// The static evaluation of the root, with which later evaluations are compared.
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
            side: self.walk.to_move().index(),
            slots: [slot(1), slot(2)],
        }
    }

    /// Whether a score from this depth will do for that depth. A plain search wants no deeper
    /// ones: it is to find what is to be seen at its depth.
    #[inline]
    pub(super) fn is_deep_enough(&self, known: i32, wanted: i32) -> bool {
        match self.selectivity.deeper_entries {
            true => known >= wanted,
            false => known == wanted,
        }
    }

    /// The score of a line that has ended here, if it has.
    #[inline]
    pub(super) fn ended(&self, ply: usize) -> Option<i32> {
        let ending = self.walk.ending()?;
        Some(score::from_ending(ending, self.walk.to_move(), ply))
    }

    /// The score of a position without a legal move.
    pub(super) fn without_moves(&self, ply: usize) -> i32 {
        score::from_outcome(self.walk.without_moves(), self.walk.to_move(), ply)
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

        if self.selectivity.before_moves
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
        if self.selectivity.internal_iterative_reductions
            && table_move.is_none()
            && depth >= 5
            && (is_pv || cut)
            && excluded.is_none()
        {
            depth -= 1;
        }

        let singular = match &known {
            Some(entry)
                if self.selectivity.singular_extensions
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
}
