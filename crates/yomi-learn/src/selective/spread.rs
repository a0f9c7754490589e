//! Tasks spread over threads, with results in the order of the tasks.

use std::sync::atomic::{AtomicUsize, Ordering};
use yomi_core::cpu_time;
use yomi_core::resources::{WorkerError, run_workers};

/// The processor time of the calling thread in seconds; 0 where the system does not tell.
pub fn thread_seconds() -> f64 {
    cpu_time::of_thread().map_or(0.0, |time| time.as_secs_f64())
}

/// The results of the tasks `0..count`, and the processor seconds they took. Every thread works with a
/// value of its own, given by `make`.
pub fn spread<T: Send, W>(
    workers: usize,
    count: usize,
    make: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> Result<(Vec<T>, f64), WorkerError> {
    let next = AtomicUsize::new(0);
    let threads = run_workers(workers.min(count).max(1), || {
        let mut worker = make();
        let mut done = Vec::new();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= count {
                return (done, thread_seconds());
            }
            done.push((task, work(&mut worker, task)));
        }
    })?;
    let seconds = threads.iter().map(|(_, seconds)| seconds).sum();
    let mut results: Vec<(usize, T)> = threads.into_iter().flat_map(|(done, _)| done).collect();
    results.sort_by_key(|(task, _)| *task);
    Ok((
        results.into_iter().map(|(_, result)| result).collect(),
        seconds,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for workers in [1, 3, 20] {
            let (squares, _) = spread(workers, 10, || (), |(), task| task * task).unwrap();
            let expected: Vec<usize> = (0..10).map(|task| task * task).collect();
            assert_eq!(squares, expected);
        }
        assert!(spread(4, 0, || (), |(), task| task).unwrap().0.is_empty());
    }
}
