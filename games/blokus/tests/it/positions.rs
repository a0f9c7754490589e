//! Positions as text.

use yomi_blokus::{BlokusDuo, Board};
use yomi_core::{Deterministic, Discrete, Game, Player, Scored, Seed, Setup, perft::perft};

const EMPTY: &str = "14/14/14/14/14/14/14/14/14/14/14/14/14/14";

fn read(text: &str) -> Board {
    let read = BlokusDuo::default().parse_state(text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position with these rows, counted from the top, and nothing else.
fn rows(wanted: &[(usize, &str)], rest: &str) -> String {
    let mut rows = vec!["14"; 14];
    for (row, text) in wanted {
        rows[*row] = text;
    }
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn the_first_position_is_the_empty_board() {
    let game = BlokusDuo::default();
    assert_eq!(game.format_state(&game.initial()), format!("{EMPTY} b"));
    assert_eq!(read(&format!("{EMPTY} b")), game.initial());
    assert_eq!(perft(&game, &read(&format!("{EMPTY} w")), 1), 414);
}

#[test]
fn a_game_goes_on_from_any_of_its_positions() {
    let game = BlokusDuo { bonus: true };
    for number in 0..20 {
        let mut rng = Seed::new(number).rng();
        let mut board = game.initial();
        while game.outcome(&board).is_none() {
            let again = game.parse_state(&game.format_state(&board)).unwrap();
            // The order in which pieces came is part of the text as far as it matters.
            assert_eq!(again, board);
            assert_eq!(again.key(), board.key());
            assert_eq!(again.last(), None);
            let mut moves = [Vec::new(), Vec::new()];
            game.actions(&board, &mut moves[0]);
            game.actions(&again, &mut moves[1]);
            assert_eq!(moves[0], moves[1]);
            let drawn = [board, again].map(|mut from| {
                let mut rng = rng.clone();
                from.play_randomly(4, &mut rng);
                from
            });
            assert_eq!(drawn[0], drawn[1]);
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, placement);
        }
        let over = game.parse_state(&game.format_state(&board)).unwrap();
        assert_eq!(over, board);
        assert_eq!(game.outcome(&over), game.outcome(&board));
    }
}

#[test]
fn what_is_in_hand_follows_from_the_board() {
    let board = read(&rows(&[(4, "4XX8"), (5, "4X9"), (9, "9O4")], "b"));
    assert_eq!(
        [board.squares(Player::First), board.squares(Player::Second)],
        [3, 1]
    );
    // All but the angle of three squares, all but the single square.
    let all = (1 << 21) - 1;
    assert_eq!(board.hand(Player::First), all & !(1 << 3));
    assert_eq!(board.hand(Player::Second), all & !1);
    assert!(board.ended_with_monomino(Player::Second));
}

#[test]
fn pieces_may_lie_where_no_game_has_them() {
    // Nobody has covered a start square: they are squares like any other.
    let game = BlokusDuo::default();
    let board = read(&rows(&[(0, "X13"), (13, "13O")], "w"));
    assert_eq!(board.mover(), Player::Second);
    assert!(!board.is_corner(Player::First, 4, 4));
    assert!(board.is_corner(Player::First, 1, 1));
    let mut placements = Vec::new();
    game.actions(&board, &mut placements);
    let expected = "12/12 can be reached from the corner of the single square alone";
    assert!(!placements.is_empty(), "{expected}");
    for placement in placements {
        let mut next = board;
        game.apply(&mut next, placement);
        assert_eq!(next.at(12, 12), Some(Player::Second), "{expected}");
    }
}

#[test]
fn a_side_that_cannot_move_is_passed_over() {
    // The only corner of the first player is taken.
    let shut = rows(&[(12, "1O12"), (13, "X13")], "b");
    assert_eq!(read(&shut).mover(), Player::Second);
    assert!(!read(&shut).is_over());
}

#[test]
fn the_single_square_that_came_last_has_its_bonus() {
    let game = BlokusDuo { bonus: true };
    let mut seen = [false; 2];
    for number in 0..40 {
        let mut rng = Seed::new(number).rng();
        let mut board = game.initial();
        while game.outcome(&board).is_none() {
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, placement);
            for player in Player::BOTH {
                let text = game.format_state(&board);
                let last = board.ended_with_monomino(player);
                seen[usize::from(last)] = true;
                let again = game.parse_state(&text).unwrap();
                assert_eq!(again.ended_with_monomino(player), last, "{text}");
                assert_eq!(game.score(&again, player), game.score(&board, player));
            }
        }
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn what_is_no_position_is_refused() {
    for (text, expected) in [
        (EMPTY.to_owned(), "14 rows from the top"),
        (String::new(), "14 rows from the top"),
        ("14/14 b".to_owned(), "14 rows from the top"),
        (format!("{EMPTY}/14 b"), "14 rows from the top"),
        (format!("{EMPTY} x"), "14 rows from the top"),
        (format!("{EMPTY} b e99"), "14 rows from the top"),
        (format!("{EMPTY} b e10"), "a single square at e10"),
        (rows(&[(4, "4XX8")], "b e10"), "a single square at e10"),
        (
            rows(&[(4, "4XXXXXX4")], "b"),
            "a piece, which e10,f10,g10,h10,i10,j10 is not: pieces of a side that touch edge to edge",
        ),
        (
            rows(&[(4, "4XX8"), (6, "4XX8")], "b"),
            "each piece once: first has another 2, at e8",
        ),
    ] {
        let error = BlokusDuo::default()
            .parse_state(&text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
