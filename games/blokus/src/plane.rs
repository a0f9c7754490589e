//! A set of squares in four words: rows of 16 bits, four rows to a word.
//!
//! The two columns and two rows that the board does not fill are gaps: a set shifted by a step may
//! spill into them, never across them, so intersecting with squares of the board cleans it.

use crate::side::PAD;
use crate::tables::SIDE;

/// All squares of the board, as words.
const BOARD: [u64; 4] = {
    let row = (1 << SIDE) - 1;
    let four = row | row << 16 | row << 32 | row << 48;
    [four, four, four, row | row << 16]
};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plane(pub [u64; 4]);

impl Plane {
    /// The squares of the board in padded rows.
    #[inline(always)]
    pub(crate) fn of_rows(row: impl Fn(usize) -> u32) -> Plane {
        let mut words = [0; 4];
        for y in 0..SIDE {
            let bits = row(y + PAD) >> PAD & ((1 << SIDE) - 1);
            words[y / 4] |= u64::from(bits) << (y % 4 * 16);
        }
        Plane(words)
    }

    /// Rows of the board, column `x` at bit `x`.
    #[inline(always)]
    pub(crate) fn from_rows(rows: [u16; 16]) -> Plane {
        let (words, _) = rows.as_chunks::<4>();
        Plane(std::array::from_fn(|i| {
            let [a, b, c, d] = words[i].map(u64::from);
            a | b << 16 | c << 32 | d << 48
        }))
    }

    /// Whether a square is in it.
    #[inline(always)]
    pub fn contains(&self, x: usize, y: usize) -> bool {
        self.0[y / 4] >> (y % 4 * 16 + x) & 1 == 1
    }

    /// The squares that are not in another set.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Plane) -> Plane {
        Plane(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether any square is in both.
    #[inline(always)]
    pub fn intersects(self, other: Plane) -> bool {
        self.and(other) != Plane::default()
    }

    /// How many squares there are.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The squares in both.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Plane) -> Plane {
        Plane(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The squares in either.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Plane) -> Plane {
        Plane(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The squares of the board that are not in it.
    #[inline(always)]
    #[must_use]
    pub fn complement(self) -> Plane {
        Plane(std::array::from_fn(|i| !self.0[i] & BOARD[i]))
    }

    /// The squares one step to the left, to the right, above and below.
    #[inline(always)]
    pub fn neighbours(self) -> [Plane; 4] {
        let [a, b, c, d] = self.0;
        [
            Plane(self.0.map(|word| word >> 1)),
            Plane(self.0.map(|word| word << 1)),
            Plane([
                a >> 16 | b << 48,
                b >> 16 | c << 48,
                c >> 16 | d << 48,
                d >> 16,
            ]),
            Plane([
                a << 16,
                b << 16 | a >> 48,
                c << 16 | b >> 48,
                d << 16 | c >> 48,
            ]),
        ]
    }

    /// Every square as column and row.
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(usize, usize)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                visit(bit % 16, i * 4 + bit / 16);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_neighbours_and_never_around_the_board() {
        let board = Plane::of_rows(|_| u32::MAX);
        assert_eq!(board.count() as usize, SIDE * SIDE);
        for y in 0..SIDE {
            for x in 0..SIDE {
                let one = Plane::of_rows(|row| u32::from(row == y + PAD) << (x + PAD));
                let mut reached = Vec::new();
                for step in one.neighbours() {
                    step.and(board).each(|x, y| reached.push((x, y)));
                }
                reached.sort_unstable();
                let (x, y) = (x as i32, y as i32);
                let mut expected: Vec<(usize, usize)> = [(-1, 0), (1, 0), (0, -1), (0, 1)]
                    .map(|(dx, dy)| (x + dx, y + dy))
                    .into_iter()
                    .filter(|(x, y)| (0..SIDE as i32).contains(x) && (0..SIDE as i32).contains(y))
                    .map(|(x, y)| (x as usize, y as usize))
                    .collect();
                expected.sort_unstable();
                assert_eq!(reached, expected);
            }
        }
    }
}
