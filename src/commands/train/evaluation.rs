//! `yomi train evaluation GAME EVALUATION`: learns a linear evaluation from selective simulations.

use super::telling::Telling;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{cores, open_game, parse_seed};
use crate::text::{Align, Table, grouped};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::OnceLock;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, EvaluationJob, Registry, TrainError};
use yomi_learn::selective::{SelectiveReport, UpdateReport};
use yomi_learn::{WeightsError, WeightsFile};

use super::curve::{Panel, Series, draw};
use super::{explained, param_in, write_file};

/// Learns the weights of a linear evaluation from simulations whose moves it selects.
///
/// Writes the weights to --out, and beside them the report (.report.json) and the learning curves
/// (.svg). A checkpoint is kept while the learning lasts: the same command goes on where an earlier
/// one was stopped or killed, with any number of --workers, and ends with the same weights.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train evaluation connect-four linear:gain=0.2,step=2,updates=1000 --out mine.json
  yomi train evaluation connect-four linear:selection=softmax,fit=search --out other.json
  yomi match connect-four alpha-beta:depth=1,evaluator=linear,linear_weights=mine.json \\
      alpha-beta:depth=1,evaluator=linear,linear_weights=zero")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The evaluation: its name, or with settings name:key=value,... (yomi engines GAME lists them).
    evaluation: Spec,

    /// The file of weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// Threads that simulate at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
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
        let [checkpoint, report, curves] =
            ["checkpoint", "report.json", "svg"].map(|ending| self.out.with_extension(ending));
        let job = EvaluationJob {
            game: &self.game.to_string(),
            seed: self.seed,
            workers: self.workers.map_or_else(cores, usize::from),
            checkpoint: Some(&checkpoint),
            stop: stop_on_interrupt(),
        };
        self.refuse_other_weights(&job)?;
        let trained = self.train(game.as_ref(), &job).map_err(explained)?;
        write_file(&self.out, &trained.weights)?;
        let text = serde_json::to_string_pretty(&trained.report)?;
        write_file(&report, text.as_bytes())?;
        write_file(&curves, draw(&panels(&trained.report))?.as_bytes())?;
        // What it was for is done.
        let _ = std::fs::remove_file(&checkpoint);
        out.result(&trained.report, describe)?;
        Ok(())
    }

    /// What stands in the place of the weights must be those of the same command.
    fn refuse_other_weights(&self, job: &EvaluationJob<'_>) -> anyhow::Result<()> {
        let there = match WeightsFile::load(&self.out) {
            Err(WeightsError::File { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return Ok(());
            }
            Ok(there) if there.made_by() == job.made_by(&self.evaluation) => return Ok(()),
            Ok(there) => format!("{} was made by '{}'", self.out.display(), there.made_by()),
            Err(error) => error.to_string(),
        };
        Err(usage(format!(
            "{there}: it would be overwritten, choose another --out or remove it"
        )))
    }

    fn train(
        &self,
        game: &dyn AnyGame,
        job: &EvaluationJob<'_>,
    ) -> Result<yomi_engine::TrainedEvaluation, TrainError> {
        let updates = param_in(&self.evaluation, "updates", game.evaluations());
        let progress = OnceLock::new();
        let watch = |update: &UpdateReport| {
            let done = u64::from(update.update);
            let progress = progress.get_or_init(|| Progress::new(updates, done - 1));
            progress.update(done, || {
                let (squared, absolute) = (update.squared_error, update.absolute_error);
                format!("update {done}: mean squared error {squared:.5}, absolute {absolute:.4}")
            });
        };
        game.train_evaluation(&self.evaluation, job, &watch)
    }
}

/// Errors; weights of single features, or else mean weights; relative changes of the other groups.
fn panels(report: &SelectiveReport) -> Vec<Panel> {
    let series = |name: &str, y: &dyn Fn(usize) -> Option<f64>| Series {
        name: name.to_owned(),
        points: (report.curve.iter().enumerate())
            .filter_map(|(i, point)| Some((f64::from(point.updates), y(i)?)))
            .collect(),
    };
    let of_groups = |single: bool, y: &dyn Fn(usize, usize) -> Option<f64>| -> Vec<Series> {
        let is_wanted = |features: usize| (features == 1) == single;
        let any = report.groups.iter().any(|group| is_wanted(group.features));
        let groups = report.groups.iter().enumerate();
        groups
            .filter(|(_, group)| is_wanted(group.features) || !any)
            .map(|(g, group)| series(&group.name, &|i| y(i, g)))
            .collect()
    };
    let panel = |title: &str, logarithmic, series| Panel {
        title: title.to_owned(),
        x: "update",
        logarithmic,
        series,
    };
    let curve = &report.curve;
    vec![
        panel(
            "Error of the values against the simulations",
            false,
            vec![
                series("mean squared", &|i| Some(curve[i].squared_error)),
                series("mean absolute", &|i| Some(curve[i].absolute_error)),
            ],
        ),
        panel(
            "Weights",
            false,
            of_groups(true, &|i, g| Some(curve[i].groups[g].weight)),
        ),
        panel(
            "Mean relative change of a weight by an update",
            true,
            of_groups(false, &|i, g| curve[i].groups[g].change),
        ),
    ]
}

/// The groups of features, and the last point of the curve.
fn describe(report: &SelectiveReport) -> String {
    let Some(last) = report.curve.last() else {
        return String::new();
    };
    let mut table = Table::new(&[
        ("features", Align::Left),
        ("number", Align::Right),
        ("mean weight", Align::Right),
        ("change by an update", Align::Right),
    ]);
    for (group, point) in report.groups.iter().zip(&last.groups) {
        let change = point.change.map(|change| format!("{:.3}%", 100.0 * change));
        table.row(vec![
            group.name.clone(),
            grouped(group.features as u64),
            format!("{:.4}", point.weight),
            change.unwrap_or_default(),
        ]);
    }
    format!(
        "{}\n\nafter {} updates by {} positions: mean squared error {:.5}, absolute {:.4}\n\
         {:.1} s of processor time, {:.1} s of it for simulations\n",
        table.render(),
        grouped(report.updates.into()),
        grouped(report.positions),
        last.squared_error,
        last.absolute_error,
        last.seconds,
        last.simulation_seconds,
    )
}
