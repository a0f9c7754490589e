//! Mates among all positions that checks and answers can lead to, by working backwards from the
//! mates: what repeats for ever is never marked.

use std::collections::HashMap;
use yomi_shogi::mate::{list_checks, list_evasions};
use yomi_shogi::{Board, Move};

struct Node {
    attacking: bool,
    next: Vec<usize>,
    mate: bool,
}

/// Whether the side to move mates; `None` if more positions can be reached than `most`.
pub fn mates(board: &Board, most: usize) -> Option<bool> {
    let mut nodes = Vec::new();
    let mut places = HashMap::new();
    let mut boards = vec![board.clone()];
    places.insert(board.key(), 0);
    let mut moves: Vec<Move> = Vec::new();
    while nodes.len() < boards.len() {
        if boards.len() > most {
            return None;
        }
        let mut board = boards[nodes.len()].clone();
        let attacking = nodes.is_empty() || board.side() == boards[0].side();
        match attacking {
            true => list_checks(&board, &mut moves),
            false => list_evasions(&board, &mut moves),
        }
        let mut next = Vec::new();
        for &action in &moves {
            let undo = board.make(action);
            let place = *places.entry(board.key()).or_insert_with(|| {
                boards.push(board.clone());
                boards.len() - 1
            });
            next.push(place);
            board.unmake(undo);
        }
        nodes.push(Node {
            attacking,
            next,
            mate: false,
        });
    }
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..nodes.len()).rev() {
            let node = &nodes[index];
            let mut next = node.next.iter().map(|&next| nodes[next].mate);
            let mate = match node.attacking {
                true => next.any(|mate| mate),
                false => next.all(|mate| mate),
            };
            changed |= mate && !node.mate;
            nodes[index].mate |= mate;
        }
    }
    Some(nodes[0].mate)
}
