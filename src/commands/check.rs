//! `yomi check GAME`: does the game keep its promises?

use crate::setup::{every_game, open_game};
use crate::text::wrap;
use anyhow::bail;
use serde::Serialize;
use std::io::Write;
use yomi_core::params::Spec;
use yomi_engine::Registry;

/// Runs the conformance suite on games.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomi check connect-four\n  yomi check")]
pub struct Args {
    /// The games [default: all].
    games: Vec<Spec>,

    /// Print an object for each game, for machines.
    #[arg(long)]
    json: bool,
}

/// What came out, for machines.
#[derive(Serialize)]
struct Checked<'a> {
    game: &'a Spec,
    sound: bool,
    /// What was checked, or the fault.
    details: String,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let specs = if self.games.is_empty() {
            every_game(registry)
        } else {
            self.games
        };
        // All names are looked up first: a misspelt one should not cost the time of the others.
        let mut games = Vec::new();
        for spec in &specs {
            games.push(open_game(registry, spec)?);
        }
        let mut broken = Vec::new();
        for (spec, game) in specs.iter().zip(games) {
            let found = game.check();
            if found.is_err() {
                broken.push(spec.to_string());
            }
            let checked = Checked {
                game: spec,
                sound: found.is_ok(),
                details: found.unwrap_or_else(|fault| fault),
            };
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&checked)?)?;
            } else {
                let verdict = if checked.sound { "sound" } else { "broken" };
                write!(out, "{spec}: {verdict}\n{}", wrap(&checked.details, 2))?;
            }
            out.flush()?;
        }
        if !broken.is_empty() {
            bail!(
                "the conformance suite found faults in {}",
                broken.join(", ")
            );
        }
        Ok(())
    }
}
