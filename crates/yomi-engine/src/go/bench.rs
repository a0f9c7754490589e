//! The speed of Go's own playouts and of its best engine.

use crate::bench::{self, engine_bench};
use crate::{Bench, Kit, Measurement};
use yomi_go::pattern::PatternPlayouts;
use yomi_go::{Go, SmallGo, Tactical};
use yomi_search::playout::Playout;

/// `go-9x9/tactical-playout`: tactical games from the start.
pub fn tactical_playout<const W: usize>(kit: &Kit<Go<W>>) -> Bench {
    bench::playout_by(
        kit,
        "tactical-playout",
        || Playout::new(Tactical::default()),
    )
}

/// `go-9x9/pattern-playout`: games from the start by the patterns that ship, all sizes matched at every ply.
pub fn pattern_playout<const W: usize>(kit: &Kit<Go<W>>) -> Bench {
    bench::playout_by(kit, "pattern-playout", || {
        let model = super::patterns::shipped_model();
        Playout::new(PatternPlayouts(model))
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
