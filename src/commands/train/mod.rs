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

use crate::failure::usage;
use crate::text::{Align, Table, grouped};
use anyhow::Context as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_engine::{EngineInfo, Registry, TrainError};
use yomi_train::{Cell, Report};

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

/// What was learned from, a table, and the remark below it.
fn render(report: &Report) -> String {
    let sources = report.learned_from.iter();
    let sources = sources.map(|&(count, name)| format!("{} {name}", grouped(count)));
    let sources = sources.collect::<Vec<_>>().join(" of ");
    let aligned = |(i, &name)| match i {
        0 => (name, Align::Left),
        _ => (name, Align::Right),
    };
    let columns: Vec<(&str, Align)> = report.columns.iter().enumerate().map(aligned).collect();
    let mut table = Table::new(&columns);
    for row in &report.rows {
        let cells = row.iter().map(|cell| match cell {
            Cell::Name(name) => name.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Number(value, digits) => format!("{value:.digits$}"),
        });
        table.row(cells.collect());
    }
    // A table of what was held out has no rows if nothing was.
    let table = (!report.rows.is_empty()).then(|| table.render());
    let parts = table.into_iter().chain(report.remark.clone());
    let parts: String = parts.map(|part| format!("\n{part}")).collect();
    format!("{sources} to learn from\n{parts}")
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
