//! A position: rows of bits, and the moves read off them.

use crate::game::Placement;
use crate::pieces::PIECES;
use crate::tables::{GROUPS, LOCALS, SIDE, STARTS, TABLES, Tables};
use arrayvec::ArrayVec;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::_pdep_u64;
use std::fmt;
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;
use yomi_core::{Player, Rng};

/// Calls the fast version of a method where the processor has what it needs.
macro_rules! dispatch {
    ($board:ident.$anywhere:ident($($argument:expr),*) / $fast:ident($($fast_argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if *FAST {
            // SAFETY: the processor has every feature the method is compiled for.
            return unsafe { $board.$fast($($fast_argument),*) };
        }
        $board.$anywhere($($argument),*)
    }};
}

/// Whether the processor counts, finds and spreads bits in one instruction.
#[cfg(target_arch = "x86_64")]
static FAST: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
});

/// Empty rows and columns kept around the board, so that looking four steps away needs no test.
const PAD: usize = 4;
const ROWS: usize = SIDE + 2 * PAD;
/// The columns of the board in a padded row.
const BOARD_COLUMNS: u32 = ((1 << SIDE) - 1) << PAD;

/// One side's view of the board: padded rows, column `x` at bit `x + 4` of row `y + 4`.
#[derive(Clone, Copy)]
struct Side {
    /// Squares covered by own pieces.
    own: [u32; ROWS],
    /// Squares that cannot be covered: outside, taken, or edge to edge with an own piece.
    forbidden: [u32; ROWS],
    /// Squares diagonal to an own piece (the start square before the first move); those that are
    /// forbidden count nothing.
    diagonal: [u32; ROWS],
    /// The same without some that are known to be dead: nothing in hand fits through them, and
    /// with fewer squares and fewer pieces nothing ever will.
    live: [u32; ROWS],
    /// The ways to cover a corner with a piece still in hand.
    ways_in_hand: u128,
    /// Pieces in hand, one bit each.
    hand: u32,
    squares: u8,
    /// Whether the monomino was the last piece placed.
    ended_with_monomino: bool,
}

/// A position of Blokus Duo.
#[derive(Clone, Copy)]
pub struct Board {
    sides: [Side; 2],
    key: u64,
    mover: Player,
    over: bool,
}

/// A corner with the legal ways to cover it.
#[derive(Clone, Copy)]
struct Corner {
    ways: u128,
    x: u8,
    y: u8,
    diagonal: u8,
}

impl Corner {
    #[inline(always)]
    fn placement(&self, tables: &Tables, way: usize) -> u16 {
        let local = tables.locals[usize::from(self.diagonal)][way];
        local.placement(usize::from(self.x), usize::from(self.y))
    }
}

type Corners = ArrayVec<Corner, MOST_CORNERS>;

/// More than a side can ever have: each of at most 21 pieces has at most eight diagonal squares.
const MOST_CORNERS: usize = 168;

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
        }
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

    /// Whether the side to move may place this.
    pub fn is_legal(&self, placement: u16) -> bool {
        if self.over || usize::from(placement) >= TABLES.places.len() {
            return false;
        }
        let side = &self.sides[self.mover.index()];
        side.hand >> TABLES.form(placement).piece & 1 == 1
            && side.fits(&TABLES, placement)
            && side.corners_covered(&TABLES, placement) > 0
    }

    /// Places a piece for the side to move, which must be legal, and passes the move on to whoever
    /// can move next.
    #[inline]
    pub fn place(&mut self, placement: u16) {
        dispatch!(self.place_anywhere(placement) / place_fast(placement));
    }

    #[inline(always)]
    fn place_anywhere(&mut self, placement: u16) {
        let tables = &*TABLES;
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
        if self.sides[mover.other().index()].can_move(tables, mover.other()) {
            self.mover = mover.other();
        } else {
            self.over = !self.sides[mover.index()].can_move(tables, mover);
        }
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
        for corner in &corners {
            let mut ways = corner.ways;
            while ways != 0 {
                let placement = corner.placement(tables, ways.trailing_zeros() as usize);
                ways &= ways - 1;
                // A placement over several corners is listed at the first of them.
                if side.first_corner(tables, placement) == Some((corner.x, corner.y)) {
                    placements.push(Placement(placement));
                }
            }
        }
    }

    /// A legal placement, each as likely, for a game that is not over.
    #[inline]
    pub fn random(&self, rng: &mut Rng) -> u16 {
        dispatch!(self.random_by(rng, nth_bit) / random_fast(rng))
    }

    #[inline(always)]
    fn random_by(&self, rng: &mut Rng, nth_bit: impl Fn(u128, u32) -> usize) -> u16 {
        let tables = &*TABLES;
        let side = &self.sides[self.mover.index()];
        if side.squares == 0 {
            let starts = &tables.starts[self.mover.index()];
            loop {
                let placement = starts[rng.below(starts.len() as u32) as usize];
                if side.fits(tables, placement) {
                    return placement;
                }
            }
        }
        let mut corners = Corners::new();
        let total = side.find_corners(tables, &mut corners);
        loop {
            let mut ticket = rng.below(total);
            let mut chosen = 0;
            loop {
                let count = corners[chosen].ways.count_ones();
                if ticket < count {
                    break;
                }
                ticket -= count;
                chosen += 1;
            }
            let corner = &corners[chosen];
            let placement = corner.placement(tables, nth_bit(corner.ways, ticket));
            // Over how many corners it lies, so many tickets it has.
            let tickets = side.corners_covered(tables, placement);
            if tickets == 1 || rng.below(tickets) == 0 {
                return placement;
            }
        }
    }
}

/// The same code compiled for processors that count and find bits in one instruction, as nearly
/// all have done since 2013. Results do not differ, only speed.
#[cfg(target_arch = "x86_64")]
impl Board {
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn place_fast(&mut self, placement: u16) {
        self.place_anywhere(placement);
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn random_fast(&self, rng: &mut Rng) -> u16 {
        self.random_by(rng, |bits, n| {
            let low = bits as u64;
            let in_low = low.count_ones();
            if n < in_low {
                _pdep_u64(1 << n, low).trailing_zeros() as usize
            } else {
                64 + _pdep_u64(1 << (n - in_low), (bits >> 64) as u64).trailing_zeros() as usize
            }
        })
    }
}

impl Default for Board {
    fn default() -> Self {
        Board::new()
    }
}

impl Side {
    /// Calls `visit` with every square of a placement, row by row, as padded bits.
    #[inline(always)]
    fn rows<'t>(tables: &'t Tables, placement: u16) -> impl Iterator<Item = (usize, u32)> + 't {
        let place = tables.places[usize::from(placement)];
        let form = &tables.forms[usize::from(place.shape)];
        let rows = form.rows[..usize::from(form.height)].iter().enumerate();
        rows.map(move |(i, &bits)| {
            (
                usize::from(place.y) + i + PAD,
                u32::from(bits) << (usize::from(place.x) + PAD),
            )
        })
    }

    fn fits(&self, tables: &Tables, placement: u16) -> bool {
        Side::rows(tables, placement).all(|(row, bits)| self.forbidden[row] & bits == 0)
    }

    /// How many corners a placement covers.
    #[inline(always)]
    fn corners_covered(&self, tables: &Tables, placement: u16) -> u32 {
        Side::rows(tables, placement)
            .map(|(row, bits)| (bits & self.diagonal[row] & !self.forbidden[row]).count_ones())
            .sum()
    }

    /// The first corner a placement covers, by row and then column.
    #[inline(always)]
    fn first_corner(&self, tables: &Tables, placement: u16) -> Option<(u8, u8)> {
        Side::rows(tables, placement).find_map(|(row, bits)| {
            let covered = bits & self.diagonal[row] & !self.forbidden[row];
            (covered != 0).then(|| {
                (
                    (covered.trailing_zeros() as usize - PAD) as u8,
                    (row - PAD) as u8,
                )
            })
        })
    }

    /// In which diagonal an own square lies, seen from a corner.
    #[inline(always)]
    fn diagonal_of(&self, x: usize, y: usize) -> usize {
        let above = self.own[y + PAD - 1] >> (x + PAD - 1);
        let below = self.own[y + PAD + 1] >> (x + PAD - 1);
        debug_assert!(
            (above | below) & 0b101 != 0,
            "a corner without an own square"
        );
        // In the order of `DIAGONALS`.
        let seen = (above & 1) | (above >> 2 & 1) << 1 | (below & 1) << 2 | (below >> 2 & 1) << 3;
        seen.trailing_zeros() as usize & 3
    }

    /// The legal ways to cover the corner at `(x, y)`.
    #[inline(always)]
    fn ways(&self, tables: &Tables, x: usize, y: usize, diagonal: usize) -> u128 {
        let row = |dy: usize, reach: usize| {
            (self.forbidden[y + dy] >> (x + PAD - reach)) as usize & ((2 << (2 * reach)) - 1)
        };
        let group = &tables.avoiding[diagonal];
        self.ways_in_hand
            & group[GROUPS[0] + (row(0, 0) | row(1, 1) << 1 | row(2, 2) << 4)]
            & group[GROUPS[1] + row(3, 3)]
            & group[GROUPS[2] + row(4, 4)]
            & group[GROUPS[3] + row(5, 3)]
            & group[GROUPS[4] + (row(8, 0) | row(7, 1) << 1 | row(6, 2) << 4)]
    }

    /// Every corner in row order, as column, row and diagonal.
    #[inline(always)]
    fn each_corner(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for y in 0..SIDE {
            let mut bits = self.live[y + PAD] & !self.forbidden[y + PAD];
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - PAD;
                bits &= bits - 1;
                visit(x, y, self.diagonal_of(x, y));
            }
        }
    }

    /// Finds the corners that can be covered; returns the number of ways of all together.
    #[inline(always)]
    fn find_corners(&self, tables: &Tables, corners: &mut Corners) -> u32 {
        let mut total = 0;
        self.each_corner(|x, y, diagonal| {
            let ways = self.ways(tables, x, y, diagonal);
            if ways != 0 {
                total += ways.count_ones();
                corners.push(Corner {
                    ways,
                    x: x as u8,
                    y: y as u8,
                    diagonal: diagonal as u8,
                });
            }
        });
        total
    }

    /// Whether any placement is legal. Corners found dead on the way are dropped.
    #[inline(always)]
    fn can_move(&mut self, tables: &Tables, player: Player) -> bool {
        if self.squares == 0 {
            let starts = &tables.starts[player.index()];
            return starts.iter().any(|&start| self.fits(tables, start));
        }
        for y in 0..SIDE {
            let mut bits = self.live[y + PAD] & !self.forbidden[y + PAD];
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - PAD;
                if self.ways(tables, x, y, self.diagonal_of(x, y)) != 0 {
                    return true;
                }
                bits &= bits - 1;
                self.live[y + PAD] &= !(1 << (x + PAD));
            }
        }
        false
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

/// The place of the n-th set bit, counted from 0.
#[inline]
fn nth_bit(bits: u128, n: u32) -> usize {
    let low = bits as u64;
    let in_low = low.count_ones();
    let (mut word, mut n, base) = if n < in_low {
        (low, n, 0)
    } else {
        ((bits >> 64) as u64, n - in_low, 64)
    };
    while n > 0 {
        word &= word - 1;
        n -= 1;
    }
    base + word.trailing_zeros() as usize
}

/// SplitMix64's output function.
#[inline]
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Seed;

    #[test]
    fn processors_of_every_kind_play_the_same_games() {
        for number in 0..200 {
            let (mut rng, mut plain_rng) = (Seed::new(number).rng(), Seed::new(number).rng());
            let (mut board, mut plain) = (Board::new(), Board::new());
            while !board.is_over() {
                let placement = board.random(&mut rng);
                assert_eq!(placement, plain.random_by(&mut plain_rng, nth_bit));
                board.place(placement);
                plain.place_anywhere(placement);
                assert_eq!(board, plain);
            }
        }
    }
}
