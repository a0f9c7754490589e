//! The 21 free polyominoes of one to five squares and their 91 fixed orientations.

/// Number of pieces a player has.
pub const PIECES: usize = 21;
/// Number of orientations of all pieces together.
pub const SHAPES: usize = 91;

/// One orientation of each piece as a drawing, with its usual name. The order is by size.
const DRAWINGS: [(&str, &str); PIECES] = [
    ("1", "x"),
    ("2", "xx"),
    ("I3", "xxx"),
    ("V3", "xx/x"),
    ("I4", "xxxx"),
    ("L4", "xxx/x"),
    ("O", "xx/xx"),
    ("T4", "xxx/.x"),
    ("Z4", "xx/.xx"),
    ("F", ".xx/xx/.x"),
    ("I5", "xxxxx"),
    ("L5", "xxxx/x"),
    ("N", "xx/.xxx"),
    ("P", "xx/xx/x"),
    ("T5", "xxx/.x/.x"),
    ("U", "x.x/xxx"),
    ("V5", "xxx/x/x"),
    ("W", "x/xx/.xx"),
    ("X", ".x/xxx/.x"),
    ("Y", "xxxx/.x"),
    ("Z5", "xx/.x/.xx"),
];

/// The usual name of a piece.
pub fn name(piece: usize) -> &'static str {
    DRAWINGS[piece].0
}

/// How many squares a piece has.
pub fn size(piece: usize) -> u32 {
    match piece {
        0 => 1,
        1 => 2,
        2..=3 => 3,
        4..=8 => 4,
        _ => 5,
    }
}

/// A piece in one orientation: its squares relative to the top left corner of its bounding box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Which piece it is.
    pub piece: u8,
    /// Columns of the bounding box.
    pub width: u8,
    /// Rows of the bounding box.
    pub height: u8,
    /// The squares as (column, row), sorted by row, then column.
    pub squares: Vec<(i8, i8)>,
}

impl Shape {
    /// Number of squares.
    pub fn size(&self) -> u8 {
        self.squares.len() as u8
    }
}

/// All orientations, piece by piece.
pub fn shapes() -> Vec<Shape> {
    let mut shapes = Vec::with_capacity(SHAPES);
    for (piece, (_, drawing)) in DRAWINGS.iter().enumerate() {
        let mut squares = squares_of(drawing);
        let first = shapes.len();
        for turn in 0..8 {
            let shape = normalised(piece as u8, &squares);
            if !shapes[first..].contains(&shape) {
                shapes.push(shape);
            }
            // A quarter turn; after four of them, a reflection.
            squares = squares.iter().map(|&(x, y)| (-y, x)).collect();
            if turn == 3 {
                squares = squares.iter().map(|&(x, y)| (-x, y)).collect();
            }
        }
    }
    shapes
}

fn squares_of(drawing: &str) -> Vec<(i8, i8)> {
    let rows = drawing.split('/').enumerate();
    rows.flat_map(|(y, row)| {
        let marks = row.bytes().enumerate().filter(|&(_, mark)| mark == b'x');
        marks.map(move |(x, _)| (x as i8, y as i8))
    })
    .collect()
}

fn normalised(piece: u8, squares: &[(i8, i8)]) -> Shape {
    let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let top = squares.iter().map(|square| square.1).min().unwrap_or(0);
    let mut squares: Vec<_> = squares.iter().map(|&(x, y)| (x - left, y - top)).collect();
    squares.sort_by_key(|&(x, y)| (y, x));
    Shape {
        piece,
        width: squares.iter().map(|square| square.0).max().unwrap_or(0) as u8 + 1,
        height: squares.iter().map(|square| square.1).max().unwrap_or(0) as u8 + 1,
        squares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_there_should_be() {
        for shape in shapes() {
            assert_eq!(u32::from(shape.size()), size(shape.piece.into()));
        }
        let shapes = shapes();
        assert_eq!(shapes.len(), SHAPES);
        let placements: u32 = shapes
            .iter()
            .map(|s| u32::from(15 - s.width) * u32::from(15 - s.height))
            .sum();
        assert_eq!(placements, 13_729);
        let sizes = (1..=5).map(|n| {
            DRAWINGS
                .iter()
                .filter(|d| squares_of(d.1).len() == n)
                .count()
        });
        assert_eq!(sizes.collect::<Vec<_>>(), [1, 1, 2, 5, 12]);
    }
}
