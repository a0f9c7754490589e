//! Traps of shogi: the engine `mcts` falls into none that a mate search of seven plies sees, however few its simulations.

use yomi_core::{Engine, Seed, Setup as _, Stop};
use yomi_engine::Registry;
use yomi_shogi::Shogi;
use yomi_shogi::traps::{LEVELS, Traps};

/// The level of a trap, its move, and the position.
fn cases() -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    let lines = include_str!("shogi_traps.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let mut parts = line.splitn(3, ' ');
        let mut next = || parts.next().expect("level, move and position");
        (next().parse().unwrap(), next(), next())
    })
}

fn engine(spec: &str) -> Box<dyn Engine> {
    let registry = Registry::standard();
    let game = registry.game(&"shogi".parse().unwrap()).unwrap();
    game.engine(&spec.parse().unwrap()).unwrap()
}

fn best(engine: &mut dyn Engine, sfen: &str, seed: u64) -> String {
    engine.new_game(Seed::new(seed)).unwrap();
    engine.set_position(sfen).unwrap();
    engine.choose(None, &Stop::default()).unwrap().best
}

#[test]
fn every_level_has_positions() {
    for level in LEVELS {
        assert!(
            cases().filter(|case| case.0 == level).count() > 1,
            "{level}"
        );
    }
    let mut traps = Traps::default();
    for (level, action, sfen) in cases() {
        let position = Shogi::default().parse_state(sfen).unwrap();
        let found = traps.of(position.board());
        assert!(found.contains(&(action.parse().unwrap(), level)), "{sfen}");
        let mut legal = Vec::new();
        position.board().legal(&mut legal);
        assert!(found.len() < legal.len(), "there is a way out: {sfen}");
    }
}

#[test]
fn mcts_falls_into_no_trap_however_few_the_simulations() {
    let mut traps = Traps::default();
    for simulations in [1, 20, 200] {
        let mut engine = engine(&format!("mcts:simulations={simulations}"));
        for (seed, (_, _, sfen)) in (0..).zip(cases()) {
            let best = best(&mut *engine, sfen, seed).parse().unwrap();
            let position = Shogi::default().parse_state(sfen).unwrap();
            assert_eq!(traps.level(position.board(), best), None, "{best} {sfen}");
        }
    }
}

#[test]
fn without_proofs_it_falls_into_some_of_every_level() {
    let mut traps = Traps::default();
    let mut engine = engine("mcts:simulations=20,prover=none,solver=false");
    let fallen: Vec<Option<u32>> = cases()
        .map(|(_, _, sfen)| {
            let best = best(&mut *engine, sfen, 1).parse().unwrap();
            let position = Shogi::default().parse_state(sfen).unwrap();
            traps.level(position.board(), best)
        })
        .collect();
    for level in LEVELS {
        assert!(fallen.contains(&Some(level)), "{level}: {fallen:?}");
    }
}
