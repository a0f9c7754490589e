//! Alpha-beta on tic-tac-toe and connect four: solving, limits, stopping, determinism.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::{
    Clock, Deterministic, Discrete, Game, Keyed, Limits, Notation, Outcome, Proven, Report,
    Request, Search, Seed, Stop, StopReason,
};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};
use yomi_toy::{CentrePrior, ConnectFour, TicTacToe, WindowEvaluator};

type Board = <ConnectFour as Game>::State;
type Column = <ConnectFour as Game>::Action;

fn small(multi_pv: u32) -> AlphaBetaParams {
    AlphaBetaParams {
        memory: 1,
        multi_pv,
        ..AlphaBetaParams::default()
    }
}

fn connect_four(multi_pv: u32) -> AlphaBeta<ConnectFour> {
    AlphaBeta::new(small(multi_pv), Arc::new(WindowEvaluator::default()))
        .with_table()
        .with_history()
}

fn ask(search: &mut AlphaBeta<ConnectFour>, board: &Board, limits: Limits) -> Report<Column> {
    let report = search.search(&ConnectFour, board, &Request::new(limits, Seed::new(1)));
    let mut legal = Vec::new();
    ConnectFour.actions(board, &mut legal);
    assert!(legal.contains(&report.best));
    assert_eq!(report.moves.len(), legal.len());
    report
}

/// A position that is not over, `plies` random moves into a game.
fn random_board(seed: u64, plies: u32) -> Board {
    let mut rng = Seed::new(seed).rng();
    let mut scratch = Vec::new();
    'games: loop {
        let mut board = ConnectFour.initial();
        for _ in 0..plies {
            let column = ConnectFour.random_action(&board, &mut scratch, &mut rng);
            ConnectFour.apply(&mut board, column);
            if ConnectFour.outcome(&board).is_some() {
                continue 'games;
            }
        }
        return board;
    }
}

/// The result for the side to move, by trying everything.
fn brute_force(board: &Board, known: &mut HashMap<u64, Proven>) -> Proven {
    let key = ConnectFour.key(board);
    if let Some(&proven) = known.get(&key) {
        return proven;
    }
    let mut columns = Vec::new();
    ConnectFour.actions(board, &mut columns);
    let best = columns
        .into_iter()
        .map(|column| after(board, column, known))
        .max()
        .unwrap();
    known.insert(key, best);
    best
}

/// The result of a move for the player who makes it.
fn after(board: &Board, column: Column, known: &mut HashMap<u64, Proven>) -> Proven {
    let mover = ConnectFour.to_move(board);
    let mut next = *board;
    ConnectFour.apply(&mut next, column);
    match ConnectFour.outcome(&next) {
        Some(outcome) => outcome.for_player(mover).unwrap(),
        None => brute_force(&next, known).flip(),
    }
}

#[test]
fn tic_tac_toe_is_a_proven_draw() {
    let request = Request::new(Limits::default(), Seed::new(1));
    let evaluator = Arc::new(yomi_search::playout::Playout::uniform());
    let plain = AlphaBeta::new(small(9), evaluator.clone());
    let tabled = AlphaBeta::new(small(9), evaluator)
        .with_table()
        .with_history();
    for mut search in [plain, tabled] {
        let report = search.search(&TicTacToe, &TicTacToe.initial(), &request);
        assert_eq!(
            (report.proven, report.reason),
            (Some(Proven::Draw), StopReason::Solved)
        );
        assert_eq!(report.value.0, 0.5);
        // Every first move draws, and all nine were to be exact.
        assert!(
            report
                .moves
                .iter()
                .all(|entry| entry.proven == Some(Proven::Draw))
        );
        assert!(report.depth <= 9);
    }
}

#[test]
fn connect_four_endgames_are_solved_as_by_brute_force() {
    let mut seen = HashMap::new();
    for seed in 0..60 {
        let board = random_board(seed, 28 + (seed % 5) as u32);
        let mut known = HashMap::new();
        let truth = brute_force(&board, &mut known);
        *seen.entry(truth.value().0.to_bits()).or_insert(0) += 1;
        let report = ask(&mut connect_four(1), &board, Limits::default());
        assert_eq!(
            report.proven,
            Some(truth),
            "seed {seed}\n{}",
            ConnectFour.render(&board)
        );
        assert_eq!(report.reason, StopReason::Solved);
        assert_eq!(after(&board, report.best, &mut known), truth, "seed {seed}");

        let mut plain = AlphaBeta::new(small(7), Arc::new(WindowEvaluator::default()))
            .with_prior(Arc::new(CentrePrior));
        let report = ask(&mut plain, &board, Limits::default());
        for entry in &report.moves {
            let truth = after(&board, entry.action, &mut known);
            assert_eq!(entry.proven, Some(truth), "seed {seed}, {:?}", entry.action);
        }
    }
    assert_eq!(
        seen.len(),
        3,
        "wins, draws and losses must all occur: {seen:?}"
    );
}

#[test]
fn a_search_that_follows_the_game_stays_right() {
    // The table is kept from move to move.
    for seed in 0..10 {
        let mut board = random_board(seed, 26);
        let mut search = connect_four(1);
        let mut known = HashMap::new();
        while ConnectFour.outcome(&board).is_none() {
            let report = ask(&mut search, &board, Limits::default());
            assert_eq!(
                report.proven,
                Some(brute_force(&board, &mut known)),
                "seed {seed}"
            );
            ConnectFour.apply(&mut board, report.best);
            search.advance(&ConnectFour, report.best, &board);
        }
    }
}

fn without_time(mut report: Report<Column>) -> Report<Column> {
    report.elapsed = Duration::ZERO;
    report
}

#[test]
fn one_question_has_one_answer() {
    for (limits, multi_pv) in [(Limits::nodes(20_000), 1), (Limits::depth(7), 3)] {
        let board = random_board(3, 8);
        let mut search = connect_four(multi_pv);
        let first = without_time(ask(&mut search, &board, limits));
        assert_eq!(
            without_time(ask(&mut search, &board, limits)),
            first,
            "asked again"
        );
        assert_eq!(
            without_time(ask(&mut connect_four(multi_pv), &board, limits)),
            first
        );
        search.reset();
        assert_eq!(
            without_time(ask(&mut search, &board, limits)),
            first,
            "after a reset"
        );
    }
}

#[test]
fn what_was_learned_is_kept_while_the_game_goes_on() {
    let board = random_board(5, 4);
    let mut search = connect_four(1);
    let report = ask(&mut search, &board, Limits::depth(9));
    let mut next = board;
    ConnectFour.apply(&mut next, report.best);
    search.advance(&ConnectFour, report.best, &next);
    let warm = ask(&mut search, &next, Limits::depth(8));
    let cold = ask(&mut connect_four(1), &next, Limits::depth(8));
    assert!(warm.nodes < cold.nodes, "{} {}", warm.nodes, cold.nodes);
}

#[test]
fn every_node_limit_is_kept_exactly() {
    let board = random_board(4, 6);
    for limit in [0, 1, 2, 3, 7, 8, 50, 1_000, 12_345] {
        for multi_pv in [1, 4] {
            let report = ask(&mut connect_four(multi_pv), &board, Limits::nodes(limit));
            assert_eq!((report.nodes, report.reason), (limit, StopReason::Nodes));
            let spent: u64 = report.moves.iter().map(|entry| entry.visits).sum();
            assert_eq!(spent, limit);
        }
    }
}

#[test]
fn an_evaluation_counts_as_a_simulation() {
    let report = ask(
        &mut connect_four(1),
        &ConnectFour.initial(),
        Limits::simulations(500),
    );
    assert_eq!(
        (report.simulations, report.reason),
        (500, StopReason::Simulations)
    );
}

#[test]
fn depth_limits_are_kept() {
    let report = ask(
        &mut connect_four(1),
        &ConnectFour.initial(),
        Limits::depth(5),
    );
    assert_eq!((report.depth, report.reason), (5, StopReason::Depth));
    assert_eq!(report.proven, None);
    let report = ask(
        &mut connect_four(1),
        &ConnectFour.initial(),
        Limits::depth(0),
    );
    assert_eq!(
        (report.depth, report.nodes, report.reason),
        (0, 0, StopReason::Depth)
    );
}

#[test]
fn a_raised_flag_ends_the_search_at_once() {
    let stop = Stop::default();
    stop.raise();
    let request = Request {
        stop,
        ..Request::new(Limits::default(), Seed::new(1))
    };
    let report = connect_four(1).search(&ConnectFour, &ConnectFour.initial(), &request);
    assert_eq!((report.nodes, report.reason), (0, StopReason::Stopped));
    assert_eq!((report.moves.len(), report.line.len()), (7, 1));
    assert!(report.moves.iter().all(|entry| entry.value.is_none()));
}

#[test]
fn a_flag_raised_from_outside_ends_an_unlimited_search() {
    let stop = Stop::default();
    let request = Request {
        stop: stop.clone(),
        ..Request::new(Limits::default(), Seed::new(1))
    };
    let searching = std::thread::spawn(move || {
        connect_four(1).search(&ConnectFour, &ConnectFour.initial(), &request)
    });
    stop.raise();
    let report = searching.join().unwrap();
    assert_eq!(report.reason, StopReason::Stopped);
}

#[test]
fn an_unfinished_iteration_counts_only_if_its_first_move_was_finished() {
    // Whatever the moment of the stop, the best move's value is that of a finished search of the
    // last or the present iteration; a half-searched move never has one.
    let board = random_board(9, 10);
    let mut at_depth = HashMap::new();
    for depth in 1..12 {
        let mut search = AlphaBeta::new(small(1), Arc::new(WindowEvaluator::default()));
        let report = ask(&mut search, &board, Limits::depth(depth));
        at_depth.insert(depth, (report.best, report.value));
    }
    let mut promoted = 0;
    for limit in (100..6_000).step_by(13) {
        let mut search = AlphaBeta::new(small(1), Arc::new(WindowEvaluator::default()));
        let report = ask(&mut search, &board, Limits::nodes(limit));
        let finished = at_depth[&report.depth];
        if (report.best, report.value) != finished {
            promoted += 1;
            let first = report
                .moves
                .iter()
                .find(|entry| entry.action == finished.0)
                .unwrap();
            assert!(
                first.value.is_some(),
                "{limit}: the first move was not finished"
            );
        }
        assert!(report.moves[0].value.is_some(), "{limit}");
        let values: Vec<f64> = report
            .moves
            .iter()
            .filter_map(|e| e.value)
            .map(|v| v.0)
            .collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{limit}: {values:?}");
    }
    assert!(promoted > 0, "unfinished iterations are of no use");
}

#[test]
fn all_wanted_moves_keep_exact_values_whenever_the_search_is_stopped() {
    let board = random_board(9, 10);
    for limit in (200..6_000).step_by(37) {
        let report = ask(&mut connect_four(3), &board, Limits::nodes(limit));
        let values: Vec<f64> = report.moves[..3]
            .iter()
            .map(|entry| entry.value.expect("one of the three best").0)
            .collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{limit}: {values:?}");
    }
}

/// How sure and soon the side to move wins (positive) or late it loses (negative): 0 for a draw.
fn forced(board: &Board, known: &mut HashMap<u64, i32>) -> i32 {
    let key = ConnectFour.key(board);
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let mut columns = Vec::new();
    ConnectFour.actions(board, &mut columns);
    let best = columns
        .into_iter()
        .map(|column| forced_after(board, column, known))
        .max()
        .unwrap();
    known.insert(key, best);
    best
}

/// The same for the player who makes a move.
fn forced_after(board: &Board, column: Column, known: &mut HashMap<u64, i32>) -> i32 {
    let mut next = *board;
    ConnectFour.apply(&mut next, column);
    match ConnectFour.outcome(&next) {
        Some(Outcome::Win(_)) => 100,
        Some(_) => 0,
        None => {
            let score = -forced(&next, known);
            score - score.signum()
        }
    }
}

#[test]
fn with_a_table_too_wins_are_the_shortest_and_losses_the_longest() {
    let mut losses = 0;
    for seed in 0..150 {
        let board = random_board(seed, 26 + (seed % 4) as u32);
        let mut known = HashMap::new();
        let truth = forced(&board, &mut known);
        let report = ask(&mut connect_four(1), &board, Limits::default());
        let chosen = forced_after(&board, report.best, &mut known);
        assert_eq!(chosen, truth, "seed {seed}\n{}", ConnectFour.render(&board));
        losses += u32::from(truth < 0);
    }
    assert!(losses > 10, "{losses}");
}

#[test]
fn every_trick_saves_nodes() {
    let nodes = |killers: bool, history: bool, table: bool| -> u64 {
        let search = || {
            let params = AlphaBetaParams {
                killers,
                ..small(1)
            };
            let mut search = AlphaBeta::new(params, Arc::new(WindowEvaluator::default()));
            if history {
                search = search.with_history();
            }
            if table {
                search = search.with_table();
            }
            search
        };
        (0..10)
            .map(|seed| ask(&mut search(), &random_board(seed, 6), Limits::depth(8)).nodes)
            .sum()
    };
    let plain = nodes(false, false, false);
    let with_each = [
        nodes(true, false, false),
        nodes(false, true, false),
        nodes(false, false, true),
    ];
    assert!(
        with_each.iter().all(|&with| with < plain),
        "{with_each:?} {plain}"
    );
}

#[test]
fn an_only_move_does_not_cost_the_clock() {
    // Fill all columns but one.
    let board = (0..).map(|seed| random_board(seed, 37)).find(|board| {
        let mut columns = Vec::new();
        ConnectFour.actions(board, &mut columns);
        columns.len() == 1
    });
    let clock = Clock {
        remaining: Duration::from_secs(3_600),
        ..Clock::default()
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    let report = ask(&mut connect_four(1), &board.unwrap(), limits);
    assert_eq!((report.depth, report.reason), (1, StopReason::Exhausted));
}

#[test]
fn memory_stays_within_its_limit() {
    let report = ask(
        &mut connect_four(1),
        &ConnectFour.initial(),
        Limits::nodes(50_000),
    );
    assert!(report.memory > 1 << 19);
    assert!(report.memory < (1 << 20) + (1 << 16), "{}", report.memory);
}

#[test]
fn a_full_board_is_a_proven_draw_before_it_is_full() {
    let drawn = (0..).map(|seed| random_board(seed, 41)).find(|board| {
        let mut columns = Vec::new();
        ConnectFour.actions(board, &mut columns);
        let mut next = *board;
        ConnectFour.apply(&mut next, columns[0]);
        ConnectFour.outcome(&next) == Some(Outcome::Draw)
    });
    let report = ask(&mut connect_four(1), &drawn.unwrap(), Limits::default());
    assert_eq!((report.proven, report.nodes), (Some(Proven::Draw), 1));
}
