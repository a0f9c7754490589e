//! Tic-tac-toe: its value, its golden drawing and its notation.

use std::collections::HashSet;
use yomi_core::{
    Deterministic, Discrete, Encode, Game, Keyed, Notation, Outcome, Player, Symmetric,
};
use yomi_toy::TicTacToe;
use yomi_toy::tic_tac_toe::Board;

fn after(moves: &str) -> Board {
    let mut board = TicTacToe.initial();
    for text in moves.split_whitespace() {
        let cell = TicTacToe.parse_action(&board, text).unwrap();
        TicTacToe.apply(&mut board, cell);
    }
    board
}

/// The value of the position for the first player, and every position on the way.
fn minimax(board: &Board, seen: &mut Vec<Board>) -> f64 {
    seen.push(*board);
    if let Some(outcome) = TicTacToe.outcome(board) {
        return outcome.value().0;
    }
    let mut cells = Vec::new();
    TicTacToe.actions(board, &mut cells);
    let values = cells.into_iter().map(|cell| {
        let mut next = *board;
        TicTacToe.apply(&mut next, cell);
        minimax(&next, seen)
    });
    match TicTacToe.to_move(board) {
        Player::First => values.fold(0.0, f64::max),
        Player::Second => values.fold(1.0, f64::min),
    }
}

#[test]
fn perfect_play_draws_and_there_are_5478_positions() {
    let mut seen = Vec::new();
    assert_eq!(minimax(&TicTacToe.initial(), &mut seen), 0.5);
    let keys: HashSet<u64> = seen.iter().map(|board| TicTacToe.key(board)).collect();
    assert_eq!(keys.len(), 5478);
    // 765 of them if turned and mirrored ones count as one.
    let least_key = |board: &Board| {
        let turned = (0..8).map(|symmetry| TicTacToe.transform_state(board, symmetry));
        turned.map(|board| TicTacToe.key(&board)).min()
    };
    let classes: HashSet<Option<u64>> = seen.iter().map(least_key).collect();
    assert_eq!(classes.len(), 765);
}

#[test]
fn golden_positions() {
    let board = after("b2 a1 c1");
    assert_eq!(
        TicTacToe.render(&board),
        "3 . . .\n2 . X .\n1 O . X\n  a b c"
    );
    let outcomes = [
        ("a1 b1 a2 b2 a3", Some(Outcome::Win(Player::First))),
        ("a1 b2 a2 a3 b1 c1", Some(Outcome::Win(Player::Second))),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", Some(Outcome::Draw)),
        ("a1 b2 c3", None),
    ];
    for (moves, outcome) in outcomes {
        assert_eq!(TicTacToe.outcome(&after(moves)), outcome, "{moves}");
    }
}

#[test]
fn taken_cells_are_refused() {
    let board = after("b2");
    assert!(TicTacToe.parse_action(&board, "B3").is_ok());
    let error = TicTacToe.parse_action(&board, "b2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "'b2' is not a legal move here: expected an empty cell, a1 to c3"
    );
}

#[test]
fn features_swap_sides_with_the_viewer() {
    let board = after("b2 a1");
    let sides = |viewer| {
        let mut features = Vec::new();
        TicTacToe.encode(&board, viewer, &mut features);
        // Lines held by the viewer, lines held by the opponent, the move.
        let mut counts = [0; 3];
        for (feature, _) in features {
            counts[if feature == 32 {
                2
            } else {
                feature as usize % 4 / 2
            }] += 1;
        }
        counts
    };
    assert_eq!(sides(Player::First), [3, 2, 1]);
    assert_eq!(sides(Player::Second), [2, 3, 0]);
}
