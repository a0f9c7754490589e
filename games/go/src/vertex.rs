//! Points of the board, and the pass.
//!
//! Boards live in a frame of fixed width: one column between the end of a row and the start of
//! the next, one row below the first and one above the last. So the neighbours of a point are at
//! four fixed distances whatever the size of the board, and what lies outside is a colour of its
//! own. A frame of two words holds boards up to 9x9, one of seven words up to 19x19.

/// The largest board.
pub const MAX_SIZE: usize = 19;

/// A point of the board, or a pass: what a player answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex(u16);

/// Letters of the columns: `I` is left out, for it looks like `J`.
const COLUMNS: &[u8; MAX_SIZE] = b"ABCDEFGHJKLMNOPQRST";

impl Vertex {
    /// The pass. Its number is that of a place outside the board.
    pub const PASS: Vertex = Vertex(0);

    /// The distance from a point to the one above it, in a frame of `W` words.
    #[inline(always)]
    pub const fn stride<const W: usize>() -> usize {
        if W == 2 { 10 } else { 20 }
    }

    /// The size of the largest board in a frame of `W` words.
    pub const fn max_size<const W: usize>() -> usize {
        Vertex::stride::<W>() - 1
    }

    /// The point at a column and a row, both counted from 0 at the lower left.
    #[inline]
    pub const fn at<const W: usize>(column: usize, row: usize) -> Vertex {
        Vertex(((row + 1) * Vertex::stride::<W>() + column + 1) as u16)
    }

    /// Column and row, both counted from 0 at the lower left.
    #[inline]
    pub const fn place<const W: usize>(self) -> (usize, usize) {
        let stride = Vertex::stride::<W>();
        let index = self.0 as usize - 1;
        (index % stride, index / stride - 1)
    }

    /// The number of the point: small, and different for different points of a board.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with this number.
    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Vertex {
        Vertex(index as u16)
    }

    /// Whether this is the pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// The points below, left, right and above, on the board or not.
    #[inline(always)]
    pub(crate) const fn neighbours<const W: usize>(self) -> [Vertex; 4] {
        let stride = Vertex::stride::<W>() as u16;
        [
            Vertex(self.0 - stride),
            Vertex(self.0 - 1),
            Vertex(self.0 + 1),
            Vertex(self.0 + stride),
        ]
    }

    /// The points diagonally next to it, on the board or not.
    #[inline(always)]
    pub(crate) const fn diagonals<const W: usize>(self) -> [Vertex; 4] {
        let stride = Vertex::stride::<W>() as u16;
        [
            Vertex(self.0 - stride - 1),
            Vertex(self.0 - stride + 1),
            Vertex(self.0 + stride - 1),
            Vertex(self.0 + stride + 1),
        ]
    }

    /// The eight points around it: the four neighbours, then the four diagonals.
    #[inline(always)]
    pub(crate) const fn surrounding<const W: usize>(self) -> [Vertex; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.neighbours::<W>(), self.diagonals::<W>());
        [a, b, c, d, e, f, g, h]
    }

    /// As people write it: `E5`, `pass`.
    pub fn text<const W: usize>(self) -> String {
        if self.is_pass() {
            return "pass".to_owned();
        }
        let (column, row) = self.place::<W>();
        format!("{}{}", COLUMNS[column] as char, row + 1)
    }

    /// Reads `E5` or `pass`, in either case; `None` for anything that is not on a board of this
    /// size.
    pub fn parse<const W: usize>(text: &str, size: usize) -> Option<Vertex> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Vertex::PASS);
        }
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&known| known == letter)?;
        let digits = text.get(1..)?;
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
        (column < size && row < size).then(|| Vertex::at::<W>(column, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_one_name_on_both_frames() {
        fn check<const W: usize>() {
            let size = Vertex::max_size::<W>();
            for row in 0..size {
                for column in 0..size {
                    let point = Vertex::at::<W>(column, row);
                    assert_eq!(point.place::<W>(), (column, row));
                    assert_eq!(Vertex::parse::<W>(&point.text::<W>(), size), Some(point));
                }
            }
        }
        check::<2>();
        check::<7>();
        assert_eq!(Vertex::at::<2>(8, 8).text::<2>(), "J9");
        assert_eq!(Vertex::parse::<7>("t19", 19), Some(Vertex::at::<7>(18, 18)));
        for wrong in [
            "I5",
            "A0",
            "A10",
            "",
            "A",
            "5",
            "A+1",
            "Ä1",
            "A99999999999999999999",
        ] {
            assert_eq!(Vertex::parse::<2>(wrong, 9), None, "{wrong}");
        }
    }
}
