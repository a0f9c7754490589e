//! `yomi train shogi WHAT`: what shogi's engines know, learned from records.

use super::telling::Telling;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{cores, parse_seed};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use yomi_core::Seed;
use yomi_core::params::Spec;
use yomi_learn::training::{Learner, TrainingError};
use yomi_train::shogi::balancing::{self, BalancingRecipe};
use yomi_train::shogi::{Games, Knowledge, checkpoint};

use super::refuse_to_overwrite;

/// Learns what shogi's engines know from records of games.
///
/// Reads tables of games (tab-separated, plain or .gz; the first line names the columns: moves, and
/// result, start, evals where there are any). Every so many games are held out and tell how good
/// the weights are. Weights are on file after every epoch; the same command goes on where an
/// earlier one was stopped or killed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train shogi evaluation --games engine_games.tsv.gz --out evaluation.bin
  yomi train shogi moves --games engine_games.tsv.gz --games real_games.tsv.gz --out moves.bin
  yomi train shogi progress --games engine_games.tsv.gz --out progress.bin
  yomi train shogi balancing:positions=3000,depth=8 --games engine_games.tsv.gz --out balancing.json")]
pub struct Args {
    /// What to learn: evaluation (the static evaluation, from games with evaluations), moves (probabilities of
    /// moves, from the moves played), progress (how far games have come, from how long they lasted), or
    /// balancing (a policy of playouts whose mean reward is what a deep search says), which has settings.
    what: Spec,

    /// A table of games; may be given more than once.
    #[arg(long, value_name = "FILE", required = true)]
    games: Vec<PathBuf>,

    /// More games to learn from, none of which is held out: a table, or a file made by yomi train
    /// games; may be given more than once.
    #[arg(long, value_name = "FILE")]
    extra: Vec<PathBuf>,

    /// The file of weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How often all games are learned [default: what suits].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: Option<u32>,

    /// One game in so many is held out for the test.
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    hold_out: u32,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,
}

/// What is to be learned, with its settings.
enum What {
    Knowledge(Knowledge),
    Balancing(BalancingRecipe),
}

impl What {
    fn read(spec: &Spec) -> anyhow::Result<What> {
        if spec.name == balancing::KIND {
            let recipe = BalancingRecipe::read(&spec.settings);
            let wrong = |error| usage(format!("{}: {error}", spec.name));
            return recipe.map(What::Balancing).map_err(wrong);
        }
        let mut known = Knowledge::ALL.into_iter();
        match known.find(|known| known.name() == spec.name) {
            Some(knowledge) if spec.settings.0.is_empty() => Ok(What::Knowledge(knowledge)),
            Some(knowledge) => Err(usage(format!("{} has no settings", knowledge.name()))),
            None => {
                let known = Knowledge::ALL.map(Knowledge::name).join(", ");
                let kind = balancing::KIND;
                Err(usage(format!(
                    "'{}' is nothing that can be learned: expected {known} or {kind}",
                    spec.name
                )))
            }
        }
    }

    fn default_epochs(&self) -> u32 {
        match self {
            What::Knowledge(knowledge) => knowledge.default_epochs(),
            What::Balancing(recipe) => recipe.learner.epochs,
        }
    }

    fn learner(&self, games: &Games, seed: Seed) -> Result<Box<dyn Learner>, TrainingError> {
        match self {
            What::Knowledge(knowledge) => knowledge.learner(games, seed),
            What::Balancing(recipe) => {
                let progress = Progress::new(0, 0);
                let told = |valued: usize, all: usize| {
                    progress.update(valued as u64, || {
                        format!("{valued} of {all} positions valued")
                    });
                };
                let learner = balancing::learner(games, recipe, seed, cores(), told)?;
                Ok(Box::new(learner))
            }
        }
    }
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut Telling<'_>) -> anyhow::Result<()> {
        let mut what = What::read(&self.what)?;
        refuse_other_weights(&self.out, &self.what.name)?;
        let written = [self.out.clone(), checkpoint(&self.out)];
        refuse_to_overwrite(&written, &[&self.games[..], &self.extra].concat())?;
        let games = Games::read(&self.games, &self.extra, self.hold_out)?;
        let epochs = self.epochs.unwrap_or(what.default_epochs());
        if let What::Balancing(recipe) = &mut what {
            recipe.learner.epochs = epochs;
        }
        let stop = stop_on_interrupt();
        let training = games.training(&self.what.to_string(), epochs, self.seed, &self.out, stop);
        let mut learner = what.learner(&games, training.seed)?;
        let progress = Progress::new(epochs.into(), 0);
        let report = training.run(&mut *learner, |epoch, told| {
            progress.update(epoch.into(), || format!("epoch {epoch}: {told}"));
        })?;
        drop(progress);
        out.report(&report)?;
        Ok(())
    }
}

/// What was learned about something else is not overwritten.
fn refuse_other_weights(file: &Path, what: &str) -> anyhow::Result<()> {
    let mut beginning = [0; 64];
    let read = std::fs::File::open(file).and_then(|mut file| file.read(&mut beginning));
    let text = String::from_utf8_lossy(&beginning[..read.unwrap_or(0)]).into_owned();
    match text
        .strip_prefix("yomi-shogi ")
        .and_then(|rest| rest.split(' ').next())
    {
        Some(other) if other != what => {
            let file = file.display();
            Err(usage(format!(
                "{file} holds weights of another kind ({other}): choose another --out"
            )))
        }
        _ => Ok(()),
    }
}
