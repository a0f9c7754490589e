//! Stones that hang together: what the contact solver must see at once.

use super::collision::{Body, MAX_CONTACTS, Pair, REACH, TOUCH};
use super::throw::Throw;
use crate::stones::STONES;
use arrayvec::ArrayVec;

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

impl Throw<'_> {
    /// The stones whose touch happens now, and those that hang together with them. Where moving
    /// stones are is only worked out if they are near.
    pub fn island(&self) -> Island {
        let mut island = Island {
            bodies: [Body::default(); STONES],
            pairs: ArrayVec::new(),
            members: 0,
        };
        let (bodies, pairs) = (&mut island.bodies, &mut island.pairs);
        // Moving stones whose place now is known, and those that are not there any more.
        let (mut known, mut gone) = (0u16, 0u16);
        for mover in self.movers.iter().filter(|mover| mover.touches == self.now) {
            bodies[mover.number] = mover.path.body(self.ice, self.now);
            known |= 1 << mover.number;
            if let Some(at) = self.still.get(mover.partner) {
                bodies[mover.partner].at = at;
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
            let near = self.still.within(at - REACH, at + REACH) & !(1 << index);
            for (other, there) in self.still.among(near) {
                bodies[other].at = there;
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
        island.pairs.sort_unstable();
        island
    }
}
