//! `yomi gtp --game GAME`: an engine for match runners and boards of others.

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{default_engine, open_game, parse_seed, setup_error};
use anyhow::Context as _;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use yomi_core::params::Spec;
use yomi_core::{Engine, Referee, Seed, Stop};
use yomi_engine::{AnyGame, Registry};
use yomi_protocol::gtp::codec::{Line, Lines};
use yomi_protocol::gtp::server::{GtpGame, Host, Offer, Server};

/// Speaks the Go Text Protocol on standard input and output.
///
/// The dialect is that of Pentobi's engine, so that its match runner and others like it can be
/// used unchanged. `help` lists the commands; `quit` or the end of the input ends the session.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
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
        let host = Box::new(Workshop(game));
        let seed = self.seed.seed();
        let mut server = Server::new(dialect, host, spec, seed, stop.clone()).map_err(usage)?;
        server
            .serve(Input::new(stop), out)
            .context("the session broke off")
    }
}

/// A registered game as a host of the protocol.
struct Workshop(Arc<dyn AnyGame>);

impl Host for Workshop {
    fn referee(&self) -> Box<dyn Referee> {
        self.0.referee()
    }

    fn engines(&self) -> Vec<Offer> {
        let offer = |engine: yomi_engine::EngineInfo| Offer {
            name: engine.name,
            summary: engine.summary,
            parameters: engine.parameters,
        };
        self.0.engines().into_iter().map(offer).collect()
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        self.0
            .engine(spec)
            .map_err(|error| setup_error(error).to_string())
    }

    fn cpu_time(&self) -> Option<Duration> {
        cpu_time()
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

/// The lines of standard input, until its end or Ctrl-C. They are read by a thread of its own: a
/// program that waits for a line could not be interrupted otherwise.
struct Input {
    lines: Receiver<io::Result<Line>>,
    stop: Stop,
}

impl Input {
    fn new(stop: Stop) -> Input {
        let (sender, lines) = sync_channel(16);
        std::thread::spawn(move || {
            for line in Lines::new(io::stdin().lock()) {
                let last = line.is_err();
                if sender.send(line).is_err() || last {
                    break;
                }
            }
        });
        Input { lines, stop }
    }
}

impl Iterator for Input {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        const PATIENCE: Duration = Duration::from_millis(50);
        while !self.stop.is_raised() {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }
}
