//! What UCT does with expectations, when it is asked again, and when it is decided.

use super::support::params;
use std::sync::Arc;
use yomi_core::{
    Deterministic, Experience, Game, Limits, Notation, Request, Rng, Search, Seed, StopReason,
    VirtualVisits,
};
use yomi_search::playout::Playout;
use yomi_search::uct::Uct;
use yomi_toy::{ConnectFour, TicTacToe};

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
