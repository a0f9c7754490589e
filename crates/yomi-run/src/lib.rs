//! Jobs, the journal of their results, and the executor that runs them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`job`] | a [`Job`]: a description whose JSON determines its result, and its id |
//! | [`journal`] | a [`Journal`]: the append-only file of results, from which a killed run resumes |
//! | [`header`] | the first line of a journal: the description of the run |
//! | [`queue`] | a [`WorkQueue`]: the jobs that are left, and the receiver of results |
//! | [`executor`] | an [`Executor`]: threads of this machine that run the jobs of a queue |
//! | [`players`] | the rules and the engine of a worker, made from the texts in a job |
//!
//! An executor sees jobs and results and nothing else, so that another one (other processes, other
//! machines) can take the place of the threads.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use std::ops::ControlFlow;
//! use yomi_core::Stop;
//! use yomi_run::{Executor, Job, RunError, WorkQueue};
//!
//! #[derive(Serialize, Deserialize)]
//! #[serde(tag = "job", rename = "square")]
//! struct Square {
//!     number: u64,
//! }
//!
//! impl Job for Square {
//!     type Output = u64;
//! }
//!
//! let mut sum = 0;
//! let jobs = (0..10).map(|number| Ok::<_, RunError>(Square { number }));
//! let queue = WorkQueue::new(jobs, |_: &Square, square| {
//!     sum += square;
//!     Ok(ControlFlow::Continue(()))
//! });
//! let executor = Executor { workers: 2, stop: Stop::default() };
//! executor.run(queue, || Ok(|job: &Square| Ok(Some(job.number * job.number))))?;
//! assert_eq!(sum, 285);
//! # Ok::<_, RunError>(())
//! ```

#![forbid(unsafe_code)]

pub mod error;
pub mod executor;
mod guard;
pub mod header;
pub mod job;
pub mod journal;
mod line;
pub mod players;
pub mod queue;

pub use error::{JournalError, RunError};
pub use executor::Executor;
pub use guard::guarded;
pub use header::Header;
pub use job::{Job, JobId};
pub use journal::{Journal, Place, read_journal};
pub use players::Players;
pub use queue::WorkQueue;
