//! The lists of checks and of answers to them.

use super::scatter::scatter;
use yomi_core::Seed;
use yomi_shogi::mate::{list_checks, list_evasions};
use yomi_shogi::{Board, Move};

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

fn listed(list: fn(&Board, &mut Vec<Move>), board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    list(board, &mut moves);
    sorted(moves)
}

fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal(&mut moves);
    sorted(moves)
}

/// Compares the checks, and the answers to each of them.
fn assert_same(board: &mut Board) {
    let mut checks = legal(board);
    checks.retain(|&action| {
        let undo = board.make(action);
        let checked = board.in_check();
        board.unmake(undo);
        checked
    });
    assert_eq!(listed(list_checks, board), checks, "{}", board.to_sfen());
    for check in checks {
        let undo = board.make(check);
        let answers = listed(list_evasions, board);
        assert_eq!(answers, legal(board), "{}", board.to_sfen());
        board.unmake(undo);
    }
}

#[test]
fn lists_are_those_of_all_moves_in_random_games() {
    let mut rng = Seed::new(4).rng();
    for _ in 0..100 {
        let mut board = Board::start();
        while board.number() < 300
            && let Some(action) = board.random_legal(&mut rng)
        {
            assert_same(&mut board);
            board.make(action);
        }
    }
}

#[test]
fn lists_are_those_of_all_moves_among_scattered_pieces() {
    let mut rng = Seed::new(5).rng();
    for _ in 0..4000 {
        assert_same(&mut scatter(&mut rng));
    }
}

#[test]
fn a_side_that_is_not_in_check_may_do_anything() {
    let start = Board::start();
    assert_eq!(listed(list_evasions, &start), legal(&start));
    assert_eq!(listed(list_checks, &start), []);
}
