//! Sets of squares.

use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit n is square number n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(crate) u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const ALL: Bitboard = Bitboard((1 << 81) - 1);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(BIT[square.index()])
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two or more.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & BIT[square.index()] != 0
    }

    /// The first square of a set that is not empty.
    #[inline]
    pub(crate) const fn first(self) -> Square {
        Square::at(self.0.trailing_zeros() as usize)
    }

    /// The square number `place` of a set that has more than so many.
    pub(crate) fn nth(self, place: u32) -> Square {
        let mut rest = self.0;
        for _ in 0..place {
            rest &= rest - 1;
        }
        Bitboard(rest).first()
    }

    /// The squares in order.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares {
            low: self.0 as u64,
            high: (self.0 >> 64) as u64,
        }
    }
}

/// Shifting a wide one costs more than looking it up.
const BIT: [u128; 81] = {
    let mut bits = [0; 81];
    let mut index = 0;
    while index < 81 {
        bits[index] = 1 << index;
        index += 1;
    }
    bits
};

/// The squares of a set, in order.
#[derive(Clone)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let index = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square::at(index as usize))
        } else if self.high != 0 {
            let index = self.high.trailing_zeros() + 64;
            self.high &= self.high - 1;
            Some(Square::at(index as usize))
        } else {
            None
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// The squares that are not in the set.
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
