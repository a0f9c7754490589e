//! Lists of positions: their legal moves, and the lengths of their mates.
//!
//! A sample ships. The positions of `data/legal_moves.tsv` come from random games of the second
//! implementation ([`Slow`]), which also listed the moves; those of `data/mates.tsv` are pieces
//! scattered at random, their mates found by trying every legal move, check or not. Larger lists, for
//! those who have them, take the place of the sample:
//! `YOMI_SHOGI_DATA=<directory> cargo test -p yomi-shogi lists`. The directory holds the same tables
//! under the same names, packed by gzip, each with a header line:
//! `legal_moves.tsv.gz` (SFEN, number of legal moves, number of checks, the moves in order) and
//! `mates.tsv.gz` (plies of the shortest mate, -1 for no mate in one; SFEN).

use super::slow::Slow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use yomi_shogi::{Board, Move};

/// The rows of a list: of the one in the directory of data if there is one, of the sample otherwise.
fn table(name: &str, sample: &str) -> Vec<Vec<String>> {
    let text = match std::env::var_os("YOMI_SHOGI_DATA") {
        None => sample.to_owned(),
        Some(directory) => {
            let path = PathBuf::from(directory).join(name).with_extension("tsv.gz");
            let unpacked = Command::new("gzip").arg("-dc").arg(&path).output().unwrap();
            assert!(unpacked.status.success(), "{}", path.display());
            String::from_utf8(unpacked.stdout).unwrap()
        }
    };
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(fields).collect()
}

fn texts(moves: &[Move]) -> String {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts.join(" ")
}

#[test]
fn legal_moves_are_as_listed() {
    let rows = table("legal_moves", include_str!("../data/legal_moves.tsv"));
    let (mut wrong, mut moves) = (0, Vec::new());
    for row in &rows {
        let [sfen, legal, checks, listed] = &row[..] else {
            panic!("four fields, please: {row:?}");
        };
        let board = Board::from_sfen(sfen).unwrap();
        board.legal(&mut moves);
        let found = [moves.len().to_string(), texts(&moves)];
        board.checks(&mut moves);
        if found != [legal.as_str(), listed] || moves.len().to_string() != *checks {
            println!("{sfen}: {found:?}, {} checks", moves.len());
            wrong += 1;
        }
        let slow = Slow::from_sfen(sfen).legal();
        assert_eq!(slow.len(), board.legal_count(), "{sfen}");
    }
    println!("{} positions, {wrong} wrong", rows.len());
    assert_eq!(wrong, 0);
    assert!(rows.len() >= 20);
}

/// Whether the side to move mates within so many plies, by trying every check.
fn mates(board: &mut Board, plies: u32) -> bool {
    let mut moves = Vec::new();
    board.checks(&mut moves);
    moves.into_iter().any(|action| {
        let undo = board.make(action);
        let mated = is_mated(board, plies - 1);
        board.unmake(undo);
        mated
    })
}

fn is_mated(board: &mut Board, plies: u32) -> bool {
    if plies == 0 {
        return !board.has_legal_move();
    }
    let mut moves = Vec::new();
    board.legal(&mut moves);
    moves.into_iter().all(|action| {
        let undo = board.make(action);
        let mated = mates(board, plies - 1);
        board.unmake(undo);
        mated
    })
}

/// Mates by brute force, up to five plies: all that are listed are found. Lists may miss a shorter
/// mate now and then; those are shown.
#[test]
fn mates_are_as_listed() {
    let (mut found, mut missed) = (BTreeMap::new(), 0);
    for row in table("mates", include_str!("../data/mates.tsv")) {
        let listed: i32 = row[0].parse().unwrap();
        let mut board = Board::from_sfen(&row[1]).unwrap();
        let deepest = if listed < 0 { 1 } else { 5.min(listed) };
        let mut tried = (1..=deepest).step_by(2);
        let shortest = tried.find(|&plies| mates(&mut board, plies as u32));
        *found.entry((listed, shortest)).or_insert(0) += 1;
        let expected = (1..=5).contains(&listed);
        if shortest.is_some_and(|plies| plies != listed) {
            println!("{listed}, found {shortest:?}: {}", row[1]);
        }
        missed += usize::from(shortest.is_some() != expected && listed <= 5);
    }
    println!("(listed, shortest up to five): {found:?}, {missed} missed");
    assert_eq!(missed, 0);
    for listed in [-1, 1, 3, 5] {
        assert!(found.keys().any(|&(plies, _)| plies == listed), "{listed}");
    }
}
