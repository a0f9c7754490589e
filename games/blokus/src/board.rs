//! A position: what each side sees, and who is to move.

use crate::game::Placement;
use crate::pieces::PIECES;
use crate::plane::Plane;
use crate::side::{BOARD_COLUMNS, Corners, PAD, ROWS, Side};
use crate::tables::{LOCALS, SIDE, STARTS, TABLES, Tables};
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
pub(crate) static FAST: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
});

/// A position of Blokus Duo.
#[derive(Clone, Copy)]
pub struct Board {
    sides: [Side; 2],
    key: u64,
    mover: Player,
    over: bool,
}

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

    /// In how many ways a player could place each piece if it were to move; a placement over
    /// several corners counts for each of them. Nothing before the first move.
    #[inline]
    pub fn ways_by_piece(&self, player: Player) -> [u32; PIECES] {
        dispatch!(self.ways_by_piece_anywhere(player) / ways_by_piece_fast(player))
    }

    #[inline(always)]
    fn ways_by_piece_anywhere(&self, player: Player) -> [u32; PIECES] {
        let mut counts = [0; PIECES];
        let side = &self.sides[player.index()];
        if side.squares == 0 {
            return counts;
        }
        let tables = &*TABLES;
        side.each_corner(|x, y, diagonal| {
            let ways = side.ways(tables, x, y, diagonal);
            let mut hand = if ways == 0 { 0 } else { side.hand };
            while hand != 0 {
                let piece = hand.trailing_zeros() as usize;
                hand &= hand - 1;
                counts[piece] += (ways & tables.by_piece[piece]).count_ones();
            }
        });
        counts
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
            return self.random_start(tables, rng);
        }
        let mut corners = Corners::new();
        let total = side.find_corners(tables, &mut corners);
        side.draw(tables, &corners, total, rng, nth_bit)
    }

    /// A legal first placement of the side to move, each as likely.
    fn random_start(&self, tables: &Tables, rng: &mut Rng) -> u16 {
        let side = &self.sides[self.mover.index()];
        let starts = &tables.starts[self.mover.index()];
        loop {
            let placement = starts[rng.below(starts.len() as u32) as usize];
            if side.fits(tables, placement) {
                return placement;
            }
        }
    }

    /// Plays uniformly random placements until the game is over or so many plies are played.
    /// Draws what [`Board::random`] would and leaves the same position as [`Board::place`], but
    /// looks at every side's corners once a ply: whether a side can move and what it plays are
    /// read off the same list.
    #[inline]
    pub fn play_randomly(&mut self, plies: u32, rng: &mut Rng) {
        dispatch!(self.play_randomly_by(plies, rng, nth_bit) / play_randomly_fast(plies, rng));
    }

    #[inline(always)]
    fn play_randomly_by(
        &mut self,
        plies: u32,
        rng: &mut Rng,
        nth_bit: impl Fn(u128, u32) -> usize,
    ) {
        let tables = &*TABLES;
        let mut left = plies;
        while left > 0 && !self.over && self.sides.iter().any(|side| side.squares == 0) {
            left -= 1;
            self.place_anywhere(self.random_by(rng, &nth_bit));
        }
        if left == 0 || self.over {
            return;
        }
        let mut corners = Corners::new();
        let mut total = self.sides[self.mover.index()].find_and_drop_corners(tables, &mut corners);
        loop {
            let side = &self.sides[self.mover.index()];
            let placement = side.draw(tables, &corners, total, rng, &nth_bit);
            self.put(tables, placement);
            left -= 1;
            let other = self.mover.other();
            corners.clear();
            total = self.sides[other.index()].find_and_drop_corners(tables, &mut corners);
            if total > 0 {
                self.mover = other;
            } else {
                let own = &mut self.sides[self.mover.index()];
                total = own.find_and_drop_corners(tables, &mut corners);
                self.over = total == 0;
            }
            if left == 0 || self.over {
                return;
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
        self.random_by(rng, |bits, n| nth_bit_fast(bits, n))
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn ways_by_piece_fast(&self, player: Player) -> [u32; PIECES] {
        self.ways_by_piece_anywhere(player)
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn play_randomly_fast(&mut self, plies: u32, rng: &mut Rng) {
        self.play_randomly_by(plies, rng, |bits, n| nth_bit_fast(bits, n));
    }
}

/// [`nth_bit`] in a few instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
#[inline]
fn nth_bit_fast(bits: u128, n: u32) -> usize {
    let low = bits as u64;
    let in_low = low.count_ones();
    if n < in_low {
        _pdep_u64(1 << n, low).trailing_zeros() as usize
    } else {
        64 + _pdep_u64(1 << (n - in_low), (bits >> 64) as u64).trailing_zeros() as usize
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

    #[test]
    fn playing_randomly_is_placing_at_random() {
        for number in 0..200 {
            let (mut rng, mut quick_rng) = (Seed::new(number).rng(), Seed::new(number).rng());
            let mut plain_rng = Seed::new(number).rng();
            let (mut board, mut quick, mut plain) = (Board::new(), Board::new(), Board::new());
            let mut plies = 0;
            while !board.is_over() {
                for _ in 0..plies {
                    if !board.is_over() {
                        board.place(board.random(&mut rng));
                    }
                }
                quick.play_randomly(plies, &mut quick_rng);
                plain.play_randomly_by(plies, &mut plain_rng, nth_bit);
                assert_eq!(board, quick);
                assert_eq!(board, plain);
                assert_eq!(board.key(), quick.key());
                plies += 1;
            }
            assert_eq!(rng.next_u64(), quick_rng.next_u64());
        }
    }
}
