//! What commands share that serve one of our engines to another program.

use crate::setup::{game_parameters, make_engine, open_game, parse_seed};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use yomi_core::params::{Param, Settings, Spec};
use yomi_core::{Engine, Referee, Seed, Stop};
use yomi_engine::{AnyGame, Registry};
use yomi_protocol::host::{Host, Offer};
use yomi_protocol::lines::{LineSink, Lines};

/// Which seed to take.
#[derive(Clone, Copy)]
pub enum SeedChoice {
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
    pub fn seed(self) -> Seed {
        if let SeedChoice::Given(number) = self {
            return Seed::new(number);
        }
        // Hashers are keyed at random, which is all that is wanted here.
        let seed = Seed::new(RandomState::new().hash_one("seed"));
        // A controller that closed our standard error does not want to know.
        let _ = writeln!(io::stderr(), "seed {}", seed.number());
        seed
    }
}

/// A registered game as a host of the protocol.
pub struct Workshop<'r> {
    registry: &'r Registry,
    rules: Spec,
    game: Arc<dyn AnyGame>,
}

impl<'r> Workshop<'r> {
    /// The host of this game, which was made from these rules.
    pub fn new(registry: &'r Registry, rules: Spec, game: Arc<dyn AnyGame>) -> Workshop<'r> {
        Workshop {
            registry,
            rules,
            game,
        }
    }
}

impl Host for Workshop<'_> {
    fn referee(&self) -> Box<dyn Referee> {
        self.game.referee()
    }

    fn engines(&self) -> Vec<Offer> {
        let offer = |engine: yomi_engine::EngineInfo| Offer {
            name: engine.name,
            summary: engine.summary,
            parameters: engine.parameters,
        };
        self.game.engines().into_iter().map(offer).collect()
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        make_engine(self.game.as_ref(), spec).map_err(|error| error.to_string())
    }

    fn cpu_time(&self) -> Option<Duration> {
        yomi_core::cpu_time::of_this_process()
    }

    fn settings(&self) -> Vec<Param> {
        game_parameters(self.registry, &self.rules.name).to_vec()
    }

    fn setting(&self, name: &str) -> Option<String> {
        let parameters = game_parameters(self.registry, &self.rules.name);
        let default = parameters.iter().find(|param| param.name == name)?;
        let mut given = self.rules.settings.0.iter();
        let given = given.find(|(known, _)| known == name);
        Some(given.map_or_else(|| default.default.clone(), |(_, value)| value.clone()))
    }

    fn with_settings<'h>(&self, settings: &[(String, String)]) -> Result<Box<dyn Host + 'h>, String>
    where
        Self: 'h,
    {
        let changes = |name: &String| settings.iter().any(|(changed, _)| changed == name);
        let kept = self.rules.settings.0.iter();
        let kept = kept.filter(|(name, _)| !changes(name)).cloned();
        let rules = Spec {
            name: self.rules.name.clone(),
            settings: Settings(kept.chain(settings.iter().cloned()).collect()),
        };
        let game = open_game(self.registry, &rules).map_err(|error| error.to_string())?;
        Ok(Box::new(Workshop {
            registry: self.registry,
            rules,
            game,
        }))
    }
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
