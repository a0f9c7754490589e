//! Resources of the machine that may be exhausted: threads, file handles, memory.
//!
//! Their lack must be reported as such and not be attributed to a program: a program that could
//! not be started for lack of a file handle has not crashed.

use crate::memory::{self, OutOfMemory};
use std::io::{self, ErrorKind};
use std::sync::{PoisonError, RwLock};
use std::thread;
use thiserror::Error;

/// Whether the system refused something because it, or this process, has no more of it: file
/// handles, processes, threads or memory.
pub fn is_exhaustion(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::OutOfMemory | ErrorKind::WouldBlock)
        || has_too_many_files(error)
}

#[cfg(unix)]
fn has_too_many_files(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(
        Errno::from_io_error(error),
        Some(Errno::MFILE | Errno::NFILE)
    )
}

#[cfg(not(unix))]
fn has_too_many_files(_: &io::Error) -> bool {
    false
}

/// The lack of a resource that a search needs.
#[derive(Debug, Error)]
pub enum Shortage {
    /// Memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Threads.
    #[error("{wanted} threads cannot be had: the system gave {given} ({source})")]
    Threads {
        /// How many were asked for.
        wanted: usize,
        /// The available number, without other users of the machine.
        given: usize,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// Memory that a thread of a search takes apart from what all threads share: its stack and its
/// buffers.
const THREAD_BYTES: u64 = 3 << 20;

/// Whether a search can have so many threads and so much memory. The threads are started and
/// ended again, since no system says beforehand how many it will give.
///
/// ```
/// assert!(yomi_core::resources::check(2, 1 << 20).is_ok());
/// assert!(yomi_core::resources::check(1, 1 << 60).is_err());
/// ```
pub fn check(threads: usize, bytes: u64) -> Result<(), Shortage> {
    // The thread that asks works too.
    let others = threads.saturating_sub(1);
    let stacks = (others as u64).saturating_mul(THREAD_BYTES);
    memory::check(bytes.saturating_add(stacks))?;
    match run_workers(others, || ()) {
        Ok(_) => Ok(()),
        Err(error) => Err(Shortage::Threads {
            wanted: threads,
            given: error.started + 1,
            source: error.source,
        }),
    }
}

/// Not all workers could be started, so none of them worked.
#[derive(Debug, Error)]
#[error(
    "only {started} of {wanted} threads for workers could be started ({source}): try fewer workers"
)]
pub struct WorkerError {
    /// How many could.
    pub started: usize,
    /// How many there should have been.
    pub wanted: usize,
    /// The error of the operating system.
    pub source: io::Error,
}

/// Runs `work` in so many threads at the same time, and waits for them all; a panic in one of them
/// goes on here. Nobody begins before everybody is there: with too few threads nothing happens, so
/// that the same can be asked again for fewer.
///
/// ```
/// use yomi_core::resources::run_workers;
/// let next = std::sync::atomic::AtomicUsize::new(0);
/// let mut numbers = run_workers(3, || next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))?;
/// numbers.sort();
/// assert_eq!(numbers, [0, 1, 2]);
/// # Ok::<(), yomi_core::resources::WorkerError>(())
/// ```
pub fn run_workers<T: Send>(
    workers: usize,
    work: impl Fn() -> T + Sync,
) -> Result<Vec<T>, WorkerError> {
    let all_there = RwLock::new(false);
    let wait_and_work = || {
        let begin = *all_there.read().unwrap_or_else(PoisonError::into_inner);
        begin.then(&work)
    };
    thread::scope(|scope| {
        let mut closed = all_there.write().unwrap_or_else(PoisonError::into_inner);
        let mut threads = Vec::with_capacity(workers);
        for started in 0..workers {
            match thread::Builder::new().spawn_scoped(scope, wait_and_work) {
                Ok(thread) => threads.push(thread),
                Err(source) => {
                    return Err(WorkerError {
                        started,
                        wanted: workers,
                        source,
                    });
                }
            }
        }
        *closed = true;
        drop(closed);
        let results = threads.into_iter().filter_map(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        Ok(results.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_worker_is_not_lost() {
        let caught = std::panic::catch_unwind(|| {
            let _ = run_workers(2, || panic!("on purpose"));
        });
        assert!(caught.is_err());
    }

    #[cfg(unix)]
    #[test]
    fn exhaustion_is_told_from_other_failures() {
        use rustix::io::Errno;
        for errno in [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM] {
            assert!(is_exhaustion(&errno.into()), "{errno}");
        }
        for errno in [Errno::NOENT, Errno::ACCESS, Errno::PIPE, Errno::NOEXEC] {
            assert!(!is_exhaustion(&errno.into()), "{errno}");
        }
    }
}
