//! The surroundings of an effective square as one word.
//!
//! Seven rows of seven squares around the square, a byte a row: the square `(dx, dy)` away has bit
//! `8 (dy + 3) + dx + 3`. The 24 squares that can be influenced are [`AROUND`]; they are numbered in
//! the order of their bits.

use crate::side::ROWS;

/// Squares within reach of an effective square, without itself.
pub const REACH: usize = 24;

/// The bit of a square relative to the middle.
const fn bit(dx: i32, dy: i32) -> u64 {
    1 << (8 * (dy + 3) + dx + 3)
}

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

/// The bits of all squares within reach.
const AROUND: u64 = {
    let mut bits = 0;
    let mut i = 0;
    while i < REACH {
        bits |= bit(OFFSETS[i].0, OFFSETS[i].1);
        i += 1;
    }
    bits
};

/// Squares that lie between the middle and others: those at distances 1, 2 and 4.
const BETWEEN: u64 = {
    let mut bits = 0;
    let mut i = 0;
    while i < REACH {
        if matches!(OFFSETS[i].2, 1 | 2 | 4) {
            bits |= bit(OFFSETS[i].0, OFFSETS[i].1);
        }
        i += 1;
    }
    bits
};

/// Whether a square lies on a shortest path from the middle to another: inside the rectangle that
/// they span.
const fn is_between(x: i32, y: i32, to_x: i32, to_y: i32) -> bool {
    let along_x = x * to_x >= 0 && x.abs() <= to_x.abs();
    let along_y = y * to_y >= 0 && y.abs() <= to_y.abs();
    along_x && along_y && !(x == to_x && y == to_y)
}

/// For every set of opponent's squares among [`BETWEEN`] the squares within reach to which all
/// shortest paths are free.
static UNBLOCKED: [u32; 4096] = {
    let mut hidden = [0u32; 12];
    let (mut i, mut blocker) = (0, 0);
    while i < REACH {
        let (x, y, distance) = OFFSETS[i];
        if matches!(distance, 1 | 2 | 4) {
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

/// The bits of `word` where `mask` has ones, moved together.
#[inline(always)]
fn extract(word: u64, mask: u64) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the program is compiled for processors that have the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) as u32 }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        let (mut left, mut extracted, mut place) = (mask, 0, 0);
        while left != 0 {
            extracted |= ((word >> left.trailing_zeros() & 1) as u32) << place;
            left &= left - 1;
            place += 1;
        }
        extracted
    }
}

/// The window around a square.
#[inline(always)]
fn window(rows: &[u32; ROWS], x: usize, y: usize) -> u64 {
    // Eight rows make a word; the last one is never looked at.
    let rows: &[u32; 8] = rows[y + 1..y + 9].try_into().expect("eight rows");
    u64::from_le_bytes(rows.map(|row| (row >> (x + 1)) as u8))
}

/// The squares that an effective square at `(x, y)` influences, as bits in the order of [`OFFSETS`]:
/// not `closed`, and with no square of the `opponent` on the way.
#[inline(always)]
pub fn influenced(closed: &[u32; ROWS], opponent: &[u32; ROWS], x: usize, y: usize) -> u32 {
    let open = extract(!window(closed, x, y), AROUND);
    let blockers = extract(window(opponent, x, y), BETWEEN);
    open & UNBLOCKED[blockers as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side::PAD;

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
        assert_eq!(AROUND.count_ones(), 24);
        assert_eq!(BETWEEN.count_ones(), 12);
    }

    fn rows(squares: &[(usize, usize)]) -> [u32; ROWS] {
        let mut rows = [0; ROWS];
        for &(x, y) in squares {
            rows[y + PAD] |= 1 << (x + PAD);
        }
        rows
    }

    fn seen(closed: &[(usize, usize)], opponent: &[(usize, usize)]) -> Vec<(i32, i32)> {
        let bits = influenced(&rows(closed), &rows(opponent), 7, 7);
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
