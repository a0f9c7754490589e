//! Batches of simulations: for several threads in one tree, or a faster thread in a large one.
//!
//! If each thread descended from the root for every simulation and wrote every result into every
//! node of the path, the threads would spend their time competing for the same few cache lines:
//! all simulations pass through the root and one of its children. So a thread makes a *batch*
//! of simulations at a time. It descends once through the *busy* part of the tree, the nodes with
//! hundreds of visits, to a busy node whose selected child is not busy; makes the whole batch from
//! there; and backs the sum up into the nodes above at the end. In the meantime those nodes are
//! charged with as many visits (virtual loss, Chaslot, Winands and van den Herik 2008), so that other
//! threads tend to select other paths and each has a part of the tree to itself for a while.
//!
//! A batch is never more than 1/32 of the visits of the node it starts from: that is how far the
//! statistics above it can lag behind.
//!
//! A single thread gains too, if batches are allowed to it: most of a descent through a large tree is
//! waiting for memory, and the nodes around the start of the batch stay in the cache.

use super::simulate::{MAX_PATH, Shared, Step, Worker};
use yomi_core::{Budget, Deterministic, Discrete};

/// From this many visits on, a node is busy.
const BUSY: u32 = 512;
/// The share of a node's visits that a batch may be.
const SHARE: u32 = 32;
/// A node with this many visits for each one charged chooses as if it were not charged.
const UNMOVED: u32 = 128;

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// The size of the next batch: small while the tree is small.
    #[inline]
    pub fn batch_size(&self) -> u64 {
        u64::from((self.tree.node(0).visits() / SHARE).clamp(1, self.batch))
    }

    /// Makes up to `count` simulations, fewer if the node they start from has too few visits for
    /// that or the time is up; returns their number. `SHARED` is whether other threads work on the
    /// same tree.
    pub fn simulate_batch<const SHARED: bool>(
        &self,
        count: u64,
        budget: &mut Budget,
        worker: &mut Worker<G>,
    ) -> u64 {
        let mut state = self.root.clone();
        let mut mover = self.game.to_move(&state);
        let mut node = self.tree.node(0);
        worker.path.clear();
        worker.path.push(Step::new(0, self.root_chooser));
        while worker.path.len() <= MAX_PATH.min(self.max_depth as usize)
            && !(self.solver && node.bounds().proven().is_some())
            && let Some(children) = self.tree.children(node)
        {
            let chooser = worker.path[worker.path.len() - 1].chooser;
            let Some(offset) = self.choose(node, chooser, mover, &children) else {
                break;
            };
            let child = &children.nodes[offset];
            if child.visits() < BUSY {
                break;
            }
            node = child;
            worker
                .path
                .push(Step::new(children.first + offset as u32, mover));
            self.game.apply(&mut state, node.action());
            mover = self.game.to_move(&state);
        }

        let count = count.min(u64::from(node.visits() / SHARE).max(1));
        let above = worker.path.len();
        if SHARED {
            for step in &mut worker.path {
                let node = self.tree.node(step.node);
                // Where it would not change anybody's choice, the charge is not worth the write.
                if node.visits() < UNMOVED * count as u32 {
                    step.charged = (count as u32).wrapping_mul(self.virtual_loss);
                    node.add_visits::<SHARED>(step.charged);
                }
            }
        }
        let mut sums = [0u64; 2];
        let mut made = 0;
        while made < count {
            worker.path.truncate(above);
            let value = self.walk::<SHARED>(state.clone(), worker);
            let fixed = self.back_up::<SHARED>(value, above, worker);
            sums = [sums[0] + fixed[0], sums[1] + fixed[1]];
            made += 1;
            if budget.interrupted().is_some() {
                break;
            }
        }
        for step in &worker.path[..above] {
            let node = self.tree.node(step.node);
            let visits = (made as u32).wrapping_sub(step.charged);
            if visits != 0 {
                node.add_visits::<SHARED>(visits);
            }
            node.add_value::<SHARED>(sums[step.chooser.index()]);
        }
        made
    }
}
