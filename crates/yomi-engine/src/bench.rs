//! Benchmarks as values: a name, the function to run, and a signature of its results.

use serde::Serialize;
use std::hint::black_box;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomi_core::engine::TextReport;
use yomi_core::params::Spec;
use yomi_core::{
    Deterministic, Discrete, Evaluator, Limits, Notation, Request, Scratch, Search, Seed, Stop,
};
use yomi_search::playout::Playout;
use yomi_search::uct::{Uct, UctParams};

use crate::{AnyGame, Kit};

/// The measurement of a benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measurement {
    /// `game/what`.
    pub bench: String,
    /// How many units a second.
    pub rate: f64,
    /// The unit that is counted.
    pub unit: String,
    /// A number that changes only when behaviour changes (a node or simulation count of a fixed
    /// piece of work at a fixed seed), never with speed.
    pub signature: Option<u64>,
    /// Further results as text: bytes per child, sizes, shares of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

type Run = Box<dyn Fn(Timing) -> Measurement + Send + Sync>;

/// For how long a speed is measured; not at all where only the signature is wanted.
pub(crate) type Timing = Option<Duration>;

/// A benchmark.
pub struct Bench {
    /// `game/what`, as in [`Measurement::bench`].
    pub name: String,
    run: Run,
}

impl Bench {
    /// A benchmark that measures for about the time it is given; without one it only works its
    /// signature out.
    pub fn new(
        name: &str,
        run: impl Fn(Option<Duration>) -> Measurement + Send + Sync + 'static,
    ) -> Bench {
        Bench {
            name: name.to_owned(),
            run: Box::new(run),
        }
    }

    /// Runs it for about `time`.
    pub fn run(&self, time: Duration) -> Measurement {
        (self.run)(Some(time))
    }

    /// Only what [`Measurement::signature`] would be, without measuring anything.
    pub fn signature(&self) -> Option<u64> {
        (self.run)(None).signature
    }
}

/// Simulations of one benchmark search: a move's worth, small enough that many fit into a few
/// seconds and large enough that the tree does not fit into the first-level cache.
const SEARCH_SIMULATIONS: u64 = 100_000;

/// Simulations of a search worth a second thread: a fraction of a second's.
const LONG_SEARCH_SIMULATIONS: u64 = 500_000;

/// Repeats a piece of work, each with its own seed, until `time` is up; units done per second.
/// The first piece is done once before the watch starts. Without a time nothing is done.
pub(crate) fn rate(time: Timing, mut work: impl FnMut(u64) -> u64) -> f64 {
    let Some(time) = time else {
        return 0.0;
    };
    work(0);
    let started = Instant::now();
    let mut done = 0;
    for round in 0.. {
        done += work(round);
        if started.elapsed() >= time {
            break;
        }
    }
    done as f64 / started.elapsed().as_secs_f64()
}

/// `game/playout`: uniformly random games from the start. Signature: plies of a thousand games.
pub fn playout<G: Discrete + Notation>(kit: &Kit<G>) -> Bench {
    playout_by(kit, "playout", Playout::uniform)
}

/// `game/what`: games by some playout from the start. Signature: plies of a thousand games.
pub(crate) fn playout_by<G: Notation, E: Evaluator<G> + 'static>(
    kit: &Kit<G>,
    what: &str,
    make: fn() -> E,
) -> Bench {
    let game = Arc::clone(kit.game());
    let name = format!("{}/{what}", kit.bench_name());
    Bench::new(&name.clone(), move |time| {
        let playout = make();
        let mut scratch = Scratch::default();
        let start = game.initial();
        let play = |seed: u64, games: u64, scratch: &mut Scratch<G::Action>| {
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
            play(round, 1000, &mut scratch);
            1000
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

fn plain_uct<G: Discrete + Deterministic>(threads: u32) -> Uct<G> {
    let params = UctParams {
        solver: false,
        threads,
        ..UctParams::default()
    };
    Uct::new(params, Box::new(Playout::uniform()))
}

fn uct_rate<G: Discrete + Deterministic>(
    game: &G,
    threads: u32,
    simulations: u64,
    time: Timing,
) -> f64 {
    let mut uct = plain_uct::<G>(threads);
    let start = game.initial();
    rate(time, |round| {
        let request = Request::new(Limits::simulations(simulations), Seed::new(round));
        uct.search(game, &start, &request).simulations
    })
}

/// `game/uct`: plain UCT with uniform playouts from the start, fresh searches of 100,000
/// simulations. Signature: nodes in the tree after the first 10,000 simulations.
pub fn uct<G: Discrete + Deterministic + Notation>(kit: &Kit<G>) -> Bench {
    let game = Arc::clone(kit.game());
    let simulations = SEARCH_SIMULATIONS / kit.bench_share();
    let name = format!("{}/uct", kit.bench_name());
    Bench::new(&name.clone(), move |time| {
        let mut small = plain_uct::<G>(1);
        let request = Request::new(Limits::simulations(10_000), Seed::new(1));
        let signature = small.search(&game, &game.initial(), &request).nodes;
        Measurement {
            bench: name.clone(),
            rate: uct_rate(&*game, 1, simulations, time),
            unit: "simulations/s".to_owned(),
            signature: Some(signature),
            note: Some(format!("{} bytes a child", small.bytes_per_child())),
        }
    })
}

/// `game/uct-2-threads`: plain UCT with two threads in one tree and with one, by turns, in searches
/// of 500,000 simulations. No signature: threads meet in a different order each time.
pub fn uct_two_threads<G: Discrete + Deterministic + Notation>(kit: &Kit<G>) -> Bench {
    let game = Arc::clone(kit.game());
    let simulations = LONG_SEARCH_SIMULATIONS / kit.bench_share();
    let name = format!("{}/uct-2-threads", kit.bench_name());
    Bench::new(&name.clone(), move |time| {
        // A machine that slows down slows both.
        let quarter = time.map(|time| time / 4);
        let mut rates = [0.0; 2];
        for threads in [1, 2, 1, 2] {
            rates[threads - 1] += uct_rate(&*game, threads as u32, simulations, quarter) / 2.0;
        }
        Measurement {
            bench: name.clone(),
            rate: rates[1],
            unit: "simulations/s".to_owned(),
            signature: None,
            note: Some(format!("{:.2} times one thread", rates[1] / rates[0])),
        }
    })
}

/// `game/alpha-beta`: searches of 100,000 nodes from the start with the engine's defaults.
/// Signature: nodes and completed depth of the first, as one number.
pub fn alphabeta<G: Discrete + Deterministic + Notation>(kit: &Kit<G>) -> Bench {
    node_bench(kit, "alpha-beta", 100_000)
}

/// `game/classical`: searches of 200,000 nodes from the start with the engine's defaults.
/// Signature: nodes and completed depth of the first, as one number.
pub fn classical<G: Notation>(kit: &Kit<G>) -> Bench {
    node_bench(kit, "classical", 200_000)
}

/// Searches of an engine that counts nodes and deepens.
fn node_bench<G: Notation>(kit: &Kit<G>, engine: &str, nodes: u64) -> Bench {
    let spec = format!("{engine}:nodes={nodes}");
    engine_bench(kit, engine, &spec, |report, rate| Measurement {
        bench: String::new(),
        rate: rate(&|report| report.nodes),
        unit: "nodes/s".to_owned(),
        signature: Some(report.nodes * 1000 + u64::from(report.depth)),
        note: Some(format!("depth {} in {} nodes", report.depth, report.nodes)),
    })
}

/// `game/dpw`: double progressive widening from the start, 10,000 simulations a search.
/// Signature: nodes in the tree after the first.
pub fn dpw<G: Notation>(kit: &Kit<G>) -> Bench {
    engine_bench(kit, "dpw", "dpw:simulations=10000", |report, rate| {
        Measurement {
            bench: String::new(),
            rate: rate(&|report| report.simulations),
            unit: "simulations/s".to_owned(),
            signature: Some(report.nodes),
            note: None,
        }
    })
}

type RateOf<'a> = &'a mut dyn FnMut(&dyn Fn(&TextReport) -> u64) -> f64;

/// A benchmark of a registered engine at the start of the game: `measure` gets the report of a
/// search with a fixed seed, and a function that measures how many of something a second there
/// are over many searches.
pub(crate) fn engine_bench<G: Notation>(
    kit: &Kit<G>,
    what: &str,
    spec: &str,
    measure: fn(&TextReport, RateOf<'_>) -> Measurement,
) -> Bench {
    let name = format!("{}/{what}", kit.bench_name());
    let spec: Spec = spec.parse().expect("a constant");
    let engine = Mutex::new(kit.engine(&spec).expect("registered with the bench"));
    Bench::new(&name.clone(), move |time| {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let mut think = |seed: u64| {
            engine
                .new_game(Seed::new(seed))
                .and_then(|()| engine.choose(None, &Stop::default()))
                .expect("the start of a game can be searched")
        };
        let report = think(1);
        let mut rate_of =
            |count: &dyn Fn(&TextReport) -> u64| rate(time, |round| count(&think(round)));
        Measurement {
            bench: name.clone(),
            ..measure(&report, &mut rate_of)
        }
    })
}
