//! The surroundings of an effective square as two words.
//!
//! Eight rows around the square, from three above it to four below, four to a word of 16 bits each:
//! the square `(dx, dy)` away has bit `dx + 3` of its row. The 24 squares that can be influenced are
//! numbered row by row; 15 of them are in the first word.
//!
//! Windows are read without a look at the edges of the board: rows have an empty column on either
//! side, and beyond those a bit may belong to another row. Such bits are harmless: squares beyond the
//! board have no weight, and they are between the middle and other squares beyond the board only.

use crate::plane::Plane;

/// Squares within reach of an effective square, without itself.
pub const REACH: usize = 24;

/// The kind of influence at a distance; 0 for squares out of reach and for the middle.
const fn distance(dx: i32, dy: i32) -> usize {
    let (near, far) = if dx.abs() < dy.abs() {
        (dx.abs(), dy.abs())
    } else {
        (dy.abs(), dx.abs())
    };
    match (near, far) {
        (0, 1) => 1,
        (0, 2) => 2,
        (0, 3) => 3,
        (1, 1) => 4,
        (1, 2) => 5,
        _ => 0,
    }
}

/// The squares within reach as column and row from the middle, and the distance from 1 to 5.
pub const OFFSETS: [(i32, i32, usize); REACH] = {
    let mut offsets = [(0, 0, 0); REACH];
    let (mut count, mut place) = (0, 0);
    while place < 49 {
        let (dx, dy) = (place % 7 - 3, place / 7 - 3);
        if distance(dx, dy) > 0 {
            offsets[count] = (dx, dy, distance(dx, dy));
            count += 1;
        }
        place += 1;
    }
    offsets
};

/// Whether others lie behind a square at this distance.
const fn is_way(distance: usize) -> bool {
    matches!(distance, 1 | 2 | 4)
}

/// The bits of both words for all squares within reach, or only for those on the way to others.
const fn masks(ways_only: bool) -> [u64; 2] {
    let mut masks = [0; 2];
    let mut i = 0;
    while i < REACH {
        let (dx, dy, distance) = OFFSETS[i];
        if !ways_only || is_way(distance) {
            let row = dy + 3;
            masks[row as usize / 4] |= 1 << (16 * (row % 4) + dx + 3);
        }
        i += 1;
    }
    masks
}

const AROUND: [u64; 2] = masks(false);
const BETWEEN: [u64; 2] = masks(true);

/// Whether a square lies on a shortest path from the middle to another: inside the rectangle that
/// they span.
const fn is_between(x: i32, y: i32, to_x: i32, to_y: i32) -> bool {
    let along_x = x * to_x >= 0 && x.abs() <= to_x.abs();
    let along_y = y * to_y >= 0 && y.abs() <= to_y.abs();
    along_x && along_y && !(x == to_x && y == to_y)
}

/// For every set of opponent's squares on the way to others the squares within reach to which all
/// shortest paths are free.
static UNBLOCKED: [u32; 4096] = {
    let mut hidden = [0u32; 12];
    let (mut i, mut blocker) = (0, 0);
    while i < REACH {
        let (x, y, distance) = OFFSETS[i];
        if is_way(distance) {
            let mut j = 0;
            while j < REACH {
                if is_between(x, y, OFFSETS[j].0, OFFSETS[j].1) {
                    hidden[blocker] |= 1 << j;
                }
                j += 1;
            }
            blocker += 1;
        }
        i += 1;
    }
    let mut table = [0; 4096];
    let mut set = 0;
    while set < 4096 {
        let mut free = (1 << REACH) - 1;
        let mut i = 0;
        while i < 12 {
            if set >> i & 1 == 1 {
                free &= !hidden[i];
            }
            i += 1;
        }
        table[set] = free;
        set += 1;
    }
    table
};

/// The bits of a word where a mask has ones, moved together.
#[inline(always)]
fn extract_word(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the program is compiled for processors that have the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        let (mut left, mut extracted, mut place) = (mask, 0, 0);
        while left != 0 {
            extracted |= (word >> left.trailing_zeros() & 1) << place;
            left &= left - 1;
            place += 1;
        }
        extracted
    }
}

/// The bits of two words where masks have ones, moved together.
#[inline(always)]
fn extract([first, second]: [u64; 2], masks: [u64; 2]) -> u32 {
    let above = masks[0].count_ones();
    (extract_word(first, masks[0]) | extract_word(second, masks[1]) << above) as u32
}

/// Rows of a set of squares, with four empty ones above and below and an empty column on either side.
pub struct Rows([u8; 48]);

impl Rows {
    #[inline(always)]
    pub fn new(plane: Plane) -> Rows {
        let [a, b, c, d] = plane.0.map(|word| word << 1);
        let mut bytes = [0; 48];
        let (words, _) = bytes.as_chunks_mut::<8>();
        words.copy_from_slice(&[0, a, b, c, d, 0].map(u64::to_le_bytes));
        Rows(bytes)
    }

    /// The window around a square.
    #[inline(always)]
    fn window(&self, x: usize, y: usize) -> [u64; 2] {
        let (left, right) = (2usize.saturating_sub(x), x.saturating_sub(2));
        [y + 1, y + 5].map(|row| {
            let bytes = self.0[2 * row..2 * row + 8].try_into().expect("four rows");
            u64::from_le_bytes(bytes) << left >> right
        })
    }
}

/// The squares that an effective square at `(x, y)` influences, as bits in the order of [`OFFSETS`]:
/// those that are `open`, with no square of the `opponent` on the way. Bits of squares beyond the
/// board mean nothing.
#[inline(always)]
pub fn influenced(open: &Rows, opponent: &Rows, x: usize, y: usize) -> u32 {
    let open = extract(open.window(x, y), AROUND);
    let blockers = extract(opponent.window(x, y), BETWEEN);
    open & UNBLOCKED[blockers as usize & 4095]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape as the paper draws it.
    #[test]
    fn the_shape_is_the_papers() {
        let drawn = ["3", "525", "54145", "3210123", "54145", "525", "3"];
        for (dy, row) in (-3..).zip(drawn) {
            let reach = row.len() as i32 / 2;
            for (dx, digit) in (-reach..).zip(row.chars()) {
                assert_eq!(distance(dx, dy), digit.to_digit(10).unwrap() as usize);
            }
            assert_eq!(distance(reach + 1, dy), 0);
        }
        assert_eq!(AROUND.map(u64::count_ones), [15, 9]);
        assert_eq!(BETWEEN.map(u64::count_ones), [8, 4]);
    }

    fn plane(squares: &[(usize, usize)]) -> Plane {
        let mut rows = [0; 16];
        for &(x, y) in squares {
            rows[y] |= 1 << x;
        }
        Plane::from_rows(rows)
    }

    fn seen(closed: &[(usize, usize)], opponent: &[(usize, usize)]) -> Vec<(i32, i32)> {
        let open = Rows::new(plane(closed).complement());
        let bits = influenced(&open, &Rows::new(plane(opponent)), 7, 7);
        let numbered = OFFSETS.iter().enumerate();
        numbered
            .filter(|(i, _)| bits >> i & 1 == 1)
            .map(|(_, &(dx, dy, _))| (dx, dy))
            .collect()
    }

    #[test]
    fn opponents_block_what_lies_behind_them_on_any_shortest_path() {
        assert_eq!(seen(&[], &[]).len(), 24);
        // Beside the middle: the straight line, the diagonals and all beyond them on that side.
        let behind = [
            (2, 0),
            (3, 0),
            (1, 1),
            (1, -1),
            (2, 1),
            (2, -1),
            (1, 2),
            (1, -2),
        ];
        let left = seen(&[(8, 7)], &[(8, 7)]);
        assert_eq!(left.len(), 24 - 1 - behind.len());
        assert!(behind.iter().all(|square| !left.contains(square)));
        // Two steps away, and on the diagonal.
        for (blocker, behind) in [
            ((9, 7), vec![(3, 0), (2, 1), (2, -1)]),
            ((8, 8), vec![(2, 1), (1, 2)]),
            ((7, 10), vec![]),
            ((9, 8), vec![]),
        ] {
            let left = seen(&[], &[blocker]);
            assert_eq!(left.len(), 24 - behind.len(), "{blocker:?}");
            assert!(behind.iter().all(|square| !left.contains(square)));
        }
        // What is closed otherwise hides only itself.
        assert_eq!(seen(&[(8, 7)], &[]).len(), 23);
    }
}
