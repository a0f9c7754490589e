//! The root's answer: actions compared by visits or by kernel-smoothed means.

use super::tree::{ActionNode, Tree};
use std::cmp::Ordering;
use std::time::Duration;
use yomi_core::{MoveReport, MoverValue, Proposes, Report, Seed, StopReason};

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

/// The report: best first by the lower confidence bound of the smoothed statistics.
pub fn report<G: Proposes>(
    game: &G,
    tree: &Tree<G::State, G::Action>,
    smooth: bool,
    facts: &Facts,
) -> Report<G::Action> {
    let tried: Vec<&ActionNode<G::Action>> = tree
        .actions_of(0)
        .map(|(_, entry)| entry)
        .filter(|entry| entry.visits > 0)
        .collect();
    let mut candidates: Vec<Candidate<G::Action>> = tried
        .iter()
        .map(|entry| candidate(game, entry, &tried, smooth))
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

fn candidate<G: Proposes>(
    game: &G,
    entry: &ActionNode<G::Action>,
    all: &[&ActionNode<G::Action>],
    smooth: bool,
) -> Candidate<G::Action> {
    let (mut weight, mut sum) = (f64::from(entry.visits), entry.sum);
    if smooth {
        (weight, sum) = all.iter().fold((0.0, 0.0), |(weight, sum), other| {
            let kernel = game.kernel(entry.action, other.action);
            (
                weight + kernel * f64::from(other.visits),
                sum + kernel * other.sum,
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
