//! `yomi engines GAME`: who can play it, and every parameter there is.

use super::games::write_parameters;
use crate::setup::{default_engine, open_game};
use crate::text::wrap;
use std::io::Write;
use yomi_core::params::Spec;
use yomi_engine::Registry;

/// Lists a game's engines with all their parameters, and as text also the networks, evaluations and priors that can be trained.
#[derive(clap::Args)]
#[command(after_help = "\
Parameters are shown with their defaults and are given as name:key=value,key=value.

Examples:
  yomi engines connect-four
  yomi engines connect-four --json")]
pub struct Args {
    /// The game.
    game: Spec,

    /// Print an array of objects for machines.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let engines = game.engines();
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&engines)?)?;
            return Ok(());
        }
        let default = default_engine(game.as_ref())?.name;
        for (i, engine) in engines.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            let mark = if engine.name == default {
                " (default)"
            } else {
                ""
            };
            writeln!(out, "{}{mark}", engine.name)?;
            write!(out, "{}", wrap(&engine.summary, 2))?;
            write_parameters(&engine.parameters, out)?;
        }
        for (known, how) in [
            (game.networks(), "to be trained"),
            (game.evaluations(), "to be trained by yomi train evaluation"),
            (game.move_priors(), "to be trained by yomi train moves"),
        ] {
            for trained in known {
                writeln!(out, "\n{} ({how}, not played)", trained.name)?;
                write!(out, "{}", wrap(&trained.summary, 2))?;
                write_parameters(&trained.parameters, out)?;
            }
        }
        Ok(())
    }
}
