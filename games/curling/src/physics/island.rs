//! Stones that hang together: what the contact solver must see at once.

use super::collision::{Body, MAX_CONTACTS, Pair, REACH, TOUCH};
use super::ice::Motion;
use super::throw::Throw;
use crate::Vector;
use crate::stones::STONES;
use arrayvec::ArrayVec;

/// By how much more than asked for is searched: enough for a stone that touches, and some frames.
const MARGIN: Vector = Vector::new(TOUCH + 0.06, TOUCH + 0.06);

/// A pair in the order of its stones.
fn ordered(first: usize, second: usize) -> Pair {
    (first.min(second), first.max(second))
}

/// Stones that touch now, and all that overlap and hang together with them.
pub struct Island {
    /// Their places and motions, by number; of other stones, anything.
    pub bodies: [Body; STONES],
    /// The pairs that overlap, in the order of the stones.
    pub pairs: ArrayVec<Pair, MAX_CONTACTS>,
    /// The numbers of the stones.
    pub members: u16,
}

/// The neighbourhood in which stones touch each other.
#[derive(Clone, Copy, Default)]
pub struct Scene {
    low: Vector,
    high: Vector,
    /// The stones that lie still there, and perhaps others.
    pub stones: u16,
}

impl Default for Island {
    fn default() -> Island {
        Island {
            bodies: [Body::default(); STONES],
            pairs: ArrayVec::new(),
            members: 0,
        }
    }
}

impl Throw<'_> {
    /// The stones that lie still near a place, and perhaps others: all that a stone there could
    /// touch. Those who ask at a touch and in the frames after it are close together, so a larger
    /// box is searched once.
    #[inline]
    pub fn still_near(&mut self, at: Vector) -> u16 {
        let (low, high) = (at - REACH, at + REACH);
        let Scene {
            low: l, high: h, ..
        } = self.scene;
        if !((low.x >= l.x) & (low.y >= l.y) & (high.x <= h.x) & (high.y <= h.y)) {
            let (low, high) = (low - MARGIN, high + MARGIN);
            let stones = self.still.within(low, high);
            self.scene = Scene { low, high, stones };
        }
        self.scene.stones & self.still.numbers()
    }

    /// Gathers the stones whose touch happens now, and those that hang together with them. Where
    /// moving stones are is only worked out if they are near.
    pub fn gather(&mut self, island: &mut Island) {
        island.members = 0;
        island.pairs.clear();
        let (bodies, pairs) = (&mut island.bodies, &mut island.pairs);
        let lying = |at: Vector| Body {
            at,
            motion: Motion::default(),
        };
        // Moving stones whose place now is known, and those that are not there any more.
        let (mut known, mut gone) = (0u16, 0u16);
        for mover in self.movers.iter().filter(|mover| mover.touches == self.now) {
            bodies[mover.number] = mover.path.body(self.ice, self.now);
            known |= 1 << mover.number;
            if let Some(at) = self.still.get(mover.partner) {
                bodies[mover.partner] = lying(at);
            }
            let pair = ordered(mover.number, mover.partner);
            if !pairs.contains(&pair) {
                pairs.push(pair);
                island.members |= 1 << pair.0 | 1 << pair.1;
            }
        }
        let mut fresh = island.members;
        while fresh != 0 {
            let index = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let at = bodies[index].at;
            let mut touch = |other: usize, bodies: &[Body; STONES]| {
                let gap = at - bodies[other].at;
                let pair = ordered(index, other);
                let touching = gap.length_squared() <= TOUCH * TOUCH;
                if touching && !pairs.contains(&pair) && !pairs.is_full() {
                    pairs.push(pair);
                    fresh |= !island.members & 1 << other;
                    island.members |= 1 << other;
                }
            };
            let near = self.still_near(at) & !(1 << index);
            for (other, there) in self.still.among(near) {
                bodies[other] = lying(there);
                touch(other, bodies);
            }
            for mover in self.movers.iter().filter(|mover| mover.number != index) {
                let bit = 1 << mover.number;
                if known & bit == 0 && gone & bit == 0 && mover.path.comes_near(at) {
                    bodies[mover.number] = mover.path.body(self.ice, self.now);
                    match self.has_left(mover, self.now) {
                        true => gone |= bit,
                        false => known |= bit,
                    }
                }
                if known & bit != 0 {
                    touch(mover.number, bodies);
                }
            }
        }
        if island.pairs.len() > 1 {
            island.pairs.sort_unstable();
        }
    }
}
