//! `yomi cgos --server HOST`: an engine on a Computer Go Server.

mod files;
mod teller;

use crate::commands::dc3::parse_patience;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{default_engine, open_game, parse_seed, setup_error};
use files::{Journal, Records, password};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use teller::Teller;
use yomi_core::Seed;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_protocol::cgos::check_name;
use yomi_protocol::cgos::client::{Client, Host, Options, Seat};
use yomi_protocol::resignation::Resignation;
use yomi_protocol::tcp::connect;

/// The shortest and the longest pause before a lost connection is made again.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(300)];

/// How long a server may be silent between games: rounds are shorter.
const IDLE: Duration = Duration::from_secs(2 * 3600);

/// The port of the server for 9x9.
const PORT: u16 = 6809;

/// Plays games on a Computer Go Server (CGOS).
///
/// The board, komi, the opponents and the clock are the server's. A connection that is lost is
/// made again, and the game goes on where the server says it is. Ctrl-C ends the session after
/// the game under way, a second one at once.
#[derive(clap::Args)]
#[command(after_help = "\
The password is the first line of --password-file, or else YOMI_CGOS_PASSWORD in the environment.

Examples:
  yomi cgos --server go.example.org --name Yomi --password-file password.txt
  yomi cgos --server localhost:6819 --name Yomi --password-file password.txt --games 10 \\
    --resign 0.05 --records games --log cgos.log")]
pub struct Args {
    /// The server's name or address [port: 6809].
    #[arg(long, value_name = "HOST[:PORT]", value_parser = parse_address)]
    server: (String, u16),

    /// Our name on the server.
    #[arg(long, value_name = "NAME")]
    name: String,

    /// A file whose first line is our password there.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,

    /// The engine [default: the one that `yomi engines go` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

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

    /// Save every finished game in this folder, as SGF.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,

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

/// Reads `host`, `host:port` or, since addresses of six parts have colons too, `[host]:port`.
fn parse_address(text: &str) -> Result<(String, u16), String> {
    let expected = || "expected HOST or HOST:PORT with a port from 1 to 65535".to_owned();
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, rest) = rest.split_once(']').ok_or_else(expected)?;
            (
                host,
                rest.strip_prefix(':').or(rest.is_empty().then_some("")),
            )
        }
        None if text.matches(':').count() > 1 => (text, Some("")),
        None => {
            let (host, port) = text.split_once(':').unwrap_or((text, ""));
            (
                host,
                Some(port).filter(|port| !port.is_empty() || !text.contains(':')),
            )
        }
    };
    let port = match port.ok_or_else(expected)? {
        "" => PORT,
        port => port
            .parse()
            .ok()
            .filter(|&port| port > 0)
            .ok_or_else(expected)?,
    };
    if host.is_empty() || host.contains(char::is_whitespace) {
        return Err(expected());
    }
    Ok((host.to_owned(), port))
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        check_name(&self.name).map_err(|fault| usage(format!("--name: {fault}")))?;
        let password = password(self.password_file.as_deref())?;
        let game = open_game(registry, &"go".parse()?)?;
        let engine = match self.engine {
            Some(engine) => engine,
            None => default_engine(game.as_ref())?,
        };
        // An engine that cannot be made is better known before anybody waits for it.
        game.engine(&engine).map_err(setup_error)?;
        if let Some(path) = self.kill_file.as_ref().filter(|path| path.exists()) {
            return Err(usage(format!(
                "--kill-file {} exists already: remove it first",
                path.display()
            )));
        }
        let options = Options {
            name: self.name,
            password,
            seed: Seed::new(self.seed),
            games: self.games,
            resign: self.resign,
            margin: self.margin,
            patience: self.timeout,
            idle: IDLE,
            pauses: PAUSES,
        };
        let mut teller = Teller::new(
            out,
            self.records.map(Records::new).transpose()?,
            self.log.as_deref().map(Journal::open).transpose()?,
        );
        let stop = stop_on_interrupt();
        let killed = || self.kill_file.as_ref().is_some_and(|path| path.exists());
        let leave = || stop.is_raised() || killed();
        let host = Workshop { registry, engine };
        let (server, port) = self.server;
        let mut dial = || connect(&server, port, self.timeout);
        let ended = Client::new(&host, &options, &leave).run(&mut dial, &mut teller);
        teller.conclude();
        ended?;
        Ok(())
    }
}

/// Makes referee and engine for the server's board and komi.
struct Workshop<'a> {
    registry: &'a Registry,
    engine: Spec,
}

impl Host for Workshop<'_> {
    fn seat(&self, game: &Spec) -> Result<Seat, String> {
        // The server counts every stone: nobody agrees about dead ones.
        let mut game = game.clone();
        let settings = &mut game.settings.0;
        settings.push(("agreement".to_owned(), "false".to_owned()));
        let make = || {
            let game = open_game(self.registry, &game)?;
            let engine = game.engine(&self.engine).map_err(setup_error)?;
            let referee = game.referee();
            anyhow::Ok(Seat { referee, engine })
        };
        make().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_and_without_a_port() {
        let read = |text| parse_address(text).map_err(|_| ());
        let at = |host: &str, port| Ok((host.to_owned(), port));
        assert_eq!(read("go.example.org"), at("go.example.org", PORT));
        assert_eq!(read("localhost:6819"), at("localhost", 6819));
        assert_eq!(read("::1"), at("::1", PORT));
        assert_eq!(read("[::1]:70"), at("::1", 70));
        assert_eq!(read("[::1]"), at("::1", PORT));
        for wrong in [
            "", ":1", "h:", "h:0", "h:x", "h:65536", "[::1", "[::1]70", "a b",
        ] {
            assert_eq!(read(wrong), Err(()), "{wrong}");
        }
    }
}
