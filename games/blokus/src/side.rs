//! One side's view of the board, and the legal moves read off it.

use crate::tables::{GROUPS, SIDE, Tables};
use arrayvec::ArrayVec;
use yomi_core::{Player, Rng};

/// Empty rows and columns kept around the board, so that looking four steps away needs no test.
pub const PAD: usize = 4;
/// Rows with the padding.
pub const ROWS: usize = SIDE + 2 * PAD;
/// The columns of the board in a padded row.
pub const BOARD_COLUMNS: u32 = ((1 << SIDE) - 1) << PAD;

/// One side's view of the board: padded rows, column `x` at bit `x + 4` of row `y + 4`.
#[derive(Clone, Copy)]
pub struct Side {
    /// Squares covered by own pieces.
    pub own: [u32; ROWS],
    /// Squares that cannot be covered: outside, taken, or edge to edge with an own piece.
    pub forbidden: [u32; ROWS],
    /// Squares diagonal to an own piece (the start square before the first move); those that are
    /// forbidden count nothing.
    pub diagonal: [u32; ROWS],
    /// The same without some that are known to be dead: nothing in hand fits through them, and
    /// with fewer squares and fewer pieces nothing ever will.
    pub live: [u32; ROWS],
    /// The ways to cover a corner with a piece still in hand.
    pub ways_in_hand: u128,
    /// Pieces in hand, one bit each.
    pub hand: u32,
    pub squares: u8,
    /// Whether the monomino was the last piece placed.
    pub ended_with_monomino: bool,
}

/// A corner with the legal ways to cover it.
#[derive(Clone, Copy)]
pub struct Corner {
    pub ways: u128,
    /// How many ways there are.
    pub count: u32,
    pub x: u8,
    pub y: u8,
    pub diagonal: u8,
}

impl Corner {
    #[inline(always)]
    fn new(ways: u128, x: usize, y: usize, diagonal: usize) -> Corner {
        Corner {
            ways,
            count: ways.count_ones(),
            x: x as u8,
            y: y as u8,
            diagonal: diagonal as u8,
        }
    }

    #[inline(always)]
    pub fn placement(&self, tables: &Tables, way: usize) -> u16 {
        let local = tables.locals[usize::from(self.diagonal)][way];
        local.placement(usize::from(self.x), usize::from(self.y))
    }
}

/// All corners of a side.
pub type Corners = ArrayVec<Corner, MOST_CORNERS>;

/// More than a side can ever have: each of at most 21 pieces has at most eight diagonal squares.
const MOST_CORNERS: usize = 168;

impl Side {
    /// The rows that a placement touches, as padded bits.
    #[inline(always)]
    pub fn rows<'t>(tables: &'t Tables, placement: u16) -> impl Iterator<Item = (usize, u32)> + 't {
        let place = tables.places[usize::from(placement)];
        let form = &tables.forms[usize::from(place.shape)];
        let rows = form.rows[..usize::from(form.height)].iter().enumerate();
        rows.map(move |(i, &bits)| {
            (
                usize::from(place.y) + i + PAD,
                u32::from(bits) << (usize::from(place.x) + PAD),
            )
        })
    }

    pub fn fits(&self, tables: &Tables, placement: u16) -> bool {
        Side::rows(tables, placement).all(|(row, bits)| self.forbidden[row] & bits == 0)
    }

    /// How many corners a placement covers.
    #[inline(always)]
    pub fn corners_covered(&self, tables: &Tables, placement: u16) -> u32 {
        Side::rows(tables, placement)
            .map(|(row, bits)| (bits & self.diagonal[row] & !self.forbidden[row]).count_ones())
            .sum()
    }

    /// The first corner a placement covers, by row and then column.
    #[inline(always)]
    pub fn first_corner(&self, tables: &Tables, placement: u16) -> Option<(u8, u8)> {
        Side::rows(tables, placement).find_map(|(row, bits)| {
            let covered = bits & self.diagonal[row] & !self.forbidden[row];
            (covered != 0).then(|| {
                (
                    (covered.trailing_zeros() as usize - PAD) as u8,
                    (row - PAD) as u8,
                )
            })
        })
    }

    /// In which diagonal an own square lies, seen from a corner.
    #[inline(always)]
    pub fn diagonal_of(&self, x: usize, y: usize) -> usize {
        let above = self.own[y + PAD - 1] >> (x + PAD - 1);
        let below = self.own[y + PAD + 1] >> (x + PAD - 1);
        debug_assert!(
            (above | below) & 0b101 != 0,
            "a corner without an own square"
        );
        // In the order of `DIAGONALS`.
        let seen = (above & 1) | (above >> 2 & 1) << 1 | (below & 1) << 2 | (below >> 2 & 1) << 3;
        seen.trailing_zeros() as usize & 3
    }

    /// The legal ways to cover the corner at `(x, y)`.
    #[inline(always)]
    pub fn ways(&self, tables: &Tables, x: usize, y: usize, diagonal: usize) -> u128 {
        let row = |dy: usize, reach: usize| {
            (self.forbidden[y + dy] >> (x + PAD - reach)) as usize & ((2 << (2 * reach)) - 1)
        };
        let group = &tables.avoiding[diagonal];
        self.ways_in_hand
            & group[GROUPS[0] + (row(0, 0) | row(1, 1) << 1 | row(2, 2) << 4)]
            & group[GROUPS[1] + row(3, 3)]
            & group[GROUPS[2] + row(4, 4)]
            & group[GROUPS[3] + row(5, 3)]
            & group[GROUPS[4] + (row(8, 0) | row(7, 1) << 1 | row(6, 2) << 4)]
    }

    /// Every corner in row order, as column, row and diagonal.
    #[inline(always)]
    pub fn each_corner(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for y in 0..SIDE {
            let mut bits = self.live[y + PAD] & !self.forbidden[y + PAD];
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - PAD;
                bits &= bits - 1;
                visit(x, y, self.diagonal_of(x, y));
            }
        }
    }

    /// Finds the corners that can be covered; returns the number of ways of all together.
    #[inline(always)]
    pub fn find_corners(&self, tables: &Tables, corners: &mut Corners) -> u32 {
        let mut total = 0;
        self.each_corner(|x, y, diagonal| {
            let ways = self.ways(tables, x, y, diagonal);
            if ways != 0 {
                let corner = Corner::new(ways, x, y, diagonal);
                total += corner.count;
                corners.push(corner);
            }
        });
        total
    }

    /// Every legal placement once, out of all corners that can be covered and their ways.
    #[inline(always)]
    pub fn each_placement(&self, tables: &Tables, corners: &Corners, mut visit: impl FnMut(u16)) {
        for corner in corners {
            let mut ways = corner.ways;
            while ways != 0 {
                let placement = corner.placement(tables, ways.trailing_zeros() as usize);
                ways &= ways - 1;
                // A placement over several corners is listed at the first of them.
                if self.first_corner(tables, placement) == Some((corner.x, corner.y)) {
                    visit(placement);
                }
            }
        }
    }

    /// A legal placement, each as likely, out of all corners that can be covered and their ways.
    #[inline(always)]
    pub fn draw(
        &self,
        tables: &Tables,
        corners: &Corners,
        total: u32,
        rng: &mut Rng,
        nth_bit: impl Fn(u128, u32) -> usize,
    ) -> u16 {
        loop {
            let mut ticket = rng.below(total);
            let mut corners = corners.iter();
            let corner = loop {
                match corners.next() {
                    Some(corner) if ticket < corner.count => break corner,
                    Some(corner) => ticket -= corner.count,
                    None => unreachable!("there are as many tickets as ways"),
                }
            };
            let placement = corner.placement(tables, nth_bit(corner.ways, ticket));
            // Over how many corners it lies, so many tickets it has.
            let tickets = self.corners_covered(tables, placement);
            if tickets == 1 || rng.below(tickets) == 0 {
                return placement;
            }
        }
    }

    /// What [`Side::find_corners`] finds; corners found dead are dropped.
    #[inline(always)]
    pub fn find_and_drop_corners(&mut self, tables: &Tables, corners: &mut Corners) -> u32 {
        let mut total = 0;
        for y in 0..SIDE {
            let open = self.live[y + PAD] & !self.forbidden[y + PAD];
            let mut bits = open;
            let mut alive = open;
            while bits != 0 {
                let lowest = bits & bits.wrapping_neg();
                let x = bits.trailing_zeros() as usize - PAD;
                bits ^= lowest;
                let diagonal = self.diagonal_of(x, y);
                let ways = self.ways(tables, x, y, diagonal);
                if ways == 0 {
                    alive ^= lowest;
                    continue;
                }
                let corner = Corner::new(ways, x, y, diagonal);
                total += corner.count;
                corners.push(corner);
            }
            self.live[y + PAD] = alive;
        }
        total
    }

    /// Whether any placement is legal. Corners found dead on the way are dropped.
    #[inline(always)]
    pub fn can_move(&mut self, tables: &Tables, player: Player) -> bool {
        if self.squares == 0 {
            let starts = &tables.starts[player.index()];
            return starts.iter().any(|&start| self.fits(tables, start));
        }
        for y in 0..SIDE {
            let mut bits = self.live[y + PAD] & !self.forbidden[y + PAD];
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - PAD;
                if self.ways(tables, x, y, self.diagonal_of(x, y)) != 0 {
                    return true;
                }
                bits &= bits - 1;
                self.live[y + PAD] &= !(1 << (x + PAD));
            }
        }
        false
    }
}
