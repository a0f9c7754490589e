//! Both ways to write a move.

use proptest::prelude::*;
use std::collections::BTreeSet;
use yomi_blokus::contest::{self, Code, CodeError};
use yomi_blokus::tables::{PLACEMENTS, SIDE, TABLES};
use yomi_blokus::{BlokusDuo, Placement, parse_placement};
use yomi_core::{Deterministic, Discrete, Game, Notation, Player};

fn every_placement() -> impl Iterator<Item = Placement> {
    (0..PLACEMENTS as u16).filter_map(Placement::new)
}

/// Columns and rows from the top left, from 1.
fn squares(code: &str) -> BTreeSet<(u8, u8)> {
    let placement = parse_placement(code).unwrap_or_else(|error| panic!("{code}: {error}"));
    let covered = TABLES.squares(placement.number());
    covered.map(|(x, y)| (x + 1, y + 1)).collect()
}

#[test]
fn every_placement_is_read_from_what_is_written() {
    let game = BlokusDuo::default();
    let board = game.initial();
    let mut written = BTreeSet::new();
    for placement in every_placement() {
        for text in [
            game.format_action(&board, placement),
            contest::format(placement),
        ] {
            assert_eq!(parse_placement(&text), Ok(placement), "{text}");
            assert_eq!(
                parse_placement(&text.to_uppercase()),
                Ok(placement),
                "{text}"
            );
            assert!(written.insert(text));
        }
    }
    assert_eq!(written.len(), 2 * PLACEMENTS);
}

/// A slow reader that knows only the rule of the orientations: the squares of orientation 0,
/// turned and mirrored about the square that is named.
fn by_the_rule(
    x: i32,
    y: i32,
    base: &BTreeSet<(i32, i32)>,
    orientation: u8,
) -> BTreeSet<(i32, i32)> {
    let turn = |(dx, dy): (i32, i32)| match orientation / 2 {
        0 => (dx, dy),
        1 => (-dy, dx),
        2 => (-dx, -dy),
        _ => (dy, -dx),
    };
    let mirror = |(dx, dy): (i32, i32)| {
        if orientation % 2 == 1 {
            (-dx, dy)
        } else {
            (dx, dy)
        }
    };
    base.iter()
        .map(|&square| mirror(turn(square)))
        .map(|(dx, dy)| (x + dx, y + dy))
        .collect()
}

#[test]
fn every_code_is_a_placement_or_sticks_out() {
    let mut placements = BTreeSet::new();
    for piece in 'a'..='u' {
        // In the middle of the board, where every piece has room.
        let base: BTreeSet<(i32, i32)> = squares(&format!("77{piece}0"))
            .into_iter()
            .map(|(x, y)| (i32::from(x) - 7, i32::from(y) - 7))
            .collect();
        assert!(
            base.contains(&(0, 0)),
            "{piece}: the square named is the piece's own"
        );
        for (x, y, orientation) in (1..=14)
            .flat_map(|x| (1..=14).map(move |y| (x, y)))
            .flat_map(|(x, y)| (0..8).map(move |orientation| (x, y, orientation)))
        {
            let code = format!("{x:x}{y:x}{piece}{orientation}");
            let expected = by_the_rule(x, y, &base, orientation);
            let inside = |&(x, y): &(i32, i32)| (1..=14).contains(&x) && (1..=14).contains(&y);
            if !expected.iter().all(inside) {
                assert_eq!(contest::parse(&code), Err(CodeError::OffBoard), "{code}");
                continue;
            }
            let found = squares(&code).into_iter();
            let found: BTreeSet<(i32, i32)> = found.map(|(x, y)| (x.into(), y.into())).collect();
            assert_eq!(found, expected, "{code}");
            let Ok(Code::Place(placement)) = contest::parse(&code) else {
                panic!("{code} is a placement");
            };
            placements.insert(placement);
            // Of all codes of a placement the smallest orientation is written.
            let canonical = contest::format(placement);
            assert!(
                canonical.as_bytes()[3] <= code.as_bytes()[3],
                "{code} {canonical}"
            );
            assert_eq!(canonical.as_bytes()[2], code.as_bytes()[2]);
        }
    }
    assert_eq!(placements.len(), PLACEMENTS);
}

#[test]
fn letters_name_the_pieces_that_they_should() {
    let expected = "1 2 I3 V3 I4 L4 T4 O Z4 I5 L5 N P U Y T5 V5 W Z5 F X";
    let names: Vec<&str> = ('a'..='u')
        .map(|letter| {
            let placement = parse_placement(&format!("77{letter}0")).unwrap();
            let piece = TABLES.form(placement.number()).piece;
            yomi_blokus::pieces::name(usize::from(piece))
        })
        .collect();
    assert_eq!(names.join(" "), expected);
}

#[test]
fn codes_as_the_world_knows_them() {
    for line in include_str!("data/contest.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["same", written, other] => {
                assert_eq!(squares(written), squares(other), "{line}");
                let placement = parse_placement(other).unwrap();
                assert_eq!(contest::format(placement), *written, "{line}");
            }
            ["covers", code, x, y] => {
                let square = (x.parse().unwrap(), y.parse().unwrap());
                assert!(squares(code).contains(&square), "{line}");
            }
            ["squares", code, list] => {
                assert_eq!(parse_placement(code), parse_placement(list), "{line}");
            }
            ["game", codes @ ..] => play_codes(codes),
            ["turned", codes @ ..] => {
                let side = SIDE as u8 + 1;
                let original = squares(codes[0]);
                for (i, code) in codes.iter().enumerate() {
                    let image = original.iter().map(|&(x, y)| match i {
                        0 => (x, y),
                        1 => (side - x, y),
                        2 => (side - y, x),
                        3 => (y, x),
                        4 => (side - x, side - y),
                        5 => (x, side - y),
                        6 => (y, side - x),
                        _ => (side - y, side - x),
                    });
                    assert_eq!(squares(code), image.collect(), "{code} in {line}");
                }
            }
            _ => panic!("not understood: {line}"),
        }
    }
}

/// Plays a game in which both sides take turns and pass when they must.
fn play_codes(codes: &[&str]) {
    let game = BlokusDuo::default();
    let mut board = game.initial();
    for (i, code) in codes.iter().enumerate() {
        let turn = Player::BOTH[i % 2];
        match contest::parse(code).unwrap_or_else(|error| panic!("{code}: {error}")) {
            Code::Place(_) => {
                assert_eq!(board.mover(), turn, "move {}", i + 1);
                let action = game.parse_action(&board, code).unwrap();
                game.apply(&mut board, action);
            }
            Code::Pass => assert_ne!(board.mover(), turn, "move {}", i + 1),
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let game = BlokusDuo::default();
    let board = game.initial();
    for (text, expected) in [
        ("06t2", "a column from 1 to e as the first character"),
        ("f6t2", "a column from 1 to e as the first character"),
        ("5ft2", "a row from 1 to e as the second character"),
        ("5 t2", "a row from 1 to e as the second character"),
        ("56v2", "a piece from a to u as the third character"),
        ("5612", "a piece from a to u as the third character"),
        ("56t8", "an orientation from 0 to 7 as the fourth character"),
        ("56tt", "an orientation from 0 to 7 as the fourth character"),
        ("15t2", "a place where the piece lies on the board"),
        (
            "0000",
            "a placement: there is no pass, a side that cannot move is skipped",
        ),
        ("99a0", "a first piece that covers e10"),
        ("pass", "a placement: there is no pass"),
        (
            "z99",
            "the squares of the piece such as e10,f10,f11 (columns a-n, rows 1-14 from the bottom) or a code such as 56t2",
        ),
        ("", "the squares of the piece"),
        ("56t", "the squares of the piece"),
        ("56t22", "the squares of the piece"),
        ("e10,", "the squares of the piece"),
        ("e10,e10", "the squares of one piece"),
        ("e10,g10", "the squares of one piece"),
        ("o1", "the squares of the piece"),
        ("a15", "the squares of the piece"),
        ("a0", "the squares of the piece"),
        ("a+1", "the squares of the piece"),
        ("\u{e9}56", "a column from 1 to e"),
    ] {
        let error = game.parse_action(&board, text).unwrap_err();
        assert!(
            error.expected.starts_with(expected),
            "{text}: {}",
            error.expected
        );
        assert_eq!(error.text, text);
    }
}

#[test]
fn a_placement_that_is_not_legal_is_told_why() {
    let game = BlokusDuo::default();
    let mut board = game.initial();
    for text in ["e10,f10", "j5"] {
        let placement = game.parse_action(&board, text).unwrap();
        game.apply(&mut board, placement);
    }
    for (text, expected) in [
        (
            "g9,h9",
            "a piece that is still in hand (2 was placed already)",
        ),
        ("e10,e11,e12", "squares that are free (e10 is taken)"),
        ("h5,i5,j5", "squares that are free (j5 is taken)"),
        (
            "g10,h10,i10",
            "squares that are not edge to edge with an own piece (g10 is beside f10)",
        ),
        (
            "a1,a2,a3",
            "a piece that touches an own one corner to corner",
        ),
    ] {
        let error = game.parse_action(&board, text).unwrap_err();
        assert_eq!(error.expected, expected, "{text}");
    }
    assert!(game.parse_action(&board, "g9,h9,i9").is_ok());
}

#[test]
fn both_notations_play_the_same_game() {
    let game = BlokusDuo::default();
    let mut board = game.initial();
    while game.outcome(&board).is_none() {
        let mut actions = Vec::new();
        game.actions(&board, &mut actions);
        let action = actions[actions.len() / 2];
        let code = contest::format(action);
        assert_eq!(game.parse_action(&board, &code), Ok(action));
        let squares = game.format_action(&board, action);
        assert_eq!(game.parse_action(&board, &squares), Ok(action));
        game.apply(&mut board, action);
        // Nothing can be played twice, however it is written.
        assert!(game.parse_action(&board, &code).is_err());
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let game = BlokusDuo::default();
        let _ = game.parse_action(&game.initial(), &text);
        let _ = contest::parse(&text);
    }

    #[test]
    fn what_looks_like_a_code_is_read_as_it_is_written_or_refused(text in "[0-9a-fA-F]{2}[a-vA-V][0-8]") {
        if let Ok(Code::Place(placement)) = contest::parse(&text) {
            let written = contest::format(placement);
            prop_assert_eq!(contest::parse(&written), Ok(Code::Place(placement)));
        }
    }

    #[test]
    fn squares_are_read_in_any_order(
        (number, order) in (0..PLACEMENTS as u16, Just((0..5usize).collect::<Vec<_>>()).prop_shuffle()),
    ) {
        let game = BlokusDuo::default();
        let placement = Placement::new(number).unwrap();
        let text = game.format_action(&game.initial(), placement);
        let names: Vec<&str> = text.split(',').collect();
        let shuffled: Vec<&str> = order.iter().filter_map(|&i| names.get(i).copied()).collect();
        prop_assert_eq!(parse_placement(&shuffled.join(", ")), Ok(placement));
    }
}
