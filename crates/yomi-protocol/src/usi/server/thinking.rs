//! The question under way.

use crate::usi::codec::Go;
use std::time::Instant;
use yomi_core::engine::TextReport;
use yomi_core::{Player, Stop};

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
