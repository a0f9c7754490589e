//! Proof-number search.

use super::problems::problems;
use super::scatter::scatter;
use super::{graph, is_mate};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use yomi_core::{Budget, Limits, Seed, Stop, StopReason, TimeSource};
use yomi_shogi::Board;
use yomi_shogi::mate::{ExactMate, MateSolver, MateVerdict};

fn solve(solver: &mut MateSolver, board: &Board, nodes: u64) -> MateVerdict {
    solver.solve(board, &mut Limits::nodes(nodes).start(&Stop::default()))
}

fn at(sfen: &str) -> Board {
    Board::from_sfen(sfen).expect(sfen)
}

#[test]
fn problems_are_solved() {
    let mut solver = MateSolver::new(1 << 20);
    for problem in problems() {
        let MateVerdict::Mate { line, is_shortest } = solve(&mut solver, &problem.board, 200_000)
        else {
            panic!("{} is not solved", problem.sfen);
        };
        assert!(is_mate(&problem.board, &line), "{}", problem.sfen);
        assert!(line.len() as u32 >= problem.plies, "{}", problem.sfen);
        if problem.plies <= 5 {
            assert_eq!(line[0].to_string(), problem.key, "{}", problem.sfen);
            assert_eq!(line.len() as u32, problem.plies, "{}", problem.sfen);
        }
        if is_shortest {
            assert_eq!(line.len() as u32, problem.plies, "{}", problem.sfen);
        }
    }
}

/// Mates in seven of which proof-number search finds a much longer one first, and does not find
/// the shorter for the same work.
#[test]
fn a_mate_that_may_be_shorter_is_not_called_shortest() {
    let mut bounds = 0;
    for sfen in [
        "9/1k7/9/G7+p/9/9/9/9/9 b R2BS3N 1",
        "3k1+N3/1b7/9/9/9/3n5/4n4/9/9 b 2RB2GSL3s 1",
        "3k5/9/8+B/9/9/9/9/6K2/9 b 2R3GS2Pnp 1",
    ] {
        let mut board = at(sfen);
        assert_eq!(ExactMate::default().length(&mut board, 7), Some(7));
        let verdict = solve(&mut MateSolver::new(16 << 20), &board, 200_000);
        let MateVerdict::Mate { line, is_shortest } = verdict else {
            panic!("{sfen}: {verdict:?}");
        };
        assert_eq!(is_shortest, line.len() == 7, "{sfen}: {}", line.len());
        bounds += usize::from(!is_shortest);
    }
    assert!(bounds > 0, "every length is exact: nothing was tested");
}

/// Where checks lead round and round, a disproof on one path is none on another.
#[test]
fn verdicts_are_those_of_the_whole_graph() {
    let mut rng = Seed::new(7).rng();
    let mut solver = MateSolver::new(1 << 20);
    let (mut mates, mut others) = (0, 0);
    while mates + others < 1500 {
        let board = scatter(&mut rng);
        let Some(mate) = graph::mates(&board, 2000) else {
            continue;
        };
        match solve(&mut solver, &board, 1_000_000) {
            MateVerdict::Mate { line, .. } => {
                assert!(mate && is_mate(&board, &line), "{}", board.to_sfen());
                mates += 1;
            }
            MateVerdict::NoMate => {
                assert!(!mate, "{} has a mate", board.to_sfen());
                others += 1;
            }
            verdict => panic!("{}: {verdict:?}", board.to_sfen()),
        }
    }
    assert!(mates > 20, "{mates} and {others}");
}

#[test]
fn agrees_with_the_exact_search() {
    let mut rng = Seed::new(8).rng();
    let mut solver = MateSolver::new(1 << 20);
    let mut exact = ExactMate::default();
    let mut mates = 0;
    for _ in 0..1000 {
        let mut board = scatter(&mut rng);
        let length = exact.length(&mut board, 5);
        match solve(&mut solver, &board, 20_000) {
            MateVerdict::Mate { line, is_shortest } => {
                assert!(is_mate(&board, &line), "{}", board.to_sfen());
                let plies = line.len() as u32;
                assert!(length.is_none_or(|length| length <= plies));
                assert!(length.is_some() || plies > 5);
                // What is called shortest is, and one ply can be nothing else.
                assert!(!is_shortest || length.is_none_or(|length| length == plies));
                assert!(is_shortest || plies > 1);
                mates += 1;
            }
            MateVerdict::NoMate => assert_eq!(length, None, "{}", board.to_sfen()),
            MateVerdict::Unknown(reason) => assert_eq!(reason, StopReason::Nodes),
        }
    }
    assert!(mates > 50, "{mates}");
}

#[test]
fn positions_without_mate_are_told() {
    let mut solver = MateSolver::new(1 << 20);
    for sfen in [
        // A pawn dropped on 1b would mate, and is forbidden.
        "7nk/9/7S1/9/9/9/9/9/9 b P 1",
        // Nothing gives check.
        "4k4/9/9/9/9/9/9/9/4K4 b 18P 1",
        // The rook checks for ever.
        "4k4/9/9/9/9/9/9/9/R8 b - 1",
        "4k4/9/9/9/9/9/9/9/R8 b 2P 1",
        // No king to mate.
        "9/9/9/9/9/9/9/9/4K4 b 2R2B 1",
    ] {
        let verdict = solve(&mut solver, &at(sfen), 1_000_000);
        assert_eq!(verdict, MateVerdict::NoMate, "{sfen}");
    }
}

/// A board pawn may mate where a dropped one may not.
#[test]
fn a_pawn_on_the_board_may_mate() {
    let verdict = solve(
        &mut MateSolver::new(1 << 20),
        &at("7nk/9/7SP/9/9/9/9/9/9 b - 1"),
        1000,
    );
    let line = vec!["1c1b+".parse().unwrap()];
    let is_shortest = true;
    assert_eq!(verdict, MateVerdict::Mate { line, is_shortest });
}

#[test]
fn limits_and_the_stop_are_kept() {
    let problem = problems().max_by_key(|problem| problem.plies).unwrap();
    let mut solver = MateSolver::new(1 << 20);
    let verdict = solve(&mut solver, &problem.board, 10);
    assert_eq!(verdict, MateVerdict::Unknown(StopReason::Nodes));
    // A position's moves are all looked at before the question is asked again.
    assert!(solver.nodes() < 100, "{}", solver.nodes());
    let stop = Stop::default();
    stop.raise();
    let verdict = solver.solve(&problem.board, &mut Limits::default().start(&stop));
    assert_eq!(verdict, MateVerdict::Unknown(StopReason::Stopped));
}

/// On a clock that advances whenever it is read: after the end nothing more is looked at.
#[test]
fn an_expired_clock_is_not_forgotten() {
    let problem = problems().max_by_key(|problem| problem.plies).unwrap();
    let readings = Arc::new(AtomicU32::new(0));
    let clock = Arc::clone(&readings);
    let source = TimeSource::Simulated(Arc::new(move || {
        Duration::from_millis(1) * clock.fetch_add(1, Relaxed)
    }));
    let limits = Limits::time(Duration::from_millis(5));
    let mut budget = Budget::new(&limits, &Stop::default(), &source);
    let mut solver = MateSolver::new(1 << 20);
    let verdict = solver.solve(&problem.board, &mut budget);
    assert_eq!(verdict, MateVerdict::Unknown(StopReason::Time));
    let nodes = solver.nodes();
    let verdict = solver.solve(&problem.board, &mut budget);
    assert_eq!(verdict, MateVerdict::Unknown(StopReason::Time));
    assert!(
        nodes < 1000 && solver.nodes() < 100,
        "{nodes}, {}",
        solver.nodes()
    );
    assert!(readings.load(Relaxed) <= 7);
}

#[test]
fn equal_questions_get_equal_answers() {
    let mut used = MateSolver::new(1 << 16);
    for problem in problems() {
        let verdict = solve(&mut used, &problem.board, 50_000);
        let mut fresh = MateSolver::new(1 << 16);
        assert_eq!(solve(&mut fresh, &problem.board, 50_000), verdict);
        assert_eq!(fresh.nodes(), used.nodes(), "{}", problem.sfen);
    }
}

/// With room for a few positions much is forgotten, but nothing false is said.
#[test]
fn a_tiny_table_tells_no_lies() {
    let mut solver = MateSolver::new(1);
    for problem in problems() {
        match solve(&mut solver, &problem.board, 20_000) {
            MateVerdict::Mate { line, .. } => {
                assert!(is_mate(&problem.board, &line), "{}", problem.sfen);
            }
            MateVerdict::NoMate => panic!("{} has a mate", problem.sfen),
            MateVerdict::Unknown(_) => {}
        }
    }
}
