//! `yomi gtp --game GAME`: an engine for match runners and boards of others.

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{default_engine, game_parameters, open_game, parse_seed, setup_error};
use anyhow::Context as _;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use yomi_core::params::{Settings, Spec};
use yomi_core::{Engine, Referee, Seed, Stop};
use yomi_engine::{AnyGame, Registry};
use yomi_protocol::gtp::codec::Lines;
use yomi_protocol::gtp::server::{GtpGame, Host, Inbox, Offer, Server};
use yomi_protocol::resignation::Resignation;

/// Speaks the Go Text Protocol on standard input and output.
///
/// For Go it has the commands that Sabaki, GoGui, Lizzie and gogui-twogtp use, streams of analysis
/// among them. For Blokus Duo the dialect is that of Pentobi's engine, so that its match runner and
/// others like it can be used unchanged. `help` lists the commands; `quit` or the end of the input
/// ends the session.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi gtp --game go --resign 0.1
  yomi gtp --game go:size=19,komi=7.5 --engine uct:time=5
  yomi gtp --game blokus-duo
  yomi gtp --game blokus-duo --engine uct:simulations=20000 --seed 7
  printf 'genmove b\\nshowboard\\n' | yomi gtp --game blokus-duo --engine uct:time=1")]
pub struct Args {
    /// The game.
    #[arg(long, value_name = "GAME")]
    game: Spec,

    /// The engine [default: the one that `yomi engines GAME` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// Seed of all randomness, from which every game of the session derives its own; or `random`,
    /// for several sessions at once that must differ (the seed is told on standard error).
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = parse_choice)]
    seed: SeedChoice,

    /// Resign when the engine's own value, from 0 (lost) to 0.5 (even), is below this at two of its
    /// moves in a row, or once it is proven lost [default: never].
    #[arg(long, value_name = "VALUE")]
    resign: Option<Resignation>,
}

/// Which seed to take.
#[derive(Clone, Copy)]
enum SeedChoice {
    Given(u64),
    Random,
}

fn parse_choice(text: &str) -> Result<SeedChoice, String> {
    match text {
        "random" => Ok(SeedChoice::Random),
        _ => parse_seed(text)
            .map(SeedChoice::Given)
            .map_err(|error| format!("{error}, or random")),
    }
}

impl SeedChoice {
    fn seed(self) -> Seed {
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

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let spec = match self.engine {
            Some(spec) => spec,
            None => default_engine(game.as_ref())?,
        };
        let stop = stop_on_interrupt();
        let dialect = GtpGame::of(game.name());
        let host = Box::new(Workshop {
            registry,
            rules: self.game,
            game,
        });
        let seed = self.seed.seed();
        Server::new(dialect, host, spec, seed)
            .map_err(usage)?
            .with_resignation(self.resign)
            .serve(standard_input(stop), out)
            .context("the session broke off")
    }
}

/// A registered game as a host of the protocol.
struct Workshop<'r> {
    registry: &'r Registry,
    rules: Spec,
    game: Arc<dyn AnyGame>,
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
        self.game
            .engine(spec)
            .map_err(|error| setup_error(error).to_string())
    }

    fn cpu_time(&self) -> Option<Duration> {
        cpu_time()
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

#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}

/// The lines of standard input, until its end or Ctrl-C. They are read by a thread of its own, so
/// that whatever comes in is noticed while an engine thinks.
fn standard_input(stop: Stop) -> Inbox {
    /// How long Ctrl-C may take to be noticed.
    const PATIENCE: Duration = Duration::from_millis(20);
    let (feeder, inbox) = Inbox::new();
    let watcher = feeder.clone();
    thread::spawn(move || {
        for line in Lines::new(io::stdin().lock()) {
            let last = line.is_err();
            if !feeder.send(line) || last {
                break;
            }
        }
        feeder.end();
    });
    thread::spawn(move || {
        while !stop.is_raised() && !watcher.is_abandoned() {
            thread::sleep(PATIENCE);
        }
        watcher.close();
    });
    inbox
}
