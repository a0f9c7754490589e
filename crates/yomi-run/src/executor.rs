//! The executor: threads of this machine that run the jobs of a queue.

use crate::{Job, RunError, WorkQueue, guarded};
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi_core::Stop;
use yomi_core::resources::run_workers;

/// A pool of threads. Their number changes no result, only the order of results.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The number of jobs that run at the same time.
    pub workers: usize,
    /// Ends the run early when raised.
    pub stop: Stop,
}

/// The state that the workers share. It is locked only between jobs.
struct Shared<'a, J: Job, E> {
    queue: WorkQueue<'a, J, E>,
    failure: Option<E>,
}

/// Nothing is started any more after a panic, and the journal is valid at every moment: looking at
/// what is left is safe.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Executor {
    /// Runs jobs until the queue is empty, the stop flag is raised, or a job fails; then the jobs in
    /// progress are finished, and the first failure is returned. A panic is a failure.
    ///
    /// `make` makes a worker with its referees and engines, when a thread takes its first
    /// job. The worker returns the result of a job, or `None` if it was stopped before the end, which
    /// ends the run.
    pub fn run<'a, J, W, E>(
        &self,
        queue: WorkQueue<'a, J, E>,
        make: impl Fn() -> Result<W, E> + Sync,
    ) -> Result<(), E>
    where
        J: Job,
        W: FnMut(&J) -> Result<Option<J::Output>, E>,
        E: From<RunError> + Send,
    {
        let shared = Mutex::new(Shared {
            queue,
            failure: None,
        });
        let started = run_workers(self.workers, || {
            let worked = guarded(|| self.work(&shared, &make))
                .unwrap_or_else(|panic| Err(RunError::Panicked(panic).into()));
            if let Err(error) = worked {
                let mut shared = lock(&shared);
                shared.queue.close();
                shared.failure.get_or_insert(error);
            }
        });
        started.map_err(RunError::from)?;
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.failure {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The loop of one worker.
    fn work<J, W, E>(
        &self,
        shared: &Mutex<Shared<'_, J, E>>,
        make: impl Fn() -> Result<W, E>,
    ) -> Result<(), E>
    where
        J: Job,
        W: FnMut(&J) -> Result<Option<J::Output>, E>,
        E: From<RunError>,
    {
        let mut worker = None;
        while !self.stop.is_raised() {
            // A statement of its own: the lock is given back before the job is run.
            let job = lock(shared).queue.take()?;
            let Some(job) = job else { break };
            let worker = match &mut worker {
                Some(worker) => worker,
                none => none.insert(make()?),
            };
            match worker(&job)? {
                Some(result) => lock(shared).queue.finish(&job, result)?,
                None => lock(shared).queue.close(),
            }
        }
        Ok(())
    }
}
