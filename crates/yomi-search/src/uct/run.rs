//! The loop of simulations within the limits: on one thread, on several with one tree (tree
//! parallelism), or on several with a tree each (root parallelism).

use super::simulate::{Shared, Worker};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{Builder, ScopedJoinHandle};
use yomi_core::{Budget, Deterministic, Discrete, Limits, Seed, StopReason};

/// The work of one thread.
pub struct Run {
    /// Simulations made.
    pub simulations: u64,
    /// The longest path.
    pub depth: u32,
    /// Why it ended.
    pub reason: StopReason,
}

impl Run {
    /// The work so far of a thread that is still running; its stop reason is that of a raised flag.
    fn so_far(simulations: u64, depth: u32) -> Run {
        Run {
            simulations,
            depth,
            reason: StopReason::Stopped,
        }
    }
}

/// Receives the state of a search whenever its budget says that a progress report is due.
pub type Tell<'a> = &'a mut dyn FnMut(Run);

/// One thread, one tree. The first simulation is always made: every answer has something behind
/// it.
pub fn run_single<G: Discrete + Deterministic>(
    shared: &Shared<'_, G>,
    budget: &mut Budget,
    seed: Seed,
    tell: Tell<'_>,
) -> Run {
    let mut worker = Worker::new(seed, shared);
    let simulation_limit = budget.simulation_limit();
    let mut simulations = 0;
    let mut next_look = LOOK_INTERVAL;
    let reason = loop {
        if shared.batch > 1 {
            let left = simulation_limit.saturating_sub(simulations).max(1);
            let wanted = shared.batch_size().min(left);
            simulations += shared.simulate_batch::<false>(wanted, budget, &mut worker);
        } else {
            shared.simulate(&mut worker);
            simulations += 1;
        }
        if let Some(reason) = end_of(shared, budget, simulations) {
            break reason;
        }
        if shared.early_stop && simulations >= next_look {
            next_look = simulations + LOOK_INTERVAL;
            if is_decided(shared, budget.simulations_left(simulations)) {
                break StopReason::Decided;
            }
        }
        if budget.report_is_due() {
            tell(Run::so_far(simulations, worker.depth));
        }
    };
    let depth = worker.depth;
    shared.retire(worker);
    Run {
        simulations,
        depth,
        reason,
    }
}

/// Simulations between two tests whether the search is decided.
const LOOK_INTERVAL: u64 = 512;

/// Whether no other child of the root could get more visits than the most visited one with so
/// many simulations left.
fn is_decided<G: Discrete + Deterministic>(shared: &Shared<'_, G>, left: u64) -> bool {
    let Some(children) = shared.tree.children(shared.tree.node(0)) else {
        return false;
    };
    // What is sure elsewhere rules out children that can give no more, as in the answer.
    let lower = children.nodes.iter().map(|child| child.bounds().lower());
    let sure = lower.max().unwrap_or(0);
    let (mut first, mut second) = (0, 0);
    for child in children.nodes {
        let bounds = child.bounds();
        if bounds.upper() == 0 || (bounds.upper() <= sure && bounds.lower() < sure) {
            continue;
        }
        let visits = child.visits();
        if visits > first {
            (first, second) = (visits, first);
        } else if visits > second {
            second = visits;
        }
    }
    u64::from(first - second) > left
}

/// Several threads, one tree. The calling thread reports the progress of all.
pub fn run_tree_parallel<G: Discrete + Deterministic>(
    shared: &Shared<'_, G>,
    budget: &Budget,
    threads: u64,
    seed: Seed,
    tell: Tell<'_>,
) -> Vec<Run> {
    // The first simulation is made before anybody else comes: it gives the root its children, so
    // that every later one passes through one of them.
    let first_seed = seed.child("worker").index(threads);
    let mut first = Worker::new(first_seed, shared);
    shared.simulate(&mut first);
    shared.retire(first);
    let started = AtomicU64::new(1);
    let simulation_limit = budget.simulation_limit();
    let work = |thread: u64, tell: Tell<'_>| {
        let mut budget = budget.for_thread();
        let mut worker = Worker::new(seed.child("worker").index(thread), shared);
        let mut simulations = u64::from(thread == 0);
        let mut next_look = LOOK_INTERVAL;
        let reason = loop {
            // The counter and the size of the tree are shared, so they are looked at only once
            // in a batch.
            let wanted = shared.batch_size();
            let before = started.fetch_add(wanted, Relaxed);
            if let Some(reason) = end_of(shared, &mut budget, before) {
                break reason;
            }
            if shared.early_stop && before >= next_look {
                next_look = before + LOOK_INTERVAL;
                if is_decided(shared, budget.simulations_left(before)) {
                    break StopReason::Decided;
                }
            }
            let mut left = wanted.min(simulation_limit.saturating_sub(before)).max(1);
            while left > 0 {
                let made = shared.simulate_batch::<true>(left, &mut budget, &mut worker);
                simulations += made;
                left -= made;
                if budget.interrupted().is_some() {
                    break;
                }
            }
            if budget.report_is_due() {
                tell(Run::so_far(before, worker.depth));
            }
        };
        let depth = worker.depth;
        shared.retire(worker);
        Run {
            simulations,
            depth,
            reason,
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        // Where the system gives fewer threads than there should be, those that there are do all.
        let spawn = |i| {
            Builder::new()
                .spawn_scoped(scope, move || work(i, &mut |_| ()))
                .ok()
        };
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut runs = vec![work(0, tell)];
        runs.extend(others.into_iter().map(join));
        runs
    })
}

/// Several threads, one tree each; simulations are dealt out evenly beforehand, so that nothing
/// depends on which thread is faster. The calling thread has the first tree, and reports how far it
/// has come there.
pub fn run_root_parallel<G: Discrete + Deterministic>(
    shared: &[Shared<'_, G>],
    limits: &Limits,
    budget: &Budget,
    seed: Seed,
    tell: Tell<'_>,
) -> Vec<Run> {
    // What this thread has done so far is part of the search, too.
    budget.used();
    let threads = shared.len() as u64;
    let total = limits.simulations.unwrap_or(u64::MAX);
    let nodes = limits.nodes.map(|nodes| nodes.div_ceil(threads));
    let work = |i: u64, tell: Tell<'_>| match total / threads + u64::from(i < total % threads) {
        // More threads than simulations: nothing to do.
        0 => Run {
            simulations: 0,
            depth: 0,
            reason: StopReason::Simulations,
        },
        share => {
            let mut budget = budget.for_thread().with_counts(Some(share), nodes);
            let seed = seed.child("worker").index(i);
            run_single(&shared[i as usize], &mut budget, seed, tell)
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        let spawn = |i| Builder::new().spawn_scoped(scope, move || work(i, &mut |_| ()));
        let handles: Vec<_> = (1..threads).map(spawn).collect();
        let mut runs = vec![work(0, tell)];
        runs.extend((1..threads).zip(handles).map(|(i, handle)| match handle {
            Ok(thread) => join(thread),
            // The system gives no more threads: this one does the work of the missing ones, with
            // the same answer.
            Err(_) => work(i, &mut |_| ()),
        }));
        runs
    })
}

fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[inline]
fn end_of<G: Discrete + Deterministic>(
    shared: &Shared<'_, G>,
    budget: &mut Budget,
    simulations: u64,
) -> Option<StopReason> {
    if shared.solver && shared.tree.node(0).bounds().proven().is_some() {
        return Some(StopReason::Solved);
    }
    budget.exhausted(simulations, u64::from(shared.tree.len()))
}
