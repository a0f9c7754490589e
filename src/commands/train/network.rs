//! `yomi train network GAME NETWORK`: learns the weights of a network from games.

use super::telling::Telling;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{open_game, parse_seed};
use crate::text::{Align, Table, grouped};
use std::path::PathBuf;
use yomi_core::params::Spec;
use yomi_engine::{Registry, TrainingJob};
use yomi_learn::learner::{CurvePoint, TrainingReport};

use super::curve::{Panel, Series, draw};
use super::{explained, param_in, refuse_to_overwrite, write_file};

/// Learns the weights of a network from games.
///
/// Writes the weights to --out, and beside them the report (.json) and the learning curve (.svg).
/// A checkpoint is kept after every epoch while the training lasts: the same command goes on
/// where an earlier one was stopped or killed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train network blokus-duo network --games games.jsonl --out mine.safetensors
  yomi train network blokus-duo network:hidden=64,epochs=50 --games games.jsonl --out big.safetensors
  yomi match blokus-duo uct:evaluator=network,initial_visits=20,network_weights=mine.safetensors uct")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The network: its name, or with settings name:key=value,... (yomi engines GAME lists them).
    network: Spec,

    /// A file of games, made by yomi train games; may be given more than once.
    #[arg(long, value_name = "FILE", required = true)]
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
        let [checkpoint, report, curve] = self.side_files()?;
        let job = TrainingJob {
            games: &self.games,
            seed: self.seed,
            checkpoint: Some(&checkpoint),
            stop: stop_on_interrupt(),
        };
        let epochs = param_in(&self.network, "epochs", game.networks());
        let progress = Progress::new(epochs, 0);
        let trained = game.train(&self.network, &job, &|point| {
            progress.update(point.epoch.into(), || {
                format!("epoch {}: {}", point.epoch, errors(point))
            });
        });
        drop(progress);
        let trained = trained.map_err(explained)?;
        write_file(&self.out, &trained.weights)?;
        let text = serde_json::to_string_pretty(&trained.report)?;
        write_file(&report, text.as_bytes())?;
        write_file(
            &curve,
            draw(&[errors_panel(&trained.report.curve)])?.as_bytes(),
        )?;
        // What it was for is done.
        let _ = std::fs::remove_file(&checkpoint);
        out.result(&trained.report, describe)?;
        Ok(())
    }

    /// The files beside the weights: checkpoint, report and curve. None of them may be another
    /// file that the command was given.
    fn side_files(&self) -> anyhow::Result<[PathBuf; 3]> {
        if self
            .out
            .extension()
            .is_none_or(|ending| ending != "safetensors")
        {
            return Err(usage(format!(
                "cannot write the weights to {}: expected a name that ends in .safetensors",
                self.out.display()
            )));
        }
        let files = ["checkpoint", "json", "svg"].map(|ending| self.out.with_extension(ending));
        refuse_to_overwrite(files.iter().chain([&self.out]), &self.games)?;
        Ok(files)
    }
}

/// The errors over the epochs.
fn errors_panel(curve: &[CurvePoint]) -> Panel {
    let series = |name: &str, errors: Vec<f64>| Series {
        name: name.to_owned(),
        points: (1..).map(f64::from).zip(errors).collect(),
    };
    let train = curve.iter().map(|point| point.train);
    let test = curve.iter().filter_map(|point| point.test);
    Panel {
        title: "Mean squared error".to_owned(),
        x: "epoch",
        logarithmic: false,
        series: vec![
            series("training", train.collect()),
            series("test", test.collect()),
        ],
    }
}

fn errors(point: &CurvePoint) -> String {
    let test = point.test.map_or("no test".to_owned(), |error| {
        format!("{error:.5} in the test")
    });
    format!("mean squared error {:.5} in training, {test}", point.train)
}

/// The test by number of moves, and the last point of the curve.
fn describe(report: &TrainingReport) -> String {
    let mut table = Table::new(&[
        ("moves made", Align::Right),
        ("learned from", Align::Right),
        ("tested on", Align::Right),
        ("squared error", Align::Right),
        ("95% interval", Align::Left),
        ("variance", Align::Right),
    ]);
    for stage in &report.by_moves {
        table.row(vec![
            stage.moves.to_string(),
            grouped(stage.train_positions),
            grouped(stage.positions),
            format!("{:.5}", stage.error),
            format!("{:.5} to {:.5}", stage.low, stage.high),
            format!("{:.5}", stage.variance),
        ]);
    }
    let last = report.curve.last().map_or(String::new(), |point| {
        format!("after {} epochs: {}\n", point.epoch, errors(point))
    });
    format!(
        "{}\n\n{} positions to learn from, {} to test on\n{last}",
        table.render(),
        grouped(report.train_positions),
        grouped(report.test_positions),
    )
}
