//! Asking an engine about one position, over and over, each time with another seed.
//!
//! Every search is a [job](job::PositionDecided) with a number; its seed derives from the cell's seed
//! and that number.

pub(crate) mod job;
#[cfg(test)]
mod tests;

use crate::LabError;
use crate::measurement::Observation;
use crate::numbered::Numbers;
use crate::plan::{Cell, EngineText};
use job::{Answer, Header, PositionDecided};
use std::collections::BTreeMap;
use yomi_engine::Registry;
use yomi_run::Players;

/// A decision to be measured.
pub(crate) struct Decision<'a> {
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub engine: &'a EngineText,
    pub moves: &'a [String],
    pub right: &'a [String],
}

impl Decision<'_> {
    /// Runs every search that is not in the record yet and counts the answers.
    pub fn run(&self, numbers: &Numbers<'_>) -> Result<Observation, LabError> {
        let header = Header::new(
            &self.cell.game_text,
            &self.engine.full,
            self.moves,
            self.cell.seed,
        );
        let answers = numbers.run(
            &header,
            |run| header.job(run),
            || {
                let mut players = Players::new(self.registry);
                Ok(move |job: &PositionDecided| {
                    let players = players.get(&job.game, &job.engine);
                    let (referee, engine) = players.map_err(|error| numbers.broken(error))?;
                    job.ask(referee, engine, numbers.stop)
                        .map_err(|error| numbers.broken(error))
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
}
