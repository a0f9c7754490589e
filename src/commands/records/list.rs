//! `yomi records list`: the games of a match.

use super::{id, open};
use crate::text::{Align, Table};
use std::io::Write;
use std::path::PathBuf;
use yomi_arena::Reason;

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
            let detail = game.detail.as_ref();
            table.row(vec![
                id(game),
                game.first.clone(),
                game.second.clone(),
                game.plies.to_string(),
                game.outcome.to_string(),
                detail.map_or_else(
                    || words(game.reason).to_owned(),
                    |detail| format!("{}: {detail}", words(game.reason)),
                ),
            ]);
        }
        write!(out, "{}", table.render())?;
        Ok(())
    }
}

fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Rules => "rules",
        Reason::MaxPlies => "too long",
        Reason::Time => "time",
        Reason::Crash => "crash",
        Reason::Illegal => "illegal move",
        Reason::Resignation => "resignation",
    }
}
