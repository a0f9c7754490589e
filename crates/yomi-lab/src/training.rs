//! Teaching the network of one cell: the games, the training, and the error that was left.
//!
//! Games and trainings are on file under names that say what they are, so each is made once:
//! the games as a journal that grows game by game, the training as a checkpoint after every epoch
//! and in the end as weights (`.safetensors`) and a report (`.json`), which comes last.

use crate::measurement::Observation;
use crate::plan::{Cell, EngineText};
use crate::report::write_whole;
use crate::{Estimate, LabError, Observer};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use yomi_core::{Seed, Stop};
use yomi_engine::{Registry, TrainError, TrainingJob};
use yomi_learn::games::SelfPlayHeader;
use yomi_learn::generation::GameGenerator;
use yomi_learn::learner::TrainingReport;

/// A training to be measured.
pub(crate) struct TrainingRun<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub teacher: &'a EngineText,
    pub network: &'a EngineText,
    pub random_moves: [u32; 2],
    pub games_seed: Seed,
}

impl TrainingRun<'_> {
    /// Plays the games and trains the network, or what is missing of that.
    pub fn run(
        &self,
        games: &Path,
        record: &Path,
        workers: usize,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<TrainingReport, LabError> {
        if record.is_file() {
            return self.read(record);
        }
        self.gather(games, workers, stop, observer)?;
        let checkpoint = record.with_extension("checkpoint");
        let job = TrainingJob {
            games: &[games.to_path_buf()],
            seed: self.cell.seed.number(),
            checkpoint: Some(&checkpoint),
            stop: stop.clone(),
        };
        let trained = self
            .cell
            .game
            .train(&self.network.spec, &job, &|_| ())
            .map_err(|error| match error {
                TrainError::Stopped { .. } => LabError::Stopped,
                error => self.broken(error.to_string()),
            })?;
        // Text keys only and no type that can refuse: the two ways in which this could fail.
        let mut report = serde_json::to_string_pretty(&trained.report)
            .expect("plain data is always writable as JSON");
        report.push('\n');
        write_whole(&record.with_extension("safetensors"), &trained.weights)?;
        write_whole(record, report.as_bytes())?;
        // What it was for is done; if it stays, nobody asks for it.
        let _ = fs::remove_file(&checkpoint);
        observer.unit_finished(self.item);
        Ok(trained.report)
    }

    /// What an earlier run has left.
    fn read(&self, record: &Path) -> Result<TrainingReport, LabError> {
        let text = fs::read(record).map_err(LabError::io("read", record))?;
        serde_json::from_slice(&text).map_err(|error| LabError::Record {
            path: record.to_owned(),
            line: error.line(),
            problem: format!("this is no report of a training: {error}"),
        })
    }

    fn gather(
        &self,
        path: &Path,
        workers: usize,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<(), LabError> {
        let gathering = GameGenerator {
            recipe: SelfPlayHeader::new(
                &self.cell.game_text,
                &self.teacher.full,
                self.random_moves,
                self.games_seed.number(),
            ),
            host: self.registry,
            workers: workers.max(1),
            stop: stop.clone(),
        };
        // The first call tells what was on file before.
        let begun = AtomicBool::new(false);
        let watch = |_| {
            if begun.swap(true, Ordering::Relaxed) {
                observer.unit_finished(self.item);
            }
        };
        let count = gathering
            .run(path, self.cell.size, &watch)
            .map_err(|error| self.broken(error.to_string()))?;
        match count < self.cell.size {
            true => Err(LabError::Stopped),
            false => Ok(()),
        }
    }

    fn broken(&self, problem: String) -> LabError {
        LabError::Broken {
            item: self.item.to_owned(),
            place: self.cell.place(),
            problem,
        }
    }
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
        },
        None => Observation::Training {
            positions: 0,
            train_positions: 0,
            error: Estimate {
                value: f64::NAN,
                low: f64::NAN,
                high: f64::NAN,
            },
            variance: f64::NAN,
        },
    }
}
