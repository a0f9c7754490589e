//! Shallow traps: moves after which the opponent mates soon.
//!
//! A move is a trap of level n if the opponent has a mate in n plies after it and none in fewer. A search that averages
//! over what may happen sees little of a mate that takes one exact line, so positions with such moves are where tree search by playouts
//! fails (R. Ramanujan, A. Sabharwal and B. Selman, "On adversarial search spaces and sampling-based planning", ICAPS 2010; for shogi the
//! paper `mcts-shogi`).

use crate::mate::ExactMate;
use crate::{Board, Move};

/// The levels that are told apart: the lengths of mates, in plies.
pub const LEVELS: [u32; 4] = [1, 3, 5, 7];

/// Finds traps; keeps what it knows of mates from one position to the next.
///
/// ```
/// use yomi_shogi::{Board, traps::Traps};
/// let board = "l1s3s2/1rg1g4/p2k1S1pp/2pppp+B2/PN2g3P/1PP6/3PP1PP1/2SBG2R1/L3KL1NL w 2N3P 66";
/// let board = Board::from_sfen(board).unwrap();
/// let traps = Traps::default().of(&board);
/// assert!(traps.contains(&("6c5c".parse().unwrap(), 3)));
/// ```
#[derive(Default)]
pub struct Traps {
    mates: ExactMate,
    moves: Vec<Move>,
}

impl Traps {
    /// The level of a legal move; `None` if it is no trap of these levels.
    pub fn level(&mut self, board: &Board, action: Move) -> Option<u32> {
        let mut after = board.clone();
        after.make(action);
        self.mates.length(&mut after, LEVELS[LEVELS.len() - 1])
    }

    /// All legal moves that are traps, with their levels, in the order of the generator.
    pub fn of(&mut self, board: &Board) -> Vec<(Move, u32)> {
        let mut moves = std::mem::take(&mut self.moves);
        board.legal(&mut moves);
        let found = moves
            .iter()
            .filter_map(|&action| Some((action, self.level(board, action)?)));
        let found = found.collect();
        self.moves = moves;
        found
    }
}
