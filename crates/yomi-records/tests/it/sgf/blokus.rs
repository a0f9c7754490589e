//! Blokus Duo: what is read, what is refused and where, and that what is written is read again.

use super::moves;
use proptest::prelude::*;
use std::sync::Arc;
use yomi_blokus::BlokusDuo;
use yomi_core::engine::{GameReferee, RefereeParts, list_all};
use yomi_core::{Player, Referee};
use yomi_records::sgf::{Dialect, GameRecord, MAX_BYTES, PASS, RecordedMove, Tree};

const DUO: Dialect = Dialect::BLOKUS_DUO;

pub(super) fn referee() -> GameReferee<BlokusDuo> {
    let parts = RefereeParts::new(list_all).setup().scored();
    GameReferee::with_parts(Arc::new(BlokusDuo::default()), parts)
}

#[test]
fn one_game_in_many_spellings() {
    let expected = ["B e9,e10", "W j5,k5"];
    for text in [
        "(;GM[Blokus Duo];B[e9,e10];W[j5,k5])",
        "(;GM[Blokus Duo]B[e9,e10];W[j5,k5])",
        "\u{feff} (\n;\tCA[UTF-8] GM\n[Blokus Duo] \r\n ; B [E9,E10] ; W\r[j5,k5] ) \n",
        "(;FF[4]AP[x:1]GM[Blokus Duo]PL[B];C[first]B[e9,e10]BM[1];W[j5,k5]XX[a][b])",
        // As the oldest files have it: numbers for colours, a value for every square.
        "(;GM[Blokus Duo];1[e9][e10];2[j5][k5])",
        // Names of the version 3, and variations, of which the first counts.
        "(;GaMe[Blokus Duo];Black[e9,e10](;White[j5,k5])(;W[j5](;B[a1])(;B[AA]AB[a1])))",
        "(;GM[Blokus Duo](;B[e9,e10](;W[j5,k5]))(;B[e10]))",
        "(;GM[Blokus Duo];B[ e9 , e10 ];;C[nothing];W[j5,\\k5])",
    ] {
        let record =
            GameRecord::parse(text, &DUO).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves(&record), expected, "{text}");
        assert_eq!(record.game, "Blokus Duo");
        let played = record.replay(&mut referee(), &DUO, usize::MAX).unwrap();
        assert_eq!(played.len(), 2, "{text}");
    }
}

#[test]
fn texts_lose_their_escapes() {
    let text = "(;GM[Blokus Duo]PB[a\\]b\\\\c\\:d]PW[soft\\\r\nbreak and\thard\r\nbreak]RE[B+3])";
    let record = GameRecord::parse(text, &DUO).unwrap();
    let [first, second] = record.players.clone().map(Option::unwrap);
    assert_eq!(first, "a]b\\c:d");
    assert_eq!(second, "softbreak and hard break");
    assert_eq!(record.result.as_deref(), Some("B+3"));
    assert_eq!(
        GameRecord::parse(&record.to_sgf(&DUO), &DUO).unwrap(),
        record
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, message) in [
        (
            "",
            "line 1, column 1: found the end of the text, expected '(;', with which a game begins",
        ),
        ("GM[1]", "line 1, column 1: found 'G', expected '(;'"),
        (
            "\u{1f}\u{8b}",
            "line 1, column 1: found '\\u{1f}', expected '(;'",
        ),
        (
            "()",
            "line 1, column 2: found ')', expected ';', with which a node begins",
        ),
        (
            "(;GM[Blokus Duo]",
            "line 1, column 17: found the end of the text, expected ';', '(', ')'",
        ),
        (
            "(;GM[Blokus Duo]\n;B[e10",
            "line 2, column 7: found the end of the text, expected ']'",
        ),
        (
            "(;GM[Blokus Duo];B[e10\\",
            "line 1, column 24: found the end of the text, expected ']'",
        ),
        (
            "(;GM[Blokus Duo]\r\n;B\r\n)",
            "line 3, column 1: found ')', expected '[', with which a value of 'B' begins",
        ),
        (
            "(;GM[Blokus Duo]))",
            "line 1, column 18: found ')', expected the end of the text",
        ),
        (
            "(;GM[Blokus Duo](;B[e10]);W[j5])",
            "line 1, column 26: found ';', expected '(' or ')' after a variation",
        ),
        (
            "(;GM[Blokus Duo]()",
            "line 1, column 18: found ')', expected ';', with which a variation begins",
        ),
        (
            "(;GM[Blokus Duo];b[e10])",
            "line 1, column 18: found a name in small letters only, expected a property",
        ),
        (
            "(;GM[Blokus Duo];[e10])",
            "line 1, column 18: found '[', expected ';', '(', ')' or a property",
        ),
        (
            "(;FF[4])",
            "line 1, column 2: found no property GM, expected GM[Blokus Duo]",
        ),
        (
            "(;FF[4]GM[1])",
            "line 1, column 8: found the game '1', expected GM[Blokus Duo]",
        ),
        (
            "(;GM[Blokus Trigon])",
            "line 1, column 3: found the game 'Blokus Trigon', expected GM[Blokus Duo]",
        ),
        (
            "(;GM[Blokus Duo]\n AB[e10,e9][e8,e9])",
            "line 2, column 2: found the piece e8,e9 is set up where e9 is taken, expected pieces",
        ),
        (
            "(;GM[Blokus Duo]AB[e10][f10])",
            "line 1, column 17: found the squares f10 are not one piece that touches no other",
        ),
        (
            "(;GM[Blokus Duo]AB[e10,g10])",
            "line 1, column 17: found the squares e10,g10 are not one piece",
        ),
        (
            "(;GM[Blokus Duo];AB[e10,e9];AE[e10])",
            "line 1, column 29: found no piece on the board is e10, which is taken off, expected",
        ),
        (
            "(;GM[Blokus Duo]\n;AW[j5,k15])",
            "line 2, column 2: found the piece 'j5,k15', expected the squares of a piece",
        ),
        (
            "(;GM[Blokus Duo]PL[G])",
            "line 1, column 17: found the property PL, expected PL[B] or PL[W]",
        ),
        (
            "(;GM[Blokus Duo];3[e10])",
            "line 1, column 18: found the property 3, expected a game of two sides",
        ),
        (
            "(;GM[Blokus Duo]A4[e10])",
            "line 1, column 17: found the property A4, expected a game of two sides",
        ),
        (
            "(;GM[Blokus Duo];B[e10]W[j5])",
            "line 1, column 24: found a second move (W) in one node, expected ';'",
        ),
        (
            "(;GM[Blokus Duo];B[e10,])",
            "line 1, column 18: found the move 'e10,' (move 1), expected the squares of a piece",
        ),
        (
            "(;GM[Blokus Duo];B[10e])",
            "found the move '10e' (move 1), expected the squares",
        ),
        (
            "(;GM[Blokus Duo];B[e10][])",
            "found the move 'e10][' (move 1), expected the squares",
        ),
        (
            "(;GM[Blokus Duo];B[e1000])",
            "found the move 'e1000' (move 1), expected the squares",
        ),
        (
            "(;GM[Blokus Duo];B[56t2])",
            "found the move '56t2' (move 1), expected the squares",
        ),
        (
            "(;GM[Blokus Duo];B[\u{1b}\n])",
            "found the move '\\u{1b}\\n' (move 1), expected the squares",
        ),
    ] {
        let error = GameRecord::parse(text, &DUO).expect_err(text).to_string();
        assert!(error.contains(message), "{text:?}: {error}");
        assert!(error.lines().count() == 1, "{error}");
    }
}

#[test]
fn moves_that_cannot_be_played_are_named() {
    for (line, message) in [
        (";B[e10];W[a1]", "move 2 (second, 'a1'): "),
        (
            ";B[e10];B[f11]",
            "move 2 (first, 'f11'): it is the move of second",
        ),
        (";W[j5]", "move 1 (second, 'j5'): it is the move of first"),
        (
            ";B[];W[j5]",
            "move 1 (first, 'pass'): first can move and must",
        ),
        (";B[e10];W[z1]", "move 2 (second, 'z1'): "),
    ] {
        let text = format!("(;GM[Blokus Duo]{line})");
        let record = GameRecord::parse(&text, &DUO).unwrap();
        let error = record
            .replay(&mut referee(), &DUO, 9)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("line 1, column "), "{line}: {error}");
        assert!(error.contains(&format!(": {message}")), "{line}: {error}");
    }
}

/// A game to its end, always the first of the legal moves.
fn finished_game() -> (GameReferee<BlokusDuo>, GameRecord) {
    let mut referee = referee();
    let mut record = GameRecord::new(&DUO);
    while referee.outcome().is_none() {
        let mover = referee.to_move();
        let (text, _) = referee.play(&referee.legal().moves[0]).unwrap();
        record.moves.push(RecordedMove::new(mover, text));
    }
    (referee, record)
}

#[test]
fn a_whole_game_is_written_read_and_replayed_up_to_any_move() {
    let (over, record) = finished_game();
    // The game holds what makes colours worth writing: a side that moves twice.
    assert!(
        record
            .moves
            .windows(2)
            .any(|pair| pair[0].player == pair[1].player)
    );
    let read = GameRecord::parse(&record.to_sgf(&DUO), &DUO).unwrap();
    assert_eq!(read, record);
    for count in 0..=record.moves.len() {
        let mut referee = referee();
        let played = read.replay(&mut referee, &DUO, count).unwrap();
        assert_eq!(played.len(), count);
        assert_eq!(referee.moves(), over.moves()[..count]);
    }
    let mut longer = read;
    longer.moves.push(RecordedMove::new(Player::First, "a1"));
    let error = longer.replay(&mut referee(), &DUO, usize::MAX).unwrap_err();
    assert!(
        error.to_string().contains("'a1'): the game is over"),
        "{error}"
    );
}

#[test]
fn a_pass_is_read_where_it_is_true() {
    let (over, mut record) = finished_game();
    let twice = record
        .moves
        .windows(2)
        .position(|pair| pair[0].player == pair[1].player);
    let skipped = record.moves[twice.unwrap()].player.other();
    let pass = |player| RecordedMove::new(player, PASS);
    record.moves.insert(twice.unwrap() + 1, pass(skipped));
    record.moves.push(pass(Player::First));
    let text = record.to_sgf(&DUO);
    assert!(text.contains("[]"));
    let read = GameRecord::parse(&text, &DUO).unwrap();
    let mut replayed = referee();
    read.replay(&mut replayed, &DUO, usize::MAX).unwrap();
    assert_eq!(replayed.moves(), over.moves());
}

#[test]
fn hostile_sizes_are_no_trouble() {
    let deep = |n: usize| format!("{}{}", "(;".repeat(n), ")".repeat(n));
    let tree = Tree::parse(&deep(500_000)).unwrap();
    assert_eq!(tree.main_line().count(), 500_000);
    assert_eq!(Tree::parse(&tree.to_sgf()).unwrap().nodes.len(), 500_000);
    assert!(Tree::parse(&"(;".repeat(500_000)).is_err());
    let wide = format!("(;{})", "(;)".repeat(500_000));
    let tree = Tree::parse(&wide).unwrap();
    assert_eq!(tree.nodes[0].children.len(), 500_000);
    assert_eq!(Tree::parse(&tree.to_sgf()).unwrap().nodes.len(), 500_001);
    let error = Tree::parse(&" ".repeat(MAX_BYTES + 1))
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "line 1, column 1: found 4194305 bytes, expected at most 4194304"
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = GameRecord::parse(&text, &DUO);
    }

    #[test]
    fn what_looks_like_a_record_is_read_or_refused_with_a_place_in_it(
        text in "\\(;GM\\[Blokus Duo\\]([();BW1\\[\\]\\\\ae19,\n\r]|B\\[e10\\]|;W\\[){0,40}",
    ) {
        match GameRecord::parse(&text, &DUO) {
            Ok(record) => {
                let again = GameRecord::parse(&record.to_sgf(&DUO), &DUO);
                prop_assert_eq!(again, Ok(record));
            }
            Err(error) => {
                let breaks = text.matches(['\n', '\r']).count();
                prop_assert!(error.place.line <= breaks + 1, "{}", error);
                prop_assert!(error.place.column <= text.chars().count() + 1, "{}", error);
            }
        }
    }

    #[test]
    fn a_tree_is_written_and_read_again(values in prop::collection::vec("[ -~\n\u{e9}\u{8aad}]*", 1..5)) {
        let tree = Tree::parse(&Tree::line(vec![vec![("C", values.clone())]]).to_sgf()).unwrap();
        prop_assert_eq!(&tree.nodes[0].properties[0].values, &values);
    }

    #[test]
    fn once_read_nothing_changes(values in prop::collection::vec(any::<String>(), 1..5)) {
        // Reading makes every white space a space or a newline.
        let tree = Tree::parse(&Tree::line(vec![vec![("C", values)]]).to_sgf()).unwrap();
        let again = Tree::parse(&tree.to_sgf()).unwrap();
        prop_assert_eq!(&again.nodes[0].properties, &tree.nodes[0].properties);
    }
}
