//! Limits of time, proven on a simulated clock: every search, thread count and limit.
//!
//! Time passes only in leaf evaluations, so that nothing depends on how busy the machine is.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use yomi_core::params::Parameters;
use yomi_core::{
    Clock, Evaluator, FirstValue, Game, Limits, Request, Rng, Scratch, Search, Seed, StopReason,
    TimeSource,
};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};
use yomi_search::dpw::{Dpw, DpwParams};
use yomi_search::flat::{FlatMonteCarlo, FlatParams};
use yomi_search::uct::{Uct, UctParams};
use yomi_toy::{ConnectFour, Pig};

/// Most evaluations that a thread may make between two readings of the clock.
const BETWEEN_READINGS: u64 = 40;

thread_local! {
    /// Whether this thread has read an expired clock.
    static HAS_SEEN_THE_END: Cell<bool> = const { Cell::new(false) };
}

/// A clock that evaluations advance.
#[derive(Default)]
struct World {
    nanoseconds: AtomicU64,
    deadline: u64,
    readings: AtomicU64,
    /// Evaluations by threads that had read an expired clock.
    violations: AtomicU64,
}

impl World {
    fn read(&self) -> Duration {
        let now = self.nanoseconds.load(Relaxed);
        self.readings.fetch_add(1, Relaxed);
        if now >= self.deadline {
            HAS_SEEN_THE_END.set(true);
        }
        Duration::from_nanos(now)
    }
}

/// An evaluation that takes its time.
struct Costly {
    world: Arc<World>,
    cost: Duration,
}

impl<G: Game> Evaluator<G> for Costly {
    fn evaluate(
        &self,
        _: &G,
        _: &G::State,
        _: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        if HAS_SEEN_THE_END.get() {
            self.world.violations.fetch_add(1, Relaxed);
        }
        let cost = self.cost.as_nanos() as u64;
        self.world.nanoseconds.fetch_add(cost, Relaxed);
        FirstValue(f64::from(rng.below(1000)) / 1000.0)
    }
}

type Maker<G> = fn(&str, Costly) -> Box<dyn Search<G>>;

fn set<P: Parameters + Default>(settings: &str) -> P {
    let mut params = P::default();
    for setting in settings.split_whitespace() {
        let (name, value) = setting.split_once('=').unwrap();
        assert!(params.set(name, value).unwrap(), "no parameter {name}");
    }
    params
}

/// Searches with every limit and every cost of a simulation.
fn keeps_its_limits<G: Game>(game: &G, make: Maker<G>, settings: &str, threads: u64) {
    let micros = Duration::from_micros;
    for (cost, limit) in [
        (Duration::from_nanos(400), micros(10_000)),
        (Duration::from_nanos(400), micros(100_000)),
        (micros(30), micros(10_000)),
        (micros(30), micros(100_000)),
        (micros(30), micros(1_000_000)),
        (micros(3_000), micros(10_000)),
        (micros(3_000), micros(1_000_000)),
    ] {
        let by_clock = Clock {
            byoyomi: limit,
            ..Clock::default()
        };
        for limits in [
            Limits::time(limit),
            Limits {
                clock: Some(by_clock),
                ..Limits::default()
            },
        ] {
            let allowance = limits.allowance().unwrap();
            let world = Arc::new(World {
                deadline: allowance.as_nanos() as u64,
                ..World::default()
            });
            let leaf = Costly {
                world: Arc::clone(&world),
                cost,
            };
            let clock = Arc::clone(&world);
            let request = Request {
                time_source: TimeSource::Simulated(Arc::new(move || clock.read())),
                ..Request::new(limits, Seed::new(1))
            };
            HAS_SEEN_THE_END.set(false);
            let mut search = make(settings, leaf);
            let report = search.search(game, &game.initial(), &request);
            HAS_SEEN_THE_END.set(false);
            let what = format!("{settings}, {cost:?} an evaluation, {limit:?}");
            assert_eq!(report.reason, StopReason::Time, "{what}");
            assert_eq!(
                world.violations.load(Relaxed),
                0,
                "evaluations after a thread had read an expired clock: {what}"
            );
            let taken = Duration::from_nanos(world.nanoseconds.load(Relaxed));
            let most = allowance + cost * (threads * BETWEEN_READINGS) as u32;
            assert!(taken >= allowance, "{taken:?} of {allowance:?}: {what}");
            assert!(taken <= most, "{taken:?} of {allowance:?}: {what}");
            assert!(world.readings.load(Relaxed) > 0, "{what}");
        }
    }
}

fn uct(settings: &str, leaf: Costly) -> Box<dyn Search<ConnectFour>> {
    let params: UctParams = set(settings);
    Box::new(Uct::new(params, Box::new(leaf)))
}

#[test]
fn uct_keeps_its_limits_alone_and_in_company() {
    for (settings, threads) in [
        ("", 1),
        ("batch=16", 1),
        ("batch=64", 1),
        ("threads=2", 2),
        ("threads=2 batch=1", 2),
        ("threads=8", 8),
        ("threads=2 parallel=root", 2),
        ("threads=8 parallel=root", 8),
        ("threads=2 parallel=root batch=64", 2),
    ] {
        let settings = format!("solver=false {settings}");
        keeps_its_limits(&ConnectFour, uct, &settings, threads);
    }
}

#[test]
fn flat_monte_carlo_keeps_its_limits() {
    let flat: Maker<ConnectFour> = |settings, leaf| {
        let params: FlatParams = set(settings);
        Box::new(FlatMonteCarlo::new(params, Box::new(leaf)))
    };
    keeps_its_limits(&ConnectFour, flat, "", 1);
}

#[test]
fn widening_search_keeps_its_limits() {
    let dpw: Maker<Pig> = |settings, leaf| {
        let params: DpwParams = set(settings);
        Box::new(Dpw::new(params, Box::new(leaf)))
    };
    keeps_its_limits(&Pig::default(), dpw, "", 1);
}

#[test]
fn alpha_beta_keeps_its_limits() {
    let alpha_beta: Maker<ConnectFour> = |settings, leaf| {
        let params: AlphaBetaParams = set(settings);
        Box::new(AlphaBeta::new(params, Arc::new(leaf)))
    };
    keeps_its_limits(&ConnectFour, alpha_beta, "", 1);
}
