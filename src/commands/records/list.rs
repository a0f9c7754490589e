//! `yomi records list`: the games of a match.

use super::{ending, id, open};
use crate::text::{Align, Table};
use std::io::Write;
use std::path::PathBuf;

/// Lists the games of a match in the order of its schedule.
#[derive(clap::Args)]
pub struct Args {
    /// What `yomi match --out` wrote.
    #[arg(value_name = "MATCH.jsonl")]
    record: PathBuf,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (header, games) = open(&self.record)?;
        writeln!(out, "{}: {} games\n", header.game, games.len())?;
        let mut table = Table::new(&[
            ("game", Align::Left),
            ("first", Align::Left),
            ("second", Align::Left),
            ("moves", Align::Right),
            ("result", Align::Left),
            ("reason", Align::Left),
        ]);
        for game in &games {
            table.row(vec![
                id(game),
                game.first.clone(),
                game.second.clone(),
                game.plies.to_string(),
                game.outcome.to_string(),
                ending(game),
            ]);
        }
        write!(out, "{}", table.render())?;
        Ok(())
    }
}
