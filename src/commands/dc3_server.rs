//! `yomi dc3-server`: a match between two Digital Curling 3 clients.

use super::dc3::{Reporter, parse_patience};
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::serving::random_number;
use crate::setup::{open_game, parse_seed};
use anyhow::{Context as _, bail};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;
use yomi_core::foreign;
use yomi_core::params::{Parameters as _, Spec};
use yomi_core::{Seed, read_text};
use yomi_curling::Curling;
use yomi_engine::Registry;
use yomi_online::dc3::Config;
use yomi_online::dc3::server::{Options, Patience, Server, Watcher};
use yomi_records::dc3::log::LogWriter;
use yomi_records::dc3::{Ending, GameState, PerTeam, Rules, Seconds, Team};

/// The longest configuration file that is read.
const CONFIG_BYTES: usize = 1 << 20;

/// Hosts a match between two Digital Curling 3 clients, ours or others'.
///
/// Each team connects to a port of its own; whoever connects there without being a client is turned
/// away. Whatever the clients do, the match ends with a result, which is printed and, with --log, on
/// file. Team 0 throws first in the first end.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi dc3-server --ports 10000 10001 --log logs
  yomi dc3-server --ports 0 0 --game curling:ends=8,noise=none --thinking-time 600
  yomi dc3-server --config config.json --address 0.0.0.0 --log game.dcl2")]
pub struct Args {
    /// The ports of team 0 and team 1; 0 stands for any that is free [default: 10000 10001].
    #[arg(long, num_args = 2, value_names = ["PORT", "PORT"])]
    ports: Option<Vec<u16>>,

    /// The address to listen at; 0.0.0.0 lets clients on other machines in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,

    /// The game.
    #[arg(long, value_name = "GAME", default_value = "curling:world=fcv1")]
    game: Spec,

    /// A team's time for all ends but extra ends; a second number is the time of team 1.
    #[arg(long, value_name = "SECONDS", num_args = 1..=2, default_value = "219", value_parser = parse_patience)]
    thinking_time: Vec<Duration>,

    /// A team's time for each extra end; a second number is the time of team 1.
    #[arg(long, value_name = "SECONDS", num_args = 1..=2, default_value = "21.9", value_parser = parse_patience)]
    extra_end_thinking_time: Vec<Duration>,

    /// Ports, rules, players and clocks from a configuration file of the official server.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "thinking_time", "extra_end_thinking_time", "trajectory"])]
    config: Option<PathBuf>,

    /// Where to log: a file that ends in .dcl2, or a folder in which each match gets its own.
    #[arg(long, value_name = "PATH")]
    log: Option<PathBuf>,

    /// Milliseconds between the frames of the trajectories that clients are sent; 0 for none.
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    trajectory: u32,

    /// Seed of the players' errors [default: a random one, which is printed].
    #[arg(long, value_name = "NUMBER", value_parser = parse_seed)]
    seed: Option<u64>,

    /// How long to wait for a client to connect and to get ready.
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_patience)]
    timeout: Duration,

    /// How long a connection may take to say who it is; then it is turned away, and the seat stays
    /// open for others [default: 10, or what --config says].
    #[arg(long, value_name = "SECONDS", value_parser = parse_patience)]
    handshake_timeout: Option<Duration>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = stop_on_interrupt();
        let (options, configured) = match &self.config {
            Some(path) => self.configured(path)?,
            None => (self.options(registry)?, None),
        };
        let given = self.ports.as_deref().map(|ports| PerTeam {
            team0: ports[0],
            team1: ports[1],
        });
        let ports = given.or(configured).unwrap_or(PerTeam {
            team0: 10_000,
            team1: 10_001,
        });
        let game_id = options.game_id.clone();
        let seed = options.seed.number();
        let server = Server::bind(self.address, ports, options)
            .with_context(|| format!("cannot listen at {}", self.address))?;
        let log = match &self.log {
            Some(path) => {
                let log = LogWriter::create(path, &game_id)
                    .with_context(|| format!("cannot log to {}", path.display()))?;
                writeln!(out, "log {}", log.path().display())?;
                Some(log)
            }
            None => None,
        };
        writeln!(out, "seed {seed}")?;
        for team in Team::BOTH {
            writeln!(out, "{team} port {}", server.address(team)?.port())?;
        }
        out.flush()?;
        let mut reporter = Reporter(out);
        let result = server
            .run(log, &stop, &mut reporter)
            .context("cannot write the log")?;
        writeln!(out, "{result}")?;
        if result.reason == Ending::NoContest {
            bail!("{result}");
        }
        Ok(())
    }

    fn options(&self, registry: &Registry) -> anyhow::Result<Options> {
        // The registry has the better words for what is wrong with a game.
        open_game(registry, &self.game)?;
        if self.game.name != "curling" {
            return Err(usage(format!(
                "game '{}': expected curling",
                self.game.name
            )));
        }
        let game = Curling::take(&mut self.game.settings.clone())?;
        let both = |times: &[Duration]| PerTeam {
            team0: Seconds::from(times[0]),
            team1: Seconds::from(times[times.len() - 1]),
        };
        let (time, extra) = (&self.thinking_time, &self.extra_end_thinking_time);
        let wrong = |error: String| usage(format!("game '{}': {error}", self.game));
        let rules = Rules::of(&game, both(time), both(extra)).map_err(wrong)?;
        Ok(Options {
            game: rules.hosted().map_err(wrong)?,
            rules,
            seed: Seed::new(self.seed.unwrap_or_else(random_number)),
            game_id: game_id(),
            patience: self.patience(),
            trajectory: Some(self.trajectory).filter(|&frames| frames > 0),
        })
    }

    fn configured(&self, path: &Path) -> anyhow::Result<(Options, Option<PerTeam<u16>>)> {
        let cannot = || format!("cannot read the configuration {}", path.display());
        let text = read_text(path, CONFIG_BYTES).with_context(cannot)?;
        let wrong = |error: String| usage(format!("{}: {error}", cannot()));
        let config = Config::parse(&text).map_err(wrong)?;
        let game = config.game.hosted().map_err(wrong)?;
        let server = &config.server;
        let frames = server.steps_per_trajectory_frame;
        let options = Options {
            game,
            seed: Seed::new(self.seed.unwrap_or_else(random_number)),
            game_id: game_id(),
            patience: Patience {
                dc_ok: self
                    .handshake_timeout
                    .unwrap_or(server.timeout_dc_ok.duration()),
                ..self.patience()
            },
            trajectory: Some(frames).filter(|&frames| server.send_trajectory && frames > 0),
            rules: config.game,
        };
        Ok((options, Some(server.port)))
    }

    fn patience(&self) -> Patience {
        let usual = Patience::default();
        Patience {
            connect: self.timeout,
            ready_ok: self.timeout,
            dc_ok: self.handshake_timeout.unwrap_or(usual.dc_ok),
            ..usual
        }
    }
}

/// A name that no other game has, in the form of a random UUID.
fn game_id() -> String {
    let (high, low) = (random_number(), random_number());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        0x8000 | (low >> 48 & 0x3fff),
        low & 0xffff_ffff_ffff
    )
}

impl Watcher for Reporter<'_> {
    fn connected(&mut self, team: Team) {
        self.tell(format!("{team} connected"));
    }

    fn turned_away(&mut self, team: Team, from: SocketAddr, why: &str) {
        // The match goes on whether or not anybody reads about it.
        let _ = writeln!(io::stderr(), "note: {team}: {from} was turned away: {why}");
    }

    fn ready(&mut self, team: Team, name: &str) {
        self.tell(format!("{team} ready: {}", foreign::name(name)));
    }

    fn update(&mut self, state: &GameState) {
        self.tell_end(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_differ_and_have_the_form_of_a_uuid() {
        let id = game_id();
        assert_ne!(id, game_id());
        let groups: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(groups, [8, 4, 4, 4, 12]);
        assert_eq!(&id[14..15], "4");
        assert!("89ab".contains(&id[19..20]), "{id}");
    }
}
