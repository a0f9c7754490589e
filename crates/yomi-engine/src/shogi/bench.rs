//! Benchmarks of shogi beyond those of every game.

use crate::bench::{playout_by, rate};
use crate::{AnyGame as _, Bench, Kit, Measurement};
use std::sync::{Mutex, PoisonError};
use yomi_core::params::Spec;
use yomi_core::{Rng, Seed, Setup as _, Stop, Walk as _, Walkable as _};
use yomi_search::playout::Playout;
use yomi_shogi::mate::ExactMate;
use yomi_shogi::{Board, Mating, Shogi, ShogiWalk, perft};

/// Positions of middle games that our own player had with itself, a line each.
const MIDDLE_GAMES: &str = include_str!("middle_games.txt");

pub(super) fn middle_games() -> impl Iterator<Item = &'static str> {
    MIDDLE_GAMES.lines().filter(|line| !line.starts_with('#'))
}

/// `shogi/perft`: move paths of five plies from the start, the last counted in bulk. Signature:
/// those of four plies.
pub fn paths(_kit: &Kit<Shogi>) -> Bench {
    Bench::new("shogi/perft", |time| {
        let start = Board::start();
        Measurement {
            bench: "shogi/perft".to_owned(),
            rate: rate(time, |_| perft(&start, 5)),
            unit: "paths/s".to_owned(),
            signature: Some(perft(&start, 4)),
            note: None,
        }
    })
}

/// `shogi/playout`: random games from the start in which a mate in one is played. Signature: plies
/// of a thousand games.
pub fn playout(kit: &Kit<Shogi>) -> Bench {
    playout_by(kit, "playout", || Playout::new(Mating))
}

/// `shogi/playout5`: five random moves from positions of middle games, the evaluation, and the
/// moves taken back. Signature: the sum of all evaluations of a thousand each.
pub fn playout5(_kit: &Kit<Shogi>) -> Bench {
    Bench::new("shogi/playout5", |time| {
        let game = Shogi::default();
        let mut walks: Vec<ShogiWalk> = middle_games()
            .map(|sfen| game.walk(&game.parse_state(sfen).expect("a position of our own")))
            .collect();
        let mut all = |seed: u64| {
            let mut rng = Seed::new(seed).rng();
            let sums = walks
                .iter_mut()
                .map(|walk| (0..1000).map(|_| five_plies(walk, &mut rng)).sum::<i64>());
            sums.sum::<i64>()
        };
        let signature = all(1).unsigned_abs();
        let count = 1000 * middle_games().count() as u64;
        Measurement {
            bench: "shogi/playout5".to_owned(),
            rate: rate(time, |round| {
                std::hint::black_box(all(round));
                count
            }),
            unit: "playouts/s".to_owned(),
            signature: Some(signature),
            note: None,
        }
    })
}

/// What a position is worth after five random moves.
fn five_plies(walk: &mut ShogiWalk, rng: &mut Rng) -> i64 {
    let mut plies = 0;
    while plies < 5
        && let Some(action) = walk.board().random_legal(rng)
    {
        walk.make(action);
        plies += 1;
    }
    let score = walk.evaluate();
    (0..plies).for_each(|_| walk.unmake());
    score.into()
}

/// `shogi/mate-1`, `-3`, `-5`, `-7`: whether the side to move mates within so many plies, asked
/// about every position after a legal move in positions of middle games. Signature: how often it
/// does.
pub fn mates<const PLIES: u32>(_kit: &Kit<Shogi>) -> Bench {
    let name = format!("shogi/mate-{PLIES}");
    Bench::new(&name.clone(), move |time| {
        let children = children();
        // Each round begins without knowing anything.
        let all = || {
            let mut mates = ExactMate::default();
            let mut found = 0;
            for board in &children {
                let within = mates.length(&mut board.clone(), PLIES);
                found += u64::from(within.is_some());
            }
            found
        };
        let signature = all();
        let rate = rate(time, |_| {
            std::hint::black_box(all());
            children.len() as u64
        });
        Measurement {
            bench: name.clone(),
            rate,
            unit: "calls/s".to_owned(),
            signature: Some(signature),
            note: Some(format!("{:.2} microseconds a call", 1e6 / rate)),
        }
    })
}

/// `shogi/mcts`: simulations of the engine `mcts` from positions of middle games, 1,000 each. Signature: the nodes of all trees.
pub fn mcts(kit: &Kit<Shogi>) -> Bench {
    let spec: Spec = "mcts:simulations=1000".parse().expect("a constant");
    let engine = Mutex::new(kit.engine(&spec).expect("registered with the bench"));
    Bench::new("shogi/mcts", move |time| {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = |seed: u64| -> [u64; 2] {
            let counts = middle_games().map(|sfen| {
                let report = engine
                    .new_game(Seed::new(seed))
                    .and_then(|()| engine.set_position(sfen))
                    .and_then(|()| engine.choose(None, &Stop::default()))
                    .expect("a position of our own can be searched");
                [report.simulations, report.nodes]
            });
            counts.fold([0, 0], |[a, b], [c, d]| [a + c, b + d])
        };
        let [_, signature] = all(1);
        Measurement {
            bench: "shogi/mcts".to_owned(),
            rate: rate(time, |round| all(round + 2)[0]),
            unit: "simulations/s".to_owned(),
            signature: Some(signature),
            note: None,
        }
    })
}

/// The positions after each legal move of all middle games.
fn children() -> Vec<Board> {
    let game = Shogi::default();
    let mut children = Vec::new();
    let mut moves = Vec::new();
    for sfen in middle_games() {
        let position = game.parse_state(sfen).expect("a position of our own");
        position.board().legal(&mut moves);
        for &action in &moves {
            let mut board = position.board().clone();
            board.make(action);
            children.push(board);
        }
    }
    children
}
