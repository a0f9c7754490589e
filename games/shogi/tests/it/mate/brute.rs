//! Mates by trying everything: nothing but the list of legal moves is used.

use yomi_shogi::{Board, Move};

/// The legal moves that lead to a forced mate within `plies`, an odd number.
pub fn mating_moves(board: &mut Board, plies: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal(&mut moves);
    moves.retain(|&action| {
        let undo = board.make(action);
        let mates = board.in_check() && all_lose(board, plies - 1);
        board.unmake(undo);
        mates
    });
    moves
}

/// Whether the side to move is mated within `plies`, an even number.
fn all_lose(board: &mut Board, plies: u32) -> bool {
    let mut moves = Vec::new();
    board.legal(&mut moves);
    moves.is_empty()
        || plies > 0
            && moves.iter().all(|&action| {
                let undo = board.make(action);
                let loses = can_mate(board, plies - 1);
                board.unmake(undo);
                loses
            })
}

/// Whether the side to move has a forced mate within `plies`, an odd number.
pub fn can_mate(board: &mut Board, plies: u32) -> bool {
    let mut moves = Vec::new();
    board.legal(&mut moves);
    moves.iter().any(|&action| {
        let undo = board.make(action);
        let mates = board.in_check() && all_lose(board, plies - 1);
        board.unmake(undo);
        mates
    })
}
