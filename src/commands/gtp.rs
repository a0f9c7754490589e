//! `yomi gtp --game GAME`: an engine for match runners and boards of others.

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::serving::{EngineArgs, feed_standard_input, telling_host};
use crate::setup::open_game;
use anyhow::Context as _;
use std::io::Write;
use yomi_core::engine::HostedGame;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_protocol::gtp::server::{GtpGame, Inbox, Server};

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
        let dialect = GtpGame::of(game.name());
        let host = telling_host(registry);
        let hosted = HostedGame::new(&host, &self.game).map_err(usage)?;
        let (feeder, inbox) = Inbox::new();
        feed_standard_input(feeder, stop)?;
        Server::new(dialect, hosted, spec, seed)
            .map_err(usage)?
            .with_resignation(resignation)
            .serve(inbox, out)
            .context("the session broke off")
    }
}
