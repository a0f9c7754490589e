//! Work that comes as jobs numbered from zero, with a journal of their results.
//!
//! The order of the lines in a record depends on which worker was faster, while the results, by number, and
//! everything computed from them do not.

use crate::{LabError, Observer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use yomi_core::Stop;
use yomi_run::{Executor, Header, Job, Journal, JournalError, RunError, WorkQueue};

/// The result of a job that has a number.
pub(crate) trait Numbered: Serialize + DeserializeOwned + Send {
    /// What is counted, in one word.
    const COUNTED: &'static str;

    /// Its number, counted from zero.
    fn number(&self) -> u64;
}

/// Where and how jobs are run.
pub(crate) struct Numbers<'a> {
    /// The item's name, and the place in it, for messages.
    pub item: &'a str,
    pub place: String,
    /// How many jobs there are.
    pub count: u64,
    pub record: PathBuf,
    pub workers: usize,
    pub stop: &'a Stop,
    pub observer: &'a dyn Observer,
}

impl Numbers<'_> {
    /// Runs every job that is not in the record yet; the results of all by number. Results beyond the count, of an
    /// earlier and larger run, are left out.
    pub fn run<H: Header, J: Job, W>(
        &self,
        header: &H,
        job: impl Fn(u64) -> J + Sync,
        worker: impl Fn() -> Result<W, LabError> + Sync,
    ) -> Result<BTreeMap<u64, J::Output>, LabError>
    where
        J::Output: Numbered,
        W: FnMut(&J) -> Result<Option<J::Output>, LabError>,
    {
        let all: Vec<u64> = (0..self.count).collect();
        let mut results = self.run_those(header, &all, job, worker)?;
        results.retain(|&number, _| number < self.count);
        Ok(results)
    }

    /// Runs those jobs that are not in the record yet; all results in the record by number.
    pub fn run_those<H: Header, J: Job, W>(
        &self,
        header: &H,
        wanted: &[u64],
        job: impl Fn(u64) -> J + Sync,
        worker: impl Fn() -> Result<W, LabError> + Sync,
    ) -> Result<BTreeMap<u64, J::Output>, LabError>
    where
        J::Output: Numbered,
        W: FnMut(&J) -> Result<Option<J::Output>, LabError>,
    {
        let (mut journal, mut results) = open::<H, J::Output>(&self.record, header)?;
        let missing = wanted.iter().copied();
        let missing: Vec<u64> = missing.filter(|n| !results.contains_key(n)).collect();
        let executor = Executor {
            workers: self.workers.clamp(1, missing.len().max(1)),
            stop: self.stop.clone(),
        };
        let jobs = missing
            .into_iter()
            .map(|number| Ok::<_, LabError>(job(number)));
        let queue = WorkQueue::new(jobs, |_: &J, result: J::Output| {
            self.observer.unit_finished(self.item);
            results.insert(result.number(), result);
            Ok(ControlFlow::Continue(()))
        });
        let ran = executor.run(queue.with_journal(&mut journal, Vec::new()), worker);
        ran.map_err(|error| match error {
            LabError::Run(RunError::Panicked(panic)) => self.broken(format!("the engine {panic}")),
            LabError::Run(RunError::Workers(error)) => self.broken(error),
            error => error,
        })?;
        let is_whole = wanted.iter().all(|number| results.contains_key(number));
        match self.stop.is_raised() || !is_whole {
            true => Err(LabError::Stopped),
            false => Ok(results),
        }
    }

    /// Something broke down here.
    pub fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.place.clone(), problem)
    }
}

/// Opens a record, or begins one, and reads the results in it.
pub(crate) fn open<H: Header, R: Numbered>(
    path: &Path,
    header: &H,
) -> Result<(Journal, BTreeMap<u64, R>), JournalError> {
    let mut results = BTreeMap::new();
    let journal = Journal::open(path, header, |result: R, place| {
        let number = result.number();
        match results.insert(number, result) {
            None => Ok(()),
            Some(_) => Err(place.bad(format!("{} {number} is there twice", R::COUNTED))),
        }
    })?;
    Ok((journal, results))
}
