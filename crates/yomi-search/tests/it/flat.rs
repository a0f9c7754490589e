//! Flat Monte Carlo: right answers, fair shares, honest limits.

use std::time::Duration;
use yomi_core::{
    Game, Limits, MoverValue, Notation, Proposes, Report, Request, Search, Seed, Stop, StopReason,
};
use yomi_search::flat::{Allocation, FlatMonteCarlo, FlatParams};
use yomi_search::playout::Playout;
use yomi_search::policy::Proposal;
use yomi_toy::two_peaks::Aim;
use yomi_toy::{ConnectFour, Pig, TreeGame, TwoPeaks};

fn flat<G: yomi_core::Discrete>(allocation: Allocation) -> FlatMonteCarlo<G> {
    let params = FlatParams {
        allocation,
        ..FlatParams::default()
    };
    FlatMonteCarlo::new(params, Box::new(Playout::uniform()))
}

const BOTH: [Allocation; 2] = [Allocation::Equal, Allocation::Ucb1];

fn ask<G: yomi_core::Discrete>(
    allocation: Allocation,
    game: &G,
    simulations: u64,
) -> Report<G::Action> {
    let request = Request::new(Limits::simulations(simulations), Seed::new(7));
    flat(allocation).search(game, &game.initial(), &request)
}

fn name(game: &TreeGame, report: &Report<<TreeGame as Game>::Action>) -> String {
    game.format_action(&game.initial(), report.best)
}

#[test]
fn the_better_arm_is_found() {
    // Random play wins 1/2, 3/4 and 1/4 after a, b and c.
    let arms = "a:(second x:1 y:0) b:(second x:1 y:1 z:1 w:0) c:(second x:0 y:0 z:0 w:1)";
    for (player, best) in [("first", "b"), ("second", "c")] {
        let game: TreeGame = format!("({player} {arms})").parse().unwrap();
        for allocation in BOTH {
            let report = ask(allocation, &game, 3_000);
            assert_eq!(name(&game, &report), best, "{allocation:?}");
            assert!(
                (report.value.0 - 0.75).abs() < 0.08,
                "{allocation:?}: {:?}",
                report.value
            );
        }
    }
}

#[test]
fn immediate_wins_and_losses_are_seen() {
    let game: TreeGame = "(first a:second b:first c:draw)".parse().unwrap();
    for allocation in BOTH {
        let report = ask(allocation, &game, 300);
        assert_eq!(name(&game, &report), "b");
        assert_eq!(report.value, MoverValue(1.0));
    }
}

#[test]
fn means_converge_to_the_expected_outcome_and_so_traps_are_walked_into() {
    let game = TreeGame::trap(3, 4).unwrap();
    for allocation in BOTH {
        let report = ask(allocation, &game, 20_000);
        assert_eq!(name(&game, &report), "trap", "{allocation:?}");
        let expected = 1.0 - 1.0 / 16.0;
        assert!(
            (report.value.0 - expected).abs() < 0.02,
            "{allocation:?}: {:?}",
            report.value
        );
    }
}

#[test]
fn equal_allocation_is_equal() {
    let report = ask(Allocation::Equal, &ConnectFour, 703);
    let mut visits: Vec<u64> = report.moves.iter().map(|entry| entry.visits).collect();
    visits.sort_unstable();
    assert_eq!(visits, [100, 100, 100, 100, 101, 101, 101]);
    let values: Vec<f64> = report
        .moves
        .iter()
        .map(|entry| entry.value.unwrap().0)
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "best first: {values:?}");
}

#[test]
fn ucb1_spends_on_the_better_and_tries_all() {
    let game: TreeGame = "(first a:(second x:1 y:0 z:0 w:0) b:(second x:1 y:1 z:1 w:0) c:second)"
        .parse()
        .unwrap();
    let report = ask(Allocation::Ucb1, &game, 10_000);
    let visits: Vec<u64> = report.moves.iter().map(|entry| entry.visits).collect();
    assert_eq!(visits.iter().sum::<u64>(), 10_000);
    assert!(visits[0] > 9_000 && visits[2] > 0, "{visits:?}");
    assert_eq!(name(&game, &report), "b");

    let params = FlatParams {
        allocation: Allocation::Ucb1,
        exploration: 100.0,
        ..FlatParams::default()
    };
    let mut explorer = FlatMonteCarlo::new(params, Box::new(Playout::uniform()));
    let request = Request::new(Limits::simulations(3_000), Seed::new(7));
    let report = explorer.search(&game, &game.initial(), &request);
    assert!(
        report.moves.iter().all(|entry| entry.visits > 900),
        "{:?}",
        report.moves
    );
}

#[test]
fn every_move_is_tried_once_before_any_is_tried_twice() {
    for allocation in BOTH {
        let report = ask(allocation, &ConnectFour, 7);
        assert!(report.moves.iter().all(|entry| entry.visits == 1));
        let report = ask(allocation, &ConnectFour, 3);
        let visits: Vec<u64> = report.moves.iter().map(|entry| entry.visits).collect();
        assert_eq!(visits, [1, 1, 1, 0, 0, 0, 0], "the untried stand last");
        assert!(report.moves[3..].iter().all(|entry| entry.value.is_none()));
    }
}

#[test]
fn chance_is_sampled_anew_in_every_simulation() {
    // Close to the target, holding wins at once; rolling may lose everything.
    let game = Pig { target: 10 };
    let mut rng = Seed::new(1).rng();
    let mut table = game.initial();
    while table.turn_total() < 10 {
        game.step(&mut table, yomi_toy::pig::Decision::Roll, &mut rng);
    }
    let request = Request::new(Limits::simulations(2_000), Seed::new(7));
    let report = flat(Allocation::Equal).search(&game, &table, &request);
    assert_eq!(report.best, yomi_toy::pig::Decision::Hold);
    assert_eq!(report.value, MoverValue(1.0));
    // One roll in six loses the turn, so rolling is neither a sure win nor hopeless.
    let rolling = report.moves[1].value.unwrap().0;
    assert!((0.5..0.99).contains(&rolling), "{rolling}");
}

#[test]
fn the_same_seed_gives_the_same_report_and_another_seed_another() {
    for allocation in BOTH {
        let ask = |seed| {
            let request = Request::new(Limits::simulations(500), Seed::new(seed));
            let search = &mut flat(allocation);
            let mut report = search.search(&ConnectFour, &ConnectFour.initial(), &request);
            report.elapsed = Duration::ZERO;
            report
        };
        assert_eq!(ask(1), ask(1));
        assert_ne!(ask(1).moves, ask(2).moves);
    }
}

#[test]
fn limits_and_the_stop_flag_end_it() {
    let search = |request: &Request<_>| {
        flat(Allocation::Ucb1).search(&ConnectFour, &ConnectFour.initial(), request)
    };
    let report = search(&Request::new(Limits::nodes(123), Seed::new(1)));
    assert_eq!(
        (report.simulations, report.reason),
        (123, StopReason::Nodes)
    );
    let stop = Stop::default();
    stop.raise();
    let request = Request {
        stop,
        ..Request::new(Limits::default(), Seed::new(1))
    };
    let report = search(&request);
    assert_eq!(
        (report.simulations, report.reason),
        (0, StopReason::Stopped)
    );
    assert_eq!((report.moves.len(), report.value), (7, MoverValue::EVEN));
}

#[test]
fn only_candidates_are_looked_at() {
    let game = TwoPeaks::default();
    let leaf = Box::new(Playout::new(Proposal));
    let mut search = FlatMonteCarlo::over_candidates(FlatParams::default(), leaf);
    let mut candidates = Vec::new();
    game.candidates(&game.initial(), &mut candidates);
    let simulations = 50 * candidates.len() as u64;
    let request = Request::new(Limits::simulations(simulations), Seed::new(1));
    let report = search.search(&game, &game.initial(), &request);
    let mut found: Vec<Aim> = report.moves.iter().map(|entry| entry.action).collect();
    found.sort_by(|a, b| a.get().total_cmp(&b.get()));
    assert_eq!(found, candidates);
    assert!(report.moves.iter().all(|entry| entry.visits == 50));
    assert!((report.best.get() - game.best_aim().0).abs() < 0.1);
}

#[test]
fn each_move_gets_its_number_of_simulations() {
    let game = ConnectFour;
    let params = FlatParams {
        allocation: Allocation::PerMove,
        per_move: 30,
        ..FlatParams::default()
    };
    let ask = |limits| {
        let mut search = FlatMonteCarlo::new(params.clone(), Box::new(Playout::uniform()));
        search.search(&game, &game.initial(), &Request::new(limits, Seed::new(7)))
    };
    let unlimited = ask(Limits::default());
    assert_eq!(unlimited.reason, StopReason::Exhausted);
    assert_eq!(unlimited.simulations, 7 * 30);
    assert!(unlimited.moves.iter().all(|entry| entry.visits == 30));
    // The same simulations as by equal shares.
    let equal = self::ask(Allocation::Equal, &game, 7 * 30);
    assert_eq!((equal.best, equal.moves), (unlimited.best, unlimited.moves));
    let limited = ask(Limits::simulations(50));
    assert_eq!(
        (limited.reason, limited.simulations),
        (StopReason::Simulations, 50)
    );
}
