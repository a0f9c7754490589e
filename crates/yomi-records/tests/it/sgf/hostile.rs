//! Texts that mean no good.

use super::go_referee;
use proptest::prelude::*;
use yomi_records::sgf::{Dialect, GameRecord, MAX_BYTES, Stones, Tree, Verdict};

const GO: Dialect = Dialect::GO;

#[test]
fn hostile_sizes_are_no_trouble() {
    let deep = |n: usize| format!("{}{}", "(;B[aa]".repeat(n), ")".repeat(n));
    assert_eq!(
        GameRecord::parse(&deep(300_000), &GO).unwrap().moves.len(),
        300_000
    );
    // None of the parentheses is ever closed.
    let open = "(;".repeat(1_000_000);
    assert_eq!(GameRecord::parse(&open, &GO).unwrap().moves, []);
    // No game, however often one seems to begin.
    let never = "( ".repeat(1_000_000);
    assert!(GameRecord::parse(&never, &GO).is_err());
    let many = "(;SZ[9];B[aa])".repeat(100_000);
    assert_eq!(GameRecord::parse_all(&many, &GO).len(), 100_000);
    let comments = format!("(;{})", ";C[x]".repeat(500_000));
    assert_eq!(
        GameRecord::parse(&comments, &GO)
            .unwrap()
            .comment
            .unwrap()
            .len(),
        999_999
    );
    let stones = format!("(;AB{})", "[aa:ss]".repeat(100_000));
    assert!(GameRecord::parse(&stones, &GO).unwrap().setup.is_some());
    let changes = format!("(;SZ[5]{})", ";B[aa];AE[aa];W[bb];AE[bb]".repeat(100_000));
    let record = GameRecord::parse(&changes, &GO).unwrap();
    assert_eq!(record.changes.len(), 200_000);
    let mut referee = go_referee(&record.settings());
    record.replay(referee.as_mut(), &GO, usize::MAX).unwrap();
    let long = " ".repeat(MAX_BYTES + 1);
    assert!(GameRecord::parse(&long, &GO).is_err());
    assert!(GameRecord::parse_all(&long, &GO)[0].is_err());
}

/// Properties that mean something, with values that may or may not.
fn property() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[BW]\\[[a-i]{2}\\]".prop_map(|text| format!(";{text}")),
        2 => "A[BWE](\\[[a-jA-Jt]{0,2}(:[a-j]{2})?\\]){1,2}",
        2 => "[BW]\\[[a-jA-Jt]{0,2}(:[a-j]{2})?\\]",
        1 => "KM\\[-?[0-9]{0,4}[.,]?[0-9e]{0,3}\\]",
        1 => "SZ\\[(9|5|19|[0-9]{1,3})(:9)?\\]",
        1 => "HA\\[[0-9]{0,2}\\]",
        1 => "PL\\[[BWbw12]?\\]",
        1 => "RE\\[[BW0?][+]?[RTF0-9.]{0,4}\\]",
        1 => "[A-Za-z]{1,3}\\[[ -~\n]{0,6}",
        2 => "[();\\[\\]\\\\]",
    ]
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        let _ = GameRecord::parse(&text, &GO);
        prop_assert!(!GameRecord::parse_all(&text, &GO).is_empty());
        let _ = Verdict::parse(&text);
        let _ = text.parse::<Stones>();
    }

    #[test]
    fn what_looks_like_a_record_is_read_or_refused_and_replayed_or_refused(
        size in prop_oneof![Just(9), Just(5), Just(19)],
        parts in prop::collection::vec(property(), 0..40),
    ) {
        let text = format!("(;GM[1]SZ[{size}]{})", parts.concat());
        for game in GameRecord::parse_all(&text, &GO) {
            match game {
                Ok(record) => {
                    let written = record.to_sgf(&GO);
                    prop_assert_eq!(GameRecord::parse(&written, &GO), Ok(record.clone()));
                    if record.size.is_some_and(|size| (5..=19).contains(&size)) {
                        let mut referee = go_referee(&record.settings());
                        let _ = record.replay(referee.as_mut(), &GO, usize::MAX);
                    }
                }
                Err(error) => {
                    let breaks = text.matches('\n').count();
                    prop_assert!(error.place.line <= breaks + 1, "{}", error);
                    prop_assert!(error.place.column <= text.chars().count() + 1, "{}", error);
                }
            }
        }
    }

    #[test]
    fn positions_are_written_and_read_again(text in "[XOxo1-3]{0,3}(/[XO1-3]{0,3}){0,3} [bw]") {
        if let Ok(stones) = text.parse::<Stones>() {
            prop_assert_eq!(stones.to_string().parse::<Stones>(), Ok(stones));
        }
    }

    #[test]
    fn comments_survive(comment in "[ -~\n\u{e9}\u{8aad}]+", name in "[ -~]*[!-~]") {
        let mut record = GameRecord::new(&GO);
        record.size = Some(9);
        record.players[0] = Some(name);
        record.comment = Some(comment);
        prop_assert_eq!(GameRecord::parse(&record.to_sgf(&GO), &GO), Ok(record));
    }

    #[test]
    fn any_bytes_are_some_text(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        std::fs::write(&path, bytes).unwrap();
        let text = yomi_records::sgf::read_text(&path).unwrap();
        for tree in Tree::parse_all(&text, true).flatten() {
            prop_assert!(tree.main_line().count() > 0);
        }
    }
}
