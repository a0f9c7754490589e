//! All moves as first: what a simulation says about moves that were played later in it (Gelly and Silver 2011).
//!
//! At every node of the path, each child whose move was played by the same player anywhere from there on counts the
//! result, whether it was chosen or not. Where a move is gone once it is played (a point of a board), only who came first has
//! played it.
//!
//! A move played soon says more than one played near the end, where the position is another one. With a decay `d` a
//! move played `t` plies after the node, of `l` plies to the end of the simulation, counts `1 - d t / l`, in
//! quarters, so that sums stay integers whose order does not matter.

use super::IndexFns;
use super::node::to_fixed;
use super::simulate::{Shared, Worker};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use yomi_core::{Deterministic, Discrete, Player, VirtualVisits};

/// The parts in which results count: so many are one.
pub(super) const WHOLE: u32 = 4;

/// All-moves-as-first statistics of a child, seen by its chooser.
#[derive(Debug, Default)]
pub struct Amaf {
    /// The sum of all values in fixed point, and their number, both in parts.
    sum: AtomicU64,
    parts: AtomicU32,
}

impl Amaf {
    /// Statistics that begin with virtual visits.
    pub fn with_virtual_visits(expected: VirtualVisits) -> Amaf {
        let parts = expected.visits.saturating_mul(WHOLE);
        Amaf {
            sum: AtomicU64::new(to_fixed(expected.value.into()) * u64::from(parts)),
            parts: AtomicU32::new(parts),
        }
    }

    /// Adds one result in fixed point, which counts so many parts.
    #[inline]
    fn add<const SHARED: bool>(&self, fixed: u64, parts: u32) {
        let fixed = fixed * u64::from(parts);
        if SHARED {
            self.sum.fetch_add(fixed, Relaxed);
            self.parts.fetch_add(parts, Relaxed);
        } else {
            self.sum.store(self.sum.load(Relaxed) + fixed, Relaxed);
            self.parts.store(self.parts.load(Relaxed) + parts, Relaxed);
        }
    }

    /// Number of results.
    #[inline]
    pub fn visits(&self) -> f32 {
        self.parts.load(Relaxed) as f32 * (1.0 / WHOLE as f32)
    }

    /// Their mean; 0 without results.
    #[inline]
    pub fn mean(&self) -> f32 {
        let parts = self.parts.load(Relaxed).max(1) as f32;
        (self.sum.load(Relaxed) as i64) as f32 * (1.0 / (1u64 << 31) as f32) / parts
    }
}

/// Who played what in a simulation, and when.
pub(super) struct Played {
    /// For each player and action index, the number of the last simulation in which it was played, and the ply: in the
    /// upper and the lower bits, so that nothing has to be cleared.
    marks: [Vec<u64>; 2],
    simulation: u64,
}

/// The bits of a ply in a mark.
const PLY_BITS: u32 = 20;

impl Played {
    pub fn new(indices: usize) -> Played {
        Played {
            marks: [vec![0; indices], vec![0; indices]],
            simulation: 0,
        }
    }

    /// Whether and when a player played it in this simulation.
    #[inline]
    fn ply(&self, player: Player, number: usize) -> Option<u64> {
        let mark = self.marks[player.index()][number];
        (mark >> PLY_BITS == self.simulation).then_some(mark & ((1 << PLY_BITS) - 1))
    }

    #[inline]
    fn mark(&mut self, player: Player, number: usize, ply: u64) {
        let ply = ply.min((1 << PLY_BITS) - 1);
        self.marks[player.index()][number] = self.simulation << PLY_BITS | ply;
    }
}

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// Adds the result of a simulation to all children that it says something about.
    pub(super) fn back_up_rave<const SHARED: bool>(&self, fixed: [u64; 2], worker: &mut Worker<G>) {
        let Some(IndexFns {
            index,
            first_play_only,
            counts_as_first,
            ..
        }) = &self.knowledge.index
        else {
            return;
        };
        let first_play_only = first_play_only(self.game);
        let played = &mut worker.played;
        played.simulation += 1;
        let leaf = worker.path.len() as u64 - 1;
        let end = leaf + worker.scratch.trace.len() as u64;
        for (ply, &(player, action)) in (leaf..).zip(&worker.scratch.trace) {
            if !counts_as_first(self.game, action) {
                continue;
            }
            let number = index(self.game, action);
            let is_first = played.ply(player, number).is_none();
            if is_first && !(first_play_only && played.ply(player.other(), number).is_some()) {
                played.mark(player, number, ply);
            }
        }
        for i in (0..worker.path.len()).rev() {
            let node = self.tree.node(worker.path[i].node);
            if let Some(next) = worker.path.get(i + 1)
                && let Some(children) = self.tree.children(node)
                && let Some(amaf) = children.amaf
            {
                let (mover, ply) = (next.chooser, i as u64);
                let action = self.tree.node(next.node).action();
                if counts_as_first(self.game, action) {
                    let number = index(self.game, action);
                    if first_play_only {
                        played.marks[mover.other().index()][number] = 0;
                    }
                    played.mark(mover, number, ply);
                }
                // Parts less for each ply, in 1/65536.
                let slope =
                    f64::from(WHOLE) * 65536.0 * self.rave_decay / (end - ply).max(1) as f64;
                let slope = slope as u64;
                for (child, amaf) in children.nodes.iter().zip(amaf) {
                    if let Some(found) = played.ply(mover, index(self.game, child.action())) {
                        let less = (slope * (found - ply)) >> 16;
                        let parts = WHOLE - (less as u32).min(WHOLE - 1);
                        amaf.add::<SHARED>(fixed[mover.index()], parts);
                    }
                }
            }
        }
    }
}
