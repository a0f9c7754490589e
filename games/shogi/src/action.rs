//! Moves.

use crate::{Kind, Square};
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;
use yomi_core::NotationError;

/// A move, a drop, or the declaration that an entering king has won. Written as in USI.
///
/// ```
/// use yomi_shogi::{Kind, Move};
/// let capture: Move = "8h2b+".parse().unwrap();
/// assert!(capture.promotes() && capture.to().to_string() == "2b");
/// let drop: Move = "P*5e".parse().unwrap();
/// assert_eq!((drop.dropped(), drop.from()), (Some(Kind::Pawn), None));
/// assert_eq!(Move::DECLARE.to_string(), "win");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// Where a move goes to: the lowest seven bits. Then seven bits for where it comes from, or 81
/// and the kind for a drop; then promotion. The highest bit is always set, so that an optional move
/// takes no more room than a move.
const FROM_SHIFT: u32 = 7;
const PROMOTION: u16 = 1 << 14;
const ALWAYS: u16 = 1 << 15;

impl Move {
    /// The declaration of an entering king, `win`.
    pub const DECLARE: Move = Move(NonZeroU16::MAX);

    #[inline]
    const fn coded(code: u16) -> Move {
        match NonZeroU16::new(code | ALWAYS) {
            Some(code) => Move(code),
            None => unreachable!(),
        }
    }

    /// A move of a piece on the board.
    #[inline]
    pub const fn normal(from: Square, to: Square, promote: bool) -> Move {
        let code = to.index() as u16 | (from.index() as u16) << FROM_SHIFT;
        Move::coded(if promote { code | PROMOTION } else { code })
    }

    /// A piece from the hand.
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move::coded(to.index() as u16 | (Square::COUNT as u16 + kind as u16) << FROM_SHIFT)
    }

    /// Where it goes; some square or other for a declaration.
    #[inline]
    pub const fn to(self) -> Square {
        let index = (self.0.get() & 127) as usize;
        Square::at(if index < Square::COUNT { index } else { 0 })
    }

    #[inline]
    const fn origin(self) -> usize {
        (self.0.get() >> FROM_SHIFT & 127) as usize
    }

    /// Where it comes from, unless it is a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        let origin = self.origin();
        if origin < Square::COUNT {
            Some(Square::at(origin))
        } else {
            None
        }
    }

    /// What is dropped, if anything is.
    #[inline]
    pub const fn dropped(self) -> Option<Kind> {
        let origin = self.origin();
        if origin >= Square::COUNT && origin < Square::COUNT + 7 {
            Some(Kind::at(origin - Square::COUNT))
        } else {
            None
        }
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// One more than the largest [`Move::index`].
    pub const INDEX_COUNT: usize = 2 * (Square::COUNT + 7) * Square::COUNT + 1;

    /// A number of its own for every move.
    #[inline]
    pub const fn index(self) -> usize {
        if self.0.get() == Move::DECLARE.0.get() {
            return Move::INDEX_COUNT - 1;
        }
        let way = self.origin() * Square::COUNT + self.to().index();
        2 * way + self.promotes() as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.to();
        match (self.from(), self.dropped()) {
            (Some(from), _) if self.promotes() => write!(f, "{from}{to}+"),
            (Some(from), _) => write!(f, "{from}{to}"),
            (None, Some(kind)) => write!(f, "{}*{to}", kind.letter()),
            (None, None) => f.write_str("win"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a move looks like.
pub(crate) const MOVE_FORMAT: &str = "a move such as 7g7f, 8h2b+ or P*5e, or win for a declaration";

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        let square = |part: Option<&str>| part.and_then(|part| part.parse::<Square>().ok());
        let read = || {
            if text == "win" {
                return Some(Move::DECLARE);
            }
            let to = square(text.get(2..4))?;
            if let [letter @ b'A'..=b'Z', b'*', _, _] = *text.as_bytes() {
                let kind = Kind::from_letter(char::from(letter))?;
                return (kind != Kind::King).then(|| Move::drop(kind, to));
            }
            let from = square(text.get(0..2))?;
            match text.get(4..)? {
                "" => Some(Move::normal(from, to, false)),
                "+" => Some(Move::normal(from, to, true)),
                _ => None,
            }
        };
        read().ok_or_else(|| NotationError::new(text, MOVE_FORMAT))
    }
}
