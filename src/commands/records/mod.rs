//! `yomi records`: games on file.

mod check;
mod conversion;
mod convert;
mod eval;
mod export;
mod generate;
mod import;
mod list;
mod stats;
mod writing;

use crate::failure::usage;
use std::io::Write;
use std::path::Path;
use yomi_arena::{GameRecord, Header, Reason, read_record};
use yomi_engine::Registry;

/// Lists the games of a match, writes them as records for other programs, checks and converts such
/// records, says how well their moves are foretold, and imports, generates and counts games to learn from.
///
/// A match is what `yomi match --out` wrote. Records for other programs are in the Smart Game
/// Format for Go (.sgf) and Blokus Duo (.blksgf), and in CSA (.csa), KIF (.kif, .kifu) or lines of
/// USI (.usi) for shogi.
#[derive(clap::Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = "\
Examples:
  yomi records list match.jsonl
  yomi records export match.jsonl --game 0-3-1 > game.blksgf
  yomi records export match.jsonl --dir games
  yomi records check blokus-duo games/0-0-0.blksgf games/0-0-1.blksgf
  yomi records check go games/*.sgf
  yomi records export match.jsonl --to kif --dir games
  yomi records convert shogi game.kif --to csa > game.csa
  yomi records eval --game go --policy patterns games.sgf
  yomi records import go sgf-folder --rank 1d --out dan.jsonl
  yomi records generate disordered go --from dan.jsonl --games 1000 --out disordered.jsonl
  yomi records stats go dan.jsonl disordered.jsonl"
)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    List(list::Args),
    Export(export::Args),
    Check(check::Args),
    Convert(convert::Args),
    Eval(eval::Args),
    Import(import::Args),
    Generate(generate::Args),
    Stats(stats::Args),
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.action {
            Action::List(args) => args.run(out),
            Action::Export(args) => args.run(registry, out),
            Action::Check(args) => args.run(registry, out),
            Action::Convert(args) => args.run(registry, out),
            Action::Eval(args) => args.run(out),
            Action::Import(args) => args.run(out),
            Action::Generate(args) => args.run(registry, out),
            Action::Stats(args) => args.run(out),
        }
    }
}

/// A match, its games in the order of the schedule.
fn open(path: &Path) -> anyhow::Result<(Header, Vec<GameRecord>)> {
    let (header, mut games) = read_record(path)?;
    games.sort_by_key(|game| (game.pairing, game.pair, game.game));
    Ok((header, games))
}

/// What a game of a match is called: pairing, pair and game, as in its record.
fn id(game: &GameRecord) -> String {
    format!("{}-{}-{}", game.pairing, game.pair, game.game)
}

/// The game of this name.
fn find<'a>(games: &'a [GameRecord], name: &str) -> anyhow::Result<&'a GameRecord> {
    let mut games = games.iter();
    games.find(|game| id(game) == name).ok_or_else(|| {
        usage(format!(
            "there is no game '{name}': expected PAIRING-PAIR-GAME as `yomi records list` shows it"
        ))
    })
}

/// How a game came to its end, in words.
fn ending(game: &GameRecord) -> String {
    let reason = match game.reason {
        Reason::Rules => "rules",
        Reason::MaxPlies => "too long",
        Reason::Time => "time",
        Reason::Crash => "crash",
        Reason::Illegal => "illegal move",
        Reason::Resignation => "resignation",
    };
    match &game.detail {
        None => reason.to_owned(),
        Some(detail) => format!("{reason}: {detail}"),
    }
}
