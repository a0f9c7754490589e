//! Counting move paths: the test of the move generator, and of its speed.
//!
//! Sequences of legal moves are counted by the common convention: without declarations, and
//! without an end by repetition or by the length of the game. The last ply is counted in bulk.

use crate::{Board, Move, Position, Shogi};

/// The number of move sequences of `depth` plies.
///
/// ```
/// use yomi_shogi::{Board, perft};
/// assert_eq!(perft(&Board::start(), 3), 25_470);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    count(&mut board.clone(), &mut buffers)
}

/// The same, split by first move.
pub fn divide(_game: &Shogi, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut board = position.board().clone();
    let mut moves = Vec::new();
    if depth > 0 {
        board.legal(&mut moves);
    }
    let mut buffers = vec![Vec::new(); (depth as usize).saturating_sub(1)];
    moves
        .into_iter()
        .map(|action| {
            let undo = board.make(action);
            let paths = count(&mut board, &mut buffers);
            board.unmake(undo);
            (action, paths)
        })
        .collect()
}

/// One buffer per remaining ply.
fn count(board: &mut Board, buffers: &mut [Vec<Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    if deeper.is_empty() {
        return board.legal_count() as u64;
    }
    board.legal(moves);
    let mut paths = 0;
    for &action in moves.iter() {
        let undo = board.make(action);
        paths += count(board, deeper);
        board.unmake(undo);
    }
    paths
}
