//! Points of a square board, in the two ways they are written.

use std::fmt;

/// The letters of columns in GTP: `I` is left out, for it looks like a 1.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The largest board whose columns all have a letter.
pub const MAX_SIZE: usize = COLUMNS.len();

/// A point, counted from the upper left corner. It may lie outside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// Columns to the left of it.
    pub column: usize,
    /// Rows above it.
    pub row: usize,
}

impl Point {
    /// Reads two letters. Capitals would mean columns from 27 on, which no board here has: they
    /// are taken for small letters.
    pub fn from_letters(text: &str) -> Option<Point> {
        let &[column, row] = text.trim().as_bytes() else {
            return None;
        };
        let place = |letter: u8| {
            letter
                .is_ascii_alphabetic()
                .then(|| usize::from(letter.to_ascii_lowercase() - b'a'))
        };
        Some(Point {
            column: place(column)?,
            row: place(row)?,
        })
    }

    /// Reads a vertex such as `D4`, whose rows count from the bottom.
    pub fn from_vertex(text: &str, size: usize) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&known| known == letter)?;
        let digits = text.get(1..)?;
        // A sign would be read as part of a number.
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let number: usize = digits.parse().ok()?;
        let row = size.checked_sub(number)?;
        let point = Point { column, row };
        point.is_on(size).then_some(point)
    }

    /// The vertex of a point on the board.
    pub fn vertex(self, size: usize) -> String {
        format!("{}{}", char::from(COLUMNS[self.column]), size - self.row)
    }

    /// Whether a board of this size has the point.
    pub fn is_on(self, size: usize) -> bool {
        self.column < size && self.row < size
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Points come from letters or lie on a board of at most `MAX_SIZE`.
        let letter = |place: usize| char::from(b'a' + place as u8);
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_name_the_same_point() {
        for (letters, size, vertex) in [
            ("aa", 9, "A9"),
            ("dp", 19, "D4"),
            ("ia", 9, "J9"),
            ("ss", 19, "T1"),
            ("yy", 25, "Z1"),
        ] {
            let point = Point::from_letters(letters).unwrap();
            assert_eq!(point.vertex(size), vertex);
            assert_eq!(Point::from_vertex(vertex, size), Some(point));
            assert_eq!(point.to_string(), letters);
        }
        for wrong in [
            "", "I3", "D0", "D10", "K1", "D", "4D", "é4", "D-4", "D+4", "D 4", "pass",
        ] {
            assert_eq!(Point::from_vertex(wrong, 9), None, "{wrong}");
        }
        for wrong in ["", "a", "abc", "a1", "é", "``"] {
            assert_eq!(Point::from_letters(wrong), None, "{wrong}");
        }
    }
}
