//! How to play on a server, whatever it speaks.

use super::address::Address;
use super::files::{SessionLog, create_folder, password};
use super::reporter::Reporter;
use crate::commands::dc3::parse_patience;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{parse_seed, working_engine};
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Duration;
use yomi_core::Seed;
use yomi_core::engine::Resignation;
use yomi_core::engine::TextReport;
use yomi_core::params::Spec;
use yomi_engine::AnyGame;
use yomi_online::common::Options;
use yomi_online::tcp::{ConnectError, connect};

/// The shortest and the longest pause before a lost connection is made again.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(300)];

/// How long a server may be silent between games: rounds are shorter.
const IDLE: Duration = Duration::from_secs(2 * 3600);

/// What every such command can be told.
#[derive(clap::Args)]
pub struct SessionArgs {
    /// The server's name or address [port: the usual one of the protocol].
    #[arg(long, value_name = "HOST[:PORT]")]
    server: Address,

    /// The engine [default: the one that `yomi engines` marks for the game].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// Write games down in this folder, as SGF or CSA files like the server's.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,

    /// Our name on the server.
    #[arg(long, value_name = "NAME")]
    name: String,

    /// A file whose first line is our password there.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,

    /// Leave after so many games [default: play on].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Resign when the engine's own value, from 0 (lost) to 0.5 (even), is below this at two of its
    /// moves in a row, or once it is proven lost [default: never].
    #[arg(long, value_name = "VALUE")]
    resign: Option<Resignation>,

    /// Leave after the game once this file exists.
    #[arg(long, value_name = "FILE")]
    kill_file: Option<PathBuf>,

    /// Add every line that is sent or received to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Seed of the engine's randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// What of the time left is kept for the way to the server.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_patience)]
    margin: Duration,

    /// How long the server may be silent, in a game beyond what the opponent's clock allows.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = parse_patience)]
    timeout: Duration,
}

impl SessionArgs {
    /// How to play this game. The password may be in this variable of the environment; names are what
    /// `check_name` says.
    pub fn options(
        &self,
        game: &dyn AnyGame,
        variable: &str,
        check_name: fn(&str) -> Result<(), String>,
    ) -> anyhow::Result<Options> {
        let engine = working_engine(game, self.engine.clone())?;
        check_name(&self.name).map_err(|fault| usage(format!("--name: {fault}")))?;
        Ok(Options {
            name: self.name.clone(),
            password: password(self.password_file.as_deref(), variable)?,
            engine,
            seed: Seed::new(self.seed),
            games: self.games,
            resign: self.resign,
            margin: self.margin,
            patience: self.timeout,
            idle: IDLE,
            pauses: PAUSES,
        })
    }

    /// Says whether somebody wants us to leave: by Ctrl-C, or by the file.
    pub fn leave(&self) -> anyhow::Result<impl Fn() -> bool> {
        let kill_file = self.kill_file.clone();
        if let Some(path) = kill_file.as_ref().filter(|path| path.exists()) {
            return Err(usage(format!(
                "--kill-file {} exists already: remove it first",
                path.display()
            )));
        }
        let stop = stop_on_interrupt();
        let killed = move || kill_file.as_ref().is_some_and(|path| path.exists());
        Ok(move || stop.is_raised() || killed())
    }

    /// Connects to the server, at this port if none is given.
    pub fn connect(&self, port: u16) -> Result<TcpStream, ConnectError> {
        let Address { host, port: given } = &self.server;
        connect(host, given.unwrap_or(port), self.timeout)
    }

    /// Who reports what happens, and `work` of a search.
    pub fn reporter<'a>(
        &self,
        out: &'a mut dyn Write,
        work: fn(&TextReport) -> String,
    ) -> anyhow::Result<Reporter<'a>> {
        let records = self.records.clone();
        records.as_deref().map(create_folder).transpose()?;
        let log = self.log.as_deref().map(SessionLog::open).transpose()?;
        Ok(Reporter::new(out, log, records, work))
    }
}
