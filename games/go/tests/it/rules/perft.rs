//! Counts of move paths against those in `../data/perft.txt`, which were counted by
//! a separate program, and counts of legal boards against the published ones.

use super::compare::game;
use super::oracle::{Oracle, neighbours};
use yomi_core::{Setup as _, perft};
use yomi_go::Go;

/// Rows with more paths than this are left to the fast board: the oracle would take minutes.
const ORACLE_PATIENCE: u64 = 40_000;

fn count_slowly(oracle: &Oracle, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if oracle.is_over() {
        return 0;
    }
    let legal = oracle.legal().into_iter().map(Some);
    if depth == 1 {
        return legal.count() as u64 + 1;
    }
    legal
        .chain([None])
        .map(|place| {
            let mut next = oracle.clone();
            next.play(place);
            count_slowly(&next, depth - 1)
        })
        .sum()
}

fn count<const W: usize>(oracle: &Oracle, depth: u32) -> u64 {
    let game = game::<W>(oracle.size, 7.0);
    let position = game.parse_state(&oracle.text(None)).unwrap();
    perft::perft(&game, &position, depth)
}

#[test]
fn paths_are_as_many_as_by_the_oracle() {
    let mut checked = 0;
    for line in include_str!("../data/perft.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [rows, mover, depth, paths] = fields[..] else {
            panic!("four fields, please: {line}");
        };
        let size = rows.split('/').count();
        let board = rows.chars().filter(|&point| point != '/').collect();
        let oracle = Oracle::set_up(size, board, mover.chars().next().unwrap());
        let (depth, paths) = (depth.parse().unwrap(), paths.parse().unwrap());
        if paths <= ORACLE_PATIENCE {
            assert_eq!(count_slowly(&oracle, depth), paths, "{line}");
        }
        if size <= 9 {
            assert_eq!(count::<2>(&oracle, depth), paths, "{line}");
        }
        assert_eq!(count::<7>(&oracle, depth), paths, "{line}");
        checked += 1;
    }
    assert!(checked >= 20);
}

/// The numbers of legal positions are known (Tromp and Farnebäck, Combinatorics of Go, 2006): those
/// in which every chain has a liberty are the ones that can be set up.
#[test]
fn as_many_boards_are_legal_as_there_are() {
    fn legal_boards(size: usize) -> usize {
        let game: Go<2> = game(size, 0.0);
        let points = (size * size) as u32;
        let legal = |&number: &usize| {
            let letter = |at: u32| ['.', 'X', 'O'][number / 3usize.pow(at) % 3];
            let board: Vec<char> = (0..points).map(letter).collect();
            let rows: Vec<String> = board.chunks(size).map(String::from_iter).collect();
            game.parse_state(&format!("{} b", rows.join("/"))).is_ok()
        };
        (0..3usize.pow(points)).filter(legal).count()
    }
    assert_eq!([1, 2, 3].map(legal_boards), [1, 57, 12_675]);
}

/// The oracle itself agrees with what is known: the first move of a 19x19 game can go to 361
/// points, and in the corner of an empty board two stones capture one.
#[test]
fn the_oracle_knows_its_neighbours() {
    let corners: usize = [(0, 0), (0, 18), (18, 0), (18, 18)]
        .map(|corner| neighbours(19, corner).len())
        .iter()
        .sum();
    assert_eq!(corners, 8);
    assert_eq!(count_slowly(&Oracle::new(19), 1), 362);
    let mut oracle = Oracle::new(5);
    let captures: Vec<usize> = ["B1", "A1", "A2"]
        .iter()
        .map(|name| oracle.play(Some(oracle.place(name))))
        .collect();
    assert_eq!(captures, [0, 0, 1]);
}
