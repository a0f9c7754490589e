//! The solver: proven results, backed up.
//!
//! Every node has a lower and an upper bound on the score of its chooser (Cazenave and Saffidine,
//! "Score bounded Monte-Carlo tree search", 2010; with only win and loss it is the MCTS-Solver of
//! Winands, Björnsson and Saito, 2008). A terminal node has both at its result. The player to
//! move in a node gets at least the best lower bound and at most the best upper bound among the
//! children:
//!
//! `lower = max lower(child)`, `upper = max upper(child)`
//!
//! Children exist from the moment a node is expanded, so an untried child has the widest bounds
//! and no proof is ever claimed too early. Selection skips children that cannot exceed
//! the lower bound; a node whose bounds meet is never simulated again.
//!
//! Where only the most probable actions have children, the others may be better: what the best child gets at most
//! is then no bound, and wins are all that can be proven for the player to move.
//!
//! Graded payoffs are not proven: the search treats them as ordinary results.

use super::node::{Bounds, Node};
use super::simulate::Step;
use super::tree::Tree;

/// Recomputes the bounds along a path from its end, as far up as anything changes.
pub fn back_up<const SHARED: bool, A: Copy>(tree: &Tree<A>, path: &[Step]) {
    for pair in path.windows(2).rev() {
        let [parent_step, child_step] = [pair[0], pair[1]];
        if tree.node(child_step.node).bounds() == Bounds::UNKNOWN {
            return;
        }
        let parent = tree.node(parent_step.node);
        let Some(children) = tree.children(parent) else {
            return;
        };
        let mover = child_step.chooser;
        let mut bounds = best_of(children.nodes);
        if parent.is_in_part() {
            bounds = Bounds::new(bounds.lower(), 2);
        }
        if mover != parent_step.chooser {
            bounds = bounds.flip();
        }
        let before = parent.bounds();
        if before.join(bounds) == before {
            return;
        }
        parent.join_bounds::<SHARED>(bounds);
    }
}

/// The bounds of a player who chooses among these children.
fn best_of<A: Copy>(children: &[Node<A>]) -> Bounds {
    let (mut lower, mut upper) = (0, 0);
    for child in children {
        let bounds = child.bounds();
        lower = lower.max(bounds.lower());
        upper = upper.max(bounds.upper());
    }
    Bounds::new(lower, upper)
}
