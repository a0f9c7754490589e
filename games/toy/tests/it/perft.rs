//! Counts of move paths, against the known numbers in `data/perft.txt`.

use yomi_core::{Deterministic, Discrete, Notation, perft};
use yomi_toy::{ConnectFour, TicTacToe};

fn state_after<G: Notation + Deterministic>(game: &G, moves: &str) -> G::State {
    let mut state = game.initial();
    for text in moves.split(',').filter(|&text| text != "-") {
        let action = game.parse_action(&state, text).expect(text);
        game.apply(&mut state, action);
    }
    state
}

fn count<G: Notation + Deterministic + Discrete>(game: &G, moves: &str, depth: u32) -> u64 {
    perft::perft(game, &state_after(game, moves), depth)
}

#[test]
fn perft_counts_are_the_known_ones() {
    let data = include_str!("data/perft.txt");
    let rows = data.lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for row in rows {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [game, moves, depth, paths] = fields[..] else {
            panic!("four fields, please: {row}");
        };
        let depth = depth.parse().unwrap();
        let counted = match game {
            "tic-tac-toe" => count(&TicTacToe, moves, depth),
            "connect-four" => count(&ConnectFour, moves, depth),
            _ => panic!("no such game: {game}"),
        };
        assert_eq!(counted.to_string(), paths, "{row}");
        checked += 1;
    }
    assert!(checked >= 20);
}

#[test]
fn tic_tac_toe_has_255168_games() {
    fn games(state: <TicTacToe as yomi_core::Game>::State) -> u64 {
        use yomi_core::Game;
        if TicTacToe.outcome(&state).is_some() {
            return 1;
        }
        let mut cells = Vec::new();
        TicTacToe.actions(&state, &mut cells);
        let after = |cell| {
            let mut next = state;
            TicTacToe.apply(&mut next, cell);
            games(next)
        };
        cells.into_iter().map(after).sum()
    }
    assert_eq!(games(state_after(&TicTacToe, "-")), 255_168);
}

#[test]
fn division_by_first_move_adds_up() {
    let start = state_after(&ConnectFour, "-");
    let parts = perft::divide(&ConnectFour, &start, 7);
    assert_eq!(parts.len(), 7);
    assert_eq!(parts.iter().map(|&(_, paths)| paths).sum::<u64>(), 823_536);
    // The board is symmetric, so the counts are too.
    assert!((0..3).all(|column| parts[column].1 == parts[6 - column].1));
}
