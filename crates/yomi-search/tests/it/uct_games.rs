//! UCT on whole games: determinism, memory, reuse, threads, limits.

use super::support::params;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::{
    Deterministic, Discrete, Evaluator, FirstValue, Game, Limits, Proven, Report, Request, Rng,
    Scratch, Search, Seed, StopReason,
};
use yomi_search::playout::Playout;
use yomi_search::uct::{Uct, UctParams};
use yomi_toy::connect_four::Board;
use yomi_toy::{CentrePrior, ConnectFour, TicTacToe, WindowEvaluator};

fn connect_four(settings: &str) -> Uct<ConnectFour> {
    let uct = Uct::new(params(settings), Box::new(Playout::uniform()))
        .with_keys()
        .with_indices();
    let uct = uct.with_initial(Arc::new(WindowEvaluator::default()));
    if settings.contains("puct") || settings.contains("widening") {
        uct.with_prior(Arc::new(CentrePrior))
    } else {
        uct
    }
}

/// Every feature at least once, and some together.
const SETTINGS: &[&str] = &[
    "solver=false",
    "solver=true",
    "selection=puct",
    "selection=puct rave=true",
    "first_play=0.7",
    "initial_visits=10",
    "widening=power",
    "widening=scheduled initial_visits=5",
    "rave=true",
    "transpositions=true",
    "transpositions=true rave=true initial_visits=3",
    "best_move=value",
    "best_move=lcb",
    "expand_visits=5",
    "threads=3 parallel=root",
    "reuse=false",
    "batch=8",
    "memory=1",
];

/// The report without the one field that differs from run to run.
fn timeless<A: Clone>(report: &Report<A>) -> Report<A> {
    Report {
        line_is_shortest: false,
        elapsed: Duration::ZERO,
        ..report.clone()
    }
}

#[test]
fn same_seed_same_report() {
    let game = ConnectFour;
    for settings in SETTINGS {
        let run = |seed| {
            let request = Request::new(Limits::simulations(2_000), Seed::new(seed));
            timeless(&connect_four(settings).search(&game, &game.initial(), &request))
        };
        assert_eq!(run(1), run(1), "{settings}");
        assert_ne!(run(1).moves, run(2).moves, "{settings}");
    }
}

#[test]
fn asking_twice_without_moving_gives_the_same_answer_twice() {
    let game = ConnectFour;
    let mut uct = connect_four("");
    let request = Request::new(Limits::simulations(2_000), Seed::new(1));
    let first = timeless(&uct.search(&game, &game.initial(), &request));
    assert_eq!(
        timeless(&uct.search(&game, &game.initial(), &request)),
        first
    );
}

#[test]
fn whole_games_are_legal_and_repeatable_with_every_feature() {
    let game = ConnectFour;
    for settings in SETTINGS {
        let play = || {
            let mut uct = connect_four(settings);
            let mut state = game.initial();
            let mut played = Vec::new();
            let mut legal = Vec::new();
            while game.outcome(&state).is_none() {
                let seed = Seed::new(3).index(played.len() as u64);
                let report =
                    uct.search(&game, &state, &Request::new(Limits::simulations(400), seed));
                game.actions(&state, &mut legal);
                assert!(legal.contains(&report.best), "{settings}");
                assert_eq!(report.simulations.max(400), 400, "{settings}");
                game.apply(&mut state, report.best);
                uct.advance(&game, report.best, &state);
                played.push(report.best);
            }
            played
        };
        assert_eq!(play(), play(), "{settings}");
    }
}

#[test]
fn the_tree_is_kept_when_the_game_goes_on() {
    let game = ConnectFour;
    let request = Request::new(Limits::simulations(5_000), Seed::new(1));
    let visits = |settings: &str| {
        let mut uct = connect_four(settings);
        let mut state = game.initial();
        let first = uct.search(&game, &state, &request);
        for action in first.line.iter().take(2) {
            game.apply(&mut state, *action);
            uct.advance(&game, *action, &state);
        }
        let second = uct.search(&game, &state, &request);
        assert_eq!(second.simulations, 5_000);
        second.moves.iter().map(|entry| entry.visits).sum::<u64>()
    };
    assert_eq!(visits("reuse=false solver=false"), 5_000);
    for settings in [
        "solver=false",
        "solver=false transpositions=true",
        "solver=false rave=true",
    ] {
        assert!(visits(settings) > 5_050, "{settings}: {}", visits(settings));
    }
}

#[test]
fn kept_trees_are_the_same_trees() {
    // After following a move, the root's children must show exactly the statistics they had as
    // grandchildren.
    let game = ConnectFour;
    let mut uct = connect_four("solver=false selection=puct");
    let start = game.initial();
    let request = Request::new(Limits::simulations(20_000), Seed::new(1));
    let before = uct.search(&game, &start, &request);
    let mut state = start;
    game.apply(&mut state, before.best);
    uct.advance(&game, before.best, &state);
    let after = uct.search(
        &game,
        &state,
        &Request::new(Limits::simulations(1), Seed::new(2)),
    );
    let kept: u64 = after.moves.iter().map(|entry| entry.visits).sum();
    // One of the visits of the old child was its own evaluation, and one simulation is new.
    assert_eq!(kept, before.moves[0].visits);
    assert!(after.nodes < before.nodes);
    let value = after
        .moves
        .iter()
        .map(|m| m.value.map_or(0.0, |v| v.0 * m.visits as f64))
        .sum::<f64>()
        / kept as f64;
    let expected = 1.0 - before.moves[0].value.unwrap().0;
    assert!(
        (value - expected).abs() < 2.0 / kept as f64,
        "{value} {expected}"
    );
}

#[test]
fn an_unknown_position_starts_a_new_tree() {
    let game = ConnectFour;
    let mut uct = connect_four("");
    uct.search(
        &game,
        &game.initial(),
        &Request::new(Limits::simulations(100), Seed::new(1)),
    );
    // Many plies further than the tree reaches.
    let mut state = game.initial();
    let mut rng = Seed::new(2).rng();
    for _ in 0..12 {
        let action = game.random_action(&state, &mut Vec::new(), &mut rng);
        game.apply(&mut state, action);
        uct.advance(&game, action, &state);
    }
    let request = Request::new(Limits::simulations(500), Seed::new(3));
    let report = timeless(&uct.search(&game, &state, &request));
    assert_eq!(
        report,
        timeless(&connect_four("").search(&game, &state, &request))
    );
}

#[test]
fn the_memory_limit_is_honoured_without_failing() {
    let game = ConnectFour;
    for (mebibytes, settings) in [
        (1, "memory=1"),
        (1, "memory=1 transpositions=true rave=true"),
        (2, "memory=2 threads=2"),
    ] {
        let mut uct = connect_four(&format!("solver=false {settings}"));
        let mut state = game.initial();
        for seed in 0..6 {
            let request = Request::new(Limits::simulations(60_000), Seed::new(seed));
            let report = uct.search(&game, &state, &request);
            assert_eq!(report.simulations, 60_000);
            assert!(
                report.memory <= mebibytes << 20,
                "{settings}: {} bytes",
                report.memory
            );
            game.apply(&mut state, report.best);
            uct.advance(&game, report.best, &state);
        }
    }
}

#[test]
fn transpositions_share_nodes_and_agree_on_the_value() {
    let game = TicTacToe;
    let search = |settings: &str| {
        let mut uct = Uct::new(params(settings), Box::new(Playout::uniform())).with_keys();
        uct.search(
            &game,
            &game.initial(),
            &Request::new(Limits::simulations(300_000), Seed::new(1)),
        )
    };
    let plain = search("solver=false");
    let shared = search("solver=false transpositions=true");
    assert!(
        shared.nodes * 5 < plain.nodes,
        "{} against {}",
        shared.nodes,
        plain.nodes
    );
    assert!((shared.value.0 - 0.5).abs() < 0.05, "{}", shared.value.0);
    assert_eq!(search("transpositions=true").proven, Some(Proven::Draw));
}

#[test]
fn values_converge_to_the_draw_of_tic_tac_toe() {
    let game = TicTacToe;
    let mut uct = Uct::new(
        params("solver=false exploration=0.5"),
        Box::new(Playout::uniform()),
    );
    let request = Request::new(Limits::simulations(1_000_000), Seed::new(1));
    let report = uct.search(&game, &game.initial(), &request);
    assert!((report.value.0 - 0.5).abs() < 0.03, "{}", report.value.0);
}

#[test]
fn threads_share_the_simulations_exactly() {
    let game = ConnectFour;
    for settings in [
        "threads=2",
        "threads=4 virtual_loss=3",
        "threads=4 virtual_loss=0",
    ] {
        let mut uct = connect_four(&format!("solver=false {settings}"));
        for seed in 0..3 {
            let request = Request::new(Limits::simulations(30_000), Seed::new(seed));
            let report = uct.search(&game, &game.initial(), &request);
            assert_eq!(report.simulations, 30_000);
            // Every simulation passes through exactly one child; nothing charged in advance is
            // left over, nothing saved up is lost.
            assert_eq!(
                report.moves.iter().map(|entry| entry.visits).sum::<u64>(),
                30_000
            );
            assert!(report.value.0 > 0.5 && report.value.0 < 0.75);
        }
    }
}

#[test]
fn whichever_limit_comes_first() {
    let game = ConnectFour;
    let search = |limits: Limits| {
        connect_four("").search(&game, &game.initial(), &Request::new(limits, Seed::new(1)))
    };
    let both = Limits {
        simulations: Some(300),
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    let report = search(both);
    assert_eq!(
        (report.simulations, report.reason),
        (300, StopReason::Simulations)
    );

    let report = search(Limits::nodes(500));
    assert!(
        report.nodes >= 500 && report.nodes < 520,
        "{}",
        report.nodes
    );
    assert_eq!(report.reason, StopReason::Nodes);

    let shallow = Limits {
        depth: Some(2),
        ..Limits::simulations(5_000)
    };
    assert_eq!(search(shallow).depth, 2);

    let report = search(Limits::time(Duration::from_millis(20)));
    assert_eq!(report.reason, StopReason::Time);
    assert!(report.elapsed >= Duration::from_millis(20));
}

#[test]
fn a_raised_flag_stops_at_once_with_a_legal_move() {
    let game = ConnectFour;
    for settings in ["", "threads=2", "threads=2 parallel=root"] {
        let request = Request::new(Limits::default(), Seed::new(1));
        request.stop.raise();
        let report = connect_four(settings).search(&game, &game.initial(), &request);
        assert_eq!(report.reason, StopReason::Stopped);
        assert!(report.simulations <= 64);
    }
    // And from another thread, in the middle of an endless search.
    let request = Request::new(Limits::default(), Seed::new(1));
    let stop = request.stop.clone();
    let report = std::thread::scope(|scope| {
        let search = scope.spawn(|| connect_four("").search(&game, &game.initial(), &request));
        std::thread::sleep(Duration::from_millis(30));
        stop.raise();
        search.join().unwrap()
    });
    assert_eq!(report.reason, StopReason::Stopped);
}

/// Counts as `visits` wins or losses: what initial values do to the first choices.
struct Fixed(f64);

impl Evaluator<ConnectFour> for Fixed {
    fn evaluate(
        &self,
        _: &ConnectFour,
        _: &Board,
        _: &mut Scratch<<ConnectFour as Game>::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        FirstValue(self.0)
    }
}

#[test]
fn initial_values_count_as_so_many_visits() {
    let game = ConnectFour;
    let search = |value, visits: u32| {
        let params = UctParams {
            initial_visits: visits,
            solver: false,
            ..UctParams::default()
        };
        let mut uct = Uct::new(params, Box::new(Fixed(0.0))).with_initial(Arc::new(Fixed(value)));
        uct.search(
            &game,
            &game.initial(),
            &Request::new(Limits::simulations(70), Seed::new(1)),
        )
    };
    // Ten visits each, all lost, on top of thirty won ones: three quarters.
    let report = search(1.0, 30);
    assert!(report.moves.iter().all(|entry| entry.visits == 10));
    assert!((report.value.0 - 0.75).abs() < 1e-6, "{}", report.value.0);
}

#[test]
fn rules_for_the_best_move_differ_where_they_should() {
    let game = ConnectFour;
    let request = Request::new(Limits::simulations(300), Seed::new(4));
    for (rule, check) in [("visits", 0), ("value", 1)] {
        let settings = format!("solver=false best_move={rule}");
        let report = connect_four(&settings).search(&game, &game.initial(), &request);
        let best = &report.moves[0];
        for other in &report.moves {
            match check {
                0 => assert!(best.visits >= other.visits),
                _ => assert!(best.value >= other.value),
            }
        }
    }
}
