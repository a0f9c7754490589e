//! Tasks spread over threads, with results in the order of the tasks.

use std::sync::atomic::{AtomicUsize, Ordering};
use yomi_core::resources::{WorkerError, run_workers};
use yomi_core::{Stop, cpu_time};

/// The processor time of the calling thread in seconds; 0 where the system does not tell.
pub fn thread_seconds() -> f64 {
    cpu_time::of_thread().map_or(0.0, |time| time.as_secs_f64())
}

/// The results of the tasks `0..count`, and the processor seconds they took; `None` if stopped, since
/// tasks are then left out or cut short. Every thread works with a value of its own, given by `make`.
pub fn spread<T: Send, W>(
    workers: usize,
    count: usize,
    stop: &Stop,
    make: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> Result<Option<(Vec<T>, f64)>, WorkerError> {
    let next = AtomicUsize::new(0);
    let threads = run_workers(workers.min(count).max(1), || {
        let mut worker = make();
        let mut done = Vec::new();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= count || stop.is_raised() {
                return (done, thread_seconds());
            }
            done.push((task, work(&mut worker, task)));
        }
    })?;
    if stop.is_raised() {
        return Ok(None);
    }
    let seconds = threads.iter().map(|(_, seconds)| seconds).sum();
    let mut results: Vec<(usize, T)> = threads.into_iter().flat_map(|(done, _)| done).collect();
    results.sort_by_key(|(task, _)| *task);
    let results = results.into_iter().map(|(_, result)| result).collect();
    Ok(Some((results, seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        let squares = |workers, count| {
            let stop = Stop::default();
            let done = spread(workers, count, &stop, || (), |(), task| task * task);
            done.unwrap().unwrap().0
        };
        for workers in [1, 3, 20] {
            let expected: Vec<usize> = (0..10).map(|task| task * task).collect();
            assert_eq!(squares(workers, 10), expected);
        }
        assert!(squares(4, 0).is_empty());
    }

    #[test]
    fn what_was_stopped_has_no_results() {
        for workers in [1, 3] {
            let (stop, begun) = (Stop::default(), AtomicUsize::new(0));
            let done = spread(
                workers,
                1000,
                &stop,
                || (),
                |(), task| {
                    begun.fetch_add(1, Ordering::Relaxed);
                    if task == 5 {
                        stop.raise();
                    }
                },
            );
            assert!(done.unwrap().is_none());
            assert!(begun.into_inner() < 1000, "{workers} workers");
        }
    }
}
