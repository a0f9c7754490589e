//! A position of a game: the board and its history.

use crate::trail::Trail;
use crate::{Board, Move};
use yomi_core::Outcome;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    trail: Trail,
    last: Option<Move>,
    /// How a declaration or a repetition has ended the game.
    ended: Option<Outcome>,
}

impl Position {
    /// The beginning of a game from this position.
    pub fn new(board: Board) -> Position {
        Position {
            trail: Trail::new(board.key(), board.in_check()),
            board,
            last: None,
            ended: None,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The last move, if there was one.
    #[inline]
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// How many moves were played.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.trail.length() - 1
    }

    /// The positions so far.
    #[inline]
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// How a declaration or a repetition has ended the game.
    #[inline]
    pub(crate) fn ended(&self) -> Option<Outcome> {
        self.ended
    }

    /// Ends the game by a declaration.
    pub(crate) fn declare(&mut self, outcome: Outcome) {
        self.last = Some(Move::DECLARE);
        self.ended = Some(outcome);
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, action: Move) {
        self.board.make(action);
        self.last = Some(action);
        if self.trail.add(self.board.key(), self.board.in_check()) {
            self.ended = self.trail.repetition(self.board.side());
        }
    }
}
