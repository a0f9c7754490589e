//! `yomi records generate`: games and disordered records to learn from.

use crate::commands::train::Telling;
use crate::commands::train::games;
use crate::failure::usage;
use crate::filling::{FillArgs, PartArgs, parse_range};
use crate::game_files::in_folders;
use crate::go_boards::of_size;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{game_in_full, make_engine, open_game};
use anyhow::bail;
use std::io::Write;
use std::path::PathBuf;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_go::Go;
use yomi_learn::disorder::{DisorderGenerator, DisorderParams};
use yomi_learn::games::read_games;
use yomi_run::Executor;
use yomi_train::go::Games;

/// Makes records to learn from: games of an engine against itself, or disordered records.
///
/// What is finished is on file at once; the same command goes on where an earlier one was stopped or killed, and a larger
/// --games adds to it. With --shard several processes or machines share the work.
#[derive(clap::Args)]
#[command(
    subcommand_required = true,
    after_help = "\
Examples:
  yomi records generate ordinary go --teacher best:simulations=2000 --random 2..6 --games 1000 --out games.jsonl
  yomi records generate ordinary go --teacher 'gtp:gnugo --mode gtp' --random 2..6 --games 100 --out gnugo.jsonl
  yomi records generate disordered go --from games.tsv.gz --games 40000 --shard 1/2 --out disordered-1.jsonl"
)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Ordinary(games::Args),
    Disordered(Disordered),
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.what {
            What::Ordinary(args) => args.run(registry, &mut Telling::new(out, false)),
            What::Disordered(args) => args.run(registry, out),
        }
    }
}

/// Makes disordered records: some moves of an ordinary game, some as in playouts, then moves that an engine searches.
///
/// Of each search the best moves are recorded with their win rates. Such records teach move evaluators about the positions
/// that playouts reach.
#[derive(clap::Args)]
struct Disordered {
    /// The game.
    game: Spec,

    /// Ordinary games to begin with: files of games, of Go also tables and SGF files, or folders of them.
    #[arg(long = "from", value_name = "FILE|FOLDER", required = true)]
    ordinary: Vec<PathBuf>,

    /// The engine that searches.
    #[arg(long, value_name = "ENGINE", default_value = "best:simulations=2000")]
    teacher: Spec,

    /// The engine that plays as playouts do.
    #[arg(long, value_name = "ENGINE", default_value = "policy:policy=patterns")]
    playouts: Spec,

    /// Moves taken from an ordinary game: a number, or LEAST..MOST, of which every second number is drawn.
    #[arg(long, value_name = "MOVES", default_value = "4..20", value_parser = parse_range)]
    n1: [u32; 2],

    /// Moves as in playouts: a number, or LEAST..MOST, of which every second number is drawn.
    #[arg(long, value_name = "MOVES", default_value = "6..16", value_parser = parse_range)]
    n2: [u32; 2],

    /// Moves that are searched and played.
    #[arg(long, value_name = "MOVES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    n3: u32,

    /// How many of the best moves of each search are recorded.
    #[arg(long, value_name = "MOVES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    top: u32,

    #[command(flatten)]
    part: PartArgs,

    #[command(flatten)]
    file: FillArgs,
}

impl Disordered {
    fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        if !game.capabilities().contains(&"deterministic") {
            let name = game.name();
            return Err(usage(format!(
                "{name} has chance, which disordered records do not keep"
            )));
        }
        for engine in [&self.teacher, &self.playouts] {
            if !make_engine(game.as_ref(), engine)?.is_reproducible() {
                eprintln!(
                    "note: {engine} does not play the same game twice (time, or shared tree)"
                );
            }
        }
        let files = in_folders(&self.ordinary)?;
        if files.contains(&self.file.out) {
            let file = self.file.out.display();
            return Err(usage(format!(
                "{file} would be overwritten: choose another --out"
            )));
        }
        let ordinary = match game.name() {
            "go" => {
                let size = self
                    .game
                    .get("size")
                    .map_or(Ok(9), str::parse)
                    .map_err(usage)?;
                of_size!(size, |rules| beginnings(&rules, &files, self.n1[1]))?
            }
            _ => {
                let mut beginnings = Vec::new();
                for file in &files {
                    let (_, games) = read_games(file)?;
                    let games = games.into_iter();
                    beginnings.extend(games.map(|game| begun(&game.moves, self.n1[1])));
                }
                beginnings
            }
        };
        let texts = [
            &game_in_full(registry, &self.game, || None),
            &game.in_full(&self.teacher),
            &game.in_full(&self.playouts),
        ];
        let params = DisorderParams {
            n1: self.n1,
            n2: self.n2,
            n3: self.n3,
            top: self.top,
        };
        let texts = texts.map(String::as_str);
        let generator = DisorderGenerator::new(registry, texts, &params, ordinary, self.file.seed);
        let Some(generator) = generator else {
            bail!("there is no ordinary game to begin with");
        };
        let executor = Executor {
            workers: self.file.workers(),
            stop: stop_on_interrupt(),
        };
        let part = self.part.part();
        let count = part.numbers().count() as u64;
        let filled = self.file.fill(count, |watch| {
            generator.run(&self.file.out, part, &executor, watch)
        })?;
        writeln!(out, "{filled}")?;
        Ok(())
    }
}

/// The first moves of a game as one text.
fn begun(moves: &[String], most: u32) -> String {
    moves[..moves.len().min(most as usize)].join(" ")
}

/// The first moves of ordinary games of Go.
fn beginnings<const W: usize>(
    game: &Go<W>,
    files: &[PathBuf],
    most: u32,
) -> anyhow::Result<Vec<String>> {
    let games = Games::read(game, files)?.games;
    let ordinary = games.iter().filter(|game| game.disorder.is_none());
    let texts = ordinary.map(|game| {
        let moves = game.moves.iter().take(most as usize);
        let moves: Vec<String> = moves.map(|vertex| vertex.text::<W>()).collect();
        begun(&moves, most)
    });
    Ok(texts.collect())
}
