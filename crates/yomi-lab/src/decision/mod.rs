//! Asking an engine about one position, over and over, each time with another seed.
//!
//! Every search has a number; its seed derives from the cell's seed and that number. Workers take
//! the next number that is not on record yet, so the order of the lines in a record depends on
//! who was faster, while the answers, and everything computed from them, do not.

mod journal;

use crate::measurement::Observation;
use crate::plan::{Cell, EngineText, position_seed};
use crate::{LabError, Observer};
use journal::{Answer, Header};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use yomi_core::resources::run_workers;
use yomi_core::{Engine, EngineError, Stop};
use yomi_learn::ledger::Ledger;

/// A decision to be measured.
pub(crate) struct Decision<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
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
        let (journal, mut answers) = journal::open(record, &header)?;
        let missing: Vec<u64> = (0..self.cell.size)
            .filter(|run| !answers.contains_key(run))
            .collect();
        let desk = Desk {
            missing,
            next: AtomicUsize::new(0),
            given_up: AtomicBool::new(false),
            journal: Mutex::new(journal),
        };
        let workers = workers.clamp(1, desk.missing.len().max(1));
        let results = run_workers(workers, || {
            // After a panic nothing of this worker is looked at again.
            catch_unwind(AssertUnwindSafe(|| self.work(&desk, stop, observer)))
                .unwrap_or_else(|_| Err(self.broken("the engine panicked")))
        });
        for result in results.map_err(|error| self.broken(&error.to_string()))? {
            for answer in result? {
                answers.insert(answer.run, answer);
            }
        }
        if stop.is_raised() {
            return Err(LabError::Stopped);
        }
        Ok(self.count(&answers))
    }

    /// What one worker does.
    fn work(
        &self,
        desk: &Desk,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Vec<Answer>, LabError> {
        // However this worker ends, the others need not go on if it ends badly.
        let mut alarm = Alarm {
            given_up: &desk.given_up,
            armed: true,
        };
        let mut engine = self
            .cell
            .game
            .engine(&self.engine.spec)
            .map_err(|error| self.broken(&error.to_string()))?;
        let mut answers = Vec::new();
        while !stop.is_raised()
            && !desk.given_up.load(Ordering::Relaxed)
            && let Some(&run) = desk.missing.get(desk.next.fetch_add(1, Ordering::Relaxed))
        {
            let answer = self
                .ask(engine.as_mut(), run, stop)
                .map_err(|error| LabError::broken(self.item, &self.cell.place(), &error))?;
            // A search that was cut short answers something else than it would have.
            if stop.is_raised() {
                break;
            }
            desk.journal
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .append(&answer)?;
            observer.unit_finished(self.item);
            answers.push(answer);
        }
        alarm.armed = false;
        Ok(answers)
    }

    fn ask(&self, engine: &mut dyn Engine, run: u64, stop: &Stop) -> Result<Answer, EngineError> {
        let seed = self.cell.seed.child("run").index(run);
        let mut referee = self.cell.game.referee();
        referee.new_game(position_seed(self.cell.seed));
        engine.new_game(seed)?;
        for text in self.moves {
            let (spelled, chance) = referee.play(text)?;
            engine.play(&spelled, chance)?;
        }
        let report = engine.think(None, stop)?;
        Ok(Answer {
            run,
            best: report.best,
            simulations: report.simulations,
            nodes: report.nodes,
            seed,
        })
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

    fn broken(&self, problem: &str) -> LabError {
        LabError::Broken {
            item: self.item.to_owned(),
            place: self.cell.place(),
            problem: problem.to_owned(),
        }
    }
}

/// What the workers share.
struct Desk {
    missing: Vec<u64>,
    next: AtomicUsize,
    given_up: AtomicBool,
    journal: Mutex<Ledger>,
}

/// Tells the other workers when this one ends before it is disarmed, panics included.
struct Alarm<'a> {
    given_up: &'a AtomicBool,
    armed: bool,
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if self.armed {
            self.given_up.store(true, Ordering::Relaxed);
        }
    }
}
