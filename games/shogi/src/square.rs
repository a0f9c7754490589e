//! The squares of the board.

use std::fmt;
use std::str::FromStr;
use yomi_core::{NotationError, Player};

/// A square. Numbered file by file, each from the top: 1a is 0, 1b is 1, 2a is 9, 9i is 80. So a
/// pawn's step is a step of one, and the files are runs of nine bits.
///
/// ```
/// use yomi_shogi::Square;
/// let square: Square = "7f".parse().unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (7, 6, 59));
/// assert_eq!(square.to_string(), "7f");
/// assert!("7j".parse::<Square>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 81;

    /// The square on this file (1 to 9, from the right) and rank (1 to 9, from the top).
    pub const fn new(file: u32, rank: u32) -> Option<Square> {
        match file {
            1..=9 if rank >= 1 && rank <= 9 => Some(Square(((file - 1) * 9 + rank - 1) as u8)),
            _ => None,
        }
    }

    /// The square with this number, below [`Square::COUNT`].
    #[inline]
    pub(crate) const fn at(index: usize) -> Square {
        debug_assert!(index < Square::COUNT);
        Square(index as u8)
    }

    /// All squares, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The number of the square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 to 9 from the right.
    #[inline]
    pub const fn file(self) -> u32 {
        self.0 as u32 / 9 + 1
    }

    /// The rank, 1 to 9 from the top.
    #[inline]
    pub const fn rank(self) -> u32 {
        self.0 as u32 % 9 + 1
    }

    /// The rank as `player` counts it: 1 is the last rank for both.
    #[inline]
    pub const fn rank_for(self, player: Player) -> u32 {
        match player {
            Player::First => self.rank(),
            Player::Second => 10 - self.rank(),
        }
    }

    /// The same square of a board that was turned round.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Square {
        Square(80 - self.0)
    }

    /// The same square in a mirror that swaps left and right.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square((9 - self.file() as u8) * 9 + self.rank() as u8 - 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = (b'a' + self.rank() as u8 - 1) as char;
        write!(f, "{}{rank}", self.file())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Square, NotationError> {
        let square = match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Square::new(u32::from(file - b'0'), u32::from(rank - b'a' + 1))
            }
            _ => None,
        };
        square.ok_or_else(|| NotationError::new(text, "a file 1 to 9 and a rank a to i"))
    }
}
