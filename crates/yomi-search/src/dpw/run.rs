//! Simulations until the budget is used up: the loop of all searches that widen a tree.

use super::answer::{self, Candidate, Facts};
use yomi_core::{Report, Request, StopReason};

/// A search in progress.
pub trait Simulates<A> {
    /// One simulation, at most so deep; returns how deep it went.
    fn simulate(&mut self, max_depth: u32) -> u32;

    /// Nodes of the tree and the bytes they take.
    fn size(&self) -> (u64, u64);

    /// What is known of the root's actions: at least one after the first simulation.
    fn candidates(&self) -> Vec<Candidate<A>>;
}

/// Simulates within the limits of a request, once at least, and reports.
pub fn run<A: Copy>(
    search: &mut impl Simulates<A>,
    request: &Request<A>,
    tell: &mut dyn FnMut(&Report<A>),
) -> Report<A> {
    let limits = request.limits.with_nodes_as_simulations();
    let max_depth = limits.depth.unwrap_or(u32::MAX).max(1);
    let mut budget = request.start(&limits);
    let (mut simulations, mut depth) = (0, 0);
    loop {
        depth = depth.max(search.simulate(max_depth));
        simulations += 1;
        let (nodes, memory) = search.size();
        let end = budget.exhausted(simulations, nodes);
        if end.is_none() && !budget.report_is_due() {
            continue;
        }
        let facts = Facts {
            simulations,
            nodes,
            memory,
            depth,
            reason: end.unwrap_or(StopReason::Stopped),
            elapsed: budget.elapsed(),
            seed: request.seed,
        };
        let report = answer::report(search.candidates(), &facts);
        match end {
            Some(_) => return report,
            None => tell(&report),
        }
    }
}
