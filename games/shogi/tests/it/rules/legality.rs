//! Moves that the rules allow or forbid, from `../data/legality.txt`.

use super::cases;
use super::slow::Slow;
use super::turned;
use yomi_core::{Notation as _, Setup as _};
use yomi_shogi::{Move, Shogi};

fn check(sfen: &str, text: &str, expected: bool) {
    let game = Shogi::default();
    let position = game.parse_state(sfen).unwrap();
    let action: Move = text.parse().unwrap();
    let listed = |play: &String| *play == text;
    let mut slow = Slow::from_sfen(sfen).legal().into_iter();
    assert_eq!(
        slow.any(|play| listed(&play.to_string())),
        expected,
        "the slow rules: {text} in {sfen}"
    );
    let mut moves = Vec::new();
    position.board().legal(&mut moves);
    let found = [
        moves.contains(&action),
        position.board().is_legal(action),
        game.parse_action(&position, text).is_ok(),
    ];
    assert_eq!(found, [expected; 3], "{text} in {sfen}");
}

#[test]
fn moves_are_legal_or_not() {
    let mut checked = [0, 0];
    for case in cases::read(include_str!("../data/legality.txt")) {
        let [sfen, legal, illegal] = case[..] else {
            panic!("three fields, please: {case:?}");
        };
        for (moves, expected) in [(legal, true), (illegal, false)] {
            for text in moves.split_whitespace() {
                check(sfen, text, expected);
                check(&turned::sfen(sfen), &turned::play(text), expected);
                checked[usize::from(expected)] += 1;
            }
        }
    }
    assert!(checked.iter().all(|&count| count > 80), "{checked:?}");
}

#[test]
fn a_board_turned_twice_is_the_same_board() {
    for case in cases::read(include_str!("../data/perft.txt")) {
        assert_eq!(turned::sfen(&turned::sfen(case[0])), case[0]);
        assert_ne!(turned::sfen(case[0]), case[0]);
    }
    assert_eq!(turned::play("7g7f+"), "3c3d+");
    assert_eq!(turned::play("P*5a"), "P*5i");
}
