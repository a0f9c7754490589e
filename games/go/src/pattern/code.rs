//! The contents of a pattern as a number.
//!
//! Two bits for each of 36 points, in the order of their distance, seen in the orientation of the
//! centre's location class: 0 empty, 1 black, 2 white, 3 outside the board. So a ring is a field of bits, and exchanging
//! the colours exchanges the bits of each pair. The number is exact: no two patterns share one.

use super::geometry::{
    ENDS, Geometry, LARGEST, OFFSETS, POINTS, SMALLEST, SYMMETRIES, TURNED, ring_start,
};
use crate::board::{Board, Point};
use crate::vertex::Vertex;
use std::sync::LazyLock;
use yomi_core::Player;

/// Points in the first word: those of all rings but the last.
const FIRST: usize = ENDS[LARGEST - SMALLEST - 1];

const LOW: u64 = 0x5555_5555_5555_5555;

/// The bytes of the first word, and of both.
const FIRST_BYTES: usize = FIRST / 4;
const BYTES: usize = POINTS / 4;

/// What a byte of a code, which is four places, becomes in its word when the pattern is turned: by symmetry, byte and contents.
/// Reading and registering patterns does little else than turning them.
static TURNED_BYTES: LazyLock<[Vec<[u64; 256]>; SYMMETRIES]> = LazyLock::new(|| {
    TURNED.map(|turned| {
        let byte = |number: usize| {
            std::array::from_fn(|contents| {
                let places = 4 * number..4 * number + 4;
                places.enumerate().fold(0, |word, (i, place)| {
                    let (_, bit) = bit(turned[place].into());
                    word | (contents as u64 >> (2 * i) & 3) << bit
                })
            })
        };
        (0..BYTES).map(byte).collect()
    })
});

/// The contents of the points around a point; the last ring has a word of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Code([u64; 2]);

/// The word and the bit of a place.
#[inline(always)]
pub(crate) const fn bit(place: usize) -> (usize, usize) {
    if place < FIRST {
        (0, 2 * place)
    } else {
        (1, 2 * (place - FIRST))
    }
}

/// What is in a ring seen by a player: own stones are black.
#[inline(always)]
pub(crate) const fn seen_by(ring: u16, player: Player) -> u16 {
    match player {
        Player::First => ring,
        Player::Second => (ring & LOW as u16) << 1 | ring >> 1 & LOW as u16,
    }
}

impl Code {
    /// What is around a point of a board, black stones being black.
    pub fn of<const W: usize>(geometry: &Geometry<W>, board: &Board<W>, centre: Vertex) -> Code {
        let mut code = Code::default();
        for (number, &offset) in OFFSETS.iter().enumerate() {
            let seen = geometry.at_offset(centre, offset);
            let seen = seen.map_or(Point::Outside, |point| board.point(point));
            code.change(geometry.place(centre, number), seen as u64);
        }
        code
    }

    /// A place becomes something else: `change` is the exclusive or of both.
    #[inline(always)]
    pub(crate) fn change(&mut self, place: usize, change: u64) {
        let (word, bit) = bit(place);
        self.0[word] ^= change << bit;
    }

    /// What is at a place.
    pub fn at(self, place: usize) -> Point {
        let (word, bit) = bit(place);
        match self.0[word] >> bit & 3 {
            0 => Point::Empty,
            1 => Point::Black,
            2 => Point::White,
            _ => Point::Outside,
        }
    }

    /// The same seen by a player: own stones are black.
    #[inline(always)]
    #[must_use]
    pub fn seen_by(self, player: Player) -> Code {
        match player {
            Player::First => self,
            Player::Second => Code(self.0.map(|word| (word & LOW) << 1 | word >> 1 & LOW)),
        }
    }

    /// What is in a ring.
    #[inline(always)]
    pub(crate) const fn ring(self, ring: usize) -> u16 {
        /// The word, the first bit and the bits of each ring.
        const FIELDS: [(usize, u32, u16); LARGEST + 1] = [
            (0, 0, 0),
            (0, 0, 0),
            (0, 0, 0xFF),
            (0, 8, 0xFF),
            (0, 16, 0xFF),
            (0, 24, 0xFFFF),
            (0, 40, 0xFFFF),
            (1, 0, 0xFFFF),
        ];
        let (word, bit, mask) = FIELDS[ring];
        (self.0[word] >> bit) as u16 & mask
    }

    /// The same with this in a ring that was empty.
    #[must_use]
    pub(crate) fn with_ring(mut self, ring: usize, contents: u16) -> Code {
        let (word, bit) = bit(ring_start(ring));
        self.0[word] |= u64::from(contents) << bit;
        self
    }

    /// The same with nothing beyond a size.
    #[must_use]
    pub(crate) fn up_to(self, size: usize) -> Code {
        let end = ENDS[size - SMALLEST];
        match bit(end - 1) {
            (0, bit) => Code([self.0[0] & (u64::MAX >> (62 - bit)), 0]),
            _ => self,
        }
    }

    /// The same turned and mirrored.
    #[must_use]
    pub(crate) fn turned(self, symmetry: usize) -> Code {
        let bytes = &TURNED_BYTES[symmetry];
        let mut words = [0; 2];
        for (number, turned) in bytes.iter().enumerate() {
            let (word, byte) = (number / FIRST_BYTES, number % FIRST_BYTES);
            words[word] |= turned[(self.0[word] >> (8 * byte) & 0xFF) as usize];
        }
        Code(words)
    }

    /// The smallest of what the symmetries make of it: the same for all of them.
    #[must_use]
    pub(crate) fn smallest(self, symmetries: impl Iterator<Item = usize>) -> Code {
        let turned = symmetries.map(|symmetry| match symmetry {
            0 => self,
            _ => self.turned(symmetry),
        });
        turned.min().unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_and_sizes_are_fields() {
        let mut code = Code::default();
        for place in 0..POINTS {
            code.change(place, (place % 4) as u64);
        }
        for place in 0..POINTS {
            assert_eq!(code.at(place) as usize, place % 4);
        }
        let mut start = 0;
        for (ring, end) in (SMALLEST..).zip(ENDS) {
            let field = (start..end).fold(0, |all, place| {
                all | (place as u16 % 4) << (2 * (place - start))
            });
            assert_eq!(code.ring(ring), field, "{ring}");
            let small = code.up_to(ring);
            let kept = |place: usize| {
                if place < end {
                    code.at(place)
                } else {
                    Point::Empty
                }
            };
            assert!((0..POINTS).all(|place| small.at(place) == kept(place)));
            start = end;
        }
        assert_eq!(code.seen_by(Player::First), code);
        let other = code.seen_by(Player::Second);
        let swapped = [0, 2, 1, 3];
        assert!((0..POINTS).all(|place| other.at(place) as usize == swapped[place % 4]));
    }

    #[test]
    fn turning_is_a_group() {
        let mut code = Code::default();
        for (place, contents) in [(0, 1), (6, 2), (13, 1), (30, 2)] {
            code.change(place, contents);
        }
        let all: std::collections::BTreeSet<Code> =
            (0..8).map(|symmetry| code.turned(symmetry)).collect();
        assert_eq!(all.len(), 8);
        for &turned in &all {
            assert_eq!(turned.smallest(0..8), *all.first().unwrap());
            assert!((0..8).all(|symmetry| all.contains(&turned.turned(symmetry))));
        }
    }
}
