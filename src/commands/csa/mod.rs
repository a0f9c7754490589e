//! `yomi csa --server HOST`: an engine on a server of shogi, such as Floodgate.

mod teller;

use crate::commands::dc3::parse_patience;
use crate::commands::online::{Address, SessionArgs, create_folder};
use crate::failure::usage;
use crate::setup::{open_game, working_engine};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use teller::Teller;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_online::csa::client::{Client, Options};
use yomi_online::csa::{check_game_name, check_name};
use yomi_online::tcp::connect;

/// Where the password may be if no file is named.
const VARIABLE: &str = "YOMI_CSA_PASSWORD";

/// The port of the protocol.
const PORT: u16 = 4081;

/// Plays games of shogi on a server that speaks the CSA protocol, such as Floodgate.
///
/// The opponents, the position, the clock and the rules are the server's. A connection that is
/// lost is made again; the game under way is lost with it, but what was played is in its record.
/// Ctrl-C ends the session after the game under way, a second one at once.
#[derive(clap::Args)]
#[command(after_help = "\
The password is the first line of --password-file, or else YOMI_CSA_PASSWORD in the environment.

Examples:
  yomi csa --server wdoor.c.u-tokyo.ac.jp --game floodgate-300-10F --name Yomi \\
    --password-file password.txt --records games
  yomi csa --server localhost --name Yomi --password-file password.txt --games 10 --resign 0.02")]
pub struct Args {
    /// The server's name or address [port: 4081].
    #[arg(long, value_name = "HOST[:PORT]")]
    server: Address,

    /// The kind of game, on servers that take it along with the password: a word, the seconds of
    /// main time, and the seconds of byoyomi or, with an F, of the increment.
    #[arg(long, value_name = "NAME-MAIN-EXTRA")]
    game: Option<String>,

    /// The engine [default: the one that `yomi engines shogi` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// Write every game down in this folder, move by move, as a CSA record.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,

    /// Do not tell the value and the expected line along with moves.
    #[arg(long)]
    silent: bool,

    /// Think while the opponent does.
    #[arg(long)]
    ponder: bool,

    /// After how much silence to send an empty line, at least 30.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_keep_alive)]
    keep_alive: Duration,

    #[command(flatten)]
    session: SessionArgs,
}

fn parse_keep_alive(text: &str) -> Result<Duration, String> {
    let time = parse_patience(text).ok();
    time.filter(|time| time.as_secs() >= 30)
        .ok_or_else(|| "expected a number of seconds, at least 30".to_owned())
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(game) = &self.game {
            check_game_name(game).map_err(|fault| usage(format!("--game: {fault}")))?;
        }
        let game = open_game(registry, &"shogi".parse()?)?;
        let engine = working_engine(game.as_ref(), self.engine)?;
        let common = self.session.options(engine, VARIABLE, check_name)?;
        let leave = self.session.leave()?;
        let options = Options {
            common,
            game: self.game,
            remarks: !self.silent,
            ponder: self.ponder,
            keep_alive: self.keep_alive,
        };
        let records = self.records.map(create_folder).transpose()?;
        let mut teller = Teller::new(self.session.voice(out)?, records);
        let Address { host: server, port } = self.server;
        let mut dial = || connect(&server, port.unwrap_or(PORT), self.session.timeout);
        let ended = Client::new(registry, &options, &leave).run(&mut dial, &mut teller);
        teller.conclude();
        ended?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_bothered_too_often() {
        assert_eq!(parse_keep_alive("30"), Ok(Duration::from_secs(30)));
        assert!(parse_keep_alive("29.9").is_err());
        assert!(parse_keep_alive("soon").is_err());
    }
}
