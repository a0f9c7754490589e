//! `yomi records list`: the games of a match, or of a file of records.

use super::{ending, id, open};
use crate::records::{Record, Style, game_of_file, read_all};
use crate::text::{Align, Table};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_arena::GameRecord;
use yomi_core::foreign;

/// Lists the games of a match in the order of its schedule, or the games of a file of records (.sgf, .blksgf,
/// .csa, .kif, .usi), which may hold several.
#[derive(clap::Args)]
pub struct Args {
    /// What `yomi match --out` wrote, or records for other programs.
    #[arg(value_name = "FILE")]
    record: PathBuf,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

/// The games of a file.
#[derive(Serialize)]
struct List {
    /// What is played.
    game: String,
    games: Vec<Entry>,
}

/// One game; what is not known of it is null.
#[derive(Default, Serialize)]
struct Entry {
    /// The name by which other commands find it.
    name: String,
    first: Option<String>,
    second: Option<String>,
    moves: Option<u32>,
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let list = match game_of_file(&self.record) {
            Some(game) => list_of_records(&self.record, game)?,
            None => list_of_match(&self.record)?,
        };
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&list)?)?,
            false => write!(out, "{}", list.render())?,
        }
        Ok(())
    }
}

/// The games of a match.
fn list_of_match(path: &Path) -> anyhow::Result<List> {
    let (header, games) = open(path)?;
    let entry = |game: &GameRecord| Entry {
        name: id(game),
        first: Some(game.first.clone()),
        second: Some(game.second.clone()),
        moves: u32::try_from(game.plies).ok(),
        result: Some(game.outcome.to_string()),
        reason: Some(ending(game)),
        error: None,
    };
    Ok(List {
        game: header.game,
        games: games.iter().map(entry).collect(),
    })
}

/// The games of a file of records by their numbers, as `--game-number` takes them. Legality is for
/// `yomi records check`.
fn list_of_records(path: &Path, game: &str) -> anyhow::Result<List> {
    let games = read_all(path, &Style::of(game)?)?;
    let entry = |(number, record): (usize, anyhow::Result<Record>)| {
        let name = number.to_string();
        match record {
            Ok(record) => {
                let [first, second] = record.players().map(|name| name.map(foreign::name));
                Entry {
                    name,
                    first,
                    second,
                    moves: u32::try_from(record.len()).ok(),
                    result: record.plain_result(),
                    ..Entry::default()
                }
            }
            Err(error) => Entry {
                name,
                error: Some(error.root_cause().to_string()),
                ..Entry::default()
            },
        }
    };
    Ok(List {
        game: game.to_owned(),
        games: (1..).zip(games).map(entry).collect(),
    })
}

impl List {
    fn render(&self) -> String {
        let has_reasons = self.games.iter().any(|game| game.reason.is_some());
        let name = if has_reasons {
            Align::Left
        } else {
            Align::Right
        };
        let mut columns = vec![
            ("game", name),
            ("first", Align::Left),
            ("second", Align::Left),
            ("moves", Align::Right),
            ("result", Align::Left),
        ];
        columns.extend(has_reasons.then_some(("reason", Align::Left)));
        let mut table = Table::new(&columns);
        for game in &self.games {
            let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let error = game
                .error
                .as_ref()
                .map(|error| format!("not readable: {error}"));
            let mut row = vec![
                game.name.clone(),
                known(&game.first),
                known(&game.second),
                known(&game.moves.map(|moves| moves.to_string())),
                error.unwrap_or_else(|| known(&game.result)),
            ];
            row.extend(game.reason.clone());
            table.row(row);
        }
        format!(
            "{}: {} games\n\n{}",
            self.game,
            self.games.len(),
            table.render()
        )
    }
}
