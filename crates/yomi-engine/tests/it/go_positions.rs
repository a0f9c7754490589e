//! Engines in positions of Go with known answers, which `games/go/tests/it/positions` proves.

#[path = "../../../../games/go/tests/it/positions/reader.rs"]
mod reader;

use super::support::spec;
use reader::Problem;
use std::sync::Arc;
use yomi_core::{Referee, Seed, Stop};
use yomi_engine::{AnyGame, Registry};

/// The engines that have to find the moves marked as plain.
const ENGINES: [&str; 2] = ["uct:simulations=20000", "best:simulations=20000"];

fn problems() -> Vec<Problem> {
    let files = [
        include_str!("../../../../games/go/tests/it/positions/life.txt"),
        include_str!("../../../../games/go/tests/it/positions/fights.txt"),
        include_str!("../../../../games/go/tests/it/positions/endings.txt"),
        include_str!("../../../../games/go/tests/it/positions/statuses.txt"),
    ];
    files.iter().flat_map(|file| reader::read(file)).collect()
}

fn game(problem: &Problem) -> Arc<dyn AnyGame> {
    let game = format!("go:size={},komi={}", problem.size, problem.komi);
    Registry::standard().game(&spec(&game)).unwrap()
}

/// What the engine plays.
fn answer(problem: &Problem, engine: &str) -> String {
    let mut engine = game(problem).engine(&spec(engine)).unwrap();
    engine.new_game(Seed::new(1)).unwrap();
    engine.set_position(&problem.position).unwrap();
    engine.choose(None, &Stop::default()).unwrap().best
}

#[test]
fn searches_find_the_moves() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for problem in problems() {
        if !problem.is_plain || (problem.play.is_empty() && problem.avoid.is_empty()) {
            continue;
        }
        for engine in ENGINES {
            let best = answer(&problem, engine);
            let is_right = problem.play.is_empty() || problem.play.contains(&best);
            if !is_right || problem.avoid.contains(&best) {
                let name = &problem.name;
                wrong.push(format!(
                    "{name}: {best} by {engine}, not {:?}",
                    problem.play
                ));
            }
        }
        asked += 1;
    }
    assert!(wrong.is_empty(), "{asked} asked\n{}", wrong.join("\n"));
    assert!(asked >= 20, "{asked}");
}

#[test]
fn what_becomes_of_the_stones_is_known() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for problem in problems() {
        let fates = [&problem.alive, &problem.dead, &problem.seki];
        if !problem.is_plain || fates.iter().all(|stones| stones.is_empty()) {
            continue;
        }
        let mut referee: Box<dyn Referee> = game(&problem).referee();
        referee.new_game(Seed::new(1));
        referee.set_position(&problem.position).unwrap();
        let settlement = referee.settlement().expect("Go has territory");
        let found = [&settlement.alive, &settlement.dead, &settlement.seki];
        for ((stones, chains), fate) in fates.iter().zip(found).zip(["alive", "dead", "seki"]) {
            for stone in *stones {
                if !chains.iter().any(|chain| chain.contains(stone)) {
                    wrong.push(format!("{}: {stone} is {fate}", problem.name));
                }
            }
        }
        asked += 1;
    }
    assert!(wrong.is_empty(), "{asked} asked\n{}", wrong.join("\n"));
    assert!(asked >= 8, "{asked}");
}

/// The suite of life and death: nearly all of it is solved with few simulations, every seki in which only a pass is right
/// among it, and counting knows the dead stones, the sekis and the scores.
#[test]
fn life_and_death_is_known() {
    let suite = include_str!("../../../../suites/go/life-and-death.txt");
    let suite = yomi_core::suite::read(suite).expect("a suite");
    let game = Registry::standard().game(&spec("go:komi=7")).unwrap();
    let mut engine = game.engine(&spec("best:simulations=500")).unwrap();
    let mut referee = game.referee();
    let (mut missed, mut miscounted) = (Vec::new(), Vec::new());
    for known in suite {
        engine.new_game(Seed::new(1)).unwrap();
        engine.set_position(&known.position).unwrap();
        let best = engine.choose(None, &Stop::default()).unwrap().best;
        let is_pass = known.kind == "seki" && known.right == ["pass"];
        if known.kind != "counting" && !known.is_right(&best) {
            missed.push((known.name.clone(), best, is_pass));
        }
        referee.new_game(Seed::new(1));
        referee.set_position(&known.position).unwrap();
        let settlement = referee.settlement().expect("Go has territory");
        for (stones, chains) in [
            (&known.dead, &settlement.dead),
            (&known.seki, &settlement.seki),
        ] {
            if let Some(stones) = stones
                && stones.len() != chains.iter().map(Vec::len).sum::<usize>()
            {
                miscounted.push(known.name.clone());
            }
        }
    }
    assert!(missed.len() <= 5, "{missed:?}");
    assert!(!missed.iter().any(|(.., is_pass)| *is_pass), "{missed:?}");
    assert!(miscounted.is_empty(), "{miscounted:?}");
}
