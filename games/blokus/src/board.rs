//! A position: the view of each side, and the side to move.

mod random;
mod setup;

#[cfg(target_arch = "x86_64")]
pub(crate) use random::FAST;
pub(crate) use random::{Drawn, MOST_DRAWN};

use crate::game::Placement;
use crate::pieces::PIECES;
use crate::plane::Plane;
use crate::side::{BOARD_COLUMNS, Corners, PAD, ROWS, Side};
use crate::tables::{LOCALS, SIDE, STARTS, TABLES, Tables};
use std::fmt;
use yomi_core::Player;

/// A position of Blokus Duo.
#[derive(Clone, Copy)]
pub struct Board {
    sides: [Side; 2],
    key: u64,
    mover: Player,
    over: bool,
    /// The number of the last placement, [`NONE`] on the empty board. It is not part of the position.
    last: u16,
}

/// No placement has this number.
const NONE: u16 = u16::MAX;

impl Board {
    /// The empty board.
    pub fn new() -> Board {
        let mut forbidden = [u32::MAX; ROWS];
        for row in &mut forbidden[PAD..PAD + SIDE] {
            *row = !BOARD_COLUMNS;
        }
        let side = |(x, y): (usize, usize)| {
            let mut diagonal = [0; ROWS];
            diagonal[y + PAD] = 1 << (x + PAD);
            Side {
                own: [0; ROWS],
                forbidden,
                diagonal,
                live: diagonal,
                ways_in_hand: (1 << LOCALS) - 1,
                hand: (1 << PIECES) - 1,
                squares: 0,
                ended_with_monomino: false,
            }
        };
        Board {
            sides: STARTS.map(side),
            key: 0,
            mover: Player::First,
            over: false,
            last: NONE,
        }
    }

    /// The empty board with this side to move first, for positions with the sides exchanged.
    #[cfg(test)]
    pub(crate) fn begun_by(mover: Player) -> Board {
        Board {
            mover,
            ..Board::new()
        }
    }

    /// The last placement, of either side. It belongs to the way to the position, not to the position:
    /// equal boards may differ in it.
    #[inline]
    pub fn last(&self) -> Option<Placement> {
        (self.last != NONE).then_some(Placement(self.last))
    }

    /// Whose move it is; the last mover once the game is over.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Whether neither side can move.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Squares a player has covered.
    #[inline]
    pub fn squares(&self, player: Player) -> u32 {
        u32::from(self.sides[player.index()].squares)
    }

    /// The pieces a player has in hand, one bit each.
    pub fn hand(&self, player: Player) -> u32 {
        self.sides[player.index()].hand
    }

    /// Whether the monomino was the last piece this player placed.
    pub fn ended_with_monomino(&self, player: Player) -> bool {
        self.sides[player.index()].ended_with_monomino
    }

    /// The position's key: placements and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
            ^ if self.mover == Player::First {
                0
            } else {
                mix(u64::MAX)
            }
    }

    /// Who covers a square, given as column and row from the top left.
    pub fn at(&self, x: usize, y: usize) -> Option<Player> {
        let covered =
            |player: &&Player| self.sides[player.index()].own[y + PAD] >> (x + PAD) & 1 == 1;
        Player::BOTH.iter().find(covered).copied()
    }

    /// Whether a square is a corner of this player: free, diagonal to an own piece (or the start
    /// square), not edge to edge with one.
    pub fn is_corner(&self, player: Player, x: usize, y: usize) -> bool {
        let side = &self.sides[player.index()];
        (side.diagonal[y + PAD] & !side.forbidden[y + PAD]) >> (x + PAD) & 1 == 1
    }

    /// The squares a player covers.
    #[inline(always)]
    pub fn covered(&self, player: Player) -> Plane {
        Plane::of_rows(|row| self.sides[player.index()].own[row])
    }

    /// The [corners](Board::is_corner) of a player.
    #[inline(always)]
    pub fn corners(&self, player: Player) -> Plane {
        let side = &self.sides[player.index()];
        Plane::of_rows(|row| side.diagonal[row] & !side.forbidden[row])
    }

    /// The squares a player cannot cover: taken, or edge to edge with an own piece.
    #[inline(always)]
    pub fn closed(&self, player: Player) -> Plane {
        Plane::of_rows(|row| self.sides[player.index()].forbidden[row])
    }

    /// Whether the side to move may place this.
    pub fn is_legal(&self, placement: u16) -> bool {
        self.objection(placement).is_none()
    }

    /// What the side to move should have placed instead of this, if it may not.
    pub fn objection(&self, placement: u16) -> Option<&'static str> {
        if self.over || usize::from(placement) >= TABLES.places.len() {
            return Some("a placement in a game that is not over");
        }
        let side = &self.sides[self.mover.index()];
        let other = &self.sides[self.mover.other().index()];
        let mut rows = Side::rows(&TABLES, placement);
        if side.hand >> TABLES.form(placement).piece & 1 == 0 {
            Some("a piece that is still in hand")
        } else if rows.any(|(row, bits)| (side.own[row] | other.own[row]) & bits != 0) {
            Some("squares that are free")
        } else if !side.fits(&TABLES, placement) {
            Some("squares that are not edge to edge with an own piece")
        } else if side.corners_covered(&TABLES, placement) == 0 {
            Some(match (side.squares, self.mover) {
                (0, Player::First) => "a first piece that covers e10",
                (0, Player::Second) => "a first piece that covers j5",
                _ => "a piece that touches an own one corner to corner",
            })
        } else {
            None
        }
    }

    #[inline(always)]
    fn place_anywhere(&mut self, placement: u16) {
        let tables = &*TABLES;
        let mover = self.mover;
        self.put(tables, placement);
        if self.sides[mover.other().index()].can_move(tables, mover.other()) {
            self.mover = mover.other();
        } else {
            self.over = !self.sides[mover.index()].can_move(tables, mover);
        }
    }

    /// Puts a piece of the side to move on the board, which stays to move.
    #[inline(always)]
    fn put(&mut self, tables: &Tables, placement: u16) {
        let mover = self.mover;
        let place = tables.places[usize::from(placement)];
        let form = &tables.forms[usize::from(place.shape)];
        let [own, enemy] = self.both(mover);
        for (i, &bits) in form.rows[..usize::from(form.height)].iter().enumerate() {
            let row = usize::from(place.y) + i + PAD;
            let bits = u32::from(bits) << (usize::from(place.x) + PAD);
            let beside = bits << 1 | bits >> 1;
            own.own[row] |= bits;
            enemy.forbidden[row] |= bits;
            own.forbidden[row] |= bits | beside;
            own.forbidden[row - 1] |= bits;
            own.forbidden[row + 1] |= bits;
            own.diagonal[row - 1] |= beside;
            own.diagonal[row + 1] |= beside;
            own.live[row - 1] |= beside;
            own.live[row + 1] |= beside;
        }
        own.squares += form.size;
        own.hand &= !(1 << form.piece);
        own.ways_in_hand &= !tables.by_piece[usize::from(form.piece)];
        own.ended_with_monomino = form.piece == 0;
        self.key ^= mix(u64::from(placement) << 1 | mover as u64);
        self.last = placement;
    }

    fn both(&mut self, mover: Player) -> [&mut Side; 2] {
        let [first, second] = &mut self.sides;
        match mover {
            Player::First => [first, second],
            Player::Second => [second, first],
        }
    }

    /// Replaces `placements` by all legal ones.
    pub fn legal(&self, placements: &mut Vec<Placement>) {
        placements.clear();
        if self.over {
            return;
        }
        let tables = &*TABLES;
        let side = &self.sides[self.mover.index()];
        if side.squares == 0 {
            let starts = tables.starts[self.mover.index()].iter().copied();
            let fitting = starts.filter(|&placement| side.fits(tables, placement));
            placements.extend(fitting.map(Placement));
            return;
        }
        let mut corners = Corners::new();
        side.find_corners(tables, &mut corners);
        side.each_placement(tables, &corners, |placement| {
            placements.push(Placement(placement));
        });
    }
}

impl Default for Board {
    fn default() -> Self {
        Board::new()
    }
}

/// What is on the board and in the hands; everything else follows from it.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let same = |one: &Side, two: &Side| {
            (one.own, one.hand, one.ended_with_monomino)
                == (two.own, two.hand, two.ended_with_monomino)
        };
        self.mover == other.mover
            && self.over == other.over
            && self
                .sides
                .iter()
                .zip(&other.sides)
                .all(|(one, two)| same(one, two))
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move, over: {}", self.mover, self.over)?;
        for side in &self.sides {
            write!(f, "; hand {:021b}, rows", side.hand)?;
            for row in &side.own[PAD..PAD + SIDE] {
                write!(f, " {:04x}", row >> PAD)?;
            }
        }
        Ok(())
    }
}

/// SplitMix64's output function.
#[inline]
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
