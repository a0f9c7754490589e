//! `yomi records export`: games of a match for other programs.

use super::{ending, find, id, open};
use crate::failure::usage;
use crate::records::dialect_of;
use crate::setup::open_game;
use anyhow::Context as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_arena::{GameRecord, Reason};
use yomi_core::params::Spec;
use yomi_core::{Outcome, Referee};
use yomi_engine::Registry;
use yomi_protocol::sgf::{self, Dialect, Ending, RecordedMove, Verdict, result_text};

/// Writes games of a match as records in the Smart Game Format.
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

    /// Write each game to a file of its own in this folder, which is made if need be.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let (header, games) = open(&self.record)?;
        let spec: Spec = header
            .game
            .parse()
            .with_context(|| format!("{} is of no known game", self.record.display()))?;
        let details: Spec = header
            .game_details
            .parse()
            .with_context(|| format!("{} is of no known game", self.record.display()))?;
        let dialect = dialect_of(&spec.name)?;
        let blank = sgf::GameRecord::new(&dialect).with_settings(&details.settings.0, &dialect);
        let mut referee = open_game(registry, &spec)?.referee();
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
            write!(
                out,
                "{}",
                convert(game, &blank, referee.as_mut(), &dialect)?
            )?;
            return Ok(());
        };
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for game in chosen {
            let text = convert(game, &blank, referee.as_mut(), &dialect)?;
            let name = format!("{}.{}", id(game), dialect.extension());
            write_file(&folder.join(name), &text)?;
        }
        writeln!(out, "{} games in {}", chosen.len(), folder.display())?;
        Ok(())
    }
}

/// Replays the game and writes it down; `blank` is a record without a game.
fn convert(
    game: &GameRecord,
    blank: &sgf::GameRecord,
    referee: &mut dyn Referee,
    dialect: &Dialect,
) -> anyhow::Result<String> {
    referee.new_game(game.opening_seed);
    let mut moves = Vec::with_capacity(game.plies);
    for (i, text) in game.opening.iter().chain(&game.moves).enumerate() {
        if i == game.opening.len() {
            referee.reseed(game.seed);
        }
        let mover = referee.to_move();
        let (text, _) = referee
            .play(text)
            .with_context(|| format!("game {}, move {}", id(game), i + 1))?;
        moves.push(RecordedMove::new(mover, text));
    }
    let how = match game.reason {
        Reason::Rules => match referee.score() {
            // Somebody else may have decided the game, and seen other points.
            Some(points) if referee.outcome() == Some(game.outcome) => Ending::Points(points),
            _ => Ending::Plain,
        },
        Reason::MaxPlies => Ending::Plain,
        Reason::Time => Ending::Time,
        Reason::Crash | Reason::Illegal => Ending::Forfeit,
        Reason::Resignation => Ending::Resignation,
    };
    // A judge's own words count, where they are about the winner on record.
    let judged = game.judgement.as_ref().and_then(|judgement| {
        let verdict = Verdict::parse(judgement.answer.as_deref()?)?;
        let outcome = match verdict {
            Verdict::Win(winner, _) => Outcome::Win(winner),
            Verdict::Draw => Outcome::Draw,
            Verdict::Void | Verdict::Unknown => return None,
        };
        (outcome == game.outcome).then(|| verdict.to_string())
    });
    let record = sgf::GameRecord {
        players: [Some(game.first.clone()), Some(game.second.clone())],
        result: judged.or_else(|| result_text(game.outcome, how)),
        comment: (game.reason != Reason::Rules).then(|| format!("Ended by {}.", ending(game))),
        moves,
        ..blank.clone()
    };
    Ok(record.to_sgf(dialect))
}

/// Writes a file, unless another is in its place.
fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if path.symlink_metadata().is_ok() {
        let same = path.is_file() && fs::read(path).with_context(cannot)? == text.as_bytes();
        anyhow::ensure!(same, "{}: another file is already there", cannot());
        return Ok(());
    }
    fs::write(path, text).with_context(cannot)
}
