//! The engine `mate` of shogi.

use yomi_core::engine::{Question, TextReport};
use yomi_core::{Engine, Limits, Proven, Stop, StopReason};
use yomi_engine::Registry;

fn mate(parameters: &str) -> Box<dyn Engine> {
    let registry = Registry::standard();
    let game = registry.game(&"shogi".parse().unwrap()).unwrap();
    game.engine(&format!("mate:memory=1{parameters}").parse().unwrap())
        .unwrap()
}

fn ask(engine: &mut dyn Engine, sfen: &str) -> TextReport {
    engine.set_position(sfen).unwrap();
    engine.think(None, &Stop::default()).unwrap()
}

const IN_FIVE: &str = "9/2k6/B3L4/3S5/9/9/S4g3/9/4K4 b 2Sgnp 1";

#[test]
fn a_mate_is_a_proven_win_with_its_line() {
    let report = ask(&mut *mate(""), IN_FIVE);
    assert_eq!(report.best, "S*7c");
    assert_eq!(report.proven, Some(Proven::Win));
    assert_eq!(report.line.len(), 5);
    assert_eq!(report.line[0], report.best);
    assert_eq!((report.value.0, report.reason), (1.0, StopReason::Solved));
}

#[test]
fn no_mate_is_told_from_not_knowing() {
    let start = ask(&mut *mate(""), "startpos");
    assert_eq!((start.proven, start.reason), (None, StopReason::Exhausted));
    let hurried = ask(&mut *mate(",nodes=3"), IN_FIVE);
    assert_eq!((hurried.proven, hurried.reason), (None, StopReason::Nodes));
    let mut engine = mate("");
    engine.set_position(IN_FIVE).unwrap();
    let stop = Stop::default();
    stop.raise();
    let stopped = engine.think(None, &stop).unwrap();
    assert_eq!(
        (stopped.proven, stopped.reason),
        (None, StopReason::Stopped)
    );
}

/// Limits that count nothing this search counts end it all the same.
#[test]
fn every_limit_ends_it() {
    let mut engine = mate("");
    // Rooks and bishops in hand against a bare king: checks without end.
    engine
        .set_position("9/9/9/9/4k4/9/9/9/4K4 b RBSN2P 1")
        .unwrap();
    for limits in [Limits::simulations(50), Limits::nodes(50)] {
        let question = Question {
            limits,
            ..Question::default()
        };
        let report = engine.consider(&question, &mut |_| ()).unwrap();
        assert_eq!(report.reason, StopReason::Nodes);
    }
}

/// A mate that the longest game is too short for is none.
#[test]
fn a_mate_must_come_before_the_game_is_over() {
    let registry = Registry::standard();
    for (moves, proven) in [(5, Some(Proven::Win)), (4, None)] {
        let game = registry
            .game(&format!("shogi:moves={moves}").parse().unwrap())
            .unwrap();
        let mut engine = game.engine(&"mate:memory=1".parse().unwrap()).unwrap();
        assert_eq!(ask(&mut *engine, IN_FIVE).proven, proven);
    }
}
