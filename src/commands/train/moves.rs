//! `yomi train moves GAME PRIOR`: learns probabilities of moves from self-play games.

use super::telling::Telling;
use crate::failure::usage;
use crate::game_files::in_folders;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{open_game, parse_seed};
use std::path::PathBuf;
use yomi_core::params::Spec;
use yomi_engine::{Registry, TrainingJob};

use super::{explained, param_in, refuse_to_overwrite};

/// Learns a prior: how probable each move is, from the moves that were played in games.
///
/// The random moves at the beginning of the games are not learned. Weights are on file after every
/// epoch, with a checkpoint beside them: the same command goes on where an earlier one was stopped or
/// killed, and ends with the same weights.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train moves blokus-duo moves --games games.jsonl --out mine.json
  yomi train moves blokus-duo moves:epochs=40,decay=0.1 --games games.jsonl --out other.json
  yomi train moves curling:world=dc2 heuristic:greatest_lead=4,last_end_throws=5 --games logs --out mine.json
  yomi match blokus-duo uct:selection=puct,prior=moves,moves_weights=mine.json uct")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The prior: its name, or with settings name:key=value,... (yomi engines GAME lists them).
    prior: Spec,

    /// A file of games, made by yomi train games, or a folder of them; may be given more than once. Curling
    /// is learned from logs of Digital Curling (.dcl, .dcl2) too.
    #[arg(long, value_name = "FILE|FOLDER", required = true)]
    games: Vec<PathBuf>,

    /// The file of weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut Telling<'_>) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        if self.out.extension().is_none_or(|ending| ending != "json") {
            return Err(usage(format!(
                "cannot write the weights to {}: expected a name that ends in .json",
                self.out.display()
            )));
        }
        let checkpoint = self.out.with_extension("checkpoint");
        let games = in_folders(&self.games)?;
        refuse_to_overwrite([&self.out, &checkpoint], &games)?;
        let job = TrainingJob {
            games: &games,
            seed: self.seed,
            checkpoint: Some(&checkpoint),
            stop: stop_on_interrupt(),
        };
        let epochs = param_in(&self.prior, "epochs", game.move_priors());
        let progress = Progress::new(epochs, 0);
        let report = game.train_moves(&self.prior, &job, &self.out, &mut |epoch, told| {
            progress.update(epoch.into(), || format!("epoch {epoch}: {told}"));
        });
        drop(progress);
        out.report(&report.map_err(explained)?)?;
        Ok(())
    }
}
