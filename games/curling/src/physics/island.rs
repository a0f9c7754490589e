//! Stones that hang together: what the contact solver must see at once.

use super::collision::{Body, MAX_CONTACTS, Pair, TOUCH};
use crate::stones::STONES;
use arrayvec::ArrayVec;

/// A pair in the order of its stones.
pub fn ordered(first: usize, second: usize) -> Pair {
    (first.min(second), first.max(second))
}

/// Adds the pairs that overlap and hang together with the given ones, and puts all into the order
/// of the stones. The stones in them.
pub fn complete(
    pairs: &mut ArrayVec<Pair, MAX_CONTACTS>,
    bodies: &[Body; STONES],
    present: u16,
) -> u16 {
    let mut members = 0u16;
    for pair in pairs.iter() {
        members |= 1 << pair.0 | 1 << pair.1;
    }
    let mut fresh = members;
    while fresh != 0 {
        let index = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        let mut others = present & !(1 << index);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            let gap = bodies[index].at - bodies[other].at;
            let pair = ordered(index, other);
            let touching = gap.length_squared() <= TOUCH * TOUCH;
            if touching && !pairs.contains(&pair) && !pairs.is_full() {
                pairs.push(pair);
                fresh |= !members & 1 << other;
                members |= 1 << other;
            }
        }
    }
    pairs.sort_unstable();
    members
}
