//! Tree searches of curling that widen: where they begin and where they end.

use std::sync::Arc;
use yomi_core::engine::{Question, TextReport};
use yomi_core::{Seed, Stop};
use yomi_engine::{AnyGame, Registry};

const ENGINES: [&str; 2] = ["dpw", "kr-uct"];

fn curling() -> Arc<dyn AnyGame> {
    let game = "curling:world=dc2,ends=3".parse().unwrap();
    Registry::standard().game(&game).unwrap()
}

/// What an engine says of the position after so many throws of the simple player.
fn report(engine: &str, throws: usize) -> TextReport {
    let game = curling();
    let mut simple = game.engine(&"simple".parse().unwrap()).unwrap();
    let mut engine = game.engine(&engine.parse().unwrap()).unwrap();
    let mut referee = game.referee();
    referee.new_game(Seed::new(4));
    simple.new_game(Seed::new(4)).unwrap();
    engine.new_game(Seed::new(4)).unwrap();
    for _ in 0..throws {
        let throw = simple.choose(None, &Stop::default()).unwrap().best;
        let (throw, chance) = referee.play(&throw).unwrap();
        simple.play(&throw, chance).unwrap();
        engine.play(&throw, chance).unwrap();
    }
    engine.think(&Question::default(), &mut |_| ()).unwrap()
}

fn throws(report: &TextReport) -> Vec<&str> {
    report
        .moves
        .iter()
        .map(|entry| entry.text.as_str())
        .collect()
}

#[test]
fn they_begin_with_the_shots_that_are_called() {
    let called = report(
        "halving:throws=called,tree=false,refine=0,simulations=100",
        5,
    );
    let called = throws(&called);
    for engine in ENGINES {
        // As many as a state with so few visits may have.
        let few = report(&format!("{engine}:throws=called,simulations=9"), 5);
        assert!(few.moves.len() > 1, "{engine}");
        assert!(
            throws(&few).iter().all(|throw| called.contains(throw)),
            "{engine}"
        );
        // And go on with what noise makes of them.
        let many = report(&format!("{engine}:throws=called,simulations=2000"), 5);
        assert!(many.moves.len() > called.len(), "{engine}");
    }
}

#[test]
fn the_tree_ends_with_the_end() {
    for engine in ENGINES {
        for (throws, depth) in [(15, 1), (14, 2)] {
            let report = report(&format!("{engine}:throws=called,simulations=500"), throws);
            assert_eq!(report.depth, depth, "{engine} after {throws} throws");
        }
        assert!(report(&format!("{engine}:throws=called,simulations=3000"), 4).depth > 2);
    }
}

#[test]
fn little_memory_and_no_time_are_enough_for_an_answer() {
    for engine in ENGINES {
        let small = report(&format!("{engine}:memory=1,simulations=4000"), 3);
        assert!(small.memory <= 1 << 20, "{engine}: {}", small.memory);
        assert_eq!(small.simulations, 4000);
        let hasty = report(&format!("{engine}:time=0"), 3);
        assert!(hasty.simulations >= 1 && !hasty.best.is_empty());
    }
}

#[test]
fn the_policy_of_playouts_is_the_one_asked_for() {
    for engine in ENGINES {
        let value =
            |settings: &str| report(&format!("{engine}:simulations=300{settings}"), 3).value;
        assert_eq!(value(""), value(",policy=hit-or-draw"), "{engine}");
        assert_ne!(value(""), value(",policy=simple"), "{engine}");
        assert_ne!(
            value(""),
            value(",policy=heuristic,weights=zero"),
            "{engine}"
        );
    }
}
