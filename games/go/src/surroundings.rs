//! The eight points around a point as one number, two bits each.
//!
//! Boards keep it for every point, changed as stones come and go. It answers "is a neighbour
//! empty?", "is this an eye?" and "is a shape around it?" without looking at the neighbours.

use crate::board::Point;
use yomi_core::Player;

/// What is on the eight points around one. Directions 0 to 3 are below, left, right and above, 4
/// to 7 the diagonals below left, below right, above left and above right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surroundings(u16);

/// The lower bit of each of the four neighbours.
const LOW: u16 = 0x55;

impl Surroundings {
    /// All outside the board.
    pub(crate) const NOTHING: Surroundings = Surroundings(0xFFFF);

    /// The number: different for different surroundings.
    #[inline(always)]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The direction back.
    #[inline(always)]
    pub(crate) const fn opposite(direction: usize) -> usize {
        if direction < 4 {
            3 - direction
        } else {
            11 - direction
        }
    }

    /// What is in a direction becomes something else: `change` is the exclusive or of both.
    #[inline(always)]
    pub(crate) fn change(&mut self, direction: usize, change: u16) {
        self.0 ^= change << (2 * direction);
    }

    /// Whether one of the four neighbours is empty.
    #[inline(always)]
    pub const fn has_empty_neighbour(self) -> bool {
        (self.0 | self.0 >> 1) & LOW != LOW
    }

    /// How many of the four neighbours are empty.
    #[inline(always)]
    pub const fn empty_neighbours(self) -> u32 {
        let stones = (self.0 | self.0 >> 1) & LOW;
        // Adds up four fields of two bits.
        let pairs = (stones & 0x11) + (stones >> 2 & 0x11);
        4 - ((pairs & 15) + (pairs >> 4)) as u32
    }

    /// Whether the point may lie in a small space of a player's: none of its four neighbours is
    /// the opponent's, and at most half of what is around it is empty.
    #[inline(always)]
    pub const fn may_be_eye_space(self, player: Player) -> bool {
        let (black, white) = (self.0 & 0x5555, self.0 >> 1 & 0x5555);
        let foreign = match player {
            Player::First => white & !black,
            Player::Second => black & !white,
        };
        let empty = !(black | white) & 0x5555;
        let pairs = (empty & 0x3333) + (empty >> 2 & 0x3333);
        let quads = (pairs + (pairs >> 4)) & 0x0F0F;
        foreign & LOW == 0 && (quads + (quads >> 8)) & 15 <= 4
    }

    /// Whether all four neighbours are a player's, or outside.
    #[inline(always)]
    pub(crate) const fn is_enclosed(self, player: Player) -> bool {
        // A stone of the player and the edge have the player's bit set.
        let own = match player {
            Player::First => LOW,
            Player::Second => LOW << 1,
        };
        self.0 & own == own
    }

    /// Whether an empty point in these surroundings is a player's eye: all four neighbours are the
    /// player's (or outside), and of the diagonals the opponent has at most one, none at the edge.
    /// Filling it would be foolish in nearly every position, and playouts never do.
    #[inline(always)]
    pub const fn is_eye(self, player: Player) -> bool {
        if !self.is_enclosed(player) {
            return false;
        }
        let diagonals = self.0 >> 8;
        let (black, white) = (diagonals & LOW, diagonals >> 1 & LOW);
        let outside = black & white;
        let foreign = match player {
            Player::First => white & !black,
            Player::Second => black & !white,
        };
        if outside != 0 {
            foreign == 0
        } else {
            foreign & foreign.wrapping_sub(1) == 0
        }
    }

    /// The directions of neighbours (not diagonals) with a stone of this player.
    #[inline(always)]
    pub(crate) fn ways_to(self, player: Player) -> impl Iterator<Item = usize> {
        let (black, white) = (self.0 & LOW, self.0 >> 1 & LOW);
        let mut ways = match player {
            Player::First => black & !white,
            Player::Second => white & !black,
        };
        std::iter::from_fn(move || {
            if ways == 0 {
                return None;
            }
            let way = ways.trailing_zeros() as usize / 2;
            ways &= ways - 1;
            Some(way)
        })
    }

    /// The directions of empty points, diagonals included.
    #[inline(always)]
    pub(crate) fn empty_ways(self) -> impl Iterator<Item = usize> {
        let mut ways = !(self.0 | self.0 >> 1) & 0x5555;
        std::iter::from_fn(move || {
            if ways == 0 {
                return None;
            }
            let way = ways.trailing_zeros() as usize / 2;
            ways &= ways - 1;
            Some(way)
        })
    }

    /// Whether a stone is among the four neighbours.
    #[inline(always)]
    pub(crate) const fn has_stone(self) -> bool {
        (self.0 ^ self.0 >> 1) & LOW != 0
    }

    /// Whether this is what is in a direction.
    #[inline(always)]
    pub(crate) const fn is(self, direction: usize, point: Point) -> bool {
        self.0 >> (2 * direction) & 3 == point as u16
    }
}
