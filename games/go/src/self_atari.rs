//! Self-atari that is worth playing: nakade with stones already inside.
//!
//! Who fills a small eye space of the opponent puts the stones inside into atari sooner or later. If they are taken, what they
//! leave must be a space that is a single eye when one plays there first (or a ko, in the corner): then the group stays
//! dead, with liberties inside alone. Otherwise the last stone has made the group live.
//!
//! | stones | shapes that kill |
//! |---|---|
//! | 1, 2, 3 | all |
//! | 4 | pyramid, square; the bent four in the corner, which is a ko at least |
//! | 5 | cross, bulky five |
//! | 6 | rabbity six |
//!
//! The stones must be shut in: their last liberty has no other way out. And they must put all chains around them into atari
//! there: one that has another liberty can wait, or takes them for nothing, as in a seki next to a living group or in a
//! capturing race that is not over.

use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::nakade::{LARGEST, leaves_single_eye};
use crate::vertex::Vertex;
use yomi_core::Player;

impl<const W: usize> Board<W> {
    /// Whether a stone that is self-atari is nakade: it and the stones it joins are shut in by chains that it puts into atari,
    /// and what they leave when they are taken is a single eye.
    pub fn is_nakade(&self, point: Vertex, player: Player) -> bool {
        let (own, foreign) = (Point::stone(player), Point::stone(player.other()));
        let mut stones = Bits::<W>::of(point);
        for near in point.neighbours::<W>() {
            if self.point(near) == own && !stones.has(near) {
                if self.chain_length(near) >= LARGEST {
                    return false;
                }
                for stone in self.chain_stones(near) {
                    stones.insert(stone);
                }
            }
        }
        let Some(last) = self.liberties_after(point, player).single() else {
            return false;
        };
        let mut inside = Bits::of(point);
        inside.insert(last);
        let is_held = |near: Vertex| match self.point(near) {
            Point::Outside => true,
            at if at == foreign => self.liberties(near).minus(&inside).is_empty(),
            _ => stones.has(near) || inside.has(near),
        };
        let is_shut_in = |at: Vertex| at.neighbours::<W>().into_iter().all(is_held);
        is_shut_in(last) && stones.iter().all(is_shut_in) && kills(&stones, self.size())
    }
}

/// Whether the opponent has a single eye after taking these stones, if one plays there first.
fn kills<const W: usize>(stones: &Bits<W>, board_size: usize) -> bool {
    let size = stones.count();
    if size > LARGEST {
        return false;
    }
    let degree = |stone: Vertex| Bits::of(stone).spread().and(stones).count() - 1;
    let links = stones.iter().map(degree).sum();
    let most = stones.iter().map(degree).max().unwrap_or(0);
    let is_corner = |stone: Vertex| {
        let (column, row) = stone.place::<W>();
        [column, row]
            .iter()
            .all(|&line| line == 0 || line + 1 == board_size)
    };
    match (size, links) {
        (0..=2, _) => true,
        // A square is dead whoever plays first.
        (4, 8) => true,
        (4, 6) if most == 2 => stones
            .iter()
            .any(|stone| is_corner(stone) && degree(stone) == 2),
        _ => leaves_single_eye(size, most, links),
    }
}
