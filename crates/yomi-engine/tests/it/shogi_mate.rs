//! The engine `mate` of shogi.

use yomi_core::engine::{Effort, Question, TextReport};
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
    engine.choose(None, &Stop::default()).unwrap()
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

/// A mate in seven, of which the proof-number search finds a longer one first.
const IN_SEVEN: &str = "9/1k7/9/G7+p/9/9/9/9/9 b R2BS3N 1";

/// A mate that takes more than seven plies, and nobody knows how many at least.
const LONG: &str = "9/9/2k1S4/9/1p7/9/9/9/9 b RB2GPbgp 1";

#[test]
fn a_length_that_is_only_a_bound_is_told_from_a_shortest_one() {
    let five = ask(&mut *mate(""), IN_FIVE);
    assert!(five.line_is_shortest && five.line.len() == 5);
    let seven = ask(&mut *mate(",nodes=200000"), IN_SEVEN);
    assert_eq!(seven.proven, Some(Proven::Win));
    assert_eq!(seven.line_is_shortest, seven.line.len() == 7);
    assert!(!seven.line_is_shortest, "found at once: nothing was tested");
}

/// What an analysis says of mate: in words, and its bounds in plies.
fn remark(sfen: &str) -> (String, Vec<i64>) {
    let registry = Registry::standard();
    let game = registry.game(&"shogi".parse().unwrap()).unwrap();
    let mut referee = game.referee();
    referee.set_position(sfen).unwrap();
    let mut remarks = referee.remarks().into_iter();
    let mate = remarks.find(|remark| remark.name == "mate").unwrap();
    let figures = mate.figures.iter().map(|(_, plies)| *plies);
    (mate.text.clone(), figures.collect())
}

#[test]
fn an_analysis_tells_exact_lengths_and_bounds_apart() {
    for (sfen, begins, figures) in [
        (IN_FIVE, "in 5: S*7c ", vec![5, 5]),
        (IN_SEVEN, "in 7: ", vec![7, 7]),
        ("startpos", "none by checks", vec![]),
    ] {
        let (text, bounds) = remark(sfen);
        assert!(text.starts_with(begins), "{sfen}: {text}");
        assert_eq!(bounds, figures, "{sfen}: {text}");
    }
    let (text, bounds) = remark(LONG);
    let &[least, most] = &bounds[..] else {
        panic!("{text}: {bounds:?}");
    };
    assert!(least == 9 && most > least, "{text}: {bounds:?}");
    assert!(text.starts_with(&format!("within {most}: ")), "{text}");
    assert_eq!(text.split(' ').count() as i64, most + 2, "{text}");
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
    let stopped = engine.choose(None, &stop).unwrap();
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
            effort: Effort::Within(limits),
            ..Question::default()
        };
        let report = engine.think(&question, &mut |_| ()).unwrap();
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
