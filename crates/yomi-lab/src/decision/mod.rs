//! Asking an engine about one position, over and over, each time with another seed.
//!
//! Every search is a [job](job::PositionDecided) with a number; its seed derives from the cell's seed
//! and that number. The order of the lines in a record depends on which worker was faster, while the
//! answers, and everything computed from them, do not.

pub(crate) mod job;
#[cfg(test)]
mod tests;

use crate::measurement::Observation;
use crate::plan::{Cell, EngineText};
use crate::{LabError, Observer};
use job::{Answer, Header, PositionDecided};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use yomi_core::Stop;
use yomi_engine::Registry;
use yomi_run::{Executor, Job, Journal, JournalError, Players, RunError, WorkQueue};

/// A decision to be measured.
pub(crate) struct Decision<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub engine: &'a EngineText,
    pub moves: &'a [String],
    pub right: &'a [String],
}

impl Decision<'_> {
    /// Runs every search that is not in the record yet and counts the answers.
    pub fn run(
        &self,
        record: &Path,
        workers: usize,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Observation, LabError> {
        let header = Header::new(
            &self.cell.game_text,
            &self.engine.full,
            self.moves,
            self.cell.seed,
        );
        let (mut journal, mut answers) = open(record, &header)?;
        let done: Vec<_> = answers.keys().map(|&run| header.job(run).id()).collect();
        let missing = (0..self.cell.size).filter(|run| !answers.contains_key(run));
        let executor = Executor {
            workers: workers.clamp(1, missing.count().max(1)),
            stop: stop.clone(),
        };
        let jobs = (0..self.cell.size).map(|run| Ok::<_, LabError>(header.job(run)));
        let queue = WorkQueue::new(jobs, |_: &PositionDecided, answer: Answer| {
            observer.unit_finished(self.item);
            answers.insert(answer.run, answer);
            Ok(ControlFlow::Continue(()))
        });
        let ran = executor.run(queue.with_journal(&mut journal, done), || {
            let mut players = Players::new(self.registry);
            Ok(move |job: &PositionDecided| {
                let players = players.get(&job.game, &job.engine);
                let (referee, engine) = players.map_err(|error| self.broken(error))?;
                job.ask(referee, engine, stop)
                    .map_err(|error| self.broken(error))
            })
        });
        ran.map_err(|error| match error {
            LabError::Run(RunError::Panicked(panic)) => self.broken(format!("the engine {panic}")),
            LabError::Run(RunError::Workers(error)) => self.broken(error),
            error => error,
        })?;
        if stop.is_raised() {
            return Err(LabError::Stopped);
        }
        Ok(self.count(&answers))
    }

    /// Answers beyond the size of the cell (of an earlier, larger run) do not count.
    fn count(&self, answers: &BTreeMap<u64, Answer>) -> Observation {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for answer in answers.range(..self.cell.size).map(|(_, answer)| answer) {
            *counts.entry(answer.best.clone()).or_default() += 1;
        }
        Observation::Decision {
            runs: counts.values().sum(),
            right: self
                .right
                .iter()
                .filter_map(|right| counts.get(right))
                .sum(),
            answers: counts,
        }
    }

    fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.cell.place(), problem)
    }
}

/// Opens a record, or begins one, and reads the answers in it.
fn open(path: &Path, header: &Header) -> Result<(Journal, BTreeMap<u64, Answer>), JournalError> {
    let mut answers = BTreeMap::new();
    let journal = Journal::open(path, header, |answer: Answer, place| {
        let run = answer.run;
        match answers.insert(run, answer) {
            None => Ok(()),
            Some(_) => Err(place.bad(format!("run {run} is there twice"))),
        }
    })?;
    Ok((journal, answers))
}
