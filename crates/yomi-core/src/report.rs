//! The result of a search.

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
    /// The [`Stop`](crate::Stop) was raised.
    Stopped,
    /// The position's value is proven.
    Solved,
    /// The best action cannot be overtaken within the limits; with a time limit, at the measured
    /// speed of the search.
    Decided,
    /// Only one action is legal, or every candidate was examined.
    Exhausted,
}

/// The results of a search for one action of the root.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport<A> {
    /// The action.
    pub action: A,
    /// The number of its simulations (or nodes), those of earlier searches of the same game
    /// included where the search keeps them.
    pub visits: u64,
    /// Its value for the side to move at the root; `None` if there is none, because it was never
    /// tried and had no initial value.
    pub value: Option<MoverValue>,
    /// Its share of the prior, where the search has one.
    pub prior: Option<f64>,
    /// Its proven result for the side to move at the root.
    pub proven: Option<Proven>,
    /// The principal variation, beginning with the action; empty where the search has none.
    /// Tree searches report it in an [analysis](crate::Request::thorough).
    pub line: Vec<A>,
}

impl<A> MoveReport<A> {
    /// A move without any results.
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
    /// The principal variation, beginning with `best`.
    pub line: Vec<A>,
    /// Whether the line of a proven result is known to have the length of optimal play: a shortest
    /// win, or a longest loss. If not, its length is a bound.
    pub line_is_shortest: bool,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined (alpha-beta) or held in the tree (tree searches).
    pub nodes: u64,
    /// Deepest completed iteration (alpha-beta) or longest path (tree searches).
    pub depth: u32,
    /// Selective depth: the longest line searched, extensions and quiescence included.
    pub deepest: u32,
    /// The used share of the transposition table, from 0 to 1, where the search has one and counts.
    pub fill: Option<f64>,
    /// Memory of the search's tree and tables, in bytes.
    pub memory: u64,
    /// Wall-clock time. The one field that two runs of one seed do not share.
    pub elapsed: Duration,
    /// Why it ended.
    pub reason: StopReason,
    /// The seed it ran with.
    pub seed: Seed,
}

impl<A: Copy> Report<A> {
    /// A report without results, to be filled in by a search: an even position, all counts zero, no
    /// moves.
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
