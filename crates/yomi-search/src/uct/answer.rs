//! Which move to play, and what to say about it.
//!
//! A proven win is played before anything else and a proven loss only if there is nothing else;
//! in between the rule decides: most visits (robust child), highest mean (max child; both names
//! from Chaslot et al. 2008), or highest lower confidence bound `Q - z sqrt(1/(4n))` with
//! `z = 1.96`, the bound for the widest possible spread of values in `0..1`.

use super::Run;
use super::node::{Bounds, Node};
use super::params::BestMove;
use super::simulate::Shared;
use super::tree::Tree;
use yomi_core::{
    Budget, Deterministic, Discrete, MoveReport, MoverValue, Proven, Report, Seed, StopReason,
};

/// What all trees together say about the root's children.
pub struct RootStatistics<A> {
    children: Vec<Child<A>>,
    /// Everything below the root of the first tree, for the line.
    line_tail: Vec<(A, Vec<A>)>,
    mean: f64,
    nodes: u64,
    memory: u64,
}

#[derive(Clone, Copy)]
struct Child<A> {
    action: A,
    visits: u64,
    mean: Option<f64>,
    prior: Option<f64>,
    bounds: Bounds,
}

impl<A: Copy + PartialEq> RootStatistics<A> {
    /// Adds up the roots of all trees.
    pub fn gather<G>(shared: &[Shared<'_, G>]) -> RootStatistics<A>
    where
        G: Discrete + Deterministic<Action = A>,
    {
        let mut children: Vec<Child<A>> = Vec::new();
        let mut sums: Vec<f64> = Vec::new();
        for shared in shared {
            let tree = shared.tree;
            let Some(block) = tree.children(tree.node(0)) else {
                continue;
            };
            for (i, node) in block.nodes.iter().enumerate() {
                let place = children
                    .iter()
                    .position(|child| child.action == node.action())
                    .unwrap_or_else(|| {
                        sums.push(0.0);
                        children.push(Child {
                            action: node.action(),
                            visits: 0,
                            mean: None,
                            prior: block.priors.map(|priors| f64::from(priors[i])),
                            bounds: Bounds::UNKNOWN,
                        });
                        children.len() - 1
                    });
                let child = &mut children[place];
                let all = f64::from(node.visits());
                child.visits += u64::from(node.visits().saturating_sub(shared.initial_visits));
                sums[place] += node.mean().unwrap_or(0.0) * all;
                let weight = child.visits as f64 + f64::from(shared.initial_visits);
                child.mean = (weight > 0.0).then(|| sums[place] / weight);
                if child.bounds.proven().is_none() {
                    child.bounds = node.bounds();
                }
            }
        }
        let first = shared[0].tree;
        RootStatistics {
            line_tail: tails(first, shared[0].initial_visits),
            // The root's own statistics are the opponent's view.
            mean: 1.0 - first.node(0).mean().unwrap_or(0.5),
            nodes: shared
                .iter()
                .map(|shared| u64::from(shared.tree.len()))
                .sum(),
            memory: shared.iter().map(|shared| shared.tree.memory()).sum(),
            children,
        }
    }

    /// The report, with the children in the order of the rule.
    pub fn report(
        mut self,
        rule: BestMove,
        runs: &[Run],
        budget: &Budget,
        seed: Seed,
    ) -> Report<A> {
        let most = self
            .children
            .iter()
            .map(|child| child.visits)
            .max()
            .unwrap_or(0);
        self.children
            .sort_by(|a, b| rank(b, rule, most).total_cmp(&rank(a, rule, most)));
        let best = self.children[0];
        let upper = self
            .children
            .iter()
            .map(|child| child.bounds.upper())
            .max()
            .unwrap_or(2);
        let lower = self
            .children
            .iter()
            .map(|child| child.bounds.lower())
            .max()
            .unwrap_or(0);
        let proven = Bounds::new(lower, upper).proven();
        let value = match proven {
            Some(result) => result.value(),
            None => MoverValue(best.mean.unwrap_or(self.mean)),
        };
        let mut line = vec![best.action];
        let tail = self
            .line_tail
            .iter()
            .find(|(action, _)| *action == best.action);
        line.extend(tail.into_iter().flat_map(|(_, tail)| tail));
        Report {
            best: best.action,
            value,
            proven,
            moves: self.children.iter().map(Child::report).collect(),
            line,
            simulations: runs.iter().map(|run| run.simulations).sum(),
            nodes: self.nodes,
            depth: runs.iter().map(|run| run.depth).max().unwrap_or(0),
            memory: self.memory,
            elapsed: budget.elapsed(),
            reason: match proven {
                Some(_) => StopReason::Solved,
                None => runs[0].reason,
            },
            seed,
        }
    }
}

impl<A: Copy> Child<A> {
    fn report(&self) -> MoveReport<A> {
        let proven = self.bounds.proven();
        MoveReport {
            action: self.action,
            visits: self.visits,
            value: proven.map(Proven::value).or(self.mean.map(MoverValue)),
            prior: self.prior,
            proven,
        }
    }
}

/// One number to sort children by: proofs first, then the rule, then what the rule leaves open.
fn rank<A>(child: &Child<A>, rule: BestMove, most_visits: u64) -> f64 {
    let visits = child.visits as f64;
    let mean = child.mean.unwrap_or(-1.0);
    let by_rule = match rule {
        // The mean only breaks ties.
        BestMove::Visits => visits + 0.5 * mean,
        BestMove::Value => mean,
        // A child hardly visited has a bound too wide to mean anything.
        BestMove::LowerBound if child.visits * 10 < most_visits => visits - 1e12,
        BestMove::LowerBound => mean - 1.96 * (0.25 / visits.max(0.25)).sqrt(),
    };
    match child.bounds.proven() {
        Some(Proven::Win) => 1e15 + by_rule,
        Some(Proven::Loss) => -1e15 + by_rule,
        _ => by_rule,
    }
}

/// For every child of the root, the most visited way on.
fn tails<A: Copy>(tree: &Tree<A>, initial_visits: u32) -> Vec<(A, Vec<A>)> {
    let Some(children) = tree.children(tree.node(0)) else {
        return Vec::new();
    };
    let follow = |child: &Node<A>| {
        let mut line = Vec::new();
        let mut children = tree.children(child);
        while let Some(block) = children.take()
            && line.len() < 100
        {
            let best = block
                .nodes
                .iter()
                .reduce(|a, b| if principal(b) > principal(a) { b } else { a });
            if let Some(best) = best
                && best.visits() > initial_visits
            {
                line.push(best.action());
                children = tree.children(best);
            }
        }
        line
    };
    children
        .nodes
        .iter()
        .map(|child| (child.action(), follow(child)))
        .collect()
}

/// How much a child belongs to the principal variation.
fn principal<A: Copy>(node: &Node<A>) -> (bool, bool, u32) {
    let proven = node.bounds().proven();
    (
        proven == Some(Proven::Win),
        proven != Some(Proven::Loss),
        node.visits(),
    )
}
