//! The root's answer: actions compared by lower confidence bounds.

use super::tree::{ActionNode, Tree};
use std::time::Duration;
use yomi_core::{MoveReport, MoverValue, Report, Seed, StopReason};

/// Counts of the search for its report.
pub struct Facts {
    /// Simulations played.
    pub simulations: u64,
    /// Nodes of the tree.
    pub nodes: u64,
    /// Their bytes.
    pub memory: u64,
    /// Longest path.
    pub depth: u32,
    /// Why it ended.
    pub reason: StopReason,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Its seed.
    pub seed: Seed,
}

/// What is known of an action of the root.
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// Simulations that chose it.
    pub visits: u32,
    /// Its value for who moves.
    pub mean: f64,
    /// The lower confidence bound of that.
    pub bound: f64,
}

/// The report: best first by the lower confidence bound; of equals the first stays first.
pub fn report<A: Copy>(mut candidates: Vec<Candidate<A>>, facts: &Facts) -> Report<A> {
    candidates.sort_by(|a, b| b.bound.total_cmp(&a.bound));
    let best = &candidates[0];
    let moves = candidates.iter().map(|candidate| MoveReport {
        visits: u64::from(candidate.visits),
        value: Some(MoverValue(candidate.mean)),
        ..MoveReport::new(candidate.action)
    });
    Report {
        value: MoverValue(best.mean),
        moves: moves.collect(),
        simulations: facts.simulations,
        nodes: facts.nodes,
        depth: facts.depth,
        deepest: facts.depth,
        memory: facts.memory,
        elapsed: facts.elapsed,
        reason: facts.reason,
        ..Report::new(best.action, facts.seed)
    }
}

/// The weight of a result of one action in the statistics of another.
pub type Weight<'a, A> = &'a dyn Fn(A, A) -> f64;

/// The root's actions with their statistics, smoothed where there is a `kernel`.
pub fn candidates<S, A: Copy>(tree: &Tree<S, A>, kernel: Option<Weight<A>>) -> Vec<Candidate<A>> {
    let tried: Vec<&ActionNode<A>> = tree
        .actions_of(0)
        .map(|(_, entry)| entry)
        .filter(|entry| entry.visits > 0)
        .collect();
    let known = tried.iter().map(|entry| candidate(entry, &tried, kernel));
    known.collect()
}

/// The bound is `mean - 1.96 sqrt(1 / (4 n))`.
fn candidate<A: Copy>(
    entry: &ActionNode<A>,
    all: &[&ActionNode<A>],
    kernel: Option<Weight<A>>,
) -> Candidate<A> {
    let (mut weight, mut sum) = (f64::from(entry.visits), entry.sum);
    if let Some(kernel) = kernel {
        (weight, sum) = all.iter().fold((0.0, 0.0), |(weight, sum), other| {
            let share = kernel(entry.action, other.action);
            (
                weight + share * f64::from(other.visits),
                sum + share * other.sum,
            )
        });
    }
    let mean = sum / weight;
    Candidate {
        action: entry.action,
        visits: entry.visits,
        mean,
        bound: mean - 1.96 * (0.25 / weight).sqrt(),
    }
}
