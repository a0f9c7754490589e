//! `yomi records import`: games of others as one checksummed file.

use crate::failure::usage;
use crate::game_files::in_folders;
use crate::go_boards::{of_size, only_go};
use crate::text::grouped;
use std::io::Write;
use std::path::PathBuf;
use yomi_core::params::{ParamType as _, Spec};
use yomi_go::Go;
use yomi_train::go::{Filter, Games, ResultFilter, import, rank};

/// Imports games of Go: reads SGF files, tables and files of engines' games, keeps those that are wanted, and writes them
/// into one checksummed file.
///
/// An import that was killed goes on with the same command. Games with handicap, set-up stones, moves out of turn or on
/// other boards are passed over.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi records import go games.tsv.gz --tier A,B --out strong.jsonl
  yomi records import go sgf-folder --rank 1d --moves 30..120 --result decided --out dan.jsonl
  yomi records import go games.tsv.gz --take 2500 --out test.jsonl
  yomi records import go games.tsv.gz --skip 2500 --out train.jsonl")]
pub struct Args {
    /// The game: go.
    game: Spec,

    /// Tables of games (tab-separated, plain or .gz), SGF files, files of games, or folders of them.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// The file of games.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Only games of these tiers, separated by commas.
    #[arg(long, value_name = "TIERS", value_delimiter = ',')]
    tier: Vec<String>,

    /// Only games whose players both have at least this rank, such as 5k or 1d.
    #[arg(long, value_name = "RANK", value_parser = parse_rank)]
    rank: Option<String>,

    /// Only games of so many moves: LEAST..MOST.
    #[arg(long, value_name = "MOVES", default_value = "1..1000", value_parser = crate::filling::parse_range)]
    moves: [u32; 2],

    /// Only games with such results: any, decided, or counted.
    #[arg(long, value_name = "RESULT", default_value = "any", value_parser = parse_result)]
    result: ResultFilter,

    /// Skip so many of the games that pass.
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    skip: usize,

    /// Take so many of those after them [default: all].
    #[arg(long, value_name = "GAMES")]
    take: Option<usize>,

    /// Rows of the board.
    #[arg(long, value_name = "ROWS", default_value_t = 9, value_parser = clap::value_parser!(u32).range(5..=19))]
    size: u32,
}

fn parse_rank(text: &str) -> Result<String, String> {
    match rank(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("expected a rank such as 5k, 1d or 9p".to_owned()),
    }
}

fn parse_result(text: &str) -> Result<ResultFilter, String> {
    let read = ResultFilter::parse(text, 0.0, 0.0);
    read.ok_or_else(|| "expected any, decided or counted".to_owned())
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        only_go(&self.game)?;
        of_size!(self.size, |game| self.import(&game, out))
    }

    fn import<const W: usize>(self, game: &Go<W>, out: &mut dyn Write) -> anyhow::Result<()> {
        let files = in_folders(&self.files)?;
        if files.contains(&self.out) {
            let file = self.out.display();
            return Err(usage(format!(
                "{file} would be overwritten: choose another --out"
            )));
        }
        let games = Games::read(game, &files)?;
        let filter = Filter {
            tiers: self.tier,
            rank: self.rank,
            moves: self.moves.map(|moves| moves as usize),
            result: self.result,
            skip: self.skip,
            take: self.take,
        };
        let count = import(game, &games, &filter, &self.out)?;
        let read = games.games.len() as u64 + games.passed_over;
        let [count, read] = [count, read].map(grouped);
        writeln!(out, "{count} of {read} games in {}", self.out.display())?;
        Ok(())
    }
}
