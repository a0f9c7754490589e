//! What a search answers.

use crate::{MoverValue, Proven, Seed};
use serde::Serialize;
use std::time::Duration;

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The simulation limit.
    Simulations,
    /// The node limit.
    Nodes,
    /// The depth limit.
    Depth,
    /// The time limit or the clock.
    Time,
    /// Somebody raised the [`Stop`](crate::Stop).
    Stopped,
    /// The position's value is proven: nothing is left to find out.
    Solved,
    /// The best action could not have been overtaken any more, as far as can be told by how long
    /// simulations took where time is what limits them.
    Decided,
    /// Only one action is legal, or every candidate was examined.
    Exhausted,
}

/// What a search found out about one action of the root.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport<A> {
    /// The action.
    pub action: A,
    /// How many simulations (or nodes) went into it, those of earlier searches of the same game
    /// included where the search keeps them.
    pub visits: u64,
    /// Its value for the side to move at the root; `None` if there is none, because it was never
    /// tried and had no initial value.
    pub value: Option<MoverValue>,
    /// Its share of the prior, where the search has one.
    pub prior: Option<f64>,
    /// Its proven result for the side to move at the root.
    pub proven: Option<Proven>,
    /// The expected continuation, beginning with the action; empty where the search does not tell.
    /// Tree searches tell it when asked for an [analysis](crate::Request::thorough).
    pub line: Vec<A>,
}

impl<A> MoveReport<A> {
    /// A move about which nothing was found out.
    pub fn new(action: A) -> MoveReport<A> {
        MoveReport {
            action,
            visits: 0,
            value: None,
            prior: None,
            proven: None,
            line: Vec::new(),
        }
    }
}

/// The answer of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// The action to play.
    pub best: A,
    /// The value of the position for the side to move.
    pub value: MoverValue,
    /// The proven result for the side to move, if the search found one.
    pub proven: Option<Proven>,
    /// The root's actions, best first.
    pub moves: Vec<MoveReport<A>>,
    /// The expected continuation, beginning with `best`.
    pub line: Vec<A>,
    /// Whether the line of a proven result is known to be as long as best play makes it: a shortest
    /// win, or a loss put off for as long as can be. If not, its length is a bound.
    pub line_is_shortest: bool,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined (alpha-beta) or held in the tree (tree searches).
    pub nodes: u64,
    /// Deepest completed iteration (alpha-beta) or longest path (tree searches).
    pub depth: u32,
    /// Longest line looked at, what was followed beyond the depth included.
    pub deepest: u32,
    /// How full the table is, from 0 to 1, where the search has one and counts.
    pub fill: Option<f64>,
    /// Memory the search holds for what it knows, in bytes.
    pub memory: u64,
    /// Wall-clock time. The one field that two runs of one seed do not share.
    pub elapsed: Duration,
    /// Why it ended.
    pub reason: StopReason,
    /// The seed it ran with.
    pub seed: Seed,
}

impl<A: Copy> Report<A> {
    /// An answer with nothing behind it: an even position, nothing counted, no move looked at. What
    /// a search adds to it is what it found out.
    pub fn new(best: A, seed: Seed) -> Report<A> {
        Report {
            best,
            value: MoverValue::EVEN,
            proven: None,
            moves: Vec::new(),
            line: vec![best],
            line_is_shortest: false,
            simulations: 0,
            nodes: 0,
            depth: 0,
            deepest: 0,
            fill: None,
            memory: 0,
            elapsed: Duration::ZERO,
            reason: StopReason::Exhausted,
            seed,
        }
    }
}
