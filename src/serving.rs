//! What commands share that serve one of our engines to another program.

use crate::setup::{engine_or_default, make_engine, parse_seed};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::str::FromStr;
use std::thread;
use std::time::Duration;
use yomi_core::engine::Resignation;
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_engine::{AnyGame, Registry, RegistryHost};
use yomi_protocol::lines::{LineSink, Lines};

/// What plays.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// The engine [default: the one that `yomi engines GAME` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// Seed of all randomness, from which every game of the session derives its own; or `random`,
    /// for several sessions at once that must differ (the seed is told on standard error).
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    seed: SeedChoice,

    /// Resign when the engine's own value, from 0 (lost) to 0.5 (even), is below this at two of its
    /// moves in a row, or once it is proven lost; USI shows it as the option ResignValue
    /// [default: never].
    #[arg(long, value_name = "VALUE")]
    pub resign: Option<Resignation>,
}

impl EngineArgs {
    /// The engine and the seed; a random one is told on standard error.
    pub fn choose(self, game: &dyn AnyGame) -> anyhow::Result<(Spec, Seed)> {
        let spec = engine_or_default(game, self.engine)?;
        Ok((spec, self.seed.seed()))
    }
}

/// Which seed to take.
#[derive(Clone, Copy)]
enum SeedChoice {
    /// This one.
    Given(u64),
    /// A new one each time.
    Random,
}

impl FromStr for SeedChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedChoice, String> {
        match text {
            "random" => Ok(SeedChoice::Random),
            _ => parse_seed(text)
                .map(SeedChoice::Given)
                .map_err(|error| format!("{error}, or random")),
        }
    }
}

impl SeedChoice {
    /// The seed; a random one is told on standard error.
    fn seed(self) -> Seed {
        if let SeedChoice::Given(number) = self {
            return Seed::new(number);
        }
        let seed = Seed::new(random_number());
        // A controller that closed our standard error does not want to know.
        let _ = writeln!(io::stderr(), "seed {}", seed.number());
        seed
    }
}

/// A number that nobody can foresee.
pub fn random_number() -> u64 {
    // Hashers are keyed at random, which is all that is wanted here.
    RandomState::new().hash_one("number")
}

/// The registered games as a host of protocols. What is to be known of an engine's files is told on
/// standard error.
pub fn telling_host(registry: &Registry) -> RegistryHost<'_> {
    RegistryHost::new(registry, |game, spec| {
        make_engine(game, spec).map_err(|error| error.to_string())
    })
}

/// Feeds the lines of standard input into the sink, until their end or Ctrl-C. They are read by a
/// thread of its own, so that whatever comes in is noticed while an engine thinks.
pub fn feed_standard_input(sink: impl LineSink, stop: Stop) -> io::Result<()> {
    /// How long Ctrl-C may take to be noticed.
    const PATIENCE: Duration = Duration::from_millis(20);
    let watcher = sink.clone();
    thread::Builder::new().spawn(move || {
        for line in Lines::new(io::stdin().lock()) {
            let last = line.is_err();
            if !sink.send(line) || last {
                break;
            }
        }
        sink.end();
    })?;
    thread::Builder::new().spawn(move || {
        while !stop.is_raised() && !watcher.is_abandoned() {
            thread::sleep(PATIENCE);
        }
        watcher.close();
    })?;
    Ok(())
}
