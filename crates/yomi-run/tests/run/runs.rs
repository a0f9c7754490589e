//! Runs: what is handed out, taken in, skipped, stopped, and resumed.

use crate::support::{Sum, SumHeader, SumResult};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use yomi_core::Stop;
use yomi_run::{Executor, Job, Journal, JournalError, RunError, WorkQueue};

const SEED: u64 = 7;

fn jobs(count: u64) -> impl Iterator<Item = Result<Sum, RunError>> + Send {
    (0..count).map(|number| Ok(Sum::new(SEED, number)))
}

fn executor(workers: usize) -> Executor {
    Executor {
        workers,
        stop: Stop::default(),
    }
}

/// Runs what is missing of so many jobs, stopping after some; returns all results there are and
/// how many were run.
fn run(path: &Path, count: u64, workers: usize, most: usize) -> (BTreeMap<u64, u64>, usize) {
    let mut results = BTreeMap::new();
    let mut journal = Journal::open(path, &SumHeader::new(SEED, 1), |result: SumResult, _| {
        results.insert(result.number, result.sum);
        Ok::<_, JournalError>(())
    })
    .unwrap();
    let done: Vec<_> = results
        .keys()
        .map(|&number| Sum::new(SEED, number).id())
        .collect();
    let ran = AtomicUsize::new(0);
    let mut received = 0;
    let queue = WorkQueue::new(jobs(count), |job: &Sum, result| {
        assert_eq!(job.run(), result);
        results.insert(result.number, result.sum);
        received += 1;
        Ok(match received < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    });
    let queue = queue.with_journal(&mut journal, done);
    executor(workers)
        .run(queue, || {
            Ok(|job: &Sum| {
                ran.fetch_add(1, Ordering::Relaxed);
                Ok(Some(job.run()))
            })
        })
        .unwrap();
    (results, ran.into_inner())
}

#[test]
fn a_run_in_parts_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole.jsonl", "parts.jsonl"].map(|name| folder.path().join(name));
    let (results, ran) = run(&whole, 9, 1, 100);
    assert_eq!((results.len(), ran), (9, 9));
    let bytes = fs::read(&whole).unwrap();
    for length in 0..=bytes.len() {
        fs::write(&parts, &bytes[..length]).unwrap();
        let lines = bytes[..length].iter().filter(|&&b| b == b'\n').count();
        let (resumed, ran) = run(&parts, 9, 1, 100);
        assert_eq!(
            (&resumed, ran),
            (&results, 10 - lines.max(1)),
            "cut at {length}"
        );
        assert_eq!(fs::read(&parts).unwrap(), bytes, "cut at {length}");
    }
    for workers in [2, 5] {
        fs::remove_file(&parts).unwrap();
        assert_eq!(run(&parts, 4, workers, 100).0.len(), 4);
        assert_eq!(run(&parts, 9, workers, 100), (results.clone(), 5));
        assert_eq!(run(&parts, 9, workers, 100), (results.clone(), 0));
    }
}

#[test]
fn nothing_more_is_started_once_there_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.jsonl");
    assert_eq!(run(&path, 100, 1, 3).1, 3);
    assert_eq!(run(&path, 100, 1, 4).0.len(), 7);
}

#[test]
fn a_job_run_twice_is_counted_once() {
    // Asked for twice: handed out once.
    let ran = AtomicUsize::new(0);
    let mut sums = Vec::new();
    let twice = jobs(5).chain(jobs(7));
    let queue = WorkQueue::new(twice, |_: &Sum, result| {
        sums.push(result.sum);
        Ok(ControlFlow::Continue(()))
    });
    let work = |job: &Sum| {
        ran.fetch_add(1, Ordering::Relaxed);
        Ok(Some(job.run()))
    };
    executor(1).run(queue, || Ok(work)).unwrap();
    assert_eq!((sums, ran.into_inner()), ((7..14).collect(), 7));

    // Run twice, as by two machines of which one was thought dead: taken once.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.jsonl");
    let mut journal = Journal::open(&path, &SumHeader::new(SEED, 1), |_: SumResult, _| {
        Ok::<_, JournalError>(())
    })
    .unwrap();
    let mut count = 0;
    let mut queue = WorkQueue::new(jobs(1), |_: &Sum, _| {
        count += 1;
        Ok(ControlFlow::Continue(()))
    })
    .with_journal(&mut journal, []);
    let job = queue.take().unwrap().unwrap();
    queue.finish(&job, job.run()).unwrap();
    queue.finish(&job, job.run()).unwrap();
    assert!(queue.take().unwrap().is_none());
    drop(queue);
    assert_eq!(count, 1);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
}

#[test]
fn a_stopped_run_starts_nothing_and_drops_what_was_cut_short() {
    for workers in [1, 3] {
        let executor = executor(workers);
        let mut sums = Vec::new();
        let queue = WorkQueue::new(jobs(100), |_: &Sum, result| {
            sums.push(result.sum);
            Ok(ControlFlow::Continue(()))
        });
        let stop = &executor.stop;
        let work = |job: &Sum| {
            if job.number == 10 {
                stop.raise();
            }
            Ok((!stop.is_raised()).then(|| job.run()))
        };
        executor.run(queue, || Ok(work)).unwrap();
        assert!(!sums.contains(&17) && sums.len() <= 9 + workers, "{sums:?}");
    }
}

#[test]
fn the_first_failure_ends_the_run_and_panics_are_failures() {
    for workers in [1, 3] {
        let mut sums = Vec::new();
        let queue = WorkQueue::new(jobs(100), |_: &Sum, result| {
            sums.push(result.sum);
            Ok(ControlFlow::Continue(()))
        });
        let work = |job: &Sum| {
            assert!(job.number < 10, "number {}", job.number);
            Ok(Some(job.run()))
        };
        let error = executor(workers).run(queue, || Ok(work)).unwrap_err();
        let message = error.to_string();
        assert!(
            message.starts_with("a worker panicked: number 1"),
            "{message}"
        );
        assert_eq!(sums.len(), 10);
    }
    // A worker that cannot be made, a queue that breaks down, a receiver that does.
    let fail = || Err(RunError::Panicked("on purpose".to_owned()));
    let queue = WorkQueue::new(jobs(3), |_: &Sum, _| Ok(ControlFlow::Continue(())));
    let made = executor(2).run(queue, || fail().map(|()| |job: &Sum| Ok(Some(job.run()))));
    let broken = jobs(2).chain(std::iter::once_with(|| fail().map(|()| Sum::new(0, 0))));
    let queue = WorkQueue::new(broken, |_: &Sum, _| Ok(ControlFlow::Continue(())));
    let queued = executor(2).run(queue, || Ok(|job: &Sum| Ok(Some(job.run()))));
    let queue = WorkQueue::new(jobs(3), |_: &Sum, _| fail().map(ControlFlow::Continue));
    let received = executor(2).run(queue, || Ok(|job: &Sum| Ok(Some(job.run()))));
    for result in [made, queued, received] {
        assert_eq!(result.unwrap_err().to_string(), "a worker on purpose");
    }
}

#[test]
fn jobs_are_run_at_the_same_time() {
    // Nobody passes before the other is there.
    let meeting = std::sync::Barrier::new(2);
    let queue = WorkQueue::new(jobs(2), |_: &Sum, _| Ok(ControlFlow::Continue(())));
    let work = |job: &Sum| {
        meeting.wait();
        Ok(Some(job.run()))
    };
    executor(2).run(queue, || Ok(work)).unwrap();
}

#[test]
fn a_worker_is_made_for_its_first_job_only() {
    let made = AtomicUsize::new(0);
    let make = || {
        made.fetch_add(1, Ordering::Relaxed);
        Ok(|job: &Sum| Ok(Some(job.run())))
    };
    let queue = |count| WorkQueue::new(jobs(count), |_: &Sum, _| Ok(ControlFlow::Continue(())));
    executor(4).run(queue(0), make).unwrap();
    assert_eq!(made.load(Ordering::Relaxed), 0);
    executor(1).run(queue(9), make).unwrap();
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[test]
fn ids_are_the_same_for_ever() {
    assert_eq!(
        Sum::new(7, 0).id().to_string(),
        "2bf1782e975cd15363aa1688caa86efa"
    );
    let read: Sum = serde_json::from_str(r#"{ "number": 0, "seed": 7, "job": "sum" }"#).unwrap();
    assert_eq!(read.id(), Sum::new(7, 0).id());
    assert_ne!(read.id(), Sum::new(7, 1).id());
}
