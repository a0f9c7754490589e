//! The evaluation kept from move to move: the part of every effective square, and what a move changes.
//!
//! The part of an effective square is all of the value that depends on it: its own weight, that of
//! being settled, and the weights of the squares that it influences. A placement changes
//!
//! - for its player: squares covered, new dead squares, and the parts of effective squares within four
//!   steps of the piece (dead squares are one step away, and influence reaches three);
//! - for the opponent: the parts of effective squares within three steps.

use super::shapes::PlacementPlanes;
use super::weights::{PlayerWeights, WeightTables};
use super::window::{OFFSETS, Rows, influenced};
use super::{D0, DEAD, SCORE, SETTLED, SQUARES};
use crate::board::Board;
use crate::plane::Plane;
use crate::tables::{SIDE, TABLES};
use yomi_core::Player;

/// The sets of squares that features depend on, of one player.
#[derive(Clone, Copy)]
struct Sets {
    own: Plane,
    /// Squares that the player can still cover.
    open: Plane,
    dead: Plane,
    effective: Plane,
}

impl Sets {
    #[inline(always)]
    fn new(board: &Board, player: Player) -> Sets {
        let own = board.covered(player);
        let beside = own
            .neighbours()
            .into_iter()
            .fold(Plane::default(), Plane::or);
        let on_board = Plane::default().complement();
        let effective = match board.squares(player) {
            0 => Plane::default(),
            _ => board.corners(player),
        };
        Sets {
            own,
            open: board.closed(player).complement(),
            dead: beside.without(own).and(on_board),
            effective,
        }
    }
}

/// Every feature of a player, as its kind and the square of the real board.
pub fn each_feature(board: &Board, player: Player, mut visit: impl FnMut(usize, usize)) {
    let [own, other] = [player, player.other()].map(|player| Sets::new(board, player));
    let (open, opponent) = (Rows::new(own.open), Rows::new(other.own));
    own.own.each(|x, y| visit(SCORE, y * SIDE + x));
    own.dead.each(|x, y| visit(DEAD, y * SIDE + x));
    own.effective.each(|x, y| {
        visit(D0, y * SIDE + x);
        if other.dead.contains(x, y) {
            visit(SETTLED, y * SIDE + x);
        }
        let bits = influenced(&open, &opponent, x, y);
        for (i, &(dx, dy, distance)) in OFFSETS.iter().enumerate() {
            let (x, y) = (x as i32 + dx, y as i32 + dy);
            let inside = 0..SIDE as i32;
            if bits >> i & 1 == 1 && inside.contains(&x) && inside.contains(&y) {
                visit(D0 + distance, y as usize * SIDE + x as usize);
            }
        }
    });
}

/// What the parts of a player's effective squares depend on.
struct Surroundings<'a> {
    weights: &'a PlayerWeights,
    open: Rows,
    opponent: Rows,
    dead_for_opponent: &'a Plane,
}

impl<'a> Surroundings<'a> {
    #[inline(always)]
    fn new(weights: &'a PlayerWeights, own: &Sets, other: &'a Sets) -> Surroundings<'a> {
        Surroundings {
            weights,
            open: Rows::new(own.open),
            opponent: Rows::new(other.own),
            dead_for_opponent: &other.dead,
        }
    }

    /// The part of an effective square without its influence, which is added to partial sums.
    #[inline(always)]
    fn part(&self, x: usize, y: usize, sums: &mut [f32; 8]) -> f32 {
        let square = y * SIDE + x;
        let reached = influenced(&self.open, &self.opponent, x, y);
        self.weights.add_around(square, reached, sums);
        let settled = match self.dead_for_opponent.contains(x, y) {
            true => self.weights.settled[square],
            false => 0.0,
        };
        self.weights.effective[square] + settled
    }

    /// The part of an effective square.
    #[inline(always)]
    fn whole_part(&self, x: usize, y: usize) -> f32 {
        let mut sums = [0.0; 8];
        self.part(x, y, &mut sums) + total(&sums)
    }
}

#[inline(always)]
fn total(sums: &[f32; 8]) -> f32 {
    let [a, b, c, d, e, f, g, h] = *sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

/// The sets after a placement: of its player, of the opponent, and where parts may have changed.
struct After {
    own: Sets,
    other: Sets,
    newly_dead: Plane,
    near_own: Plane,
    near_other: Plane,
}

/// The evaluation of a position.
pub struct Kept {
    /// The part of every effective square of either player; arbitrary for other squares.
    parts: [[f32; SQUARES]; 2],
    sets: [Sets; 2],
    /// `w . phi` of either player.
    sums: [f32; 2],
}

impl Kept {
    /// The evaluation of a position from scratch.
    #[inline]
    pub fn new(tables: &WeightTables, board: &Board) -> Kept {
        let mut kept = Kept {
            parts: [[0.0; SQUARES]; 2],
            sets: Player::BOTH.map(|player| Sets::new(board, player)),
            sums: [0.0; 2],
        };
        for player in Player::BOTH {
            let [own, other] = [player, player.other()].map(|player| &kept.sets[player.index()]);
            let weights = tables.of(player);
            let around = Surroundings::new(weights, own, other);
            let (mut sum, parts) = (0.0, &mut kept.parts[player.index()]);
            own.own.each(|x, y| sum += weights.covered[y * SIDE + x]);
            own.dead.each(|x, y| sum += weights.dead[y * SIDE + x]);
            own.effective.each(|x, y| {
                let part = around.whole_part(x, y);
                parts[y * SIDE + x] = part;
                sum += part;
            });
            kept.sums[player.index()] = sum;
        }
        kept
    }

    /// `w . x`: the sum of the first player less that of the second.
    pub fn value(&self) -> f32 {
        self.sums[0] - self.sums[1]
    }

    #[inline(always)]
    fn after(&self, tables: &WeightTables, mover: Player, placement: u16) -> After {
        let planes = PlacementPlanes::new(&TABLES, tables.shapes, placement);
        let [own, other] = [mover, mover.other()].map(|player| self.sets[player.index()]);
        let on_board = Plane::default().complement();
        let newly_dead = planes.beside.without(own.dead).and(on_board);
        let open = own.open.without(planes.covered.or(planes.beside));
        After {
            own: Sets {
                own: own.own.or(planes.covered),
                open,
                dead: own.dead.or(newly_dead),
                effective: own.effective.or(planes.diagonal).and(open),
            },
            other: Sets {
                open: other.open.without(planes.covered),
                effective: other.effective.without(planes.covered),
                ..other
            },
            newly_dead,
            near_own: planes.within_four,
            near_other: planes.within_three,
        }
    }

    /// By how much the mover's lead in `w . phi` grows with a placement.
    #[inline(always)]
    pub fn gain(&self, tables: &WeightTables, mover: Player, placement: u16) -> f32 {
        let rival = mover.other();
        let after = self.after(tables, mover, placement);
        let weights = tables.of(mover);
        let mut gained = weights.score[usize::from(placement)];
        after
            .newly_dead
            .each(|x, y| gained += weights.dead[y * SIDE + x]);

        let parts = &self.parts[mover.index()];
        let before = self.sets[mover.index()].effective.and(after.near_own);
        before.each(|x, y| gained -= parts[y * SIDE + x]);
        let own = Surroundings::new(weights, &after.own, &after.other);
        let mut sums = [0.0; 8];
        let changed = after.own.effective.and(after.near_own);
        changed.each(|x, y| gained += own.part(x, y, &mut sums));

        let before = self.sets[rival.index()].effective.and(after.near_other);
        let parts = &self.parts[rival.index()];
        before.each(|x, y| gained += parts[y * SIDE + x]);
        let changed = before.and(after.other.effective);
        if changed == Plane::default() {
            return gained + total(&sums);
        }
        let other = Surroundings::new(tables.of(rival), &after.other, &after.own);
        let mut lost_sums = [0.0; 8];
        changed.each(|x, y| gained -= other.part(x, y, &mut lost_sums));
        gained + (total(&sums) - total(&lost_sums))
    }

    /// Follows a placement of the mover.
    #[inline(always)]
    pub fn place(&mut self, tables: &WeightTables, mover: Player, placement: u16) {
        let rival = mover.other();
        let after = self.after(tables, mover, placement);
        let weights = tables.of(mover);
        let mut sum = self.sums[mover.index()] + weights.score[usize::from(placement)];
        after
            .newly_dead
            .each(|x, y| sum += weights.dead[y * SIDE + x]);
        self.sums[mover.index()] = sum;
        let own = Surroundings::new(weights, &after.own, &after.other);
        self.replace(mover, &own, &after.own, after.near_own);
        let other = Surroundings::new(tables.of(rival), &after.other, &after.own);
        self.replace(rival, &other, &after.other, after.near_other);
    }

    /// Exchanges the sets of a player and the parts of effective squares in a region.
    #[inline(always)]
    fn replace(&mut self, player: Player, around: &Surroundings, sets: &Sets, near: Plane) {
        let (parts, mut sum) = (&mut self.parts[player.index()], self.sums[player.index()]);
        let before = self.sets[player.index()].effective.and(near);
        before.each(|x, y| sum -= parts[y * SIDE + x]);
        sets.effective.and(near).each(|x, y| {
            let part = around.whole_part(x, y);
            parts[y * SIDE + x] = part;
            sum += part;
        });
        self.sums[player.index()] = sum;
        self.sets[player.index()] = *sets;
    }
}
