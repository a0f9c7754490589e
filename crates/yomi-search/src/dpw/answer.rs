//! The root's answer: actions compared by lower confidence bounds.

use super::tree::Tree;
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

/// An action of the root with the statistics of all trees.
struct Tried<A> {
    action: A,
    visits: u32,
    sum: f64,
}

/// The root's actions with the statistics of all trees, smoothed where there is a `kernel`.
pub fn candidates<'t, S: 't, A: Copy + PartialEq + 't>(
    trees: impl Iterator<Item = &'t Tree<S, A>>,
    kernel: Option<Weight<A>>,
) -> Vec<Candidate<A>> {
    let mut tried: Vec<Tried<A>> = Vec::new();
    for tree in trees {
        // An action is once at most in a tree, so only those of other trees can be known.
        let others = tried.len();
        let used = tree.actions_of(0).filter(|(_, entry)| entry.visits > 0);
        for (_, entry) in used {
            let (action, visits, sum) = (entry.action, entry.visits, entry.sum);
            let mut known = tried[..others].iter_mut();
            match known.find(|known| known.action == action) {
                Some(known) => {
                    known.visits += visits;
                    known.sum += sum;
                }
                None => tried.push(Tried {
                    action,
                    visits,
                    sum,
                }),
            }
        }
    }
    let known = tried.iter().map(|entry| candidate(entry, &tried, kernel));
    known.collect()
}

/// The bound is `mean - 1.96 sqrt(1 / (4 n))`.
fn candidate<A: Copy>(
    entry: &Tried<A>,
    all: &[Tried<A>],
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
