//! `yomi train`: knowledge out of nothing but the rules, or out of records.

mod curve;
mod evaluation;
pub mod games;
mod go;
mod go_balancing;
mod moves;
mod network;
mod shogi;
mod shogi_games;
mod telling;

use crate::failure::usage;
use anyhow::Context as _;
use std::io::Write;
use std::path::{Path, PathBuf};
pub use telling::Telling;
use yomi_core::params::Spec;
use yomi_engine::{EngineInfo, Registry, TrainError};

/// Trains what an engine knows: plays games to learn from, and learns from them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train games blokus-duo --teacher uct:simulations=2000 --games 500 --out games.jsonl
  yomi train network blokus-duo network --games games.jsonl --out mine.safetensors
  yomi train evaluation connect-four linear:gain=0.2,step=2,updates=1000 --out mine.json
  yomi train moves blokus-duo moves --games games.jsonl --out moves.json
  yomi train go patterns --games games.tsv.gz --out patterns.json
  yomi train shogi evaluation --games engine_games.tsv.gz --out evaluation.bin")]
pub struct Args {
    #[command(subcommand)]
    step: Step,

    /// Print the result as an object for machines.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Step {
    Games(games::Args),
    Network(network::Args),
    Evaluation(evaluation::Args),
    Moves(moves::Args),
    Go(go::Args),
    Shogi(shogi::Args),
    ShogiGames(shogi_games::Args),
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let out = &mut Telling::new(out, self.json);
        match self.step {
            Step::Games(args) => args.run(registry, out),
            Step::Network(args) => args.run(registry, out),
            Step::Evaluation(args) => args.run(registry, out),
            Step::Moves(args) => args.run(registry, out),
            Step::Go(args) => args.run(registry, out),
            Step::Shogi(args) => args.run(out),
            Step::ShogiGames(args) => args.run(out),
        }
    }
}

/// The value of a setting that counts something, given or by default, for the bar.
fn param_in(spec: &Spec, name: &str, known: Vec<EngineInfo>) -> u64 {
    let given = spec.settings.0.iter().rev();
    let given = given.filter(|(known, _)| known == name);
    let mut tables = known.into_iter().flat_map(|info| info.parameters);
    let usual = tables.find(|param| param.name == name);
    let values = given.map(|(_, value)| value.clone());
    let mut values = values.chain(usual.map(|param| param.default));
    let value = values.next().map(|value| value.replace('_', ""));
    value.and_then(|value| value.parse().ok()).unwrap_or(1)
}

/// What the user is told when nothing came out.
fn explained(error: TrainError) -> anyhow::Error {
    match error {
        TrainError::UnknownLearner { .. } | TrainError::Parameter(_) => usage(error),
        TrainError::Stopped { .. } | TrainError::StoppedEarly { .. } => {
            anyhow::anyhow!("{error}; the same command goes on from there")
        }
        _ => error.into(),
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// None of the files that are written may be one that is read.
fn refuse_to_overwrite<'a>(
    written: impl IntoIterator<Item = &'a PathBuf>,
    read: &[PathBuf],
) -> anyhow::Result<()> {
    let mut written = written.into_iter();
    match written.find(|file| read.contains(file)) {
        None => Ok(()),
        Some(file) => Err(usage(format!(
            "{} would be overwritten: choose another --out",
            file.display()
        ))),
    }
}
