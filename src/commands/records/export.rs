//! `yomi records export`: games of a match for other programs.

use super::conversion::{as_sgf, as_shogi};
use super::writing::{Writing, write_file};
use super::{find, id, open};
use crate::commands::online::create_folder;
use crate::failure::usage;
use crate::records::Style;
use crate::setup::open_game;
use anyhow::Context as _;
use std::io::Write;
use std::path::PathBuf;
use yomi_arena::GameRecord;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_records::sgf;

/// Writes games of a match as records for other programs: in the Smart Game Format, or, of shogi, in
/// CSA unless something else is asked for.
///
/// Every game is replayed on the way. A game without a folder goes to standard output.
#[derive(clap::Args)]
pub struct Args {
    /// What `yomi match --out` wrote.
    #[arg(value_name = "MATCH.jsonl")]
    record: PathBuf,

    /// Only this game, as `yomi records list` names it.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    #[command(flatten)]
    writing: Writing,

    /// Write each game to a file of its own in this folder, which is made if need be.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let (header, games) = open(&self.record)?;
        let spec = |text: &str| -> anyhow::Result<Spec> {
            text.parse()
                .with_context(|| format!("{} is of no known game", self.record.display()))
        };
        let (spec, details) = (spec(&header.game)?, spec(&header.game_details)?);
        let style = Style::of(&spec.name)?;
        self.writing.check(&style)?;
        let written = self.writing.choose(self.dir.is_some());
        let mut referee = open_game(registry, &spec)?.referee();
        let mut convert = |game: &GameRecord| match &style {
            Style::Sgf(dialect) => {
                let blank = sgf::GameRecord::new(dialect);
                let blank = blank.with_settings(&details.settings.0, dialect);
                let text = as_sgf(game, &blank, referee.as_mut(), dialect)?;
                Ok(text.into_bytes())
            }
            Style::Shogi => {
                let bytes = written.bytes(&as_shogi(game)?);
                bytes.with_context(|| format!("cannot write game {}", id(game)))
            }
        };
        let extension = match &style {
            Style::Sgf(dialect) => dialect.extension(),
            Style::Shogi => written.extension(),
        };
        let chosen = match &self.game {
            Some(name) => std::slice::from_ref(find(&games, name)?),
            None => games.as_slice(),
        };
        let Some(folder) = &self.dir else {
            let [game] = chosen else {
                return Err(usage(format!(
                    "{} has {} games: name one with --game, or a folder for all with --dir",
                    self.record.display(),
                    games.len()
                )));
            };
            out.write_all(&convert(game)?)?;
            return Ok(());
        };
        create_folder(folder)?;
        for game in chosen {
            let name = format!("{}.{extension}", id(game));
            write_file(&folder.join(name), &convert(game)?)?;
        }
        writeln!(out, "{} games in {}", chosen.len(), folder.display())?;
        Ok(())
    }
}
