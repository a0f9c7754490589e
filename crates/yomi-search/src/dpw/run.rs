//! Simulations until the budget is used up: the loop of all searches that widen a tree.

use super::answer::{self, Candidate, Facts};
use yomi_core::{Budget, Report, Request, StopReason};

/// A tree that is searched.
pub trait Simulates<A>: Send + Sized {
    /// One simulation, at most so deep; returns how deep it went.
    fn simulate(&mut self, max_depth: u32) -> u32;

    /// Nodes of the tree and the bytes they take.
    fn size(&self) -> (u64, u64);

    /// What some trees of the same root know of its actions: at least one after the first simulation.
    fn candidates(trees: &[Self]) -> Vec<Candidate<A>>;
}

/// What was done in a tree.
#[derive(Clone, Copy)]
struct Done {
    simulations: u64,
    depth: u32,
    reason: StopReason,
}

/// Simulates in all trees at the same time within the limits of a request, once in each at least as long as there are
/// simulations for it, and reports. Reports on the way tell of the first tree.
pub fn run<A: Copy, T: Simulates<A>>(
    trees: &mut [T],
    request: &Request<A>,
    tell: &mut dyn FnMut(&Report<A>),
) -> Report<A> {
    let limits = request.limits.with_nodes_as_simulations();
    let max_depth = limits.depth.unwrap_or(u32::MAX).max(1);
    let budget = request.start(&limits);
    let most = limits.simulations.map_or(usize::MAX, |most| most as usize);
    let used = trees.len().min(most).max(1);
    let trees = &mut trees[..used];
    let share = |limit: Option<u64>, number: usize| {
        let (used, number) = (used as u64, number as u64);
        limit.map(|all| all / used + u64::from(number < all % used))
    };
    let counted = |budget: &Budget, number: usize| {
        let shares = [limits.simulations, limits.nodes].map(|limit| share(limit, number));
        budget.with_counts(shares[0], shares[1])
    };
    let done = std::thread::scope(|scope| {
        let (first, others) = trees.split_first_mut().expect("at least one tree");
        let (common, counted) = (&budget, &counted);
        let running: Vec<_> = (1..)
            .zip(others)
            .map(|(number, tree)| {
                let work = move || {
                    let budget = counted(&common.for_thread(), number);
                    search(tree, max_depth, budget, |_, _, _| ())
                };
                scope.spawn(work)
            })
            .collect();
        let mut done = search(
            first,
            max_depth,
            counted(common, 0),
            |tree, done, budget| {
                tell(&report(std::slice::from_ref(tree), done, budget, request));
            },
        );
        for thread in running {
            let other = thread.join();
            let other = other.unwrap_or_else(|cause| std::panic::resume_unwind(cause));
            done.simulations += other.simulations;
            done.depth = done.depth.max(other.depth);
            // Time ends all, a thread's share of the simulations that thread alone.
            if !matches!(other.reason, StopReason::Simulations | StopReason::Nodes) {
                done.reason = other.reason;
            }
        }
        done
    });
    report(trees, done, &budget, request)
}

/// Simulates in one tree and tells when reports are due.
fn search<A, T: Simulates<A>>(
    tree: &mut T,
    max_depth: u32,
    mut budget: Budget,
    mut tell: impl FnMut(&T, Done, &Budget),
) -> Done {
    let mut done = Done {
        simulations: 0,
        depth: 0,
        reason: StopReason::Stopped,
    };
    loop {
        done.depth = done.depth.max(tree.simulate(max_depth));
        done.simulations += 1;
        if let Some(reason) = budget.exhausted(done.simulations, tree.size().0) {
            return Done { reason, ..done };
        }
        if budget.report_is_due() {
            tell(tree, done, &budget);
        }
    }
}

fn report<A: Copy, T: Simulates<A>>(
    trees: &[T],
    done: Done,
    budget: &Budget,
    request: &Request<A>,
) -> Report<A> {
    let sizes = trees.iter().map(Simulates::size);
    let (nodes, memory) = sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
    let facts = Facts {
        simulations: done.simulations,
        nodes,
        memory,
        depth: done.depth,
        reason: done.reason,
        elapsed: budget.elapsed(),
        seed: request.seed,
    };
    answer::report(T::candidates(trees), &facts)
}
