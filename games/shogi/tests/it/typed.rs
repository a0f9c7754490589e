//! Moves as people type them.

use yomi_core::{Deterministic as _, Game as _, Interactive as _};
use yomi_shogi::{Board, Position, START, Shogi};

#[test]
fn moves_are_understood_as_people_write_them() {
    let game = Shogi::default();
    let mut position = game.initial();
    let mut cases = 0;
    for line in include_str!("data/typed.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(text) = line.strip_prefix("position ") {
            let sfen = if text == "startpos" { START } else { text };
            position = Position::new(Board::from_sfen(sfen).unwrap());
            continue;
        }
        let (typed, expected) = line.split_once(char::is_whitespace).unwrap();
        let found = game.parse_typed(&position, typed);
        match (expected.trim().split_once(' ').unwrap(), found) {
            (("=", expected), Ok(action)) => assert_eq!(action.to_string(), expected, "{line}"),
            (("!", expected), Err(error)) => {
                assert!(error.expected.contains(expected), "{line}: {error}");
            }
            (_, found) => panic!("{line}: {found:?}"),
        }
        cases += 1;
    }
    assert!(cases > 30, "{cases} cases");
}

#[test]
fn the_same_square_is_that_of_the_last_move() {
    let game = Shogi::default();
    let mut position = game.initial();
    for typed in ["7六歩", "3四歩", "2二角成", "同銀", "B*55"] {
        let action = game.parse_typed(&position, typed).unwrap();
        game.apply(&mut position, action);
    }
    assert_eq!(
        position.last().map(|last| last.to_string()).as_deref(),
        Some("B*5e")
    );
}
