//! Walking about in connect four, for classical alpha-beta: the smallest game with all it asks for.
//!
//! A *threat* is a cell that completes a row and can be played at once. Whose opponent has one is in
//! check; moves that complete a row are tactical. (Moves that make a threat would be, too, if
//! sequences of them were not so long: quiescence search would be most of the search.) There is
//! nothing to exchange, so the static exchange evaluation of a move knows three values: it wins, it
//! lets the opponent win at once, or neither.

use super::windows::{COLUMN_WEIGHTS, lead};
use super::{Board, COLUMNS, Column, ConnectFour, STRIDE, Status, cell, has_four};
use yomi_core::{Deterministic as _, Discrete as _, Ending, Game as _, Keyed as _, Outcome};
use yomi_core::{Player, Walk, Walkable};

/// What completing a row counts for where moves are compared: more than any evaluation.
const ROW: i32 = 20_000;

/// Centipawns for an open window with one, two or three discs in it: six hundred times the default
/// weights of [`WindowEvaluator`](super::WindowEvaluator).
const WINDOW_VALUES: [i32; 3] = [24, 102, 300];

/// With fewer empty cells than this, having to move is often what loses: cells are left over that
/// neither side wants to be the first to play under.
const ZUGZWANG_CELLS: u32 = 24;

/// A position of connect four in which moves are played and taken back.
pub struct ConnectFourWalk {
    board: Board,
    /// The positions before each move made.
    earlier: Vec<Board>,
}

impl Board {
    fn is_going(&self) -> bool {
        self.status == Status::Going
    }

    /// The cells that can be played, each with its column.
    fn playable(&self) -> impl Iterator<Item = (Column, u64)> + use<> {
        let (taken, open) = (self.taken, self.open);
        let columns = (0..COLUMNS).filter(move |column| open >> column & 1 == 1);
        columns.map(move |column| (Column(column), cell(taken, Column(column))))
    }

    /// The first column, if any, in which the owner of these discs completes a row.
    fn threat(&self, discs: u64) -> Option<Column> {
        let mut cells = self.playable();
        cells.find_map(|(column, cell)| has_four(discs | cell).then_some(column))
    }

    fn opponents(&self) -> u64 {
        self.own ^ self.taken
    }

    fn wins(&self, column: Column) -> bool {
        has_four(self.own | cell(self.taken, column))
    }

    fn after(mut self, column: Column) -> Board {
        ConnectFour.apply(&mut self, column);
        self
    }
}

impl Walkable for ConnectFour {
    type Walk = ConnectFourWalk;

    fn walk(&self, board: &Board) -> ConnectFourWalk {
        ConnectFourWalk {
            board: *board,
            earlier: Vec::with_capacity(64),
        }
    }
}

impl Walk for ConnectFourWalk {
    type Action = Column;

    #[inline]
    fn make(&mut self, column: Column) {
        self.earlier.push(self.board);
        ConnectFour.apply(&mut self.board, column);
    }

    #[inline]
    fn make_null(&mut self) {
        self.earlier.push(self.board);
        self.board.own ^= self.board.taken;
        self.board.mover = self.board.mover.other();
    }

    #[inline]
    fn unmake(&mut self) {
        if let Some(board) = self.earlier.pop() {
            self.board = board;
        }
    }

    /// The key does not say who is the first player, which makes no difference to what can happen.
    #[inline]
    fn key(&self) -> u64 {
        ConnectFour.key(&self.board)
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        ConnectFour.outcome(&self.board).map(Ending::Final)
    }

    /// A full board, of which [`Walk::ending`] tells.
    #[inline]
    fn without_moves(&self) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.board.mover
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board.is_going() && self.board.threat(self.board.opponents()).is_some()
    }

    #[inline]
    fn null_move_is_sound(&self) -> bool {
        42 - self.board.taken.count_ones() >= ZUGZWANG_CELLS
    }

    fn evaluate(&mut self) -> i32 {
        let lead = lead(self.board.own, self.board.opponents());
        let windows = lead[1..4].iter().zip(WINDOW_VALUES);
        windows.map(|(lead, value)| lead * value).sum()
    }

    #[inline]
    fn moves(&self, columns: &mut Vec<Column>) {
        columns.clear();
        if self.board.is_going() {
            ConnectFour.actions(&self.board, columns);
        }
    }

    #[inline]
    fn tactical_moves(&self, columns: &mut Vec<Column>) {
        self.moves(columns);
        columns.retain(|&column| self.is_tactical(column));
    }

    #[inline]
    fn is_legal(&self, column: Column) -> bool {
        self.board.is_going() && self.board.open >> column.0 & 1 == 1
    }

    #[inline]
    fn is_tactical(&self, column: Column) -> bool {
        self.board.wins(column)
    }

    #[inline]
    fn gives_check(&self, column: Column) -> bool {
        let next = self.board.after(column);
        next.is_going() && next.threat(next.opponents()).is_some()
    }

    #[inline]
    fn gain(&self, column: Column) -> (i32, i32) {
        match self.board.wins(column) {
            true => (ROW, 0),
            false => (0, 0),
        }
    }

    #[inline]
    fn exchange_is_at_least(&self, column: Column, threshold: i32) -> bool {
        let next = self.board.after(column);
        let value = match next.status {
            Status::Won(_) => ROW,
            Status::Going if next.threat(next.own).is_some() => -ROW,
            Status::Going | Status::Drawn => 0,
        };
        value >= threshold
    }

    #[inline]
    fn winning_move(&self) -> Option<Column> {
        match self.board.is_going() {
            true => self.board.threat(self.board.own),
            false => None,
        }
    }

    fn weigh(&self, columns: &[Column], scores: &mut Vec<f32>) {
        let weight = |column: &Column| COLUMN_WEIGHTS[usize::from(column.0)];
        scores.clear();
        scores.extend(columns.iter().map(|column| libm::logf(weight(column))));
    }

    const SLOTS: usize = COLUMNS as usize * STRIDE as usize;

    /// The cell: what is worth playing in one position often is in others.
    #[inline]
    fn slot(&self, column: Column) -> usize {
        cell(self.board.taken, column).trailing_zeros() as usize % Self::SLOTS
    }
}
