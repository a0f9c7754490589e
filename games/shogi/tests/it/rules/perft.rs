//! Counts of move paths against those in `../data/perft.txt`.

use super::cases;
use super::slow::Slow;
use super::turned;
use yomi_shogi::{Board, perft};

/// Counts above this are left to the crate: the slow rules would take minutes.
const PATIENCE: u64 = 110_000;

/// SFEN, depth and count of every line.
fn rows() -> Vec<(&'static str, u32, u64)> {
    let mut rows = Vec::new();
    for case in cases::read(include_str!("../data/perft.txt")) {
        for field in &case[1..] {
            let (depth, count) = field.split_once(' ').expect("a depth and a count");
            rows.push((case[0], depth.parse().unwrap(), count.parse().unwrap()));
        }
    }
    assert!(rows.len() > 150);
    rows
}

#[test]
fn the_crate_counts_the_same_paths() {
    for (sfen, depth, count) in rows() {
        let board = Board::from_sfen(sfen).unwrap();
        assert_eq!(perft(&board, depth), count, "{sfen}, depth {depth}");
    }
}

#[test]
fn and_the_same_with_the_board_turned_round() {
    for (sfen, depth, count) in rows() {
        let turned = turned::sfen(sfen);
        let board = Board::from_sfen(&turned).unwrap();
        if count < 6_000_000 {
            assert_eq!(perft(&board, depth), count, "{turned}, depth {depth}");
        }
    }
}

#[test]
fn the_slow_rules_count_the_same_paths() {
    for (sfen, depth, count) in rows() {
        if count <= PATIENCE {
            let found = Slow::from_sfen(sfen).perft(depth);
            assert_eq!(found, count, "{sfen}, depth {depth}");
        }
    }
}

#[test]
fn the_slow_rules_count_what_everybody_counts() {
    assert_eq!(Slow::start().perft(4), 719_731);
}

#[test]
#[ignore = "takes minutes"]
fn the_slow_rules_count_every_line_again() {
    for (sfen, depth, count) in rows() {
        let found = Slow::from_sfen(sfen).perft(depth);
        assert_eq!(found, count, "{sfen}, depth {depth}");
    }
}
