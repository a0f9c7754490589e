//! Where the points of a pattern are: offsets, symmetries, location classes.
//!
//! The distance of a point from the centre of a pattern is
//!
//! `d(x, y) = |x| + |y| + max(|x|, |y|)`,
//!
//! and the pattern of size n covers the points with `d <= n`. The points of distance n exactly are ring n:
//! 4 points in each of rings 2, 3 and 4, 8 in each of rings 5, 6 and 7.
//!
//! Every point of the board is turned and mirrored into one corner triangle of the board, and its
//! surroundings with it. Where in that triangle it comes to lie is its location class: 15 of them on a board
//! of 9x9. Patterns of a class that differ by a symmetry are the same: besides the class, what tells
//! orientations apart is only how much of the edge a pattern sees.

use crate::bits::Bits;
use crate::vertex::Vertex;

/// The smallest pattern.
pub const SMALLEST: usize = 2;

/// The largest pattern.
pub const LARGEST: usize = 7;

/// The number of points of the largest pattern, without its centre.
pub const POINTS: usize = 36;

/// How many points the patterns of size 2, 3, ... have.
pub(crate) const ENDS: [usize; 6] = [4, 8, 12, 20, 28, 36];

/// How many points there are before a ring.
pub(crate) const fn ring_start(ring: usize) -> usize {
    match ring {
        SMALLEST => 0,
        _ => ENDS[ring - SMALLEST - 1],
    }
}

/// The points of the largest pattern, by distance.
pub(crate) const OFFSETS: [(i8, i8); POINTS] = offsets();

/// The distance of a point `(x, y)` from the centre of a pattern.
///
/// ```
/// use yomi_go::pattern::distance;
///
/// assert_eq!([distance(0, -1), distance(1, 1), distance(2, 1), distance(-3, 1)], [2, 3, 5, 7]);
/// ```
pub const fn distance(x: i32, y: i32) -> u32 {
    let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
    x + y + if x > y { x } else { y }
}

const fn offsets() -> [(i8, i8); POINTS] {
    let mut offsets = [(0, 0); POINTS];
    let (mut found, mut ring) = (0, SMALLEST as u32);
    while ring <= LARGEST as u32 {
        let mut y = -3;
        while y <= 3 {
            let mut x = -3;
            while x <= 3 {
                if distance(x, y) == ring {
                    offsets[found] = (x as i8, y as i8);
                    found += 1;
                }
                x += 1;
            }
            y += 1;
        }
        ring += 1;
    }
    offsets
}

/// The number of symmetries of the board.
pub(crate) const SYMMETRIES: usize = 8;

/// A place turned and mirrored about the origin.
const fn turned((x, y): (i32, i32), symmetry: usize) -> (i32, i32) {
    let (x, y) = if symmetry & 4 != 0 { (y, x) } else { (x, y) };
    (
        if symmetry & 1 != 0 { -x } else { x },
        if symmetry & 2 != 0 { -y } else { y },
    )
}

/// The number of the offset into which a symmetry turns each offset.
pub(crate) const TURNED: [[u8; POINTS]; SYMMETRIES] = all_turned();

const fn all_turned() -> [[u8; POINTS]; SYMMETRIES] {
    let mut all = [[0; POINTS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut from = 0;
        while from < POINTS {
            let (x, y) = OFFSETS[from];
            let (x, y) = turned((x as i32, y as i32), symmetry);
            let mut to = 0;
            while OFFSETS[to].0 as i32 != x || OFFSETS[to].1 as i32 != y {
                to += 1;
            }
            all[symmetry][from] = to as u8;
            from += 1;
        }
        symmetry += 1;
    }
    all
}

/// A point in whose pattern some other point is.
#[derive(Clone, Copy)]
pub(crate) struct Observer {
    centre: u16,
    /// The ring in which the other point is, as seen from there.
    ring: u8,
    /// The bit in that ring.
    pub bit: u8,
}

impl Observer {
    #[inline(always)]
    pub fn centre(self) -> Vertex {
        Vertex::from_index(self.centre.into())
    }

    #[inline(always)]
    pub fn ring(self) -> usize {
        self.ring.into()
    }
}

/// Those of the points in whose pattern some other point is, by the ring that it is in.
pub(crate) type Rings<const W: usize> = [Bits<W>; ENDS.len()];

/// The patterns of a board of one size, in a frame of `W` words.
#[derive(Clone)]
pub struct Geometry<const W: usize> {
    size: usize,
    /// The location class of each point.
    class: [[u8; 64]; W],
    /// The symmetry that turns each point into its class.
    symmetry: [[u8; 64]; W],
    /// For each class and size the symmetries that leave the edge where it is, as bits.
    orientations: Vec<[u8; ENDS.len()]>,
    observers: Vec<Observer>,
    /// Where the observers of each point end.
    observers_end: [[u16; 64]; W],
    /// The observers of each point, by ring.
    rings: Vec<Rings<W>>,
}

impl<const W: usize> Geometry<W> {
    /// The patterns of a board of this size.
    ///
    /// # Panics
    ///
    /// If a board of that size does not fit into the frame.
    pub fn new(size: usize) -> Geometry<W> {
        assert!((1..=Vertex::max_size::<W>()).contains(&size));
        let mut geometry = Geometry {
            size,
            class: [[0; 64]; W],
            symmetry: [[0; 64]; W],
            orientations: vec![[0; ENDS.len()]; Geometry::<W>::count_classes(size)],
            observers: Vec::new(),
            observers_end: [[0; 64]; W],
            rings: vec![[Bits::EMPTY; ENDS.len()]; 64 * W],
        };
        for point in geometry.points() {
            let mut ways = (0..SYMMETRIES).filter_map(|symmetry| {
                let class = geometry.class_when_turned(point, symmetry)?;
                Some((symmetry, class))
            });
            let (symmetry, class) = ways.next().expect("every point has a class");
            geometry.class.as_flattened_mut()[point.index()] = class as u8;
            geometry.symmetry.as_flattened_mut()[point.index()] = symmetry as u8;
            geometry.orientations[class] = geometry.orientations_at(point);
        }
        geometry.list_observers();
        geometry
    }

    /// The number of location classes of a board.
    pub const fn count_classes(size: usize) -> usize {
        let half = size.div_ceil(2);
        half * (half + 1) / 2
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The location class of a point.
    #[inline(always)]
    pub fn class(&self, point: Vertex) -> usize {
        self.class.as_flattened()[point.index()].into()
    }

    /// The symmetries that leave the edge where it is in patterns of a class and size, the identity first.
    pub(crate) fn orientations(
        &self,
        class: usize,
        size: usize,
    ) -> impl Iterator<Item = usize> + use<W> {
        let bits = self.orientations[class][size - SMALLEST];
        (0..SYMMETRIES).filter(move |symmetry| bits >> symmetry & 1 != 0)
    }

    /// The points in whose pattern a point is.
    #[inline(always)]
    pub(crate) fn observers(&self, point: Vertex) -> &[Observer] {
        let ends = self.observers_end.as_flattened();
        &self.observers[ends[point.index() - 1].into()..ends[point.index()].into()]
    }

    /// The same by the ring in which they have that point.
    #[inline(always)]
    pub(crate) fn rings(&self, point: Vertex) -> &Rings<W> {
        &self.rings[point.index()]
    }

    /// All points of the board.
    pub(crate) fn points(&self) -> impl Iterator<Item = Vertex> + use<W> {
        let size = self.size;
        (0..size * size).map(move |i| Vertex::at::<W>(i % size, i / size))
    }

    /// The number, in the pattern of a point, of the point at this offset from it.
    pub(crate) fn place(&self, point: Vertex, offset: usize) -> usize {
        let symmetry = self.symmetry.as_flattened()[point.index()];
        TURNED[usize::from(symmetry)][offset].into()
    }

    /// The point at an offset, if it is on the board.
    pub(crate) fn at_offset(&self, point: Vertex, (x, y): (i8, i8)) -> Option<Vertex> {
        let (column, row) = point.place::<W>();
        let column = column.checked_add_signed(x.into())?;
        let row = row.checked_add_signed(y.into())?;
        (column < self.size && row < self.size).then(|| Vertex::at::<W>(column, row))
    }

    /// The class of a point that a symmetry turns into the triangle of classes, else `None`.
    fn class_when_turned(&self, point: Vertex, symmetry: usize) -> Option<usize> {
        let (column, row) = point.place::<W>();
        // Twice the distance from the centre of the board, which need not be a point.
        let edge = self.size as i32 - 1;
        let from_centre = (2 * column as i32 - edge, 2 * row as i32 - edge);
        let (x, y) = turned(from_centre, symmetry);
        let inside = x <= y && y <= 0;
        let (column, row) = ((x + edge) / 2, (y + edge) / 2);
        inside.then(|| (row * (row + 1) / 2 + column) as usize)
    }

    /// For each size the symmetries that leave the edge around a point where it is, as bits.
    fn orientations_at(&self, point: Vertex) -> [u8; ENDS.len()] {
        let mut is_outside = [false; POINTS];
        for (number, &offset) in OFFSETS.iter().enumerate() {
            is_outside[self.place(point, number)] = self.at_offset(point, offset).is_none();
        }
        ENDS.map(|end| {
            let keeps = |symmetry: &usize| {
                let mut places = TURNED[*symmetry].iter().zip(is_outside).take(end);
                places.all(|(&to, outside)| is_outside[usize::from(to)] == outside)
            };
            let kept = (0..SYMMETRIES).filter(keeps);
            kept.fold(0, |bits, symmetry| bits | 1 << symmetry)
        })
    }

    fn list_observers(&mut self) {
        for index in 1..64 * W {
            let point = Vertex::from_index(index);
            if self.points().any(|known| known == point) {
                for (offset, &(x, y)) in OFFSETS.iter().enumerate() {
                    // Seen from there, this point is at the offset.
                    if let Some(centre) = self.at_offset(point, (-x, -y)) {
                        let ring = distance(x.into(), y.into()) as usize;
                        let place = self.place(centre, offset) - ring_start(ring);
                        self.observers.push(Observer {
                            centre: centre.index() as u16,
                            ring: ring as u8,
                            bit: 2 * place as u8,
                        });
                        self.rings[index][ring - SMALLEST].insert(centre);
                    }
                }
            }
            self.observers_end.as_flattened_mut()[index] = self.observers.len() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_the_points_of_their_distance() {
        for (size, &end) in (SMALLEST..).zip(&ENDS) {
            let within = OFFSETS
                .iter()
                .filter(|(x, y)| distance((*x).into(), (*y).into()) as usize <= size);
            assert_eq!(within.count(), end);
        }
        for symmetry in TURNED {
            for (from, to) in symmetry.into_iter().enumerate() {
                let ring =
                    |number: usize| distance(OFFSETS[number].0.into(), OFFSETS[number].1.into());
                assert_eq!(ring(from), ring(to.into()));
            }
        }
    }

    #[test]
    fn a_board_of_nine_has_fifteen_classes() {
        let geometry = Geometry::<2>::new(9);
        let mut members = [0; 15];
        for point in geometry.points() {
            members[geometry.class(point)] += 1;
        }
        // The corners, ..., the centre.
        assert_eq!(members, [4, 8, 4, 8, 8, 4, 8, 8, 8, 4, 4, 4, 4, 4, 1]);
        // In the corner the edge is in sight at once, beside the centre it never is.
        let orientations = |class, size| geometry.orientations(class, size).count();
        assert_eq!([2, 3, 7].map(|size| orientations(0, size)), [2, 2, 2]);
        assert_eq!([2, 3, 4].map(|size| orientations(1, size)), [2, 2, 1]);
        assert_eq!([2, 4, 6, 7].map(|size| orientations(5, size)), [8, 8, 2, 2]);
        assert_eq!(orientations(9, 7), 8);
        assert_eq!(Geometry::<7>::count_classes(19), 55);
        assert_eq!(Geometry::<2>::count_classes(6), 6);
    }

    #[test]
    fn observers_see_the_point_where_it_is() {
        for size in [5, 6, 9] {
            let geometry = Geometry::<2>::new(size);
            for point in geometry.points() {
                for observer in geometry.observers(point) {
                    let centre = observer.centre();
                    let seen = ring_start(observer.ring()) + usize::from(observer.bit / 2);
                    let offset = (0..POINTS).find(|&offset| geometry.place(centre, offset) == seen);
                    let seen = geometry.at_offset(centre, OFFSETS[offset.unwrap()]);
                    assert_eq!(seen, Some(point));
                }
            }
        }
    }
}
