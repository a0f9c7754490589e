//! The root: iterative deepening, multi-PV, and the result of an unfinished iteration.

use super::MAX_PLY;
use super::node::{Found, Searcher};
use super::score::{self, INFINITY};
use std::cmp::Reverse;
use yomi_core::{Deterministic, Discrete, MoveReport, MoverValue, Player, Proven};

/// The score of a root move.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Claim {
    score: i32,
    /// Whether it is the score, or only a bound from above.
    exact: bool,
    /// Whether no estimate entered it.
    complete: bool,
}

impl Claim {
    /// Whether searching deeper cannot change it.
    fn is_final(self) -> bool {
        self.exact && self.complete
    }

    /// A result that is no more than a bound from above, unless it says that the move loses:
    /// that is all there is to know about a move.
    fn at_most(found: Found) -> Claim {
        Claim {
            score: found.score,
            exact: score::is_loss(found.score),
            complete: found.complete,
        }
    }
}

/// A move of the root.
pub struct RootMove<A> {
    /// The move.
    pub action: A,
    /// Nodes spent on it.
    nodes: u64,
    known: Option<Claim>,
    /// The results of the current iteration.
    pending: Option<Claim>,
    /// The best continuation, `action` first, that goes with the exact score.
    line: Vec<A>,
}

impl<A: Copy + PartialEq> RootMove<A> {
    fn new(action: A) -> RootMove<A> {
        RootMove {
            action,
            nodes: 0,
            known: None,
            pending: None,
            line: vec![action],
        }
    }

    /// Best first: moves with an exact score, moves known only to be no better, lost moves.
    fn rank(&self) -> Reverse<(u8, i32)> {
        Reverse(match self.known {
            Some(claim) if score::is_loss(claim.score) => (0, claim.score),
            Some(claim) if claim.exact => (2, claim.score),
            Some(claim) => (1, claim.score),
            None => (1, -INFINITY),
        })
    }

    fn report(&self) -> MoveReport<A> {
        let exact = self.known.filter(|claim| claim.exact);
        MoveReport {
            action: self.action,
            visits: self.nodes,
            value: exact.map(|claim| score::to_value(claim.score)),
            prior: None,
            proven: exact.and_then(|claim| score::proven(claim.score, claim.complete)),
            line: Vec::new(),
        }
    }
}

/// How an iteration ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Iteration {
    /// All moves were searched.
    Finished,
    /// All was searched, and searching deeper will change nothing.
    Solved,
    /// The budget was spent.
    Stopped,
}

/// The moves of the root, best first as far as known.
pub struct Root<A> {
    pub moves: Vec<RootMove<A>>,
    /// Exact scores of the iteration now running, best first.
    exact: Vec<i32>,
    /// The number of moves with exact scores (multi-PV).
    wanted: usize,
    /// Whether the last word on the position is spoken.
    solved: bool,
}

impl<A: Copy + PartialEq> Root<A> {
    /// The root with these moves, in the order in which they shall be tried first.
    pub fn new(actions: &[A], multi_pv: u32) -> Root<A> {
        Root {
            moves: actions
                .iter()
                .map(|&action| RootMove::new(action))
                .collect(),
            exact: Vec::new(),
            wanted: (multi_pv.max(1) as usize).min(actions.len()),
            solved: false,
        }
    }

    /// Searches all moves `depth` plies deep, the move itself included.
    pub fn iterate<G: Discrete + Deterministic<Action = A>>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        state: &G::State,
        depth: u32,
    ) -> Iteration {
        let mover = searcher.game.to_move(state);
        self.exact.clear();
        for index in 0..self.moves.len() {
            let before = searcher.nodes;
            let claim = self.examine(searcher, state, mover, depth, index);
            self.moves[index].nodes += searcher.nodes - before;
            let Some(claim) = claim else {
                self.settle(index);
                return Iteration::Stopped;
            };
            self.moves[index].pending = Some(claim);
            if claim.exact {
                let place = self.exact.partition_point(|&other| other >= claim.score);
                self.exact.insert(place, claim.score);
            }
            if self.wanted == 1 && claim.exact && score::is_win(claim.score) {
                self.settle(index + 1);
                self.solved = true;
                return Iteration::Solved;
            }
        }
        self.solved = self
            .moves
            .iter()
            .all(|entry| entry.pending.is_some_and(|claim| claim.complete));
        self.settle(self.moves.len());
        if self.solved {
            Iteration::Solved
        } else {
            Iteration::Finished
        }
    }

    /// The claim about one move: exact if it is among the best so far, else a bound.
    fn examine<G: Discrete + Deterministic<Action = A>>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        state: &G::State,
        mover: Player,
        depth: u32,
        index: usize,
    ) -> Option<Claim> {
        let entry = &mut self.moves[index];
        if let Some(claim) = entry.known.filter(|claim| claim.is_final()) {
            return Some(claim);
        }
        let mut next = state.clone();
        searcher.game.apply(&mut next, entry.action);
        // Below the k-th best score a move need only be shown to be no better.
        let bar = self.exact.get(self.wanted - 1).copied();
        if let Some(bar) = bar {
            let found = searcher.visit(&next, mover, depth - 1, 1, bar, bar + 1)?;
            if found.score <= bar {
                return Some(Claim::at_most(found));
            }
        }
        let alpha = bar.unwrap_or(-INFINITY);
        searcher.plies[1].line.clear();
        let found = searcher.visit(&next, mover, depth - 1, 1, alpha, INFINITY)?;
        if found.score <= alpha {
            // The table has learned something in between.
            return Some(Claim::at_most(found));
        }
        entry.line.truncate(1);
        entry.line.extend_from_slice(&searcher.plies[1].line);
        Some(Claim {
            score: found.score,
            exact: true,
            complete: found.complete,
        })
    }

    /// Ends an iteration in which the first `done` moves were searched. It counts only if it came
    /// as far as the moves that shall have exact scores; otherwise the one before it stands.
    fn settle(&mut self, done: usize) {
        let counts = done >= self.wanted;
        for (index, entry) in self.moves.iter_mut().enumerate() {
            let pending = entry.pending.take();
            if counts && index < done {
                entry.known = pending;
            } else if counts && let Some(claim) = &mut entry.known {
                // A score of a shallower search does not compare with the new ones.
                claim.exact = claim.is_final();
            }
        }
        self.moves.sort_by_key(RootMove::rank);
    }

    /// The value of the position for the side to move, and what is proven about it.
    pub fn verdict(&self) -> (MoverValue, Option<Proven>) {
        match self.moves[0].known {
            None => (MoverValue::EVEN, None),
            Some(claim) => (
                score::to_value(claim.score),
                score::proven(claim.score, self.solved).filter(|_| claim.exact),
            ),
        }
    }

    /// The reports of all moves, best first.
    pub fn reports(&self) -> Vec<MoveReport<A>> {
        self.moves.iter().map(RootMove::report).collect()
    }

    /// The expected continuation; where the search stopped at a position whose best move it had
    /// already known, the table tells how it goes on.
    pub fn line<G: Discrete + Deterministic<Action = A>>(
        &self,
        searcher: &Searcher<'_, G>,
        state: &G::State,
    ) -> Vec<A> {
        let (game, mut state) = (searcher.game, state.clone());
        let mut line = self.moves[0].line.clone();
        for &action in &line {
            game.apply(&mut state, action);
        }
        let mut legal = Vec::new();
        while line.len() < MAX_PLY
            && game.outcome(&state).is_none()
            && let Some(action) = searcher.known_best(&state)
        {
            game.search_actions(&state, &mut legal);
            if !legal.contains(&action) {
                break;
            }
            game.apply(&mut state, action);
            line.push(action);
        }
        line
    }
}
