//! `yomi usi`: an engine for boards and match runners of others.

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::serving::{EngineArgs, feed_standard_input, telling_host};
use crate::setup::open_game;
use anyhow::Context as _;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use yomi_core::engine::HostedGame;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_protocol::usi::server::{Inbox, Server};

/// Speaks the Universal Shogi Interface on standard input and output.
///
/// This is how ShogiHome, ShogiGUI, Shogidokoro and match runners talk to engines. `usi` lists the
/// options; `quit` or the end of the input ends the session. Programs that take a file but no
/// arguments get a copy of this program (or a link to it) by the name of yomi-usi, which is the
/// same as `yomi usi`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi usi
  yomi usi --engine uct:simulations=20000 --seed 7
  yomi usi --game shogi:declaration=24 --resign 0.02
  printf 'position startpos moves 7g7f\\ngo depth 6\\n' | (cat; sleep 5) | yomi usi")]
pub struct Args {
    /// The game.
    #[arg(long, value_name = "GAME", default_value = "shogi")]
    game: Spec,

    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let resignation = self.engine.resign;
        let (spec, seed) = self.engine.choose(game.as_ref())?;
        let stop = stop_on_interrupt();
        let host = telling_host(registry);
        let hosted = HostedGame::new(&host, &self.game).map_err(usage)?;
        let mut server = Server::new(hosted, spec, seed, resignation).map_err(usage)?;
        let (feeder, inbox) = Inbox::new();
        feed_standard_input(feeder, stop)?;
        server.serve(inbox, out).context("the session broke off")
    }
}

/// The name by which boards call the program that give no arguments.
const NAME: &str = "yomi-usi";

/// The arguments as they are meant: a program called `yomi-usi` is `yomi usi`.
pub fn by_name(args: &[OsString]) -> Vec<OsString> {
    let mut args = args.to_vec();
    let stem = args.first().and_then(|path| Path::new(path).file_stem());
    if stem.is_some_and(|stem| stem == NAME) {
        args.insert(1, "usi".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_stand_for_the_command() {
        for (given, meant) in [
            (&["yomi", "games"][..], &["yomi", "games"][..]),
            (&["bin/yomi-usi"], &["bin/yomi-usi", "usi"]),
            (
                &["yomi-usi.exe", "--seed", "3"],
                &["yomi-usi.exe", "usi", "--seed", "3"],
            ),
            (&["yomi-usi-2"], &["yomi-usi-2"]),
            (&[], &[]),
        ] {
            let given: Vec<OsString> = given.iter().map(OsString::from).collect();
            let meant: Vec<OsString> = meant.iter().map(OsString::from).collect();
            assert_eq!(by_name(&given), meant);
        }
    }
}
