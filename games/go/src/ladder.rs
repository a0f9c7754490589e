//! Reading ladders: a chain with one liberty runs, the hunter puts it into atari again and again.
//!
//! The reader follows every way to run (extending, or taking what holds the chain) and both ways
//! to chase. It gives up after a fixed number of positions and then takes the chain to be safe,
//! so it never claims a capture that it has not read to the end. What it does not see: chases in
//! which the hunter has to make a move other than an atari.

use crate::board::{Board, Point};
use crate::vertex::Vertex;
use yomi_core::Player;

/// Positions looked at before the reader gives up.
const EFFORT: u32 = 80;

/// Ways out of an atari that are looked at; with more of them the chain is taken to be safe.
const WAYS: usize = 12;

impl<const W: usize> Board<W> {
    /// Whether the chain of a stone, in atari and its owner to move, is lost.
    pub fn is_lost_in_atari(&self, stone: Vertex) -> bool {
        let mut effort = EFFORT;
        self.cannot_run(stone, &mut effort)
    }

    /// A point that captures the chain of a stone with two liberties, the hunter to move.
    pub fn ladder(&self, stone: Vertex) -> Option<Vertex> {
        let mut effort = EFFORT;
        self.chase(stone, &mut effort)
    }

    fn owner(&self, stone: Vertex) -> Player {
        match self.point(stone) {
            Point::Black => Player::First,
            _ => Player::Second,
        }
    }

    /// A copy that leaves the stack alone: ladders are long, and the reader goes one call deeper
    /// for each move.
    #[inline(never)]
    fn copy(&self) -> Box<Board<W>> {
        Box::new(self.clone())
    }

    fn cannot_run(&self, stone: Vertex, effort: &mut u32) -> bool {
        let player = self.owner(stone);
        let mut ways = [Vertex::PASS; WAYS];
        let mut count = 0;
        let mut overlooked = false;
        self.ways_out(stone, player, |point| {
            if ways[..count].contains(&point) {
                return;
            }
            match ways.get_mut(count) {
                Some(way) => *way = point,
                None => overlooked = true,
            }
            count = (count + 1).min(WAYS);
        });
        if overlooked {
            return false;
        }
        for &way in &ways[..count] {
            if *effort == 0 {
                return false;
            }
            *effort -= 1;
            let mut after = self.copy();
            after.place(way, player);
            let free = match after.liberties(stone).count() {
                0 | 1 => false,
                2 => after.chase(stone, effort).is_none(),
                _ => true,
            };
            if free {
                return false;
            }
        }
        true
    }

    fn chase(&self, stone: Vertex, effort: &mut u32) -> Option<Vertex> {
        let hunter = self.owner(stone).other();
        let liberties = *self.liberties(stone);
        if liberties.count() != 2 {
            return None;
        }
        for point in liberties.iter() {
            if *effort == 0 {
                return None;
            }
            *effort -= 1;
            if !self.is_legal(point, hunter) {
                continue;
            }
            let mut after = self.copy();
            after.place(point, hunter);
            if after.cannot_run(stone, effort) {
                return Some(point);
            }
        }
        None
    }

    /// The last liberty, and captures of what holds the chain.
    fn ways_out(&self, stone: Vertex, player: Player, mut found: impl FnMut(Vertex)) {
        self.holding_captures(stone, player, &mut found);
        if let Some(last) = self.atari(stone)
            && self.is_legal(last, player)
        {
            found(last);
        }
    }
}
