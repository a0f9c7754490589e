//! Random play, and what else deserves the fastest instructions a processor has.
//!
//! The same code is compiled twice: once for any processor, and once for those that count, find and
//! spread bits in one instruction, as nearly all have done since 2013. Results do not differ, only
//! speed.

use super::Board;
use crate::pieces::PIECES;
use crate::side::Corners;
use crate::tables::{TABLES, Tables};
use arrayvec::ArrayVec;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::_pdep_u64;
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

impl Board {
    /// Places a piece for the side to move, which must be legal, and passes the move on to whoever
    /// can move next.
    #[inline]
    pub fn place(&mut self, placement: u16) {
        dispatch!(self.place_anywhere(placement) / place_fast(placement));
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

    /// At most eight placements that are legal if it is this player's turn, in different places where
    /// there are such; none only if there is none.
    pub(crate) fn some_placements(&self, player: Player) -> ArrayVec<u16, 8> {
        let (tables, side) = (&*TABLES, &self.sides[player.index()]);
        if side.squares == 0 {
            let starts = tables.starts[player.index()].iter().rev();
            let fitting = starts.filter(|&&start| side.fits(tables, start));
            return fitting.copied().take(8).collect();
        }
        let mut corners = Corners::new();
        side.find_corners(tables, &mut corners);
        let spread = corners.iter().step_by(corners.len().div_ceil(8).max(1));
        spread
            .map(|corner| corner.placement(tables, corner.ways.trailing_zeros() as usize))
            .collect()
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
        self.play_by(plies, &mut AtRandom { rng, nth_bit });
    }

    /// Plays what is picked until the game is over or so many plies are played.
    #[inline(always)]
    fn play_by(&mut self, plies: u32, picker: &mut impl Pick) {
        let tables = &*TABLES;
        let mut left = plies;
        let mut corners = Corners::new();
        while left > 0 && !self.over && self.sides.iter().any(|side| side.squares == 0) {
            left -= 1;
            let side = &self.sides[self.mover.index()];
            let placement = if side.squares == 0 {
                picker.pick(self, None)
            } else {
                corners.clear();
                let total = side.find_corners(tables, &mut corners);
                picker.pick(self, Some((&corners, total)))
            };
            self.place_anywhere(placement);
        }
        if left == 0 || self.over {
            return;
        }
        corners.clear();
        let mut total = self.sides[self.mover.index()].find_and_drop_corners(tables, &mut corners);
        loop {
            let placement = picker.pick(self, Some((&corners, total)));
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

    /// Replaces `drawn` by `n` distinct legal placements, drawn without replacement, or by all if
    /// there are fewer, for a game that is not over. A single one is drawn as by [`Board::random`].
    pub(crate) fn draw_distinct(&self, n: usize, rng: &mut Rng, drawn: &mut Drawn) {
        let tables = &*TABLES;
        let side = &self.sides[self.mover.index()];
        if side.squares == 0 {
            return self.draw_from(None, n, rng, drawn, nth_bit);
        }
        let mut corners = Corners::new();
        let total = side.find_corners(tables, &mut corners);
        self.draw_from(Some((&corners, total)), n, rng, drawn, nth_bit);
    }

    /// Plays until the game is over or so many plies are played; at each, `choose` is given `n`
    /// distinct legal placements as [`Board::draw_distinct`] draws them, in a position whose `live`
    /// corners may be fewer than another's that is equal to it.
    #[inline]
    pub(crate) fn play_drawing(
        &mut self,
        plies: u32,
        n: usize,
        rng: &mut Rng,
        choose: impl FnMut(&Board, &[u16]) -> u16,
    ) {
        dispatch!(
            self.play_drawing_by(plies, n, rng, nth_bit, choose)
                / play_drawing_fast(plies, n, rng, choose)
        );
    }

    #[inline(always)]
    fn play_drawing_by(
        &mut self,
        plies: u32,
        n: usize,
        rng: &mut Rng,
        nth_bit: impl Fn(u128, u32) -> usize,
        choose: impl FnMut(&Board, &[u16]) -> u16,
    ) {
        let drawn = Drawn::new();
        self.play_by(
            plies,
            &mut OfDrawn {
                n,
                drawn,
                rng,
                nth_bit,
                choose,
            },
        );
    }

    #[inline(always)]
    fn draw_from(
        &self,
        ways: Option<(&Corners, u32)>,
        n: usize,
        rng: &mut Rng,
        drawn: &mut Drawn,
        nth_bit: impl Fn(u128, u32) -> usize,
    ) {
        let tables = &*TABLES;
        drawn.clear();
        let side = &self.sides[self.mover.index()];
        let mut all: ArrayVec<u16, { 5 * MOST_DRAWN }> = ArrayVec::new();
        let Some((corners, total)) = ways else {
            // Few of the hundreds of first moves are soon drawn.
            while n <= 256 && drawn.len() < n {
                let placement = self.random_start(tables, rng);
                if !drawn.contains(&placement) {
                    drawn.push(placement);
                }
            }
            if n <= 256 {
                return;
            }
            let starts = tables.starts[self.mover.index()].iter().copied();
            all.extend(starts.filter(|&start| side.fits(tables, start)));
            return shuffle_into(drawn, n, &mut all, rng);
        };
        // A placement covers at most five corners. A single one is never drawn twice.
        if total as usize > 5 * n || n == 1 {
            while drawn.len() < n {
                let placement = side.draw(tables, corners, total, rng, &nth_bit);
                if !drawn.contains(&placement) {
                    drawn.push(placement);
                }
            }
            return;
        }
        side.each_placement(tables, corners, |placement| all.push(placement));
        shuffle_into(drawn, n, &mut all, rng);
    }
}

/// Picks the placements of a game. A trait rather than a closure, so that it is compiled into the loop.
trait Pick {
    /// A legal placement, given the corners that can be covered and the number of all ways to do
    /// so; nothing before the first move of a side.
    fn pick(&mut self, board: &Board, ways: Option<(&Corners, u32)>) -> u16;
}

/// Any legal placement, each as likely.
struct AtRandom<'a, B> {
    rng: &'a mut Rng,
    nth_bit: B,
}

impl<B: Fn(u128, u32) -> usize> Pick for AtRandom<'_, B> {
    #[inline(always)]
    fn pick(&mut self, board: &Board, ways: Option<(&Corners, u32)>) -> u16 {
        let tables = &*TABLES;
        let Some((corners, total)) = ways else {
            return board.random_start(tables, self.rng);
        };
        let side = &board.sides[board.mover.index()];
        side.draw(tables, corners, total, self.rng, &self.nth_bit)
    }
}

/// A choice among a few that are drawn.
struct OfDrawn<'a, B, C> {
    n: usize,
    drawn: Drawn,
    rng: &'a mut Rng,
    nth_bit: B,
    choose: C,
}

impl<B, C> Pick for OfDrawn<'_, B, C>
where
    B: Fn(u128, u32) -> usize,
    C: FnMut(&Board, &[u16]) -> u16,
{
    #[inline(always)]
    fn pick(&mut self, board: &Board, ways: Option<(&Corners, u32)>) -> u16 {
        board.draw_from(ways, self.n, self.rng, &mut self.drawn, &self.nth_bit);
        (self.choose)(board, &self.drawn)
    }
}

/// Draws `n` of all placements without replacement, or all if there are fewer.
fn shuffle_into(drawn: &mut Drawn, n: usize, all: &mut [u16], rng: &mut Rng) {
    for next in 0..all.len().min(n) {
        let chosen = next + rng.below((all.len() - next) as u32) as usize;
        all.swap(next, chosen);
        drawn.push(all[next]);
    }
}

/// The most placements that can be drawn at once: more than are ever legal.
pub(crate) const MOST_DRAWN: usize = 2048;

/// Placements drawn at a ply.
pub(crate) type Drawn = ArrayVec<u16, MOST_DRAWN>;

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
    fn play_drawing_fast(
        &mut self,
        plies: u32,
        n: usize,
        rng: &mut Rng,
        choose: impl FnMut(&Board, &[u16]) -> u16,
    ) {
        self.play_drawing_by(plies, n, rng, |bits, n| nth_bit_fast(bits, n), choose);
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
