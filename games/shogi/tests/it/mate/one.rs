//! Mate in one.

use super::brute::mating_moves;
use super::scatter::scatter;
use yomi_core::Seed;
use yomi_shogi::Board;
use yomi_shogi::mate::{list_checks, list_evasions, mate_in_one};

fn assert_right(board: &mut Board) -> bool {
    let found = mate_in_one(board);
    let mates = mating_moves(board, 1);
    assert!(
        found.map_or(mates.is_empty(), |found| mates.contains(&found)),
        "{}: found {found:?} of {mates:?}",
        board.to_sfen()
    );
    found.is_some()
}

#[test]
fn agrees_with_trying_everything_in_random_games() {
    let mut rng = Seed::new(1).rng();
    let mut mates = 0;
    for _ in 0..120 {
        let mut board = Board::start();
        while board.number() < 400
            && let Some(action) = board.random_legal(&mut rng)
        {
            mates += usize::from(assert_right(&mut board));
            board.make(action);
        }
    }
    assert!(mates > 1000);
}

#[test]
fn agrees_with_trying_everything_among_scattered_pieces() {
    let mut rng = Seed::new(2).rng();
    let mut mates = 0;
    for _ in 0..10_000 {
        mates += usize::from(assert_right(&mut scatter(&mut rng)));
    }
    assert!(mates > 200, "{mates}");
}

/// The attacker's answers to checks that were answers to checks.
#[test]
fn agrees_with_trying_everything_while_in_check() {
    let mut rng = Seed::new(3).rng();
    let (mut asked, mut mates) = (0, 0);
    let (mut checks, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..3000 {
        let mut board = scatter(&mut rng);
        list_checks(&board, &mut checks);
        for &check in &checks {
            let given = board.make(check);
            list_evasions(&board, &mut answers);
            for &answer in &answers {
                let answered = board.make(answer);
                if board.in_check() {
                    asked += 1;
                    mates += usize::from(assert_right(&mut board));
                }
                board.unmake(answered);
            }
            board.unmake(given);
        }
    }
    assert!(asked > 1000 && mates > 20, "{mates} of {asked}");
}

#[test]
fn nobody_mates_a_king_that_is_not_there() {
    let board = Board::from_sfen("9/9/9/9/9/9/9/9/4K4 b 2R2B4G 1").unwrap();
    assert_eq!(mate_in_one(&board), None);
}
