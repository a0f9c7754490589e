//! Limits that are being used up: what a running search asks "may I go on?".
//!
//! Time is measured by a [`TimeSource`]. Reading a clock costs as much as a twentieth of a fast
//! simulation, so it is not read at every question but about every half millisecond, and at least
//! once in 32 questions: a deadline is missed by no more than the time of so many.
//! A deadline that was seen to have passed has passed for good, and for every thread of the search.

use crate::{Limits, Stop, StopReason, cpu_time};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// How far apart readings of the clock should be.
const READING_INTERVAL: Duration = Duration::from_micros(500);

/// Most questions between two readings, however fast they come: the next ones may be slow.
const MOST_QUESTIONS: u32 = 32;

/// The source of time for the limits of a search.
#[derive(Clone, Default)]
pub enum TimeSource {
    /// The clock on the wall, as in a game.
    #[default]
    Wall,
    /// Processor time, all threads of the search together: comparable however busy the machine is.
    Processor,
    /// A function that returns the time since some fixed moment: for simulations and tests.
    Simulated(Arc<dyn Fn() -> Duration + Send + Sync>),
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeSource::Wall => "Wall",
            TimeSource::Processor => "Processor",
            TimeSource::Simulated(_) => "Simulated",
        })
    }
}

/// A time source that runs since the start of the search.
#[derive(Clone)]
enum Meter {
    Wall(Instant),
    Processor {
        /// The processor time of the thread that is counted already. Clones within a thread share
        /// it, so that nothing is counted twice.
        counted: Arc<AtomicU64>,
        thread: ThreadId,
    },
    Simulated {
        now: Arc<dyn Fn() -> Duration + Send + Sync>,
        started: Duration,
    },
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Meter::Wall(_) => "Wall",
            Meter::Processor { .. } => "Processor",
            Meter::Simulated { .. } => "Simulated",
        })
    }
}

impl Meter {
    fn start(source: &TimeSource) -> Meter {
        match source {
            TimeSource::Wall => Meter::Wall(Instant::now()),
            TimeSource::Processor => Meter::of_this_thread(),
            TimeSource::Simulated(now) => Meter::Simulated {
                now: Arc::clone(now),
                started: now(),
            },
        }
    }

    /// On systems without processor times of threads, wall-clock time is used.
    fn of_this_thread() -> Meter {
        match thread_nanoseconds() {
            Some(now) => Meter::Processor {
                counted: Arc::new(AtomicU64::new(now)),
                thread: thread::current().id(),
            },
            None => Meter::Wall(Instant::now()),
        }
    }
}

fn thread_nanoseconds() -> Option<u64> {
    cpu_time::of_thread().map(|time| time.as_nanos() as u64)
}

/// The state that all threads of a search share.
#[derive(Debug, Default)]
struct Common {
    /// Whether a thread has seen the deadline pass.
    is_over: AtomicBool,
    /// Processor time of all threads, in nanoseconds.
    processor: AtomicU64,
}

/// Running limits. Every thread of a search has its own, from [`Budget::for_thread`].
///
/// ```
/// use std::sync::{Arc, atomic::{AtomicU64, Ordering::Relaxed}};
/// use std::time::Duration;
/// use yomi_core::{Budget, Limits, Stop, StopReason, TimeSource};
///
/// let seconds = Arc::new(AtomicU64::new(0));
/// let clock = Arc::clone(&seconds);
/// let simulated = TimeSource::Simulated(Arc::new(move || Duration::from_secs(clock.load(Relaxed))));
/// let limits = Limits::time(Duration::from_secs(5));
/// let mut budget = Budget::new(&limits, &Stop::default(), &simulated);
/// assert_eq!(budget.interrupted(), None);
/// seconds.store(5, Relaxed);
/// // The clock is not read at every question.
/// while budget.interrupted().is_none() {}
/// assert_eq!(budget.interrupted(), Some(StopReason::Time));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    meter: Meter,
    /// Time that may be used.
    allowance: Option<Duration>,
    simulations: u64,
    nodes: u64,
    stop: Stop,
    common: Arc<Common>,
    /// Questions between two readings; adapts to how fast they come.
    interval: u32,
    questions_left: u32,
    last_read: Duration,
    reports: Option<Reports>,
    /// Whether there is any use in reading the clock.
    reads_clock: bool,
}

/// When a report on the way is due.
#[derive(Clone, Debug)]
struct Reports {
    interval: Duration,
    last: Instant,
    is_due: bool,
}

impl Budget {
    /// Starts to count.
    pub fn new(limits: &Limits, stop: &Stop, source: &TimeSource) -> Budget {
        Budget {
            started: Instant::now(),
            meter: Meter::start(source),
            allowance: limits.allowance(),
            simulations: limits.simulations.unwrap_or(u64::MAX),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            stop: stop.clone(),
            common: Arc::default(),
            interval: 1,
            questions_left: 1,
            last_read: Duration::ZERO,
            reports: None,
            reads_clock: limits.allowance().is_some(),
        }
    }

    /// The same budget, with reports on the way at least so far apart.
    #[must_use]
    pub fn reporting(mut self, interval: Option<Duration>) -> Budget {
        self.reports = interval.map(|interval| Reports {
            interval,
            last: self.started,
            is_due: false,
        });
        self.reads_clock |= interval.is_some();
        self
    }

    /// Whether a report is due. Every report is due once.
    #[inline]
    pub fn report_is_due(&mut self) -> bool {
        self.reports
            .as_mut()
            .is_some_and(|reports| std::mem::take(&mut reports.is_due))
    }

    /// The same budget for a thread of the same search. To be called by that thread.
    #[must_use]
    pub fn for_thread(&self) -> Budget {
        Budget {
            meter: match &self.meter {
                Meter::Processor { thread, .. } if *thread != thread::current().id() => {
                    Meter::of_this_thread()
                }
                meter => meter.clone(),
            },
            ..self.clone()
        }
    }

    /// The same time for a part of the work that has limits of its own on what it counts.
    #[must_use]
    pub fn with_counts(&self, simulations: Option<u64>, nodes: Option<u64>) -> Budget {
        Budget {
            simulations: simulations.unwrap_or(u64::MAX),
            nodes: nodes.unwrap_or(u64::MAX),
            ..self.clone()
        }
    }

    /// The reason to stop now, given what was done so far, or `None` to go on.
    #[inline]
    pub fn exhausted(&mut self, simulations: u64, nodes: u64) -> Option<StopReason> {
        if simulations >= self.simulations {
            return Some(StopReason::Simulations);
        }
        if nodes >= self.nodes {
            return Some(StopReason::Nodes);
        }
        self.interrupted()
    }

    /// The reason to stop now independent of counts: the stop flag or the time.
    #[inline]
    pub fn interrupted(&mut self) -> Option<StopReason> {
        if self.stop.is_raised() {
            return Some(StopReason::Stopped);
        }
        if self.reads_clock {
            if self.common.is_over.load(Relaxed) {
                return Some(StopReason::Time);
            }
            self.questions_left -= 1;
            if self.questions_left == 0 {
                return self.look_at_clock();
            }
        }
        None
    }

    #[cold]
    fn look_at_clock(&mut self) -> Option<StopReason> {
        let now = self.used();
        let gap = now.saturating_sub(self.last_read);
        if gap < READING_INTERVAL / 2 {
            self.interval = (self.interval * 2).min(MOST_QUESTIONS);
        } else if gap > READING_INTERVAL {
            self.interval = (self.interval / 2).max(1);
        }
        self.last_read = now;
        self.questions_left = self.interval;
        if let Some(reports) = &mut self.reports
            && reports.last.elapsed() >= reports.interval
        {
            reports.last = Instant::now();
            reports.is_due = true;
        }
        if self.allowance.is_some_and(|allowance| now >= allowance) {
            self.common.is_over.store(true, Relaxed);
            return Some(StopReason::Time);
        }
        None
    }

    /// The time used so far, as the time source counts it.
    pub fn used(&self) -> Duration {
        match &self.meter {
            Meter::Wall(started) => started.elapsed(),
            Meter::Processor { counted, .. } => {
                let now = thread_nanoseconds().unwrap_or(0);
                let new = now.saturating_sub(counted.swap(now, Relaxed));
                let before = self.common.processor.fetch_add(new, Relaxed);
                Duration::from_nanos(before + new)
            }
            Meter::Simulated { now, started } => now().saturating_sub(*started),
        }
    }

    /// The limit on simulations; the largest number if there is none.
    pub fn simulation_limit(&self) -> u64 {
        self.simulations
    }

    /// How many simulations are left after `done` of them, going by the limit and by how long
    /// those took.
    pub fn simulations_left(&self, done: u64) -> u64 {
        let by_count = self.simulations.saturating_sub(done);
        let Some(allowance) = self.allowance else {
            return by_count;
        };
        let gone = self.used();
        let left = allowance.saturating_sub(gone).as_secs_f64();
        // Rounded up, and from one on: there is time for at least that.
        let by_time = (left / gone.as_secs_f64().max(1e-9) * done as f64) as u64;
        by_count.min(by_time.saturating_add(1))
    }

    /// Time since the start by the clock on the wall, whatever the limits are measured by.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that advances by a tick whenever it is read.
    fn ticking(tick: Duration) -> TimeSource {
        let reads = AtomicU64::new(0);
        TimeSource::Simulated(Arc::new(move || {
            tick * u32::try_from(reads.fetch_add(1, Relaxed)).unwrap()
        }))
    }

    #[test]
    fn whichever_limit_comes_first_ends_the_search() {
        let stop = Stop::default();
        let limits = Limits {
            simulations: Some(10),
            nodes: Some(100),
            ..Limits::default()
        };
        let mut budget = limits.start(&stop);
        assert_eq!(budget.exhausted(9, 99), None);
        assert_eq!(budget.exhausted(10, 0), Some(StopReason::Simulations));
        assert_eq!(budget.exhausted(0, 100), Some(StopReason::Nodes));
        stop.raise();
        assert_eq!(budget.exhausted(0, 0), Some(StopReason::Stopped));
    }

    #[test]
    fn a_deadline_that_has_passed_is_never_forgotten() {
        let limits = Limits::time(Duration::from_millis(1));
        for tick in [1, 30, 400, 2000].map(Duration::from_micros) {
            let mut budget = Budget::new(&limits, &Stop::default(), &ticking(tick));
            let mut other = budget.for_thread();
            while budget.interrupted().is_none() {}
            for _ in 0..100 {
                assert_eq!(budget.interrupted(), Some(StopReason::Time));
                assert_eq!(budget.exhausted(0, 0), Some(StopReason::Time));
                assert_eq!(other.interrupted(), Some(StopReason::Time));
            }
        }
    }

    #[test]
    fn the_clock_is_read_before_many_questions_have_passed() {
        // Questions that cost nothing make readings rare; then each costs 100 microseconds.
        let time = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&time);
        let source =
            TimeSource::Simulated(Arc::new(move || Duration::from_micros(clock.load(Relaxed))));
        let limits = Limits::time(Duration::from_millis(10));
        let mut budget = Budget::new(&limits, &Stop::default(), &source);
        for _ in 0..10_000 {
            assert_eq!(budget.interrupted(), None);
        }
        while budget.interrupted().is_none() {
            time.fetch_add(100, Relaxed);
        }
        assert!(time.load(Relaxed) <= 10_000 + 100 * u64::from(MOST_QUESTIONS));
    }

    #[test]
    fn processor_time_of_all_threads_counts() {
        let limits = Limits::time(Duration::from_millis(20));
        let mut budget = Budget::new(&limits, &Stop::default(), &TimeSource::Processor);
        // A thread that sleeps uses nothing.
        std::thread::sleep(Duration::from_millis(40));
        assert_eq!(budget.interrupted(), None);
        std::thread::scope(|scope| {
            let budget = &budget;
            scope.spawn(move || {
                let mut budget = budget.for_thread();
                while budget.interrupted().is_none() {}
            });
        });
        assert_eq!(budget.interrupted(), Some(StopReason::Time));
        assert!(budget.used() >= Duration::from_millis(20));

        // Work of the thread that began the search counts once, however many budgets it has.
        let budget = Budget::new(&limits, &Stop::default(), &TimeSource::Processor);
        let before = cpu_time::of_thread();
        let mut own = budget.for_thread();
        while own.interrupted().is_none() {}
        let used = budget.used().max(own.used());
        let spent = cpu_time::of_thread()
            .zip(before)
            .map(|(now, before)| now - before);
        assert!(spent.is_none_or(|spent| used <= spent + Duration::from_millis(1)));
    }
}
