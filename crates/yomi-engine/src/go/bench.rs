//! The speed of Go's own playouts and of its best engine.

use crate::bench::{self, engine_bench, rate};
use crate::{Bench, Kit, Measurement};
use std::hint::black_box;
use std::sync::Arc;
use yomi_core::{Evaluator as _, Game as _, Scratch, Seed};
use yomi_go::{Go, SmallGo, Tactical};
use yomi_search::playout::Playout;

/// `go-9x9/tactical-playout`: tactical games from the start. Signature: plies of a thousand games.
pub fn tactical_playout<const W: usize>(kit: &Kit<Go<W>>) -> Bench {
    let game = Arc::clone(kit.game());
    let name = format!("{}/tactical-playout", kit.bench_name());
    Bench::new(&name.clone(), move |time| {
        let playout = Playout::new(Tactical::default());
        let start = game.initial();
        let mut scratch = Scratch::default();
        let play = |seed: u64, games: u64, scratch: &mut Scratch<_>| {
            let mut rng = Seed::new(seed).rng();
            let mut plies = 0;
            for _ in 0..games {
                scratch.trace.clear();
                // Without this the optimiser sees that nobody looks at the result.
                black_box(playout.evaluate(&*game, &start, scratch, &mut rng));
                plies += scratch.trace.len() as u64;
            }
            plies
        };
        scratch.tracing = true;
        let signature = play(1, 1000, &mut scratch);
        scratch.tracing = false;
        let rate = rate(time, |round| {
            play(round, 500, &mut scratch);
            500
        });
        Measurement {
            bench: name.clone(),
            rate,
            unit: "games/s".to_owned(),
            signature: Some(signature),
            note: Some(format!("{:.1} plies a game", signature as f64 / 1000.0)),
        }
    })
}

/// `go-9x9/best`: the engine `best` from the start, 10,000 simulations a search. Signature: nodes
/// in the tree after the first.
pub fn best<const W: usize>(kit: &Kit<Go<W>>) -> Bench {
    engine_bench(
        kit,
        "best",
        "best:simulations=10000,early_stop=false",
        |report, rate| Measurement {
            bench: String::new(),
            rate: rate(&|report| report.simulations),
            unit: "simulations/s".to_owned(),
            signature: Some(report.nodes),
            note: None,
        },
    )
}

/// The same and the plain ones on the large board.
pub const LARGE: [fn(&Kit<SmallGo>) -> Bench; 4] = [
    |_| bench::playout(&super::large()),
    |_| bench::uct(&super::large()),
    |_| tactical_playout(&super::large()),
    |_| best(&super::large()),
];
