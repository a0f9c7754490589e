//! Prior knowledge of moves as virtual visits.
//!
//! Every move starts even, with a few virtual visits; each property of the move adds
//! virtual wins or losses (Gelly and Silver 2007). The properties are captures, rescues from atari and
//! ladders that work (good, the more stones the better), self-atari and running in a lost ladder
//! (bad), small shapes, nearness to the last move, and lines: with nothing around, the first two
//! lines are bad and the third and fourth good.

use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::game::Go;
use crate::patterns;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::{Experience, Player, Rng, VirtualVisits};

yomi_core::parameters! {
    /// How much is expected of what, in virtual simulations.
    pub struct Shapes {
        /// Even simulations that every move starts with.
        pub even: u32 = 10, in 0..=1000;
        /// Wins for taking or saving one stone.
        pub capture_one: u32 = 15, in 0..=1000;
        /// Wins for taking or saving more.
        pub capture_many: u32 = 30, in 0..=1000;
        /// Losses for self-atari, or running in a ladder that is lost.
        pub self_atari: u32 = 10, in 0..=1000;
        /// Wins for a small shape.
        pub shape: u32 = 10, in 0..=1000;
        /// Wins for a move next to the last one; chains count as one point.
        pub near: u32 = 6, in 0..=1000;
        /// Wins for a move two steps from the last one.
        pub second: u32 = 6, in 0..=1000;
        /// Wins for a move three steps from the last one.
        pub third: u32 = 3, in 0..=1000;
        /// Wins on the third and fourth line with nothing around, losses on the first two.
        pub open: u32 = 10, in 0..=1000;
        /// Losses for a pass.
        pub pass: u32 = 20, in 0..=1000;
    }
}

/// Virtual wins among virtual simulations.
#[derive(Clone, Copy, Default)]
struct Tally {
    wins: f32,
    visits: u32,
}

impl Tally {
    #[inline]
    fn win(&mut self, visits: u32) {
        self.wins += visits as f32;
        self.visits += visits;
    }

    #[inline]
    fn lose(&mut self, visits: u32) {
        self.visits += visits;
    }

    #[inline]
    fn even(&mut self, visits: u32) {
        self.wins += visits as f32 / 2.0;
        self.visits += visits;
    }
}

impl<const W: usize> Experience<Go<W>> for Shapes {
    fn recall(
        &self,
        _: &Go<W>,
        position: &Position<W>,
        vertices: &[Vertex],
        virtual_visits: &mut [VirtualVisits],
        _: &mut Rng,
    ) {
        let (board, player) = (&position.board, position.mover);
        let mut tallies = [[Tally::default(); 64]; W];
        let tallies = tallies.as_flattened_mut();
        self.urgent(board, player, tallies);
        if let Some(last) = position.last_stone() {
            self.nearness(board, last, tallies);
        }
        let table = patterns::table();
        for (&vertex, expected) in vertices.iter().zip(virtual_visits) {
            let tally = &mut tallies[vertex.index()];
            tally.even(self.even);
            if vertex.is_pass() {
                tally.lose(self.pass);
            } else {
                if patterns::is_shape(table, board, vertex) {
                    tally.win(self.shape);
                }
                if board.is_self_atari(vertex, player) {
                    tally.lose(self.self_atari);
                }
                self.line(board, vertex, tally);
            }
            *expected = VirtualVisits {
                value: match tally.visits {
                    0 => 0.5,
                    visits => tally.wins / visits as f32,
                },
                visits: tally.visits,
            };
        }
    }
}

impl Shapes {
    /// Captures, rescues and ladders.
    fn urgent<const W: usize>(&self, board: &Board<W>, player: Player, tallies: &mut [Tally]) {
        let worth = |stone: Vertex| match board.chain_length(stone) {
            1 => self.capture_one,
            _ => self.capture_many,
        };
        let heads = |owner: Player| {
            let stones = board.stones(owner).iter();
            stones.filter(|&stone| board.chain(stone) == stone)
        };
        for stone in heads(player.other()) {
            if let Some(capture) = board.atari(stone) {
                tallies[capture.index()].win(worth(stone));
            } else if board.chain_length(stone) > 1
                && let Some(point) = board.ladder(stone)
            {
                tallies[point.index()].win(worth(stone));
            }
        }
        for stone in heads(player) {
            let Some(last) = board.atari(stone) else {
                continue;
            };
            let mut captures = Bits::<W>::EMPTY;
            board.holding_captures(stone, player, |point| captures.insert(point));
            for capture in captures.iter() {
                tallies[capture.index()].win(worth(stone));
            }
            if board.is_self_atari(last, player) {
                continue;
            }
            match board.is_lost_in_atari(stone) {
                true => tallies[last.index()].lose(self.self_atari),
                false => tallies[last.index()].win(worth(stone)),
            }
        }
    }

    /// Steps from the last move, where a chain is one step whatever its length.
    fn nearness<const W: usize>(&self, board: &Board<W>, last: Vertex, tallies: &mut [Tally]) {
        let black = board.stones(Player::First);
        let white = board.stones(Player::Second);
        let inside = black.or(white).or(board.empty());
        let mut reached = Bits::of(last);
        reached = reached.flood(match board.point(last) {
            Point::White => white,
            _ => black,
        });
        for wins in [self.near, self.second, self.third] {
            let step = reached.spread().and(&inside);
            // Whoever touches a chain has all of it.
            let fresh = step.minus(&reached);
            let chains = fresh
                .and(black)
                .flood(black)
                .or(&fresh.and(white).flood(white));
            for point in fresh.and(board.empty()).iter() {
                tallies[point.index()].win(wins);
            }
            reached = step.or(&chains);
        }
    }

    /// Low moves are bad and moves on the middle lines good where nothing is around.
    fn line<const W: usize>(&self, board: &Board<W>, vertex: Vertex, tally: &mut Tally) {
        let (column, row) = vertex.place::<W>();
        let edge = board.size() - 1;
        let height = column.min(row).min(edge - column).min(edge - row);
        if height > 3 {
            return;
        }
        let stones = board.stones(Player::First).or(board.stones(Player::Second));
        let inside = stones.or(board.empty());
        let mut around = Bits::of(vertex);
        for _ in 0..3 {
            around = around.spread().and(&inside);
        }
        if around.and(&stones).is_empty() {
            match height {
                0 | 1 => tally.lose(self.open),
                _ => tally.win(self.open),
            }
        }
    }
}
