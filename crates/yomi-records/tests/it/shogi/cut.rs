//! Files that end in the middle of a line.

use super::path;
use std::fs;
use yomi_records::shogi::{Format, RecordError, ShogiRecord};

fn read(format: Format, text: &str) -> Result<ShogiRecord, RecordError> {
    format.read_all(text).remove(0)
}

/// A file, cut off after every letter, with the line that the cut is in and what is left of it.
fn cuts(text: &str) -> impl Iterator<Item = (&str, usize, &str)> {
    text.char_indices().map(move |(place, _)| {
        let left = &text[..place];
        let begins = left.rfind('\n').map_or(0, |end| end + 1);
        (left, left[..begins].lines().count() + 1, &left[begins..])
    })
}

/// Whatever is read of a file that was cut off, its moves are the first ones of the whole.
fn check(format: Format, name: &str, is_broken: impl Fn(&str) -> bool) {
    let text = fs::read_to_string(path(&format!("good/{name}"))).expect("readable");
    // What follows the main line may be anything.
    let text = text.split("変化").next().unwrap_or_default();
    let whole = read(format, text).expect("a game");
    let mut broken = 0;
    for (left, line, rest) in cuts(text) {
        match read(format, left) {
            Ok(record) => {
                assert!(!is_broken(rest), "{name}, line {line}: {rest:?} is read");
                assert!(whole.moves.len() >= record.moves.len());
                let pairs = whole.moves.iter().zip(&record.moves);
                assert!(
                    pairs
                        .map(|(a, b)| (a.action, b.action))
                        .all(|(a, b)| a == b)
                );
            }
            Err(error) if is_broken(rest) => {
                assert_eq!(error.line, line, "{name}: {error}");
                broken += 1;
            }
            // Cut off in a heading, or before there is anything of a game.
            Err(_) => {}
        }
    }
    assert!(broken > 10, "{name}: {broken}");
}

#[test]
fn a_move_of_kif_that_is_cut_off_is_an_error() {
    check(Format::Kif, "windows.kif", |rest| {
        let rest = rest.trim();
        let is_move = rest.starts_with(|letter: char| letter.is_ascii_digit());
        // With its origin, as a drop, or with its time a move is whole; so is the word for the end.
        let is_whole = rest.ends_with([')', '+', '打']) || rest.ends_with("投了");
        is_move && !is_whole
    });
}

#[test]
fn a_move_of_csa_that_is_cut_off_is_an_error() {
    // A time may have lost a digit, which nobody can see.
    check(Format::Csa, "floodgate.csa", |rest| {
        let is_move = rest.starts_with(['+', '-']) && (2..7).contains(&rest.len());
        is_move || ["T", "%", "%TOR", "N", "P"].contains(&rest)
    });
}
