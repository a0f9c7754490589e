//! Known ways to repeat a board, move by move.

use super::compare::{Hashes, Pair, Seen};
use super::oracle::{Oracle, Refusal};

/// Plays the moves, compares both boards all the way, and expects the last move to be refused
/// because of the board so many plies ago.
fn refused(size: usize, board: &str, moves: &str, plies: usize) {
    let board = board.replace(['/', ' '], "").chars().collect();
    let mut pair = Pair::<2>::new(Oracle::set_up(size, board, 'X'));
    let (mut hashes, mut seen) = (Hashes::default(), Seen::default());
    let mut names: Vec<&str> = moves.split(' ').collect();
    let last = names.pop().unwrap();
    for name in names {
        let place = (name != "pass").then(|| pair.oracle.place(name));
        pair.play(place);
        pair.check(&mut hashes, &mut seen);
    }
    let place = pair.oracle.place(last);
    let verdict = pair.oracle.after(place).map(|_| ());
    assert_eq!(verdict, Err(Refusal::Repeats(plies)), "{moves}");
    assert!(!pair.position.is_legal(pair.vertex(place)), "{moves}");
}

const KO: &str = "...../...../...../.XO../XO.O.";

#[test]
fn a_ko_may_not_be_taken_back() {
    refused(5, KO, "C1 B1", 2);
}

#[test]
fn a_pass_does_not_lift_it() {
    refused(5, KO, "C1 pass pass B1", 4);
}

#[test]
fn a_move_elsewhere_does() {
    let board = KO.replace('/', "").chars().collect();
    let mut pair = Pair::<2>::new(Oracle::set_up(5, board, 'X'));
    let (mut hashes, mut seen) = (Hashes::default(), Seen::default());
    for name in ["C1", "E5", "A5", "B1", "D5", "B5", "C1"] {
        let place = pair.oracle.place(name);
        pair.play(Some(place));
        pair.check(&mut hashes, &mut seen);
    }
    assert!(seen.kos >= 3);
}

/// Black lets White take two stones and may not take the one that took them, though another
/// player moves than when the board looked so before.
#[test]
fn sending_two_returning_one() {
    refused(5, "...../...../...../.XOO./X.X.O", "D1 B1 C1", 3);
}

#[test]
fn a_round_through_three_kos() {
    let board = "XO.O...../.XO....../........./........./........./........./........./\
                 .XO...XO./X.XO.XO.O";
    refused(9, board, "C9 B1 H1 B9 C1 G1", 6);
}

/// Two kos, one of which is filled: boards never come back, so nothing else is refused.
#[test]
fn a_filled_ko_is_over() {
    let board = KO.replace('/', "").chars().collect();
    let mut pair = Pair::<2>::new(Oracle::set_up(5, board, 'X'));
    let (mut hashes, mut seen) = (Hashes::default(), Seen::default());
    for name in ["C1", "E5", "B1", "D5", "A5", "C5"] {
        let place = pair.oracle.place(name);
        pair.play(Some(place));
        pair.check(&mut hashes, &mut seen);
    }
    assert_eq!((seen.kos, seen.longer_repeats), (1, 0), "{seen:?}");
}
