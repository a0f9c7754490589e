//! The four-character codes of the design competitions of ICFPT 2013 and 2014.
//!
//! `56t2` is a column, a row, a piece and an orientation. Columns and rows are hexadecimal digits
//! from `1` to `e`, counted from the top left corner. The pieces are the letters `a` to `u` in the
//! orientation 0 drawn below, `o` marking the square that column and row name. Orientation 2 is
//! orientation 0 after a quarter turn clockwise about that square, 4 after two, 6 after three;
//! every odd orientation is the one before it, mirrored left to right:
//!
//! ```text
//! t0 x . .   t1 . . x   t2 . x x   t3 x x .
//!    x o x      x o x      x o .      . o x
//!    . x .      . x .      . x .      . x .
//! ```
//!
//! Where a piece is symmetric, several codes say the same placement. All are read; the one with
//! the smallest orientation is written, as the programs of the competitions do. `0000`, or `----`
//! in some programs, is a pass, which is no placement: [`parse`] gives it as [`Code::Pass`].
//!
//! ```
//! use yomi_blokus::contest::{self, Code};
//!
//! let Ok(Code::Place(placement)) = contest::parse("65P6") else { panic!() };
//! assert_eq!(contest::format(placement), "65p3");
//! let error = contest::parse("15t2").unwrap_err();
//! assert_eq!(error.to_string(), "a place where the piece lies on the board");
//! ```

use crate::game::Placement;
use crate::pieces::{PIECES, SHAPES};
use crate::tables::{SIDE, TABLES};
use std::sync::LazyLock;
use thiserror::Error;

/// Number of orientation digits.
const ORIENTATIONS: usize = 8;

/// The pieces `a` to `u` in orientation 0; `o` is the square that is named.
const DRAWINGS: [&str; PIECES] = [
    "o",
    "o/x",
    "x/o/x",
    "x/ox",
    "x/o/x/x",
    ".x/.o/xx",
    "x/ox/x",
    "ox/xx",
    "xo/.xx",
    "x/x/o/x/x",
    ".x/.x/.o/xx",
    ".x/.x/xo/x",
    ".x/xo/xx",
    "xx/.o/xx",
    "x/ox/x/x",
    ".x/.o/xxx",
    "x/x/oxx",
    "xx/.ox/..x",
    "x/xox/..x",
    "x/xox/.x",
    ".x/xox/.x",
];

/// The codes for a pass; the first is the one of the competitions.
pub const PASSES: [&str; 2] = ["0000", "----"];

/// A parsed code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// A piece at a place, on the board; whether it may be put there is for the rules to say.
    Place(Placement),
    /// The side has no move.
    Pass,
}

/// What a text should have had to be a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CodeError {
    /// It is not four characters long.
    #[error("four characters such as 56t2")]
    Length,
    /// The first character is wrong.
    #[error("a column from 1 to e as the first character")]
    Column,
    /// The second character is wrong.
    #[error("a row from 1 to e as the second character")]
    Row,
    /// The third character is wrong.
    #[error("a piece from a to u as the third character")]
    Piece,
    /// The last character is wrong.
    #[error("an orientation from 0 to 7 as the fourth character")]
    Orientation,
    /// The piece would stick out.
    #[error("a place where the piece lies on the board")]
    OffBoard,
}

/// The squares of a piece as seen from the one that is named.
type Squares = Vec<(i8, i8)>;

struct Codes {
    /// By piece, then by orientation.
    squares: Vec<[Squares; ORIENTATIONS]>,
    /// By shape: what is written, and where the named square lies in the bounding box.
    written: [Written; SHAPES],
}

#[derive(Clone, Copy, Default)]
struct Written {
    letter: u8,
    orientation: u8,
    x: u8,
    y: u8,
}

static CODES: LazyLock<Codes> = LazyLock::new(Codes::new);

impl Codes {
    fn new() -> Codes {
        let squares: Vec<_> = DRAWINGS
            .iter()
            .map(|drawing| orientations(drawing))
            .collect();
        let mut written = [Written::default(); SHAPES];
        for (piece, orientations) in squares.iter().enumerate() {
            // Backwards, so that the smallest orientation of a shape has the last word.
            for (orientation, squares) in orientations.iter().enumerate().rev() {
                let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
                let top = squares.iter().map(|square| square.1).min().unwrap_or(0);
                let moved: Vec<(u8, u8)> = squares
                    .iter()
                    .map(|&(x, y)| ((x - left) as u8, (y - top) as u8))
                    .collect();
                let found = TABLES.find(&moved).expect("every drawing is a piece");
                written[usize::from(TABLES.places[usize::from(found)].shape)] = Written {
                    letter: b'a' + piece as u8,
                    orientation: orientation as u8,
                    x: -left as u8,
                    y: -top as u8,
                };
            }
        }
        Codes { squares, written }
    }
}

/// A drawing's squares in all orientations, relative to its `o`.
fn orientations(drawing: &str) -> [Squares; ORIENTATIONS] {
    let marks = drawing.split('/').enumerate().flat_map(|(y, row)| {
        let marks = row.bytes().enumerate();
        marks.map(move |(x, mark)| (x as i8, y as i8, mark))
    });
    let named = marks.clone().find(|mark| mark.2 == b'o');
    let (x0, y0) = named.map_or((0, 0), |(x, y, _)| (x, y));
    let base: Squares = marks
        .filter(|mark| mark.2 != b'.')
        .map(|(x, y, _)| (x - x0, y - y0))
        .collect();
    std::array::from_fn(|orientation| {
        let turned = |&(mut x, mut y): &(i8, i8)| {
            for _ in 0..orientation / 2 {
                (x, y) = (-y, x);
            }
            if orientation % 2 == 1 {
                (-x, y)
            } else {
                (x, y)
            }
        };
        base.iter().map(turned).collect()
    })
}

/// Reads a code; capital letters will do.
pub fn parse(text: &str) -> Result<Code, CodeError> {
    let text = text.trim().to_ascii_lowercase();
    let &[column, row, piece, orientation] = text.as_bytes() else {
        return Err(CodeError::Length);
    };
    if PASSES.contains(&text.as_str()) {
        return Ok(Code::Pass);
    }
    let column = coordinate(column).ok_or(CodeError::Column)?;
    let row = coordinate(row).ok_or(CodeError::Row)?;
    let orientations = piece
        .checked_sub(b'a')
        .and_then(|piece| CODES.squares.get(usize::from(piece)))
        .ok_or(CodeError::Piece)?;
    let squares = orientation
        .checked_sub(b'0')
        .and_then(|orientation| orientations.get(usize::from(orientation)))
        .ok_or(CodeError::Orientation)?;
    let on_board = |x: i8| u8::try_from(x).ok().filter(|&x| x < SIDE as u8);
    let covered: Option<Vec<(u8, u8)>> = squares
        .iter()
        .map(|&(x, y)| Some((on_board(column + x)?, on_board(row + y)?)))
        .collect();
    covered
        .and_then(|squares| TABLES.find(&squares))
        .map(|number| Code::Place(Placement(number)))
        .ok_or(CodeError::OffBoard)
}

/// The code of a placement, with the smallest orientation that fits.
pub fn format(placement: Placement) -> String {
    let place = TABLES.places[usize::from(placement.0)];
    let written = CODES.written[usize::from(place.shape)];
    format!(
        "{:x}{:x}{}{}",
        place.x + written.x + 1,
        place.y + written.y + 1,
        char::from(written.letter),
        written.orientation
    )
}

/// A hexadecimal digit from 1 to the size of the board, as a number from 0.
fn coordinate(digit: u8) -> Option<i8> {
    let number = char::from(digit).to_digit(16)?;
    (1..=SIDE as u32)
        .contains(&number)
        .then(|| number as i8 - 1)
}
