//! Asking an engine about one position, over and over, each time with another seed.
//!
//! Every search is a [job](job::PositionDecided) with a number; its seed derives from the cell's seed
//! and that number.

pub(crate) mod job;
#[cfg(test)]
mod tests;

use crate::measurement::Observation;
use crate::numbered::Numbers;
use crate::plan::{Cell, EngineText};
use crate::{LabError, Observer};
use job::{Answer, Header, PositionDecided};
use std::collections::BTreeMap;
use std::path::Path;
use yomi_core::Stop;
use yomi_engine::Registry;
use yomi_run::Players;

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
        let numbers = Numbers {
            item: self.item,
            place: self.cell.place(),
            count: self.cell.size,
            record,
            workers,
            stop,
            observer,
        };
        let answers = numbers.run(
            &header,
            |run| header.job(run),
            || {
                let mut players = Players::new(self.registry);
                Ok(move |job: &PositionDecided| {
                    let players = players.get(&job.game, &job.engine);
                    let (referee, engine) = players.map_err(|error| self.broken(error))?;
                    job.ask(referee, engine, stop)
                        .map_err(|error| self.broken(error))
                })
            },
        )?;
        Ok(self.count(&answers))
    }

    fn count(&self, answers: &BTreeMap<u64, Answer>) -> Observation {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for answer in answers.values() {
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
