//! The root: iterative deepening, aspiration windows, the k best moves, and when to stop.

use super::MAX_PLY;
use super::node::Searcher;
use super::score::{self, INFINITY, WIN};
use yomi_core::{MoveReport, MoverValue, Report, Request, StopReason, Walk};

/// A move of the root.
struct RootMove<A> {
    action: A,
    /// Of the present iteration; far below everything until it is better than another move.
    score: i32,
    /// The last exact score.
    known: Option<i32>,
    line: Vec<A>,
    nodes: u64,
}

impl<A: Copy> RootMove<A> {
    fn new(action: A) -> RootMove<A> {
        RootMove {
            action,
            score: -INFINITY,
            known: None,
            line: vec![action],
            nodes: 0,
        }
    }
}

/// The moves of the root, best first.
pub struct Root<A> {
    moves: Vec<RootMove<A>>,
    /// The number of moves with exact scores (multi-PV).
    wanted: usize,
    /// The iterations done.
    depth: u32,
}

/// The initial half-width of the aspiration window.
const WINDOW: i32 = 30;

impl<A: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static> Root<A> {
    pub fn new(actions: Vec<A>, multi_pv: u32) -> Root<A> {
        let wanted = (multi_pv.max(1) as usize).min(actions.len());
        let moves = actions.into_iter().map(RootMove::new).collect();
        Root {
            moves,
            wanted,
            depth: 0,
        }
    }

    /// Searches deeper and deeper, until a limit is met or nothing is left to find out.
    pub fn deepen<W: Walk<Action = A>>(
        &mut self,
        searcher: &mut Searcher<'_, W>,
        deepest: u32,
        request: &Request<A>,
        tell: &mut dyn FnMut(&Root<A>, &Searcher<'_, W>),
    ) -> StopReason {
        if self.wins_at_once(searcher) || self.mates(searcher, request) {
            return StopReason::Solved;
        }
        searcher.evaluate_root();
        loop {
            if self.depth >= deepest {
                return StopReason::Depth;
            }
            searcher.iteration = self.depth as i32 + 1;
            for first in 0..self.wanted {
                self.aspire(searcher, first);
                if let Some(reason) = searcher.stopped {
                    self.settle(0);
                    return reason;
                }
                self.settle(0);
            }
            self.depth += 1;
            tell(self, searcher);
            let best = self.moves[0].known.unwrap_or(0);
            // A mate that long will not be found shorter by searching deeper.
            if score::is_decided(best) && WIN - best.abs() <= self.depth as i32 {
                return StopReason::Solved;
            }
            if self.moves.len() == 1 && request.limits.clock.is_some() && !request.thorough {
                return StopReason::Exhausted;
            }
        }
    }

    /// A win at once needs no search.
    fn wins_at_once<W: Walk<Action = A>>(&mut self, searcher: &Searcher<'_, W>) -> bool {
        let Some(action) = searcher.walk.winning_move() else {
            return false;
        };
        let place = self.moves.iter().position(|entry| entry.action == action);
        match place {
            // Whoever wants more lines gets them by searching.
            Some(_) if self.wanted > 1 => return false,
            Some(place) => self.moves.swap(0, place),
            // A claim of the game is none of the moves, whatever they are.
            None if !searcher.walk.is_legal(action) => self.moves.insert(0, RootMove::new(action)),
            None => return false,
        }
        self.moves[0].known = Some(WIN - 1);
        self.depth = 1;
        true
    }

    /// Whether there is a win by forcing moves alone, found within a small part of the nodes.
    fn mates<W: Walk<Action = A>>(
        &mut self,
        searcher: &mut Searcher<'_, W>,
        request: &Request<A>,
    ) -> bool {
        if self.wanted > 1 || request.limits.depth.is_some() {
            return false;
        }
        let nodes = request.limits.nodes.unwrap_or(u64::MAX) / 20;
        let nodes = nodes.min(searcher.params.mate_nodes.into());
        if nodes == 0 {
            return false;
        }
        let mut budget = searcher.budget.with_counts(None, Some(nodes));
        let (line, spent) = searcher.walk.forced_win(&mut budget);
        searcher.nodes += spent;
        let Some(line) = line else {
            return false;
        };
        let Some(place) = self.moves.iter().position(|entry| entry.action == line[0]) else {
            return false;
        };
        self.moves.swap(0, place);
        self.moves[0].known = Some(WIN - line.len() as i32);
        self.depth = line.len() as u32;
        self.moves[0].line = line;
        true
    }

    /// Searches for the best of the moves from place `first` on, first in a narrow window.
    fn aspire<W: Walk<Action = A>>(&mut self, searcher: &mut Searcher<'_, W>, first: usize) {
        let depth = searcher.iteration;
        let expected = self.moves[first].known.filter(|_| depth >= 4);
        let mut delta = WINDOW;
        let (mut alpha, mut beta) = match expected {
            Some(score) if !score::is_decided(score) => (score - delta, score + delta),
            _ => (-INFINITY, INFINITY),
        };
        loop {
            let best = self.iterate(searcher, first, alpha, beta);
            self.settle(first);
            if searcher.stopped.is_some() {
                return;
            }
            if best <= alpha && alpha > -INFINITY {
                beta = (alpha + beta) / 2;
                alpha = (best - delta).max(-INFINITY);
            } else if best >= beta && beta < INFINITY {
                beta = (best + delta).min(INFINITY);
            } else {
                return;
            }
            delta += delta / 2;
            if delta > 1_500 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Searches the moves from place `first` on once.
    fn iterate<W: Walk<Action = A>>(
        &mut self,
        searcher: &mut Searcher<'_, W>,
        first: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let depth = searcher.iteration;
        let mut best = -INFINITY;
        for entry in &mut self.moves[first..] {
            entry.score = -INFINITY;
        }
        for place in first..self.moves.len() {
            let before = searcher.nodes;
            let action = self.moves[place].action;
            let is_first = place == first;
            searcher.start(action);
            let mut score = alpha + 1;
            if !is_first {
                let late =
                    place - first >= 4 && depth >= 4 && searcher.selectivity.late_move_reductions;
                if late {
                    let less = 1 + i32::from(place - first >= 12) + depth / 8;
                    let reduced = (depth - 1 - less).max(1);
                    score = -searcher.search(-alpha - 1, -alpha, reduced, 1, true);
                }
                if score > alpha {
                    score = -searcher.search(-alpha - 1, -alpha, depth - 1, 1, true);
                }
            }
            if is_first || (score > alpha && searcher.stopped.is_none()) {
                score = -searcher.search(-beta, -alpha, depth - 1, 1, false);
            }
            searcher.walk.unmake();
            let entry = &mut self.moves[place];
            entry.nodes += searcher.nodes - before;
            if searcher.stopped.is_some() {
                return best;
            }
            if is_first || score > alpha {
                entry.score = score;
                entry.known = Some(score);
                entry.line.clear();
                entry.line.push(action);
                entry.line.extend_from_slice(searcher.line());
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Brings the best to the front of those from place `first` on; the others keep their order.
    fn settle(&mut self, first: usize) {
        self.moves[first..].sort_by_key(|entry| std::cmp::Reverse(entry.score));
    }

    /// The report of the results so far.
    pub fn report<W: Walk<Action = A>>(
        &self,
        searcher: &Searcher<'_, W>,
        request: &Request<A>,
        reason: StopReason,
        memory: u64,
    ) -> Report<A> {
        let best = &self.moves[0];
        let score = best.known;
        let moves = self.moves.iter().enumerate().map(|(place, entry)| {
            let exact = entry.known.filter(|_| place < self.wanted);
            MoveReport {
                action: entry.action,
                visits: entry.nodes,
                value: exact.map(score::to_value),
                prior: None,
                proven: exact.and_then(score::proven),
                line: match exact {
                    Some(_) => entry.line.clone(),
                    None => Vec::new(),
                },
            }
        });
        Report {
            best: best.action,
            value: score.map_or(MoverValue::EVEN, score::to_value),
            proven: score.and_then(score::proven),
            moves: moves.collect(),
            line: best.line.clone(),
            simulations: searcher.nodes,
            nodes: searcher.nodes,
            depth: self.depth,
            deepest: searcher.deepest.min(MAX_PLY) as u32,
            fill: Some(searcher.table.fill()),
            memory,
            line_is_shortest: false,
            elapsed: searcher.budget.elapsed(),
            reason,
            seed: request.seed,
        }
    }
}
