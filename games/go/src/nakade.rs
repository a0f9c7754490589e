//! Nakade: the one place inside a small eye space where a stone leaves a single eye.
//!
//! | empty points | shape | the place |
//! |---|---|---|
//! | 3 | straight or bent | the middle one |
//! | 4 | pyramid | the one with three neighbours |
//! | 5 | cross | the one with four neighbours |
//! | 5 | bulky five | the one with three neighbours |
//! | 6 | rabbity six | the one with four neighbours |
//!
//! Other shapes of these sizes live or are dead already.

use crate::bits::Bits;
use crate::board::Board;
use crate::vertex::Vertex;
use yomi_core::Player;

/// The largest eye space with such a place.
pub(crate) const LARGEST: u32 = 6;

/// Whether a space of so many points, in which the point with most neighbours has so many and all together so many, is a
/// single eye once a stone is on that point.
pub(crate) const fn leaves_single_eye(size: u32, most: u32, links: u32) -> bool {
    match (size, most) {
        (3, 2) | (4, 3) | (5, 4) => true,
        // A square with a tail has five links, a fork without a square only four.
        (5, 3) => links == 10,
        (6, 4) => links == 12,
        _ => false,
    }
}

impl<const W: usize> Board<W> {
    /// Where `player` has to play to leave a single eye in the eye space of the opponent around an
    /// empty point, if there is such a place.
    #[inline]
    pub fn vital_point(&self, inside: Vertex, player: Player) -> Option<Vertex> {
        let space = self.small_space(inside)?;
        let size = space.count();
        if size < 3 || !space.spread().and(self.stones(player)).is_empty() {
            return None;
        }
        let mut links = 0;
        let mut center = (0, inside);
        for point in space.iter() {
            let degree = self.surroundings(point).empty_neighbours();
            links += degree;
            center = center.max((degree, point));
        }
        leaves_single_eye(size, center.0, links).then_some(center.1)
    }

    /// The empty points connected with one, if they are few.
    #[inline]
    fn small_space(&self, inside: Vertex) -> Option<Bits<W>> {
        let mut space = Bits::of(inside);
        loop {
            let wider = space.spread().and(self.empty());
            if wider == space {
                return Some(space);
            }
            if wider.count() > LARGEST {
                return None;
            }
            space = wider;
        }
    }
}
