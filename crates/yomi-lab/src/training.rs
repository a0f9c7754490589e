//! Teaching the network of one cell: the games, the training, and the error that was left.
//!
//! Games and trainings are on file under names that say what they are, so each is made once:
//! the games as a journal that grows game by game, the training as a checkpoint after every epoch
//! and in the end as weights (`.safetensors`) and a report (`.json`), which comes last.

use crate::measurement::Observation;
use crate::plan::{Cell, NetworkTraining};
use crate::report::write_whole;
use crate::{Estimate, LabError, Observer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use yomi_core::params::{ParamError, Spec};
use yomi_core::{Seed, Stop};
use yomi_engine::{Registry, TrainError, TrainingJob};
use yomi_learn::games::SelfPlayHeader;
use yomi_learn::generation::{GameGenerator, Part};
use yomi_learn::learner::TrainingReport;
use yomi_run::{Executor, Job, WorkQueue};

/// A training to be measured.
pub(crate) struct TrainingRun<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub training: &'a NetworkTraining,
    /// Where the games are, or will be.
    pub games: &'a Path,
    /// Where the report is, or will be.
    pub record: &'a Path,
    pub workers: usize,
    pub stop: &'a Stop,
    pub observer: &'a dyn Observer,
}

/// A network to be trained on games that are played for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "network trained")]
pub(crate) struct NetworkTrained {
    /// How the games are played.
    games: SelfPlayHeader,
    /// How many of them.
    count: u64,
    /// What is trained, and how, as the manifest has it: weights and checkpoints quote it.
    network: String,
    /// What the randomness of the training derives from.
    seed: Seed,
}

/// The weights, which are large, are on file when the report comes.
impl Job for NetworkTrained {
    type Output = TrainingReport;
}

impl TrainingRun<'_> {
    /// Plays the games and trains the network, or what is missing of that.
    pub fn run(&self) -> Result<TrainingReport, LabError> {
        let finished = || self.observer.unit_finished(self.item);
        let trained = once(self.job(), self.record, self.stop, &finished, |job| {
            self.train(job)
        });
        trained.map_err(|error| match error {
            LabError::Run(error) => self.broken(error),
            error => error,
        })
    }

    fn job(&self) -> NetworkTrained {
        NetworkTrained {
            games: SelfPlayHeader::new(
                &self.cell.game_text,
                &self.training.teacher.full,
                self.training.random_moves,
                self.training.games_seed.number(),
            )
            .with_means(self.training.means),
            count: self.training.count,
            network: self.training.network.spec.to_string(),
            seed: self.training.seed,
        }
    }

    fn train(&self, job: &NetworkTrained) -> Result<TrainingReport, LabError> {
        let gathering = Gathering {
            item: self.item,
            registry: self.registry,
            place: self.cell.place(),
            workers: self.workers,
            stop: self.stop,
            observer: self.observer,
        };
        gathering.gather(&job.games, job.count, self.games)?;
        let read = |text: &str| -> Result<Spec, LabError> {
            let read = text.parse();
            read.map_err(|error: ParamError| self.broken(error))
        };
        let game = self.registry.game(&read(&job.games.game)?);
        let game = game.map_err(|error| self.broken(error))?;
        let checkpoint = self.record.with_extension("checkpoint");
        let training = TrainingJob {
            games: &[self.games.to_path_buf()],
            seed: job.seed.number(),
            checkpoint: Some(&checkpoint),
            stop: self.stop.clone(),
        };
        let trained = game
            .train(&read(&job.network)?, &training, &|_| ())
            .map_err(|error| match error {
                TrainError::Stopped { .. } => LabError::Stopped,
                error => self.broken(error),
            })?;
        write_whole(&self.record.with_extension("safetensors"), &trained.weights)?;
        Ok(trained.report)
    }

    fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.cell.place(), problem)
    }
}

/// Where and how self-play games are played.
pub(crate) struct Gathering<'a> {
    /// The item's name, and the place in it, for messages.
    pub item: &'a str,
    pub registry: &'a Registry,
    pub place: String,
    pub workers: usize,
    pub stop: &'a Stop,
    pub observer: &'a dyn Observer,
}

impl Gathering<'_> {
    /// Plays the games that are not on file yet.
    pub fn gather(
        &self,
        recipe: &SelfPlayHeader,
        wanted: u64,
        file: &Path,
    ) -> Result<(), LabError> {
        let gathering = GameGenerator {
            recipe: recipe.clone(),
            host: self.registry,
            workers: self.workers.max(1),
            stop: self.stop.clone(),
        };
        // The first call tells what was on file before.
        let begun = AtomicBool::new(false);
        let watch = |_| {
            if begun.swap(true, Ordering::Relaxed) {
                self.observer.unit_finished(self.item);
            }
        };
        let count = gathering
            .run(file, Part::whole(wanted), &watch)
            .map_err(|error| LabError::broken(self.item, self.place.clone(), error))?;
        match count < wanted {
            true => Err(LabError::Stopped),
            false => Ok(()),
        }
    }
}

/// The report of a job that is run once: the one on file, or else that of the job, which is kept.
pub(crate) fn once<J: Job + Send + Sync>(
    job: J,
    record: &Path,
    stop: &Stop,
    finished: &(dyn Fn() + Sync),
    work: impl Fn(&J) -> Result<J::Output, LabError> + Sync,
) -> Result<J::Output, LabError>
where
    J::Output: Send,
{
    if record.is_file() {
        return read(record);
    }
    let mut report = None;
    let queue = WorkQueue::new([Ok(job)].into_iter(), |_, made| {
        keep(record, &made)?;
        finished();
        report = Some(made);
        Ok(ControlFlow::Continue(()))
    });
    let executor = Executor {
        workers: 1,
        stop: stop.clone(),
    };
    executor.run(queue, || Ok(|job: &J| work(job).map(Some)))?;
    report.ok_or(LabError::Stopped)
}

/// Writes the report, which comes last; the checkpoint has done what it was for.
fn keep(record: &Path, report: &impl Serialize) -> Result<(), LabError> {
    // Text keys only and no type that can refuse: the two ways in which this could fail.
    let mut text =
        serde_json::to_string_pretty(report).expect("plain data is always writable as JSON");
    text.push('\n');
    write_whole(record, text.as_bytes())?;
    // If it stays, nobody asks for it.
    let _ = fs::remove_file(record.with_extension("checkpoint"));
    Ok(())
}

/// What an earlier run has left.
fn read<T: DeserializeOwned>(record: &Path) -> Result<T, LabError> {
    let text = fs::read(record).map_err(LabError::io("read", record))?;
    serde_json::from_slice(&text).map_err(|error| LabError::Record {
        path: record.to_owned(),
        line: error.line(),
        problem: format!("this is no report of a training: {error}"),
    })
}

/// The error after this many moves.
pub(crate) fn error_after(report: &TrainingReport, moves: u32) -> Observation {
    match report.by_moves.iter().find(|stage| stage.moves == moves) {
        Some(stage) => Observation::Training {
            positions: stage.positions,
            train_positions: stage.train_positions,
            error: Estimate {
                value: stage.error,
                low: stage.low,
                high: stage.high,
            },
            variance: stage.variance,
            variance_interval: stage.variance_interval,
        },
        None => Observation::Training {
            positions: 0,
            train_positions: 0,
            error: Estimate::UNKNOWN,
            variance: f64::NAN,
            variance_interval: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_is_its_json() {
        let job = NetworkTrained {
            games: SelfPlayHeader::new("connect-four", "uct:simulations=10", [0, 4], 3),
            count: 12,
            network: "network:hidden=8".to_owned(),
            seed: Seed::new(5),
        };
        assert_eq!(job.id().to_string(), "e9e3972b3a6fc684ab5bc79744814b57");
        let text = serde_json::to_string(&job).unwrap();
        assert_eq!(serde_json::from_str::<NetworkTrained>(&text).unwrap(), job);
    }
}
