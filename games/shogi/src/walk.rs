//! Walking about in a game: what a classical search does millions of times a second.

use crate::evaluation::{Accumulator, Evaluation};
use crate::exchange::capture_value;
use crate::mate::{MateSolver, MateVerdict, mate_in_one};
use crate::trail::judge;
use crate::transition::Transitions;
use crate::{Board, CheckInfo, Kind, Move, Position, Shogi, Square, Undo};
use std::cell::RefCell;
use std::sync::Arc;
use yomi_core::{Budget, Ending, Outcome, Player, Walk, Walkable};

/// Bytes of the table of a search for mates.
const MATE_TABLE: usize = 1 << 20;

/// A position in which moves are played and taken back.
pub struct ShogiWalk {
    game: Shogi,
    board: Board,
    undos: Vec<Undo>,
    /// The move before the first of them.
    last: Option<Move>,
    evaluation: Arc<Evaluation>,
    /// What the evaluation keeps up to date, for the present position and those before it.
    sums: Vec<Accumulator>,
    /// How long the trail was after each pass.
    passes: Vec<usize>,
    /// Key and check of all positions of the game so far, the latest last.
    trail: Vec<(u64, bool)>,
    /// How many positions of the trail have a key that ends in these bits: most positions are the
    /// only ones that do, and so are new.
    alike: Box<[u32; 1024]>,
    /// What gives check in the present position and in those before it, where anybody asked.
    checks: RefCell<Vec<Option<CheckInfo>>>,
}

impl ShogiWalk {
    /// The board as it is now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the game gets to the end of a line: it may be too long, or repeat what was there
    /// before.
    fn leads_to_the_end(&self, line: &[Move]) -> bool {
        let mut board = self.board.clone();
        let mut trail = self.trail.clone();
        line.iter().all(|&action| {
            board.make(action);
            trail.push((board.key(), board.in_check()));
            let repeated = judge(trail.iter().rev().copied(), board.side(), 4);
            repeated.is_none() && trail.len() <= self.game.rules().moves as usize + 1
        })
    }

    #[inline]
    fn sums(&self) -> &Accumulator {
        &self.sums[self.sums.len() - 1]
    }

    fn arrive(&mut self) {
        let key = self.board.key();
        self.trail.push((key, self.board.in_check()));
        self.alike[key as usize & 1023] += 1;
        self.checks.get_mut().push(None);
    }
}

impl Walkable for Shogi {
    type Walk = ShogiWalk;

    fn walk(&self, position: &Position) -> ShogiWalk {
        let mut trail: Vec<(u64, bool)> = position.trail().iter().collect();
        trail.reverse();
        let mut alike = Box::new([0_u32; 1024]);
        for (key, _) in &trail {
            alike[*key as usize & 1023] += 1;
        }
        ShogiWalk {
            game: self.clone(),
            board: position.board().clone(),
            undos: Vec::with_capacity(256),
            last: position.last(),
            evaluation: Arc::clone(self.evaluation()),
            sums: vec![self.evaluation().fresh(position.board())],
            passes: Vec::new(),
            trail,
            alike,
            checks: RefCell::new(vec![None]),
        }
    }
}

impl Walk for ShogiWalk {
    type Action = Move;

    #[inline]
    fn make(&mut self, action: Move) {
        let undo = self.board.make(action);
        let mut sums = *self.sums();
        self.evaluation.update(&mut sums, &self.board, &undo);
        self.sums.push(sums);
        self.undos.push(undo);
        self.arrive();
    }

    #[inline]
    fn make_null(&mut self) {
        let sums = *self.sums();
        self.sums.push(sums);
        self.undos.push(self.board.make_null());
        self.passes.push(self.trail.len());
        self.arrive();
    }

    #[inline]
    fn unmake(&mut self) {
        if let (Some(undo), Some((key, _))) = (self.undos.pop(), self.trail.pop()) {
            self.alike[key as usize & 1023] -= 1;
            self.checks.get_mut().pop();
            self.sums.pop();
            if undo.action().is_none() {
                self.passes.pop();
            }
            self.board.unmake(undo);
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if self.alike[self.board.key() as usize & 1023] > 1 {
            // A pass is no move: what was there before it does not come again.
            let since = self.passes.last().copied().unwrap_or(0);
            let positions = self.trail[since..].iter().rev().copied();
            if let Some(outcome) = judge(positions, self.board.side(), 2) {
                return Some(Ending::Repetition(outcome));
            }
        }
        let too_long = self.trail.len() > self.game.rules().moves as usize;
        (too_long && self.board.has_legal_move()).then_some(Ending::Final(Outcome::Draw))
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.board.side()
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board.in_check()
    }

    #[inline]
    fn evaluate(&mut self) -> i32 {
        self.evaluation.score(self.sums(), &self.board)
    }

    #[inline]
    fn moves(&self, actions: &mut Vec<Move>) {
        self.board.legal(actions);
    }

    #[inline]
    fn tactical_moves(&self, actions: &mut Vec<Move>) {
        self.board.captures(actions);
    }

    #[inline]
    fn is_legal(&self, action: Move) -> bool {
        self.board.is_legal(action)
    }

    #[inline]
    fn is_tactical(&self, action: Move) -> bool {
        let Some(from) = action.from() else {
            return false;
        };
        self.board.piece(action.to()).is_some()
            || (action.promotes() && self.board.kind_on(from) == Kind::Pawn)
    }

    #[inline]
    fn gives_check(&self, action: Move) -> bool {
        let mut checks = self.checks.borrow_mut();
        let place = checks.len() - 1;
        let info = checks[place].get_or_insert_with(|| CheckInfo::new(&self.board));
        info.is_check(&self.board, action)
    }

    #[inline]
    fn gain(&self, action: Move) -> (i32, i32) {
        let risk = match action.from() {
            Some(from) => capture_value(self.board.kind_on(from)),
            None => 0,
        };
        (self.board.immediate_gain(action), risk)
    }

    #[inline]
    fn exchange_is_at_least(&self, action: Move, threshold: i32) -> bool {
        self.board.exchange_is_at_least(action, threshold)
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        match self.game.rules().declaration.claim(&self.board) {
            Some(Outcome::Win(_)) => Some(Move::DECLARE),
            _ => mate_in_one(&self.board),
        }
    }

    fn forced_win(&self, budget: &mut Budget) -> (Option<Vec<Move>>, u64) {
        let mut solver = MateSolver::new(MATE_TABLE);
        let line = match solver.solve(&self.board, budget) {
            MateVerdict::Mate { line, .. } if self.leads_to_the_end(&line) => Some(line),
            _ => None,
        };
        (line, solver.nodes())
    }

    fn weigh(&self, actions: &[Move], scores: &mut Vec<f32>) {
        let last = match self.undos.last() {
            Some(undo) => undo.action(),
            None => self.last,
        };
        Transitions::shipped().score(&self.board, last, actions, scores);
    }

    const SLOTS: usize = (Kind::COUNT + 7) * Square::COUNT;

    #[inline]
    fn slot(&self, action: Move) -> usize {
        let what = match (action.from(), action.dropped()) {
            (Some(from), _) => self.board.kind_on(from).index(),
            (None, Some(kind)) => Kind::COUNT + kind.index(),
            (None, None) => 0,
        };
        what * Square::COUNT + action.to().index()
    }
}
