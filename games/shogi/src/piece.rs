//! Kinds of pieces, and pieces with an owner.

use std::fmt;
use yomi_core::Player;

/// A kind of piece. Promotion adds eight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Pawn = 0,
    Lance = 1,
    Knight = 2,
    Silver = 3,
    Bishop = 4,
    Rook = 5,
    Gold = 6,
    King = 7,
    ProPawn = 8,
    ProLance = 9,
    ProKnight = 10,
    ProSilver = 11,
    Horse = 12,
    Dragon = 13,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 14;

    /// All kinds, in order.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Bishop,
        Kind::Rook,
        Kind::Gold,
        Kind::King,
        Kind::ProPawn,
        Kind::ProLance,
        Kind::ProKnight,
        Kind::ProSilver,
        Kind::Horse,
        Kind::Dragon,
    ];

    /// The kinds that can be held in hand.
    pub const HAND: [Kind; 7] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Bishop,
        Kind::Rook,
        Kind::Gold,
    ];

    /// The kind with this number.
    #[inline]
    pub(crate) const fn at(index: usize) -> Kind {
        Kind::ALL[index]
    }

    /// The number of the kind.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The promoted kind, if there is one.
    #[inline]
    pub const fn promoted(self) -> Option<Kind> {
        match (self as usize) < 6 {
            true => Some(Kind::at(self as usize + 8)),
            false => None,
        }
    }

    /// The unpromoted kind, which a captured piece becomes.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> Kind {
        Kind::at(self as usize & 7)
    }

    /// Whether it is promoted.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as usize >= 8
    }

    /// Whether it moves like a gold.
    #[inline]
    pub const fn is_golden(self) -> bool {
        matches!(
            self,
            Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver
        )
    }

    /// The letter in SFEN and USI, of the unpromoted kind.
    pub const fn letter(self) -> char {
        b"PLNSBRGK"[self as usize & 7] as char
    }

    /// The unpromoted kind of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        Kind::ALL[..8]
            .iter()
            .copied()
            .find(|kind| kind.letter() == letter)
    }
}

/// A piece on the board. Displayed as in SFEN: capitals are black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub owner: Player,
}

impl Piece {
    /// A small number: the kind, and 16 more for white.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.kind as u8 | (self.owner as u8) << 4
    }

    #[inline]
    pub(crate) const fn from_code(code: u8) -> Piece {
        Piece {
            kind: Kind::at((code & 15) as usize),
            owner: if code & 16 == 0 {
                Player::First
            } else {
                Player::Second
            },
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind.is_promoted() {
            f.write_str("+")?;
        }
        let letter = self.kind.letter();
        match self.owner {
            Player::First => write!(f, "{letter}"),
            Player::Second => write!(f, "{}", letter.to_ascii_lowercase()),
        }
    }
}

/// The pieces a player holds in hand, packed into one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand(u32);

impl Hand {
    /// Where each kind's count begins.
    const SHIFT: [u32; 7] = [0, 5, 8, 11, 14, 16, 18];
    const MASK: [u32; 7] = [31, 7, 7, 7, 3, 3, 7];

    /// How many of a kind are held; none of promoted kinds or kings.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        let index = kind as usize;
        if index < 7 {
            self.0 >> Self::SHIFT[index] & Self::MASK[index]
        } else {
            0
        }
    }

    /// Whether the hand is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether anything but pawns is held.
    #[inline]
    pub const fn has_more_than_pawns(self) -> bool {
        self.0 > 31
    }

    /// Whether one has at least as many of every kind as the other.
    pub fn covers(self, other: Hand) -> bool {
        Kind::HAND
            .iter()
            .all(|&kind| self.count(kind) >= other.count(kind))
    }

    #[inline]
    pub(crate) const fn add(&mut self, kind: Kind) {
        self.0 += 1 << Self::SHIFT[kind as usize];
    }

    #[inline]
    pub(crate) const fn remove(&mut self, kind: Kind) {
        self.0 -= 1 << Self::SHIFT[kind as usize];
    }
}
