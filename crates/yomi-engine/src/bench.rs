//! Benchmarks as values: a name, what to run, and a signature of what was computed.

use serde::Serialize;
use std::time::Duration;

/// What a benchmark measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measurement {
    /// `game/what`.
    pub bench: String,
    /// How many units a second.
    pub rate: f64,
    /// What is counted.
    pub unit: String,
    /// A number that changes only when behaviour changes (a node or simulation count of a fixed
    /// piece of work at a fixed seed), never with speed.
    pub signature: Option<u64>,
    /// What else is worth knowing, for people: bytes per child, sizes, shares of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

type Run = Box<dyn Fn(Duration) -> Measurement + Send + Sync>;

/// A benchmark.
pub struct Bench {
    /// `game/what`, as in [`Measurement::bench`].
    pub name: String,
    run: Run,
}

impl Bench {
    /// A benchmark that runs for about the time it is given.
    pub fn new(name: &str, run: impl Fn(Duration) -> Measurement + Send + Sync + 'static) -> Bench {
        Bench {
            name: name.to_owned(),
            run: Box::new(run),
        }
    }

    /// Runs it for about `time`.
    pub fn run(&self, time: Duration) -> Measurement {
        (self.run)(time)
    }
}
