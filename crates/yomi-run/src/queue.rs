//! The work queue: the jobs that are left, and the receiver of results.

use crate::{Job, JobId, Journal, RunError};
use std::collections::HashSet;
use std::ops::ControlFlow;

type Jobs<'a, J, E> = Box<dyn Iterator<Item = Result<J, E>> + Send + 'a>;
type Receive<'a, J, E> =
    Box<dyn FnMut(&J, <J as Job>::Output) -> Result<ControlFlow<()>, E> + Send + 'a>;

/// Hands jobs out in order and accepts results in any order.
///
/// A result goes to the journal first and then to the receiver, which may end the run early by
/// [`ControlFlow::Break`]: then no more jobs are handed out, while results of running jobs are still
/// accepted. A duplicate job is handed out once, and a duplicate result is accepted once.
pub struct WorkQueue<'a, J: Job, E> {
    jobs: Jobs<'a, J, E>,
    started: HashSet<JobId>,
    finished: HashSet<JobId>,
    journal: Option<&'a mut Journal>,
    receive: Receive<'a, J, E>,
    closed: bool,
}

impl<'a, J: Job, E: From<RunError>> WorkQueue<'a, J, E> {
    /// A queue of these jobs, which are made lazily; `receive` is called with every result and its job.
    pub fn new(
        jobs: impl Iterator<Item = Result<J, E>> + Send + 'a,
        receive: impl FnMut(&J, J::Output) -> Result<ControlFlow<()>, E> + Send + 'a,
    ) -> Self {
        WorkQueue {
            jobs: Box::new(jobs),
            started: HashSet::new(),
            finished: HashSet::new(),
            journal: None,
            receive: Box::new(receive),
            closed: false,
        }
    }

    /// Appends every result to this journal, and hands out no job whose result is in it already.
    #[must_use]
    pub fn with_journal(
        mut self,
        journal: &'a mut Journal,
        done: impl IntoIterator<Item = JobId>,
    ) -> Self {
        self.journal = Some(journal);
        self.finished.extend(done);
        self.started.extend(&self.finished);
        self
    }

    /// The next job; `None` when no more jobs are to be started.
    pub fn take(&mut self) -> Result<Option<J>, E> {
        while !self.closed {
            let Some(job) = self.jobs.next().transpose()? else {
                break;
            };
            if self.started.insert(job.id()) {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    /// Accepts the result of a job.
    pub fn finish(&mut self, job: &J, result: J::Output) -> Result<(), E> {
        if !self.finished.insert(job.id()) {
            return Ok(());
        }
        if let Some(journal) = &mut self.journal {
            journal.append(&result).map_err(RunError::from)?;
        }
        if (self.receive)(job, result)?.is_break() {
            self.close();
        }
        Ok(())
    }

    /// Stops handing out jobs.
    pub fn close(&mut self) {
        self.closed = true;
    }
}
