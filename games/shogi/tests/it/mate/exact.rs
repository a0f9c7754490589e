//! Mates within a few plies.

use super::brute::can_mate;
use super::is_mate;
use super::problems::problems;
use super::scatter::scatter;
use yomi_core::Seed;
use yomi_shogi::Board;
use yomi_shogi::mate::{ExactMate, list_checks};

#[test]
fn agrees_with_trying_everything() {
    let mut rng = Seed::new(6).rng();
    let mut mates = ExactMate::default();
    let mut found = [0; 4];
    let mut checks = Vec::new();
    for _ in 0..1500 {
        let mut board = scatter(&mut rng);
        // Trying everything to five plies takes long where there are many checks.
        list_checks(&board, &mut checks);
        let plies = if checks.len() < 10 { 5 } else { 3 };
        let shortest = (1..=plies)
            .step_by(2)
            .find(|&length| can_mate(&mut board, length));
        let before = board.clone();
        let length = mates.length(&mut board, plies);
        assert_eq!(length, shortest, "{}", board.to_sfen());
        assert_eq!(board, before);
        found[length.unwrap_or(0) as usize / 2 + usize::from(length.is_some())] += 1;
        if let Some(length) = length {
            let line = mates.line(&mut board, plies).unwrap();
            assert_eq!(line.len() as u32, length);
            assert!(is_mate(&board, &line), "{}: {line:?}", board.to_sfen());
        }
    }
    assert!(found.iter().all(|&count| count > 5), "{found:?}");
}

#[test]
fn problems_are_solved_at_their_length_and_not_below_it() {
    let mut mates = ExactMate::default();
    for problem in problems() {
        let mut board = problem.board;
        assert_eq!(
            mates.length(&mut board, problem.plies - 1),
            None,
            "{}",
            problem.sfen
        );
        let line = mates.line(&mut board, problem.plies).expect(problem.sfen);
        assert_eq!(line.len() as u32, problem.plies, "{}", problem.sfen);
        assert_eq!(line[0].to_string(), problem.key, "{}", problem.sfen);
        assert!(is_mate(&board, &line), "{}", problem.sfen);
    }
}

#[test]
fn what_was_asked_before_changes_no_answer() {
    let mut used = ExactMate::default();
    for problem in problems() {
        let mut board = problem.board;
        for plies in [problem.plies, 1, problem.plies - 1, problem.plies + 2] {
            let fresh = ExactMate::default().length(&mut board, plies);
            assert_eq!(used.length(&mut board, plies), fresh, "{}", problem.sfen);
        }
    }
}

#[test]
fn no_plies_are_no_mate() {
    let mut board = Board::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
    let mut mates = ExactMate::default();
    assert_eq!(mates.length(&mut board, 0), None);
    assert_eq!(mates.length(&mut board, 1), Some(1));
    assert_eq!(mates.nodes(), 1);
}
