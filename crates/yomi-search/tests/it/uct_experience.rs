//! What UCT does with expectations, when it is asked again, and when it is decided.

use super::support::params;
use std::sync::Arc;
use yomi_core::{
    Deterministic, Experience, Game, Limits, Notation, Prior, Request, Rng, Scratch, Search, Seed,
    StopReason, VirtualVisits,
};
use yomi_search::playout::Playout;
use yomi_search::uct::Uct;
use yomi_toy::{ConnectFour, TicTacToe, TreeGame};

fn uct<G: Deterministic + yomi_core::Indexed>(settings: &str) -> Uct<G> {
    Uct::new(params(settings), Box::new(Playout::uniform())).with_indices()
}

/// Expects much of one action, and little of all others.
struct Fixed<A> {
    favourite: A,
}

impl<G: Game> Experience<G> for Fixed<G::Action> {
    fn recall(
        &self,
        _: &G,
        _: &G::State,
        actions: &[G::Action],
        virtual_visits: &mut [VirtualVisits],
        _: &mut Rng,
    ) {
        for (action, expected) in actions.iter().zip(virtual_visits) {
            *expected = VirtualVisits {
                value: if *action == self.favourite {
                    0.95
                } else {
                    0.05
                },
                visits: 1000,
            };
        }
    }
}

#[test]
fn expectations_decide_at_first_and_simulations_in_the_end() {
    let game = TicTacToe;
    let start = game.initial();
    // An edge is the worst first move by random playouts.
    let favourite = game.parse_action(&start, "b1").unwrap();
    let visits = |simulations: u64| {
        let settings = "rave=true,rave_schedule=bias,rave_bias=0.1,exploration=0.3,solver=false";
        let mut uct = uct::<TicTacToe>(settings).with_experience(Arc::new(Fixed { favourite }));
        let request = Request::new(Limits::simulations(simulations), Seed::new(1));
        let report = uct.search(&game, &start, &request);
        let found = report.moves.iter().find(|entry| entry.action == favourite);
        found.unwrap().visits as f64 / simulations as f64
    };
    assert!(visits(40) > 0.9);
    assert!(visits(100_000) < 0.3);
}

/// Weighs one action above all others.
struct Favours<A>(A);

impl<G: Game> Prior<G> for Favours<G::Action> {
    fn weigh(
        &self,
        _: &G,
        _: &G::State,
        actions: &[G::Action],
        weights: &mut [f32],
        _: &mut Scratch<G::Action>,
    ) {
        for (action, weight) in actions.iter().zip(weights) {
            *weight = if *action == self.0 { 1.0 } else { 0.001 };
        }
    }
}

#[test]
fn virtual_visits_by_the_prior_decide_at_first_and_are_not_reported() {
    let game = TicTacToe;
    let start = game.initial();
    let favourite = game.parse_action(&start, "b1").unwrap();
    for rave in ["rave=false", "rave=true,rave_schedule=bias"] {
        for selection in [
            "selection=ucb1,exploration=0",
            "selection=puct,exploration=0",
        ] {
            let share = |prior_visits: u32, simulations: u64| {
                let settings =
                    format!("{rave},{selection},prior_visits={prior_visits},solver=false");
                let prior = Arc::new(Favours(favourite));
                let mut uct = uct::<TicTacToe>(&settings).with_prior(prior);
                let request = Request::new(Limits::simulations(simulations), Seed::new(1));
                let report = uct.search(&game, &start, &request);
                let visits = report.moves.iter().map(|entry| entry.visits);
                assert_eq!(visits.sum::<u64>(), simulations, "{settings}");
                let found = report.moves.iter().find(|entry| entry.action == favourite);
                found.unwrap().visits as f64 / simulations as f64
            };
            let (few, many) = (share(500, 100), share(500, 100_000));
            assert!(few > 0.6, "{rave},{selection}: {few}");
            assert!(many < 0.3, "{rave},{selection}: {many}");
        }
    }
}

#[test]
fn moves_played_late_count_less_with_decay() {
    // Whoever plays `key` later wins, now it loses; later is the end of the simulation.
    let tree: TreeGame = "(first
        key:second
        x:(second p:(first key:first) q:(first key:first u:second))
        y:(second p:(first key:first u:second) q:(first key:first u:second)))"
        .parse()
        .unwrap();
    let tries = |decay: &str| -> u64 {
        let settings = format!(
            "solver=false,exploration=0.1,rave=true,rave_schedule=bias,rave_bias=0.01,rave_decay={decay}"
        );
        let of_key = |seed| {
            let request = Request::new(Limits::simulations(200), Seed::new(seed));
            let report = uct::<TreeGame>(&settings).search(&tree, &tree.initial(), &request);
            let mut moves = report.moves.into_iter();
            let key =
                moves.find(|found| tree.format_action(&tree.initial(), found.action) == "key");
            key.map_or(0, |key| key.visits)
        };
        (0..50).map(of_key).sum()
    };
    let (plain, decayed) = (tries("0"), tries("1"));
    assert!(
        decayed < plain,
        "{decayed} tries with decay, {plain} without"
    );
}

#[test]
fn a_position_asked_about_again_is_thought_about_further() {
    let game = ConnectFour;
    let start = game.initial();
    let mut search = uct::<ConnectFour>("reuse=false");
    let ask = |again: bool| Request {
        again,
        ..Request::new(Limits::simulations(500), Seed::new(1))
    };
    let total = |report: &yomi_core::Report<_>| {
        let visits = report
            .moves
            .iter()
            .map(|entry: &yomi_core::MoveReport<_>| entry.visits);
        visits.sum::<u64>()
    };
    assert_eq!(total(&search.search(&game, &start, &ask(false))), 500);
    assert_eq!(total(&search.search(&game, &start, &ask(true))), 1000);
    assert_eq!(total(&search.search(&game, &start, &ask(false))), 500);
}

#[test]
fn a_decided_search_ends_with_the_move_that_the_rest_would_have_given() {
    let game = ConnectFour;
    let mut fewer = 0;
    for seed in 0..10 {
        let mut rng = Seed::new(seed).rng();
        let mut state = game.initial();
        for _ in 0..seed % 9 {
            let mut actions = Vec::new();
            yomi_core::Discrete::actions(&game, &state, &mut actions);
            game.apply(&mut state, rng.pick(&actions).unwrap());
        }
        if game.outcome(&state).is_some() {
            continue;
        }
        let request = Request::new(Limits::simulations(20_000), Seed::new(seed));
        let whole = uct::<ConnectFour>("").search(&game, &state, &request);
        let early = uct::<ConnectFour>("early_stop=true").search(&game, &state, &request);
        assert_eq!(early.best, whole.best, "{seed}");
        fewer += u32::from(early.reason == StopReason::Decided);
        let thorough = Request {
            thorough: true,
            ..request
        };
        let asked = uct::<ConnectFour>("early_stop=true").search(&game, &state, &thorough);
        assert_eq!(asked.simulations, whole.simulations);
    }
    assert!(fewer > 0);
}

#[test]
fn moves_proven_to_lose_decide_nothing() {
    let game = ConnectFour;
    let mut state = game.initial();
    for text in "5 1 5 4 5 5 2 1 7 7 4 3 4".split(' ') {
        let action = game.parse_action(&state, text).unwrap();
        game.apply(&mut state, action);
    }
    let request = Request::new(Limits::simulations(20_000), Seed::new(0));
    let whole = uct::<ConnectFour>("").search(&game, &state, &request);
    let early = uct::<ConnectFour>("early_stop=true").search(&game, &state, &request);
    assert_eq!(early.best, whole.best);
}

#[test]
fn an_analysis_tells_the_lines_of_the_best_moves() {
    let game = ConnectFour;
    let mut search = uct::<ConnectFour>("");
    let request = Request::new(Limits::simulations(5000), Seed::new(1));
    let plain = search.search(&game, &game.initial(), &request);
    assert!(plain.moves.iter().all(|entry| entry.line.is_empty()));
    let thorough = Request {
        thorough: true,
        ..request
    };
    let report = search.search(&game, &game.initial(), &thorough);
    assert_eq!(report.moves[0].line, report.line);
    for entry in &report.moves {
        assert_eq!(entry.line[0], entry.action);
        assert!(entry.line.len() > 1);
    }
}
