//! `yomi train shogi-games`: the classical search plays shogi against itself, to learn from.

use super::telling::Telling;
use crate::failure::usage;
use crate::filling::FillArgs;
use crate::interrupt::stop_on_interrupt;
use anyhow::Context as _;
use std::path::PathBuf;
use std::sync::Arc;
use yomi_core::read_file;
use yomi_run::Executor;
use yomi_shogi::evaluation::Evaluation;
use yomi_train::shogi::self_play::RandomizedSelfPlay;

/// Plays shogi games to learn from: the classical search against itself, with moves strewn in that
/// others might have played.
///
/// Finished games are on file at once; the same command goes on where an earlier one was stopped
/// or killed, and a larger --games adds to them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train shogi-games --games 20000 --out own.jsonl
  yomi train shogi evaluation --games engine_games.tsv.gz --extra own.jsonl --out evaluation.bin")]
pub struct Args {
    /// How many games the file shall have.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// After the opening, one move in so many is drawn by its probability.
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    strewn: u32,

    /// Weights of the evaluation [default: what ships].
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,

    #[command(flatten)]
    self_play: FillArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut Telling<'_>) -> anyhow::Result<()> {
        let evaluation = match &self.evaluation {
            None => Evaluation::shipped(),
            Some(path) => {
                /// Far more than an evaluation has.
                const WEIGHTS_BYTES: usize = 1 << 26;
                let bytes = read_file(path, WEIGHTS_BYTES)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let read = Evaluation::read(&bytes);
                Arc::new(read.map_err(|error| usage(format!("{}: {error}", path.display())))?)
            }
        };
        let self_play = RandomizedSelfPlay {
            nodes: self.nodes,
            draw_interval: self.strewn,
            evaluation,
        };
        let executor = Executor {
            workers: self.self_play.workers(),
            stop: stop_on_interrupt(),
        };
        let (seed, file) = (self.self_play.seed, &self.self_play.out);
        let filled = self.self_play.fill(self.games, |watch| {
            self_play.run(seed, file, self.games, &executor, watch)
        })?;
        out.result(&filled, |filled| format!("{filled}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_learn::games::read_games;

    fn args(out: PathBuf, games: u64) -> Args {
        Args {
            games,
            nodes: 30,
            strewn: 4,
            evaluation: None,
            self_play: FillArgs {
                seed: 5,
                workers: Some(2),
                out,
            },
        }
    }

    #[test]
    fn a_larger_number_adds_games_and_other_settings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        for games in [1, 2] {
            let mut said = Vec::new();
            args(file.clone(), games)
                .run(&mut Telling::new(&mut said, false))
                .unwrap();
            let said = String::from_utf8(said).unwrap();
            assert!(said.starts_with(&format!("{games} games in ")), "{said}");
            assert_eq!(read_games(&file).unwrap().1.len() as u64, games);
        }
        let other = Args {
            nodes: 31,
            ..args(file, 2)
        };
        let error = other
            .run(&mut Telling::new(&mut Vec::new(), false))
            .unwrap_err()
            .to_string();
        assert!(error.contains("belongs to another run"), "{error}");
    }
}
