//! A child in the tree: 24 bytes for actions of up to four bytes.
//!
//! The sum of values is kept in fixed point (31 fractional bits). Integer additions commute, so
//! the sum does not depend on the order in which results arrive, never loses a small addend to a
//! large total, and is one atomic instruction in a shared tree.
//!
//! All values of a node are from the point of view of its *chooser*: the player who moved into it.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::*};
use yomi_core::Proven;

/// One in fixed point.
const ONE: f64 = (1u64 << 31) as f64;

/// The expansion state of a node.
pub const LEAF: u8 = 0;
/// Somebody is adding the children.
pub const EXPANDING: u8 = 1;
/// The children are there.
pub const EXPANDED: u8 = 2;
/// Some of the children are there, and no others will be.
pub const EXPANDED_IN_PART: u8 = 3;

/// A child (or the root) with its statistics.
#[derive(Debug)]
pub struct Node<A> {
    sum: AtomicU64,
    visits: AtomicU32,
    first_child: AtomicU32,
    child_count: AtomicU16,
    stage: AtomicU8,
    bounds: AtomicU8,
    action: A,
}

impl<A: Copy> Node<A> {
    /// A node without simulations, starting with `visits` virtual visits of the given value.
    pub fn new(action: A, visits: u32, value: f64) -> Node<A> {
        Node {
            sum: AtomicU64::new(to_fixed(value) * u64::from(visits)),
            visits: AtomicU32::new(visits),
            first_child: AtomicU32::new(0),
            child_count: AtomicU16::new(0),
            stage: AtomicU8::new(LEAF),
            bounds: AtomicU8::new(0),
            action,
        }
    }

    /// The action that leads here.
    #[inline]
    pub fn action(&self) -> A {
        self.action
    }

    /// Visits, virtual ones included.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Sum of all values.
    #[inline]
    pub fn sum(&self) -> f32 {
        // Below 2^63 always, and the signed conversion is one instruction.
        (self.sum.load(Relaxed) as i64) as f32 * (1.0 / ONE as f32)
    }

    /// Mean value, with full precision; `None` before the first visit.
    pub fn mean(&self) -> Option<f64> {
        match self.visits() {
            0 => None,
            visits => Some(self.sum.load(Relaxed) as f64 / ONE / f64::from(visits)),
        }
    }

    /// Adds visits (on the way down or up). `SHARED` says whether other threads may be here: the
    /// locked instruction costs twenty cycles that a lone thread need not pay.
    #[inline]
    pub fn add_visits<const SHARED: bool>(&self, visits: u32) {
        if SHARED {
            self.visits.fetch_add(visits, Relaxed);
        } else {
            self.visits
                .store(self.visits.load(Relaxed).wrapping_add(visits), Relaxed);
        }
    }

    /// Adds a value in fixed point.
    #[inline]
    pub fn add_value<const SHARED: bool>(&self, fixed: u64) {
        if SHARED {
            self.sum.fetch_add(fixed, Relaxed);
        } else {
            self.sum
                .store(self.sum.load(Relaxed).wrapping_add(fixed), Relaxed);
        }
    }

    /// The first index and the number of the children, if the node is expanded.
    #[inline]
    pub fn children(&self) -> Option<(u32, u16)> {
        // Acquire pairs with the release in `publish`: whoever sees a node expanded sees the children.
        (self.stage.load(Acquire) >= EXPANDED).then(|| {
            (
                self.first_child.load(Relaxed),
                self.child_count.load(Relaxed),
            )
        })
    }

    /// Claims the right to add children; false if another thread has it.
    #[inline]
    pub fn claim<const SHARED: bool>(&self) -> bool {
        if SHARED {
            self.stage
                .compare_exchange(LEAF, EXPANDING, Relaxed, Relaxed)
                .is_ok()
        } else {
            self.stage.load(Relaxed) == LEAF
        }
    }

    /// Gives the claim back: there was no room.
    pub fn unclaim(&self) {
        self.stage.store(LEAF, Relaxed);
    }

    /// Makes the children visible to all threads; `in_part` if some actions have none.
    #[inline]
    pub fn publish(&self, first: u32, count: u16, in_part: bool) {
        self.first_child.store(first, Relaxed);
        self.child_count.store(count, Relaxed);
        let stage = if in_part { EXPANDED_IN_PART } else { EXPANDED };
        self.stage.store(stage, Release);
    }

    /// Whether some actions of an expanded node have no children.
    #[inline]
    pub fn is_in_part(&self) -> bool {
        self.stage.load(Relaxed) == EXPANDED_IN_PART
    }

    /// The proven bounds of this node.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        Bounds(self.bounds.load(Relaxed))
    }

    /// Adds to what is proven. Proofs only ever grow: two threads that prove different things at
    /// the same time both count.
    #[inline]
    pub fn join_bounds<const SHARED: bool>(&self, bounds: Bounds) {
        if SHARED {
            self.bounds.fetch_or(bounds.0, Relaxed);
        } else {
            self.bounds
                .store(self.bounds.load(Relaxed) | bounds.0, Relaxed);
        }
    }
}

/// A value in fixed point.
#[inline]
pub fn to_fixed(value: f64) -> u64 {
    (value * ONE) as u64
}

/// The least and the most the chooser can get, in half points: 0 loss, 1 draw, 2 win.
///
/// The lower bound is the number of bits set among the low two, the distance of the upper bound
/// from a win the number set among the next two; both fill up from the right. So a fresh node (all
/// zero) is "anything from loss to win", and what two proofs establish together is their union.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds(u8);

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds(0);

    /// From `lower` to `upper`, in half points.
    #[inline]
    pub fn new(lower: u8, upper: u8) -> Bounds {
        Bounds(((1 << lower) - 1) | (((1 << (2 - upper)) - 1) << 2))
    }

    /// A proven result.
    #[inline]
    pub fn exactly(result: Proven) -> Bounds {
        Bounds::new(result as u8, result as u8)
    }

    /// The intersection of two bounds.
    #[inline]
    #[must_use]
    pub fn join(self, other: Bounds) -> Bounds {
        Bounds(self.0 | other.0)
    }

    /// The least the chooser gets.
    #[inline]
    pub fn lower(self) -> u8 {
        (self.0 & 1) + (self.0 >> 1 & 1)
    }

    /// The most the chooser gets.
    #[inline]
    pub fn upper(self) -> u8 {
        2 - (self.0 >> 2 & 1) - (self.0 >> 3)
    }

    /// The same, seen by the opponent.
    #[inline]
    pub fn flip(self) -> Bounds {
        Bounds::new(2 - self.upper(), 2 - self.lower())
    }

    /// The result, if both bounds agree.
    #[inline]
    pub fn proven(self) -> Option<Proven> {
        if self.lower() != self.upper() {
            return None;
        }
        Some([Proven::Loss, Proven::Draw, Proven::Win][usize::from(self.lower())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_small() {
        assert_eq!(std::mem::size_of::<Node<u8>>(), 24);
        assert_eq!(std::mem::size_of::<Node<u32>>(), 24);
    }

    #[test]
    fn bounds_hold_what_was_put_in() {
        for lower in 0..=2 {
            for upper in lower..=2 {
                let bounds = Bounds::new(lower, upper);
                assert_eq!((bounds.lower(), bounds.upper()), (lower, upper));
                assert_eq!(
                    (bounds.flip().lower(), bounds.flip().upper()),
                    (2 - upper, 2 - lower)
                );
                assert_eq!(bounds.proven().is_some(), lower == upper);
            }
        }
        assert_eq!(Bounds::UNKNOWN, Bounds::new(0, 2));
        assert_eq!(
            Bounds::new(0, 1).join(Bounds::new(1, 2)),
            Bounds::exactly(Proven::Draw)
        );
        assert_eq!(Bounds::exactly(Proven::Win).proven(), Some(Proven::Win));
    }

    #[test]
    fn means_do_not_drift() {
        let node = Node::new(0u8, 0, 0.0);
        for i in 0..3_000_000u32 {
            node.add_visits::<false>(1);
            node.add_value::<false>(to_fixed(f64::from(i % 3) / 2.0));
        }
        assert_eq!(node.mean(), Some(0.5));
    }
}
