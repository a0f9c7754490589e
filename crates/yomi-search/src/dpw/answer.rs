//! The root's answer: actions compared by visits or by kernel-smoothed means.

use super::tree::{ActionNode, Tree};
use std::cmp::Ordering;
use std::time::Duration;
use yomi_core::{MoveReport, MoverValue, Report, Seed, StopReason};

/// Counts of the search for its report.
pub struct Facts {
    /// Simulations played.
    pub simulations: u64,
    /// Longest path.
    pub depth: u32,
    /// Why it ended.
    pub reason: StopReason,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Its seed.
    pub seed: Seed,
}

/// Actions with their smoothed weight and mean.
struct Candidate<A> {
    action: A,
    visits: u32,
    weight: f64,
    mean: f64,
}

/// The weight of a result of one action in the statistics of another.
pub type Weight<'a, A> = &'a dyn Fn(A, A) -> f64;

/// The report: best first by the lower confidence bound of the statistics, smoothed where there is
/// a `kernel`.
pub fn report<S, A: Copy>(
    tree: &Tree<S, A>,
    kernel: Option<Weight<A>>,
    facts: &Facts,
) -> Report<A> {
    let tried: Vec<&ActionNode<A>> = tree
        .actions_of(0)
        .map(|(_, entry)| entry)
        .filter(|entry| entry.visits > 0)
        .collect();
    let mut candidates: Vec<Candidate<A>> = tried
        .iter()
        .map(|entry| candidate(entry, &tried, kernel))
        .collect();
    candidates.sort_by(|a, b| by_lower_bound(b, a));
    let best = &candidates[0];
    Report {
        best: best.action,
        value: MoverValue(best.mean),
        proven: None,
        moves: candidates
            .iter()
            .map(|candidate| MoveReport {
                action: candidate.action,
                visits: u64::from(candidate.visits),
                value: Some(MoverValue(candidate.mean)),
                prior: None,
                proven: None,
                line: Vec::new(),
            })
            .collect(),
        line: vec![best.action],
        simulations: facts.simulations,
        nodes: tree.len() as u64,
        depth: facts.depth,
        deepest: facts.depth,
        fill: None,
        memory: tree.memory(),
        line_is_shortest: false,
        elapsed: facts.elapsed,
        reason: facts.reason,
        seed: facts.seed,
    }
}

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
    Candidate {
        action: entry.action,
        visits: entry.visits,
        weight,
        mean: sum / weight,
    }
}

/// `mean - 1.96 sqrt(1 / (4 n))`: the lower confidence bound of an action.
fn by_lower_bound<A>(a: &Candidate<A>, b: &Candidate<A>) -> Ordering {
    let bound = |c: &Candidate<A>| c.mean - 1.96 * (0.25 / c.weight).sqrt();
    bound(a).total_cmp(&bound(b))
}
