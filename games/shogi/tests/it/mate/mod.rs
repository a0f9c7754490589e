//! Mate searches: against trying everything, on random games, on scattered pieces and on problems.

mod brute;
mod dfpn;
mod exact;
mod graph;
mod lists;
mod one;
mod problems;
mod scatter;
mod traps;

use yomi_shogi::{Board, Move};

/// Whether the moves are legal, the attacker's all checks, and the end mate.
fn is_mate(board: &Board, line: &[Move]) -> bool {
    let mut board = board.clone();
    for (ply, &action) in line.iter().enumerate() {
        if !board.is_legal(action) {
            return false;
        }
        board.make(action);
        if ply % 2 == 0 && !board.in_check() {
            return false;
        }
    }
    line.len() % 2 == 1 && board.legal_count() == 0
}
