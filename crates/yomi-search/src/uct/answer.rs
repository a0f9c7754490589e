//! The choice of the move to play, and the report.
//!
//! A proven win is played before anything else and a proven loss only if there is nothing else;
//! in between the rule decides: most visits (robust child), highest mean (max child; both names
//! from Chaslot et al. 2008), or highest lower confidence bound `Q - z sqrt(1/(4n))` with
//! `z = 1.96`, the bound for the widest possible spread of values in `0..1`.

use super::node::{Bounds, Node};
use super::params::BestMove;
use super::run::Run;
use super::simulate::Shared;
use super::tree::Tree;
use yomi_core::{
    Budget, Deterministic, Discrete, MoveReport, MoverValue, Proven, Report, Seed, StopReason,
};

/// The statistics of the root's children, summed over all trees.
pub struct RootStatistics<A> {
    children: Vec<Child<A>>,
    mean: f64,
    nodes: u64,
    memory: u64,
}

#[derive(Clone, Copy)]
struct Child<A> {
    action: A,
    /// Real visits.
    visits: u64,
    /// Visits that went into the sum, virtual ones included.
    weight: f64,
    sum: f64,
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
        let (mut root_sum, mut root_weight) = (0.0, 0.0);
        for (tree_number, shared) in shared.iter().enumerate() {
            let tree = shared.tree;
            let root = tree.node(0);
            let weight = f64::from(root.visits());
            let mean = root.mean().unwrap_or(0.5);
            let chosen_by_mover = shared.root_chooser == shared.game.to_move(shared.root);
            root_sum += weight * if chosen_by_mover { mean } else { 1.0 - mean };
            root_weight += weight;
            let Some(block) = tree.children(root) else {
                continue;
            };
            for (i, node) in block.nodes.iter().enumerate() {
                // Every tree has its own order; the first one's is as good as any.
                let known = match tree_number {
                    0 => None,
                    _ => children
                        .iter()
                        .position(|child| child.action == node.action()),
                };
                let place = known.unwrap_or_else(|| {
                    children.push(Child {
                        prior: block.priors.map(|priors| f64::from(priors[i])),
                        ..Child::untried(node.action())
                    });
                    children.len() - 1
                });
                let child = &mut children[place];
                let weight = f64::from(node.visits());
                child.visits += u64::from(node.visits().saturating_sub(shared.initial_visits));
                child.weight += weight;
                child.sum += node.mean().unwrap_or(0.0) * weight;
                child.bounds = child.bounds.join(node.bounds());
            }
        }
        if children.is_empty() {
            // The root could not be expanded: too many actions, or no memory at all.
            let mut actions = Vec::new();
            shared[0].game.search_actions(shared[0].root, &mut actions);
            shared[0].request.restrict(&mut actions);
            children.extend(actions.into_iter().map(Child::untried));
        }
        RootStatistics {
            mean: if root_weight > 0.0 {
                root_sum / root_weight
            } else {
                0.5
            },
            nodes: shared
                .iter()
                .map(|shared| u64::from(shared.tree.len()))
                .sum(),
            memory: shared.iter().map(|shared| shared.tree.memory()).sum(),
            children,
        }
    }

    /// The report, with the children in the order of the rule; the line is followed in `tree`.
    pub fn report(
        mut self,
        rule: BestMove,
        runs: &[Run],
        tree: &Tree<A>,
        budget: &Budget,
        seed: Seed,
    ) -> Report<A> {
        let most = self
            .children
            .iter()
            .map(|child| child.visits)
            .max()
            .unwrap_or(0);
        let upper = self
            .children
            .iter()
            .map(|child| child.bounds.upper())
            .max()
            // What was left out may be better.
            .filter(|_| !tree.node(0).is_in_part())
            .unwrap_or(2);
        let lower = self
            .children
            .iter()
            .map(|child| child.bounds.lower())
            .max()
            .unwrap_or(0);
        let rank = |child: &Child<A>| rank(child, rule, most, lower);
        self.children.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let best = self.children[0];
        let proven = Bounds::new(lower, upper).proven();
        let value = match proven {
            Some(result) => result.value(),
            None => MoverValue(best.mean().unwrap_or(self.mean)),
        };
        let simulations = runs.iter().map(|run| run.simulations).sum();
        Report {
            value,
            proven,
            moves: self.children.iter().map(Child::report).collect(),
            line: line(tree, best.action),
            simulations,
            nodes: self.nodes,
            depth: runs.iter().map(|run| run.depth).max().unwrap_or(0),
            deepest: runs.iter().map(|run| run.depth).max().unwrap_or(0),
            memory: self.memory,
            elapsed: budget.elapsed(),
            reason: match proven {
                Some(_) => StopReason::Solved,
                None => runs[0].reason,
            },
            ..Report::new(best.action, seed)
        }
    }
}

impl<A: Copy> Child<A> {
    fn untried(action: A) -> Child<A> {
        Child {
            action,
            visits: 0,
            weight: 0.0,
            sum: 0.0,
            prior: None,
            bounds: Bounds::UNKNOWN,
        }
    }

    /// Its value: the result if it is proven, otherwise the mean.
    fn mean(&self) -> Option<f64> {
        match self.bounds.proven() {
            Some(result) => Some(result.value().0),
            None => (self.weight > 0.0).then(|| self.sum / self.weight),
        }
    }

    fn report(&self) -> MoveReport<A> {
        MoveReport {
            action: self.action,
            visits: self.visits,
            value: self.mean().map(MoverValue),
            prior: self.prior,
            proven: self.bounds.proven(),
            line: Vec::new(),
        }
    }
}

/// One number to sort children by: proofs first, then the rule, then what the rule leaves open.
/// `sure` is what the mover can have for certain, in half points.
fn rank<A: Copy>(child: &Child<A>, rule: BestMove, most_visits: u64, sure: u8) -> f64 {
    let visits = child.visits as f64;
    let mean = child.mean().unwrap_or(-1.0);
    let proven = child.bounds.proven();
    let by_rule = match rule {
        // A proven draw gets no more visits, so visits say nothing about it: it stands between
        // those that are worth more on average and those that are worth less.
        BestMove::Visits if sure == 1 && proven == Some(Proven::Draw) => 0.5,
        BestMove::Visits if sure == 1 && mean < 0.5 => mean - 1.0,
        // The mean only breaks ties.
        BestMove::Visits => visits + 0.5 * mean,
        BestMove::Value => mean,
        BestMove::LowerBound if proven.is_some() => mean,
        // A child hardly visited has a bound too wide to mean anything.
        BestMove::LowerBound if child.visits * 10 < most_visits => visits - 1e12,
        BestMove::LowerBound => mean - 1.96 * (0.25 / visits.max(0.25)).sqrt(),
    };
    match proven {
        Some(Proven::Win) => 1e15 + by_rule,
        Some(Proven::Loss) => -1e15 + by_rule,
        // It can give no more than what is sure elsewhere, and perhaps less.
        _ if child.bounds.upper() <= sure && child.bounds.lower() < sure => -1e14 + by_rule,
        _ => by_rule,
    }
}

/// The number of moves whose lines are reported in an analysis.
const LINES: usize = 16;

/// Tells the lines of the best moves.
pub fn add_lines<A: Copy + PartialEq>(report: &mut Report<A>, tree: &Tree<A>) {
    let tried = report.moves.iter_mut().filter(|entry| entry.visits > 0);
    for entry in tried.take(LINES) {
        entry.line = line(tree, entry.action);
    }
}

/// The action and the most visited way on, as far as it was visited.
fn line<A: Copy + PartialEq>(tree: &Tree<A>, best: A) -> Vec<A> {
    let mut line = vec![best];
    let root = tree.children(tree.node(0));
    let found = root.and_then(|block| block.nodes.iter().find(|child| child.action() == best));
    let mut next = found;
    while let Some(node) = next.take()
        && let Some(block) = tree.children(node)
        && line.len() < 100
    {
        let best = block
            .nodes
            .iter()
            .reduce(|a, b| if principal(b) > principal(a) { b } else { a });
        if let Some(best) = best
            && best.visits() > 0
        {
            line.push(best.action());
            next = Some(best);
        }
    }
    line
}

/// The rank of a child for the principal variation.
fn principal<A: Copy>(node: &Node<A>) -> (bool, bool, u32) {
    let proven = node.bounds().proven();
    (
        proven == Some(Proven::Win),
        proven != Some(Proven::Loss),
        node.visits(),
    )
}
