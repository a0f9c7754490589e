//! Simulations by the handful, for several threads in one tree.
//!
//! If each thread walked from the root for every simulation and wrote every result into every
//! node on the way, the threads would spend their time handing the same few cache lines to and
//! fro: all simulations pass through the root and one of its children. So a thread takes a handful
//! at a time. It walks once through the *busy* part of the tree, the nodes with hundreds of visits,
//! to a busy node whose next choice is not; makes the whole handful from there; and writes the
//! sum into the nodes above at the end. In the meantime they are charged with as many visits
//! (virtual loss, Chaslot, Winands and van den Herik 2008), so that other threads tend to go
//! elsewhere and each has a part of the tree to itself for a while.
//!
//! A handful is never more than 1/32 of the visits of the node it starts from: that is how far a
//! choice above it can be behind what is already known.

use super::simulate::{Shared, Step, Worker};
use yomi_core::{Deterministic, Discrete};

/// From this many visits on, a node is busy.
const BUSY: u32 = 256;
/// The largest handful.
const MOST: u32 = 16;
/// The share of a node's visits that a handful may be.
const SHARE: u32 = 32;

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// How many simulations to take next: few while the tree is small.
    pub fn handful_size(&self) -> u64 {
        u64::from((self.tree.node(0).visits().min(BUSY * 2) / SHARE).clamp(1, MOST))
    }

    /// Makes `count` simulations in a tree shared with other threads.
    pub fn simulate_handful(&self, count: u64, worker: &mut Worker<G::Action>) {
        let charge = (count as u32).wrapping_mul(self.virtual_loss);
        let mut state = self.root.clone();
        let mut mover = self.game.to_move(&state);
        let mut node = self.tree.node(0);
        node.add_visits::<true>(charge);
        worker.path.clear();
        worker.path.push(Step {
            node: 0,
            chooser: mover.other(),
        });
        while !(self.solver && node.bounds().proven().is_some())
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
            node.add_visits::<true>(charge);
            worker.path.push(Step {
                node: children.first + offset as u32,
                chooser: mover,
            });
            self.game.apply(&mut state, node.action());
            mover = self.game.to_move(&state);
        }

        let above = worker.path.len();
        let mut sums = [0u64; 2];
        for _ in 0..count {
            worker.path.truncate(above);
            let value = self.walk::<true>(state.clone(), worker);
            let fixed = self.back_up::<true>(value, above, worker);
            sums = [sums[0] + fixed[0], sums[1] + fixed[1]];
        }
        for step in &worker.path[..above] {
            let node = self.tree.node(step.node);
            node.add_visits::<true>((count as u32).wrapping_sub(charge));
            node.add_value::<true>(sums[step.chooser.index()]);
        }
    }
}
