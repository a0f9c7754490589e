//! The question under way, and the search that answers it on a thread of its own.
//!
//! The engine goes to that thread and comes back with the answer. Meanwhile the server holds what
//! stops it, and has the answer when it wants to.

use super::inbox::Event;
use crate::usi::codec::Go;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;
use yomi_core::engine::{Effort, Follower, History, Question, TextReport};
use yomi_core::{Clock, EngineError, Player, Stop};

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move to play.
    Play,
    /// What the engine thinks: nothing is played, and nobody gives up.
    Study,
    /// A mate.
    Mate,
}

/// What became of it.
pub enum Finding {
    /// There is no move: the game is over.
    Over,
    /// Nobody can answer that.
    Nobody,
    /// This was found.
    Report(Box<TextReport>),
    /// Nothing was found. This move is legal.
    Failed(Option<String>),
}

/// A question under way.
pub struct Thinking {
    /// What stops it.
    pub stop: Stop,
    /// Whether the game still stands where it stood when the question was asked.
    pub is_here: bool,
    /// What was asked.
    pub go: Go,
    /// What it is about.
    pub purpose: Purpose,
    /// Whose move it is.
    pub mover: Player,
    /// When it was asked.
    pub started: Instant,
    /// Whether the answer may be given. What is infinite or only expected waits for a word.
    pub is_due: bool,
    /// When to stop it whatever happens.
    pub deadline: Option<Instant>,
    /// What was told last.
    pub told: Option<Box<TextReport>>,
    /// What was found, until it may be told.
    pub finding: Option<Finding>,
    /// What to play if the engine fails.
    pub spare: Option<String>,
}

impl Thinking {
    /// Whether the report says anything that was not told last. Many engines tell of their last
    /// step once more when they end.
    pub fn is_news(&self, report: &TextReport) -> bool {
        let content = |report: &TextReport| {
            let work = (report.depth, report.nodes, report.simulations);
            (work, report.value, report.proven, report.line.clone())
        };
        let told = self.told.as_deref();
        told.is_none_or(|told| content(told) != content(report))
    }

    /// When the server must look after it again.
    pub fn alarm(&self) -> Option<Instant> {
        self.deadline.filter(|_| self.finding.is_none())
    }
}

/// What to think about.
pub struct Task {
    /// The way to the position.
    pub history: History,
    /// The position to set up there instead.
    pub anew: Option<String>,
    /// What is asked about it.
    pub question: Question,
    /// The clock, for engines that know nothing else.
    pub clock: Option<Clock>,
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
    follower.follow(&task.history, task.anew.as_deref())?;
    // The way there took some of the time.
    let gone = task.asked.elapsed();
    let clock = task.clock.map(|clock| clock.during(gone));
    let mut question = task.question;
    if let Effort::Within(limits) = &mut question.effort {
        limits.time = limits.time.map(|time| time.saturating_sub(gone));
        limits.clock = limits.clock.and(clock);
    }
    let mut tell = |report: &TextReport| {
        let _ = sender.send(Event::Told(Box::new(report.clone())));
    };
    // What an engine cannot be asked is not asked of it.
    loop {
        match follower.think(&question, &mut tell) {
            Err(EngineError::NoRestriction) if !question.only.is_empty() => {
                remarks.push(EngineError::NoRestriction.to_string());
                question.only.clear();
            }
            Err(EngineError::NoAnalysis) if question.effort != Effort::Own(clock) => {
                question.effort = Effort::Own(clock);
            }
            found => return found,
        }
    }
}
