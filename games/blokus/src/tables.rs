//! Precomputed knowledge about placements.
//!
//! **Placements** are numbered shape by shape, each shape row by row over the board: number =
//! `offset + y * (15 - width) + x` for the top left corner `(x, y)` of its bounding box.
//!
//! **Local sets.** Every later move covers a *corner*: a free square diagonal to an own piece and
//! not edge to edge with one. Say the own square lies in direction `d` from the corner `c`, one of
//! the four diagonals. Then the two squares between (edge to edge with the own piece) cannot be
//! covered, and of the 414 ways to cover `c` with some square of some orientation only 127 are
//! left, whatever `c` and `d`: they fit into one 128-bit word. Which of them are legal depends on
//! the 41 squares within four steps of `c`. Split into five groups of at most nine squares, each
//! group's pattern of forbidden squares looks up the ways that avoid them, and the conjunction of
//! five looked-up words (and one for the pieces in hand) is the set of legal moves through `c`:
//!
//! ```text
//!             1
//!           1 1 1          group 0: rows -4, -3, -2
//!         1 1 1 1 1
//!       1 1 1 1 1 1 1      group 1: row -1
//!     1 1 1 1 c 1 1 1 1    group 2: row 0
//!       1 1 1 1 1 1 1      group 3: row 1
//!         1 1 1 1 1
//!           1 1 1          group 4: rows 2, 3, 4
//!             1
//! ```
//!
//! No move list is kept from ply to ply: a state is a few rows of bits.

use crate::pieces::{PIECES, SHAPES, Shape, shapes};
use std::sync::LazyLock;

/// Columns and rows of the board.
pub const SIDE: usize = 14;
/// Number of placements on the board.
pub const PLACEMENTS: usize = 13_729;
/// Ways to cover a corner.
pub const LOCALS: usize = 127;

/// The four diagonals: where the own square lies as seen from the corner.
pub const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Patterns per group.
const PATTERNS: [usize; 5] = [512, 128, 512, 128, 512];
/// Where the patterns of each group begin.
pub const GROUPS: [usize; 5] = [0, 512, 640, 1152, 1280];

/// A shape at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Which shape.
    pub shape: u8,
    /// Column of the left edge.
    pub x: u8,
    /// Row of the top edge, counted from the top.
    pub y: u8,
}

/// What a move needs to know about a shape.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// Rows of the bounding box as bits, the left column lowest.
    pub rows: [u8; 5],
    /// Number of rows.
    pub height: u8,
    /// Which piece.
    pub piece: u8,
    /// Number of squares.
    pub size: u8,
}

/// A way to cover a corner at `(x, y)`: placement `base + y * stride + x`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Local {
    base: i16,
    stride: i16,
}

impl Local {
    /// The placement when the corner is at `(x, y)`.
    #[inline]
    pub fn placement(self, x: usize, y: usize) -> u16 {
        (self.base + y as i16 * self.stride + x as i16) as u16
    }
}

/// All tables.
pub struct Tables {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// The shapes as bits.
    pub forms: [Form; SHAPES],
    /// Where each placement is.
    pub places: Vec<Place>,
    /// For each diagonal the ways to cover a corner.
    pub locals: [[Local; LOCALS]; 4],
    /// Which ways use a piece; the same for all diagonals.
    pub by_piece: [u128; PIECES],
    /// For each diagonal, by group and pattern of forbidden squares, the ways that avoid them; the
    /// groups begin at [`GROUPS`].
    pub avoiding: [[u128; 1792]; 4],
    /// The placements that cover the start square of each player.
    pub starts: [Vec<u16>; 2],
    offsets: Vec<u16>,
}

/// Start squares of the two players as (column, row) from the top left.
pub const STARTS: [(usize, usize); 2] = [(4, 4), (9, 9)];

/// The tables, made at first use.
pub static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Tables {
        let shapes = shapes();
        let mut offsets = Vec::with_capacity(SHAPES);
        let mut places = Vec::with_capacity(PLACEMENTS);
        for (number, shape) in shapes.iter().enumerate() {
            offsets.push(places.len() as u16);
            for y in 0..=SIDE as u8 - shape.height {
                for x in 0..=SIDE as u8 - shape.width {
                    places.push(Place {
                        shape: number as u8,
                        x,
                        y,
                    });
                }
            }
        }
        let mut forms = [Form::default(); SHAPES];
        for (form, shape) in forms.iter_mut().zip(&shapes) {
            form.height = shape.height;
            form.piece = shape.piece;
            form.size = shape.size();
            for &(x, y) in &shape.squares {
                form.rows[y as usize] |= 1 << x;
            }
        }
        let ways = ways_to_cover(&shapes);
        let mut by_piece = [0; PIECES];
        for (i, way) in ways.iter().enumerate() {
            by_piece[usize::from(shapes[way.shape].piece)] |= 1 << i;
        }
        let mut tables = Tables {
            forms,
            places,
            locals: [[Local::default(); LOCALS]; 4],
            by_piece,
            avoiding: [[0; 1792]; 4],
            starts: Default::default(),
            offsets,
            shapes,
        };
        for (d, &(dx, dy)) in DIAGONALS.iter().enumerate() {
            // The ways were found for the first diagonal; mirrored they serve the others.
            let (flip_x, flip_y) = (-dx, -dy);
            let mirrored: Vec<Vec<(i8, i8)>> = ways
                .iter()
                .map(|way| {
                    way.squares
                        .iter()
                        .map(|&(x, y)| (x * flip_x, y * flip_y))
                        .collect()
                })
                .collect();
            for (local, squares) in tables.locals[d].iter_mut().zip(&mirrored) {
                let (number, left, top) = identify(&tables.shapes, squares);
                let stride = 15 - i16::from(tables.shapes[number].width);
                let offset = tables.offsets[number] as i16;
                *local = Local {
                    base: offset + i16::from(top) * stride + i16::from(left),
                    stride,
                };
            }
            for (group, &first) in GROUPS.iter().enumerate() {
                let words = avoiding(group, &mirrored);
                tables.avoiding[d][first..first + words.len()].copy_from_slice(&words);
            }
        }
        for (player, &(x, y)) in STARTS.iter().enumerate() {
            let covers = |place: &Place| {
                let squares = &tables.shapes[usize::from(place.shape)].squares;
                squares.iter().any(|&(dx, dy)| {
                    (
                        usize::from(place.x) + dx as usize,
                        usize::from(place.y) + dy as usize,
                    ) == (x, y)
                })
            };
            let numbers = (0..).zip(&tables.places).filter(|(_, place)| covers(place));
            tables.starts[player] = numbers.map(|(number, _)| number).collect();
        }
        tables
    }

    /// The placement of exactly these squares (columns and rows from the top left, in any order),
    /// if some piece has that shape.
    pub fn find(&self, squares: &[(u8, u8)]) -> Option<u16> {
        let x = squares.iter().map(|square| square.0).min()?;
        let y = squares.iter().map(|square| square.1).min()?;
        let mut wanted: Vec<(i8, i8)> = squares
            .iter()
            .map(|square| ((square.0 - x) as i8, (square.1 - y) as i8))
            .collect();
        wanted.sort_by_key(|&(x, y)| (y, x));
        let number = self
            .shapes
            .iter()
            .position(|shape| shape.squares == wanted)?;
        let shape = &self.shapes[number];
        let inside = x + shape.width <= SIDE as u8 && y + shape.height <= SIDE as u8;
        let place = u16::from(y) * u16::from(15 - shape.width) + u16::from(x);
        inside.then(|| self.offsets[number] + place)
    }

    /// The squares a placement covers, as columns and rows from the top left.
    pub fn squares(&self, placement: u16) -> impl Iterator<Item = (u8, u8)> {
        let place = self.places[usize::from(placement)];
        let squares = &self.shapes[usize::from(place.shape)].squares;
        squares
            .iter()
            .map(move |&(x, y)| (place.x + x as u8, place.y + y as u8))
    }

    /// The shape of a placement.
    #[inline]
    pub fn form(&self, placement: u16) -> &Form {
        &self.forms[usize::from(self.places[usize::from(placement)].shape)]
    }
}

/// A way to cover a corner whose own square lies in the first diagonal, squares relative to it.
struct Way {
    shape: usize,
    squares: Vec<(i8, i8)>,
}

fn ways_to_cover(shapes: &[Shape]) -> Vec<Way> {
    let mut ways = Vec::with_capacity(LOCALS);
    for (number, shape) in shapes.iter().enumerate() {
        for &(ax, ay) in &shape.squares {
            let squares: Vec<_> = shape
                .squares
                .iter()
                .map(|&(x, y)| (x - ax, y - ay))
                .collect();
            let blocked = [(-1, 0), (0, -1), (-1, -1)];
            if !squares.iter().any(|square| blocked.contains(square)) {
                ways.push(Way {
                    shape: number,
                    squares,
                });
            }
        }
    }
    ways
}

/// The shape that these relative squares form, and its left top corner.
fn identify(shapes: &[Shape], squares: &[(i8, i8)]) -> (usize, i8, i8) {
    let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let top = squares.iter().map(|square| square.1).min().unwrap_or(0);
    let mut wanted: Vec<_> = squares.iter().map(|&(x, y)| (x - left, y - top)).collect();
    wanted.sort_by_key(|&(x, y)| (y, x));
    let number = shapes
        .iter()
        .position(|shape| shape.squares == wanted)
        .expect("a mirrored shape is a shape of the same piece");
    (number, left, top)
}

/// The squares of a group in the order of their pattern bits.
fn group_squares(group: usize) -> Vec<(i8, i8)> {
    let rows: &[i8] = [&[-4, -3, -2][..], &[-1], &[0], &[1], &[4, 3, 2]][group];
    rows.iter()
        .flat_map(|&y| {
            let reach = 4 - y.abs();
            (-reach..=reach).map(move |x| (x, y))
        })
        .collect()
}

fn avoiding(group: usize, ways: &[Vec<(i8, i8)>]) -> Vec<u128> {
    let covering: Vec<u128> = group_squares(group)
        .iter()
        .map(|square| {
            let bit = |(i, way): (usize, &Vec<(i8, i8)>)| u128::from(way.contains(square)) << i;
            ways.iter().enumerate().map(bit).sum()
        })
        .collect();
    let all = (1u128 << LOCALS) - 1;
    (0..PATTERNS[group])
        .map(|pattern| {
            let hit = covering
                .iter()
                .enumerate()
                .filter(|(i, _)| pattern >> i & 1 == 1);
            hit.fold(all, |left, (_, covered)| left & !covered)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_literature() {
        assert_eq!(TABLES.places.len(), PLACEMENTS);
        assert_eq!(TABLES.starts[0].len(), 414);
        assert_eq!(TABLES.starts[1].len(), 414);
        assert_eq!(ways_to_cover(&TABLES.shapes).len(), LOCALS);
    }

    #[test]
    fn placements_are_found_by_their_squares() {
        for number in (0..PLACEMENTS as u16).step_by(7) {
            let mut squares: Vec<_> = TABLES.squares(number).collect();
            squares.reverse();
            assert_eq!(TABLES.find(&squares), Some(number));
        }
        assert_eq!(TABLES.find(&[(0, 0), (2, 0)]), None);
        assert_eq!(TABLES.find(&[]), None);
    }
}
