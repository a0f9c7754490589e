//! Deferred updates of the busiest nodes of a shared tree.
//!
//! Every simulation of every thread passes through the root and one of its children. If each
//! wrote its result there at once, the threads would spend their time handing the same few cache
//! lines to and fro. Where a node has hundreds of visits already, one more changes nothing that a
//! choice depends on; so each thread saves up what it has to say about such a node and says it
//! after a few simulations: never more than 1/128 of the node's visits, so that a choice is at
//! most that far behind. Nothing is lost: what is saved up is written before the thread ends.

use super::node::Node;
use super::tree::Tree;

/// From this many visits on, a node is busy.
const BUSY: u32 = 512;
/// Nodes remembered at a time; the busy part of a tree is small.
const SLOTS: usize = 64;

#[derive(Clone, Copy, Default)]
struct Saved {
    node: u32,
    visits: u32,
    sum: u64,
}

/// What one thread has not said yet.
pub struct Deferred {
    saved: [Saved; SLOTS],
}

impl Default for Deferred {
    fn default() -> Self {
        Deferred {
            saved: [Saved::default(); SLOTS],
        }
    }
}

impl Deferred {
    /// Whether a node is busy enough to wait.
    #[inline]
    pub fn applies_to<A: Copy>(node: &Node<A>) -> bool {
        node.visits() >= BUSY
    }

    /// Saves up one visit of a busy node.
    #[inline]
    pub fn add<A: Copy>(&mut self, tree: &Tree<A>, index: u32, fixed: u64) {
        let slot = &mut self.saved[index as usize % SLOTS];
        if slot.node != index {
            say(tree, slot);
            slot.node = index;
        }
        slot.visits += 1;
        slot.sum += fixed;
        if slot.visits >= tree.node(index).visits() / 128 {
            say(tree, slot);
        }
    }

    /// Says everything.
    pub fn flush<A: Copy>(&mut self, tree: &Tree<A>) {
        self.saved.iter_mut().for_each(|slot| say(tree, slot));
    }
}

#[inline]
fn say<A: Copy>(tree: &Tree<A>, slot: &mut Saved) {
    if slot.visits > 0 {
        let node = tree.node(slot.node);
        node.add_visits::<true>(slot.visits);
        node.add_value::<true>(slot.sum);
        (slot.visits, slot.sum) = (0, 0);
    }
}
