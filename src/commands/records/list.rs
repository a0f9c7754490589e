//! `yomi records list`: the games of a match, or of a file of records.

use super::{ending, id, open};
use crate::records::{Style, game_of_file, read_all};
use crate::text::{Align, Table};
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_core::foreign;

/// Lists the games of a match in the order of its schedule, or the games of a file of records (.sgf, .blksgf,
/// .csa, .kif, .usi), which may hold several.
#[derive(clap::Args)]
pub struct Args {
    /// What `yomi match --out` wrote, or records for other programs.
    #[arg(value_name = "FILE")]
    record: PathBuf,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(game) = game_of_file(&self.record) {
            return list_records(&self.record, game, out);
        }
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

/// Lists the games of a file of records by their numbers, as `--game-number` takes them. Legality is for
/// `yomi records check`.
fn list_records(path: &Path, game: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = read_all(path, &Style::of(game)?)?;
    writeln!(out, "{game}: {} games\n", games.len())?;
    let mut table = Table::new(&[
        ("game", Align::Right),
        ("first", Align::Left),
        ("second", Align::Left),
        ("moves", Align::Right),
        ("result", Align::Left),
    ]);
    for (number, record) in (1..).zip(&games) {
        let mut row = vec![number.to_string()];
        match record {
            Ok(record) => {
                let name = |name: Option<&str>| name.map_or_else(|| "-".to_owned(), foreign::name);
                row.extend(record.players().map(name));
                row.push(record.len().to_string());
                row.push(record.result().unwrap_or_else(|| "-".to_owned()));
            }
            Err(error) => {
                row.extend(["-", "-", "-"].map(str::to_owned));
                row.push(format!("not readable: {}", error.root_cause()));
            }
        }
        table.row(row);
    }
    write!(out, "{}", table.render())?;
    Ok(())
}
