//! `yomi records convert`: records from one format to another, and files of several games to files of one.

use super::writing::{Writing, Written, write_file};
use crate::commands::online::create_folder;
use crate::failure::usage;
use crate::records::{Record, Style, read_all};
use crate::setup::open_game;
use anyhow::Context as _;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_core::{Referee, Seed};
use yomi_engine::Registry;
use yomi_records::shogi::{Format, ShogiRecord};

/// Reads records and writes them anew: those of shogi in another format or encoding, those of other games
/// tidied up, with a folder each game in a file of its own.
///
/// Formats and encodings are recognised. How a game ended is kept; where a format has no word for it, a
/// comment in the file tells. Without a folder everything goes to standard output: games
/// in CSA with a line '/' between them, in USI a line each, in KIF one game at most, in SGF one after the other.
/// Of records in SGF the main line, the names, the result and the comments are kept.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi records convert shogi game.kif --to csa
  yomi records convert shogi games/*.csa --to kif --dir kif
  yomi records convert shogi game.kif --to kif --encoding utf-8 > game.kifu
  yomi records convert shogi floodgate.csa --to usi >> openings.txt
  yomi records convert blokus-duo twogtp.blksgf --dir games")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    writing: Writing,

    /// Write each game to a file of its own in this folder, which is made if need be.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let style = Style::of(game.name())?;
        self.writing.check(&style)?;
        let written = self.writing.choose(self.dir.is_some());
        let extension = match &style {
            Style::Sgf(dialect) => dialect.extension(),
            Style::Shogi => written.extension(),
        };
        let mut referee = game.referee();
        let mut games = Vec::new();
        for path in &self.files {
            let read = read_games(path, &style)?;
            let alone = read.len() == 1;
            for (i, record) in read.into_iter().enumerate() {
                let name = name_of(path, (!alone).then_some(i + 1));
                let bytes = match record {
                    Record::Sgf(sgf) => sgf.0.to_sgf(&sgf.1).into_bytes(),
                    Record::Shogi(mut record) => {
                        complete(&mut record, referee.as_mut());
                        let bytes = written.bytes(&record);
                        bytes.with_context(|| format!("cannot write {name}"))?
                    }
                };
                games.push((name, bytes));
            }
        }
        match &self.dir {
            Some(folder) => {
                check_names(&games)?;
                create_folder(folder)?;
                for (name, bytes) in &games {
                    write_file(&folder.join(format!("{name}.{extension}")), bytes)?;
                }
                writeln!(out, "{} games in {}", games.len(), folder.display())?;
                Ok(())
            }
            None => print(&games, &style, &written, out),
        }
    }
}

/// All games of a file; an error if one cannot be read.
fn read_games(path: &Path, style: &Style) -> anyhow::Result<Vec<Record>> {
    let read = read_all(path, style)?;
    let alone = read.len() == 1;
    let mut games = Vec::new();
    for (i, game) in read.into_iter().enumerate() {
        let cannot = || match alone {
            true => format!("cannot read the record {}", path.display()),
            false => format!("cannot read the record {}, game {}", path.display(), i + 1),
        };
        games.push(game.with_context(cannot)?);
    }
    Ok(games)
}

/// Ends a game that just stops, as lines of USI do, where it is over by the rules: other formats
/// have words for that.
fn complete(record: &mut ShogiRecord, referee: &mut dyn Referee) {
    if record.end.is_some() {
        return;
    }
    referee.new_game(Seed::new(0));
    let replayed = record.replay(referee, usize::MAX);
    let told = record.outcome();
    if let (Ok(_), Some(outcome)) = (replayed, referee.outcome())
        && told.is_none_or(|told| told == outcome)
    {
        record.end_by_rules(outcome);
    }
}

/// An error if two games would go to the same file.
fn check_names(games: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
    let mut seen = BTreeSet::new();
    match games.iter().find(|(name, _)| !seen.insert(name)) {
        None => Ok(()),
        Some((name, _)) => Err(usage(format!(
            "two of the records are called '{name}': expected files of different names"
        ))),
    }
}

/// What a game is called: as its file, with its number in it if there are several.
fn name_of(path: &Path, number: Option<usize>) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    match number {
        Some(number) => format!("{stem}-{number}"),
        None => stem.into_owned(),
    }
}

fn print(
    games: &[(String, Vec<u8>)],
    style: &Style,
    written: &Written,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let is = |format| matches!(style, Style::Shogi) && written.format == format;
    if is(Format::Kif) && games.len() > 1 {
        return Err(usage(format!(
            "a file of KIF holds one game, not {}: expected a folder for them with --dir",
            games.len()
        )));
    }
    for (i, (_, bytes)) in games.iter().enumerate() {
        if i > 0 && is(Format::Csa) {
            out.write_all(&written.encode("/\n")?)?;
        }
        out.write_all(bytes)?;
    }
    Ok(())
}
