//! A search on a thread of its own.
//!
//! The engine goes to that thread and comes back with the answer. Meanwhile the server holds the
//! [`Reins`]: it can have the answer at once, or (of a search without end that keeps silent) have
//! it told piece by piece.

use super::follower::Follower;
use super::game::Route;
use super::inbox::Event;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use yomi_core::engine::{Question, TextReport};
use yomi_core::{Clock, EngineError, Limits, Stop, StopReason};

/// How long each piece of a search is whose engine tells nothing by itself.
const PIECE: Duration = Duration::from_secs(1);

/// What stops a search.
#[derive(Clone, Default)]
pub struct Reins(Arc<Mutex<Held>>);

#[derive(Default)]
struct Held {
    /// Stops what is going on.
    stop: Stop,
    /// Whether nothing shall follow.
    halted: bool,
}

impl Reins {
    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wants the answer now.
    pub fn halt(&self) {
        let mut held = self.lock();
        held.halted = true;
        held.stop.raise();
    }

    /// Wants to hear something now.
    pub fn nudge(&self) {
        self.lock().stop.raise();
    }

    /// What stops the first piece of the search.
    fn first(&self) -> Stop {
        self.lock().stop.clone()
    }

    /// What stops the next piece; `None` if there is to be none.
    fn next(&self) -> Option<Stop> {
        let mut held = self.lock();
        if held.halted {
            return None;
        }
        held.stop = Stop::default();
        Some(held.stop.clone())
    }
}

/// What to think about.
pub struct Task {
    /// The way to the position.
    pub route: Route,
    /// The position to set up there instead.
    pub anew: Option<String>,
    /// What is asked about it; what stops it are the reins.
    pub question: Question,
    /// The clock, for engines that know nothing else.
    pub clock: Option<Clock>,
    /// What stops it.
    pub reins: Reins,
    /// When it was asked.
    pub asked: Instant,
}

/// The answer.
pub struct Found {
    /// The engine; `None` if it broke down.
    pub follower: Option<Follower>,
    /// What it found.
    pub report: Result<TextReport, EngineError>,
    /// What is to be said about how it went.
    pub remarks: Vec<String>,
}

/// Starts the search. Everything that is found comes back through the sender, at the end the
/// answer.
pub fn start(follower: Follower, task: Task, sender: SyncSender<Event>) -> std::io::Result<()> {
    let run = move || {
        let found = think(follower, task, &sender);
        // If nobody listens any more, nobody wants to know.
        let _ = sender.send(Event::Done(Box::new(found)));
    };
    thread::Builder::new().spawn(run).map(|_| ())
}

fn think(mut follower: Follower, task: Task, sender: &SyncSender<Event>) -> Found {
    let engine = follower.name().to_owned();
    let mut remarks = Vec::new();
    let search = || search(&mut follower, task, sender, &mut remarks);
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(report) => Found {
            follower: Some(follower),
            report,
            remarks,
        },
        // An engine in the middle of something is not to be trusted.
        Err(_) => Found {
            follower: None,
            report: Err(EngineError::Broken {
                engine,
                reason: "it broke down".to_owned(),
            }),
            remarks,
        },
    }
}

fn search(
    follower: &mut Follower,
    task: Task,
    sender: &SyncSender<Event>,
    remarks: &mut Vec<String>,
) -> Result<TextReport, EngineError> {
    follower.follow(&task.route, task.anew.as_deref())?;
    // The way there took some of the time.
    let gone = task.asked.elapsed();
    let clock = task.clock.map(|clock| late(clock, gone));
    let limits = Limits {
        time: task
            .question
            .limits
            .time
            .map(|time| time.saturating_sub(gone)),
        clock: task.question.limits.clock.and(clock),
        ..task.question.limits
    };
    let mut question = Question {
        stop: task.reins.first(),
        limits,
        ..task.question
    };
    // Simulations of earlier pieces.
    let mut before = 0;
    loop {
        let mut tell = |report: &TextReport| {
            let report = with_earlier(report.clone(), before);
            let _ = sender.send(Event::Told(Box::new(report)));
        };
        let mut found = follower.consider(&question, clock, &mut tell);
        if found == Err(EngineError::NoRestriction) {
            remarks.push(EngineError::NoRestriction.to_string());
            question.only.clear();
            found = follower.consider(&question, clock, &mut tell);
        }
        let report = with_earlier(found?, before);
        // Whoever ended without being asked to has nothing more to say.
        let is_piece = matches!(report.reason, StopReason::Stopped | StopReason::Time);
        if !task.question.endless || !is_piece {
            return Ok(report);
        }
        let Some(stop) = task.reins.next() else {
            return Ok(report);
        };
        before = report.simulations;
        question.stop = stop;
        question.endless = false;
        question.limits = Limits::time(PIECE);
    }
}

/// The clock of a side that has used some of its time already.
fn late(clock: Clock, gone: Duration) -> Clock {
    let beyond = gone.saturating_sub(clock.remaining);
    Clock {
        remaining: clock.remaining.saturating_sub(gone),
        byoyomi: clock.byoyomi.saturating_sub(beyond),
        ..clock
    }
}

fn with_earlier(mut report: TextReport, simulations: u64) -> TextReport {
    report.simulations += simulations;
    report
}
