//! Sets of squares around a placement: its shape's, moved to its place.
//!
//! The rows of a set are stored with empty ones above and below and four columns to the left, so that
//! the move is one load of sixteen rows and one shift of all of them.

use crate::pieces::SHAPES;
use crate::plane::Plane;
use crate::tables::{TABLES, Tables};
use std::sync::LazyLock;

/// Empty rows above a shape's own.
const ABOVE: usize = 13;
/// Columns left of a shape's own.
const LEFT: usize = 4;

/// Squares relative to a shape.
struct Relative([u16; 32]);

impl Relative {
    /// The squares for which `is_in` holds, which is given columns and rows from the shape's left top
    /// corner.
    fn new(is_in: impl Fn(i32, i32) -> bool) -> Relative {
        Relative(std::array::from_fn(|row| {
            let y = row as i32 - ABOVE as i32;
            let is_set = |column: i32| is_in(column - LEFT as i32, y);
            (0..13)
                .map(|column| u16::from(is_set(column)) << column)
                .sum()
        }))
    }

    /// The squares with the shape at a place. Some may lie beyond the right and the lower edge.
    #[inline(always)]
    fn at(&self, x: usize, y: usize) -> Plane {
        let rows = &self.0[ABOVE - y..ABOVE - y + 16];
        let rows: &[u16; 16] = rows.try_into().expect("sixteen rows");
        let (left, right) = (x.saturating_sub(LEFT), LEFT.saturating_sub(x));
        Plane::from_rows(rows.map(|row| row << left >> right))
    }
}

/// The sets of squares of a shape.
pub struct ShapePlanes {
    covered: Relative,
    beside: Relative,
    diagonal: Relative,
    within_four: Relative,
    within_three: Relative,
}

/// The sets of squares of a placement.
pub struct PlacementPlanes {
    pub covered: Plane,
    /// Edge to edge with it; some may lie beyond the board, here and in the next.
    pub beside: Plane,
    /// Corner to corner with it; some are beside it too.
    pub diagonal: Plane,
    /// Within four steps, and within three.
    pub within_four: Plane,
    pub within_three: Plane,
}

/// The sets of all shapes.
pub static SHAPE_PLANES: LazyLock<[ShapePlanes; SHAPES]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let squares = &TABLES.shapes[number].squares;
        let nearest = |x: i32, y: i32, away: fn(i32, i32) -> i32| {
            let distances = squares.iter();
            let distances = distances.map(|&(a, b)| away(x - i32::from(a), y - i32::from(b)));
            distances.min().unwrap_or(i32::MAX)
        };
        let steps = |x, y| nearest(x, y, |dx, dy| dx.abs() + dy.abs());
        let touches = |x, y| nearest(x, y, |dx, dy| (dx.abs() - 1).abs() + (dy.abs() - 1).abs());
        ShapePlanes {
            covered: Relative::new(|x, y| steps(x, y) == 0),
            beside: Relative::new(|x, y| steps(x, y) == 1),
            diagonal: Relative::new(|x, y| touches(x, y) == 0),
            within_four: Relative::new(|x, y| steps(x, y) <= 4),
            within_three: Relative::new(|x, y| steps(x, y) <= 3),
        }
    })
});

/// The squares of a placement.
#[inline(always)]
pub fn covered(tables: &Tables, shapes: &[ShapePlanes; SHAPES], placement: u16) -> Plane {
    let place = tables.places[usize::from(placement)];
    let shape = &shapes[usize::from(place.shape)];
    shape.covered.at(usize::from(place.x), usize::from(place.y))
}

impl PlacementPlanes {
    #[inline(always)]
    pub fn new(tables: &Tables, shapes: &[ShapePlanes; SHAPES], placement: u16) -> PlacementPlanes {
        let place = tables.places[usize::from(placement)];
        let shape = &shapes[usize::from(place.shape)];
        let at = |squares: &Relative| squares.at(usize::from(place.x), usize::from(place.y));
        PlacementPlanes {
            covered: at(&shape.covered),
            beside: at(&shape.beside),
            diagonal: at(&shape.diagonal),
            within_four: at(&shape.within_four),
            within_three: at(&shape.within_three),
        }
    }
}
