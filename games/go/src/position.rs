//! A position of a game: the board, who moves, and what repetition forbids.

use crate::board::{Board, Point};
use crate::trail::Trail;
use crate::vertex::Vertex;
use yomi_core::Player;

/// A position in a frame of `W` words (see [`Vertex`]).
#[derive(Clone)]
pub struct Position<const W: usize> {
    pub(crate) board: Board<W>,
    pub(crate) mover: Player,
    /// Passes in a row, two at most.
    pub(crate) passes: u8,
    /// The last move and the one before; passes where there was none.
    pub(crate) last: [Vertex; 2],
    pub(crate) trail: Trail,
}

impl<const W: usize> Position<W> {
    /// The start of a game.
    pub fn new(size: usize) -> Position<W> {
        Position::set_up(Board::new(size), Player::First)
    }

    /// A game that starts with these stones.
    pub(crate) fn set_up(board: Board<W>, mover: Player) -> Position<W> {
        Position {
            trail: Trail::new(board.hash()),
            board,
            mover,
            passes: 0,
            last: [Vertex::PASS; 2],
        }
    }

    /// The stones.
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// Who moves.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// How many passes in a row there were.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The last move, if it was a stone.
    pub fn last_stone(&self) -> Option<Vertex> {
        (!self.last[0].is_pass()).then_some(self.last[0])
    }

    /// Whether the mover may put a stone on a point: it is empty, the stone has a liberty once it
    /// has captured, and the board was never the same before (positional superko).
    #[inline]
    pub fn is_legal(&self, point: Vertex) -> bool {
        self.board.point(point) == Point::Empty
            && self.board.is_legal(point, self.mover)
            && !self.trail.has(self.board.hash_after(point, self.mover))
    }

    /// Plays a legal move.
    pub fn play(&mut self, vertex: Vertex) {
        if vertex.is_pass() {
            self.board.lift_ko();
            self.passes = (self.passes + 1).min(2);
        } else {
            self.board.place(vertex, self.mover);
            self.trail.add(self.board.hash());
            self.passes = 0;
        }
        self.last = [vertex, self.last[0]];
        self.mover = self.mover.other();
    }
}
