//! Learning an evaluation, and what is read off its curve.
//!
//! Like a [training](crate::training), a learning is on file under a name that says what it is: a checkpoint
//! while it lasts, in the end the weights (`.weights.json`) and the report (`.json`), which comes last.

use crate::manifest::LearningMeasure;
use crate::measurement::Observation;
use crate::plan::{Cell, EvaluationTraining};
use crate::report::write_whole;
use crate::training::once;
use crate::{LabError, Observer};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use yomi_core::params::{ParamError, Spec};
use yomi_core::{Seed, Stop};
use yomi_engine::{EvaluationJob, Registry, TrainError};
use yomi_learn::selective::{SelectivePoint, SelectiveReport};
use yomi_run::Job;

/// An evaluation to be learned for a cell.
pub(crate) struct LearningRun<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub training: &'a EvaluationTraining,
    /// Where the report is, or will be.
    pub record: &'a Path,
    pub workers: usize,
    pub stop: &'a Stop,
    pub observer: &'a dyn Observer,
}

/// An evaluation to be learned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "evaluation learned")]
pub(crate) struct EvaluationLearned {
    /// The game, written out.
    game: String,
    /// What is learned, and how, as the manifest has it: weights and checkpoints quote it.
    evaluation: String,
    /// What all randomness derives from.
    seed: Seed,
}

/// The weights, which are large, are on file when the report comes.
impl Job for EvaluationLearned {
    type Output = SelectiveReport;
}

impl LearningRun<'_> {
    /// Learns the evaluation, or what is missing of that.
    pub fn run(&self) -> Result<SelectiveReport, LabError> {
        if let Some(folder) = self.record.parent() {
            fs::create_dir_all(folder).map_err(LabError::io("create", folder))?;
        }
        let job = EvaluationLearned {
            game: self.cell.game_text.clone(),
            evaluation: self.training.evaluation.spec.to_string(),
            seed: self.training.seed,
        };
        let finished = || self.observer.unit_finished(self.item);
        let learned = once(job, self.record, self.stop, &finished, |job| {
            self.learn(job)
        });
        learned.map_err(|error| match error {
            LabError::Run(error) => self.broken(error),
            error => error,
        })
    }

    fn learn(&self, job: &EvaluationLearned) -> Result<SelectiveReport, LabError> {
        let read = |text: &str| -> Result<Spec, LabError> {
            let read = text.parse();
            read.map_err(|error: ParamError| self.broken(error))
        };
        let game = self.registry.game(&read(&job.game)?);
        let game = game.map_err(|error| self.broken(error))?;
        let checkpoint = self.record.with_extension("checkpoint");
        let learning = EvaluationJob {
            game: &job.game,
            seed: job.seed.number(),
            workers: self.workers.max(1),
            checkpoint: Some(&checkpoint),
            stop: self.stop.clone(),
        };
        let learned = game
            .train_evaluation(&read(&job.evaluation)?, &learning, &|_| ())
            .map_err(|error| match error {
                TrainError::StoppedEarly { .. } => LabError::Stopped,
                error => self.broken(error),
            })?;
        write_whole(
            &self.record.with_extension("weights.json"),
            &learned.weights,
        )?;
        Ok(learned.report)
    }

    fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.cell.place(), problem)
    }
}

/// A number of each run after some number of updates; after the last one if `None`.
pub(crate) fn numbers(
    reports: &[SelectiveReport],
    relative_to: &[SelectiveReport],
    (measure, group): (LearningMeasure, Option<&str>),
    updates: Option<usize>,
) -> Result<Observation, String> {
    let mut sample = Vec::new();
    for (run, report) in reports.iter().enumerate() {
        let Some(point) = point_of(report, updates) else {
            continue;
        };
        sample.extend(match measure {
            LearningMeasure::Time => {
                let other = relative_to.get(run).and_then(|other| point_of(other, None));
                other.map(|other| point.seconds / other.seconds)
            }
            LearningMeasure::Weight => Some(point.groups[group_of(report, group)?].weight),
            LearningMeasure::Change => change_until(report, point, group_of(report, group)?),
        });
    }
    sample.retain(|number: &f64| number.is_finite());
    Ok(Observation::Sample { sample })
}

/// The point of the curve that holds an update, or the last one.
fn point_of(report: &SelectiveReport, updates: Option<usize>) -> Option<&SelectivePoint> {
    match updates {
        Some(updates) => (report.curve.iter()).find(|point| point.updates as usize >= updates),
        None => report.curve.last(),
    }
}

/// The relative change of a group's weights, as the median over the points of the curve in the last tenth of
/// all updates: a weight that happens to be nearly zero makes a mean of ratios jump.
fn change_until(report: &SelectiveReport, last: &SelectivePoint, group: usize) -> Option<f64> {
    let from = last.updates.saturating_sub(report.updates / 10);
    let points = report.curve.iter();
    let recent = points.filter(|point| {
        point.updates == last.updates || (from < point.updates && point.updates < last.updates)
    });
    let mut changes: Vec<f64> = recent.filter_map(|p| p.groups[group].change).collect();
    changes.sort_by(f64::total_cmp);
    changes.get(changes.len() / 2).copied()
}

fn group_of(report: &SelectiveReport, name: Option<&str>) -> Result<usize, String> {
    let name = name.unwrap_or_default();
    let found = report.groups.iter().position(|group| group.name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = (report.groups.iter()).map(|g| g.name.as_str()).collect();
        let known = known.join(", ");
        format!("there is no group of features '{name}': expected one of {known}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_learning_is_its_json() {
        let job = EvaluationLearned {
            game: "connect-four".to_owned(),
            evaluation: "linear:updates=10".to_owned(),
            seed: Seed::new(5),
        };
        let text = serde_json::to_string(&job).unwrap();
        assert!(text.contains("\"job\":\"evaluation learned\""), "{text}");
        assert_eq!(
            serde_json::from_str::<EvaluationLearned>(&text).unwrap(),
            job
        );
    }
}
