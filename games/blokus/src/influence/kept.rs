//! The evaluation kept from move to move: the part of every effective square, and what a move changes.
//!
//! The part of an effective square is all of the value that depends on it: its own weight, that of
//! being settled, and the weights of the squares that it influences. A placement changes
//!
//! - for its player: squares covered, new dead squares, and the parts of effective squares within four
//!   steps of the piece (dead squares are one step away, and influence reaches three);
//! - for the opponent: the parts of effective squares within three steps.

use super::weights::{PlayerWeights, WeightTables};
use super::window::{OFFSETS, influenced};
use super::{D0, DEAD, SCORE, SETTLED, SQUARES};
use crate::board::Board;
use crate::pieces::SHAPES;
use crate::side::{BOARD_COLUMNS, PAD, ROWS};
use crate::tables::{Form, SIDE, TABLES};
use std::sync::LazyLock;
use yomi_core::Player;

type Rows = [u32; ROWS];

/// Every feature of a player, as its kind and the square of the real board.
pub fn each_feature(board: &Board, player: Player, mut visit: impl FnMut(usize, usize)) {
    let [own, other] = [player, player.other()].map(|player| board.side(player));
    let [dead, dead_for_other] = [&own.own, &other.own].map(dead_squares);
    each_square(&own.own, |square| visit(SCORE, square));
    each_square(&dead, |square| visit(DEAD, square));
    each_square(&effective_squares(board, player), |square| {
        visit(D0, square);
        let (x, y) = (square % SIDE, square / SIDE);
        if is_in(&dead_for_other, x, y) {
            visit(SETTLED, square);
        }
        let bits = influenced(&own.forbidden, &other.own, x, y);
        for (i, &(dx, dy, distance)) in OFFSETS.iter().enumerate() {
            if bits >> i & 1 == 1 {
                let (x, y) = (
                    x.wrapping_add_signed(dx as isize),
                    y.wrapping_add_signed(dy as isize),
                );
                visit(D0 + distance, y * SIDE + x);
            }
        }
    });
}

/// The squares beside pieces that are not part of them.
fn dead_squares(own: &Rows) -> Rows {
    std::array::from_fn(|row| {
        if !(PAD..PAD + SIDE).contains(&row) {
            return 0;
        }
        let beside = own[row] << 1 | own[row] >> 1 | own[row - 1] | own[row + 1];
        beside & !own[row] & BOARD_COLUMNS
    })
}

fn effective_squares(board: &Board, player: Player) -> Rows {
    let side = board.side(player);
    match side.squares {
        0 => [0; ROWS],
        _ => std::array::from_fn(|row| side.diagonal[row] & !side.forbidden[row]),
    }
}

#[inline(always)]
fn is_in(rows: &Rows, x: usize, y: usize) -> bool {
    rows[y + PAD] >> (x + PAD) & 1 == 1
}

fn each_square(rows: &Rows, mut visit: impl FnMut(usize)) {
    for (row, &bits) in rows.iter().enumerate() {
        each_bit(row, bits, |x, y| visit(y * SIDE + x));
    }
}

/// The squares of a padded row, as column and row of the board.
#[inline(always)]
fn each_bit(row: usize, mut bits: u32, mut visit: impl FnMut(usize, usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize - PAD, row - PAD);
        bits &= bits - 1;
    }
}

/// The squares within four and within three steps of a shape, as rows that begin four rows above and
/// four columns left of its bounding box.
struct Near {
    four: [u32; 13],
    three: [u32; 13],
}

static NEAR: LazyLock<[Near; SHAPES]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let squares = &TABLES.shapes[number].squares;
        let within = |steps: i32| {
            std::array::from_fn(|row| {
                let is_near = |column: i32| {
                    squares.iter().any(|&(x, y)| {
                        let away = (row as i32 - 4 - i32::from(y)).abs()
                            + (column - 4 - i32::from(x)).abs();
                        away <= steps
                    })
                };
                (0..13)
                    .map(|column| u32::from(is_near(column)) << column)
                    .sum()
            })
        };
        Near {
            four: within(4),
            three: within(3),
        }
    })
});

/// What a player's effective squares depend on.
struct Surroundings<'a> {
    weights: &'a PlayerWeights,
    closed: &'a Rows,
    opponent: &'a Rows,
    dead_for_opponent: &'a Rows,
}

impl Surroundings<'_> {
    /// Adds the part of an effective square: to the result, and the influence to partial sums.
    #[inline(always)]
    fn part(&self, x: usize, y: usize, sums: &mut [f32; 8]) -> f32 {
        let square = y * SIDE + x;
        let reached = influenced(self.closed, self.opponent, x, y);
        self.weights.add_around(square, reached, sums);
        let settled = match is_in(self.dead_for_opponent, x, y) {
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

/// The board around a placement, after it.
struct After {
    /// Squares closed to the player and to the opponent.
    closed: [Rows; 2],
    /// The player's pieces, its dead squares and its effective squares.
    own: Rows,
    dead: Rows,
    effective: Rows,
    /// Dead squares that were not dead before.
    newly_dead: [u32; 7],
    /// The padded row above the piece, and how many rows there are to the one below it.
    top: usize,
    height: usize,
}

/// The evaluation of a position.
pub struct Kept {
    /// The part of every effective square of either player; arbitrary for other squares.
    parts: [[f32; SQUARES]; 2],
    effective: [Rows; 2],
    dead: [Rows; 2],
    /// `w . phi` of either player.
    sums: [f32; 2],
}

impl Kept {
    /// The evaluation of a position from scratch.
    #[inline]
    pub fn new(tables: &WeightTables, board: &Board) -> Kept {
        let mut kept = Kept {
            parts: [[0.0; SQUARES]; 2],
            effective: Player::BOTH.map(|player| effective_squares(board, player)),
            dead: Player::BOTH.map(|player| dead_squares(&board.side(player).own)),
            sums: [0.0; 2],
        };
        for player in Player::BOTH {
            let (own, other) = (board.side(player), board.side(player.other()));
            let weights = tables.of(player);
            let around = Surroundings {
                weights,
                closed: &own.forbidden,
                opponent: &other.own,
                dead_for_opponent: &kept.dead[player.other().index()],
            };
            let (mut sum, parts) = (0.0, &mut kept.parts[player.index()]);
            for row in PAD..PAD + SIDE {
                each_bit(row, own.own[row], |x, y| {
                    sum += weights.covered[y * SIDE + x]
                });
                each_bit(row, kept.dead[player.index()][row], |x, y| {
                    sum += weights.dead[y * SIDE + x];
                });
                each_bit(row, kept.effective[player.index()][row], |x, y| {
                    let part = around.whole_part(x, y);
                    parts[y * SIDE + x] = part;
                    sum += part;
                });
            }
            kept.sums[player.index()] = sum;
        }
        kept
    }

    /// `w . x`: the sum of the first player less that of the second.
    pub fn value(&self) -> f32 {
        self.sums[0] - self.sums[1]
    }

    #[inline(always)]
    fn after(&self, board: &Board, placement: u16) -> After {
        let mover = board.mover();
        let (own, other) = (board.side(mover), board.side(mover.other()));
        let place = TABLES.places[usize::from(placement)];
        let form: &Form = &TABLES.forms[usize::from(place.shape)];
        let height = usize::from(form.height);
        let mut after = After {
            closed: [own.forbidden, other.forbidden],
            own: own.own,
            dead: self.dead[mover.index()],
            effective: self.effective[mover.index()],
            newly_dead: [0; 7],
            top: usize::from(place.y) + PAD - 1,
            height: height + 2,
        };
        // One row more on either side, so that rows above and below need no test.
        let mut covered = [0; 9];
        for (bits, &row) in covered[2..].iter_mut().zip(&form.rows[..height]) {
            *bits = u32::from(row) << (usize::from(place.x) + PAD);
        }
        for i in 0..after.height {
            let row = after.top + i;
            let [above, bits, below] = [covered[i], covered[i + 1], covered[i + 2]];
            let beside = (bits << 1 | bits >> 1 | above | below) & !bits;
            let diagonal = (above | below) << 1 | (above | below) >> 1;
            after.own[row] |= bits;
            after.closed[1][row] |= bits;
            after.closed[0][row] |= bits | beside;
            let dead = beside & !after.own[row] & !after.dead[row] & BOARD_COLUMNS;
            after.newly_dead[i] = if (PAD..PAD + SIDE).contains(&row) {
                dead
            } else {
                0
            };
            after.dead[row] |= after.newly_dead[i];
            after.effective[row] = (after.effective[row] | diagonal) & !after.closed[0][row];
        }
        after
    }

    /// By how much the mover's lead in `w . phi` grows with a placement.
    #[inline(always)]
    pub fn gain(&self, tables: &WeightTables, board: &Board, placement: u16) -> f32 {
        let (mover, rival) = (board.mover(), board.mover().other());
        let after = self.after(board, placement);
        let weights = tables.of(mover);
        let mut gained = weights.score[usize::from(placement)];
        for i in 0..after.height {
            each_bit(after.top + i, after.newly_dead[i], |x, y| {
                gained += weights.dead[y * SIDE + x];
            });
        }
        let mut sums = [0.0; 8];
        let own = Surroundings {
            weights,
            closed: &after.closed[0],
            opponent: &board.side(rival).own,
            dead_for_opponent: &self.dead[rival.index()],
        };
        let parts = &self.parts[mover.index()];
        let (near, first, shift) = region(placement);
        for (i, &bits) in near.four[..after.height + 6].iter().enumerate() {
            let (row, bits) = (first + i, bits << shift);
            each_bit(row, self.effective[mover.index()][row] & bits, |x, y| {
                gained -= parts[y * SIDE + x];
            });
            each_bit(row, after.effective[row] & bits, |x, y| {
                gained += own.part(x, y, &mut sums);
            });
        }
        let mut lost_sums = [0.0; 8];
        let other = Surroundings {
            weights: tables.of(rival),
            closed: &after.closed[1],
            opponent: &after.own,
            dead_for_opponent: &after.dead,
        };
        let parts = &self.parts[rival.index()];
        for (i, &bits) in near.three[1..after.height + 5].iter().enumerate() {
            let row = first + 1 + i;
            let near = self.effective[rival.index()][row] & bits << shift;
            each_bit(row, near, |x, y| gained += parts[y * SIDE + x]);
            each_bit(row, near & !after.own[row], |x, y| {
                gained -= other.part(x, y, &mut lost_sums);
            });
        }
        gained + (total(&sums) - total(&lost_sums))
    }

    /// Follows a placement of the mover, which is still to be made on the board.
    #[inline(always)]
    pub fn place(&mut self, tables: &WeightTables, board: &Board, placement: u16) {
        let (mover, rival) = (board.mover(), board.mover().other());
        let after = self.after(board, placement);
        let (near, first, shift) = region(placement);
        let weights = tables.of(mover);
        let mut sum = self.sums[mover.index()] + weights.score[usize::from(placement)];
        for i in 0..after.height {
            each_bit(after.top + i, after.newly_dead[i], |x, y| {
                sum += weights.dead[y * SIDE + x];
            });
        }
        let own = Surroundings {
            weights,
            closed: &after.closed[0],
            opponent: &board.side(rival).own,
            dead_for_opponent: &self.dead[rival.index()],
        };
        let parts = &mut self.parts[mover.index()];
        for (i, &bits) in near.four[..after.height + 6].iter().enumerate() {
            let (row, bits) = (first + i, bits << shift);
            each_bit(row, self.effective[mover.index()][row] & bits, |x, y| {
                sum -= parts[y * SIDE + x];
            });
            each_bit(row, after.effective[row] & bits, |x, y| {
                let part = own.whole_part(x, y);
                parts[y * SIDE + x] = part;
                sum += part;
            });
        }
        self.sums[mover.index()] = sum;
        let other = Surroundings {
            weights: tables.of(rival),
            closed: &after.closed[1],
            opponent: &after.own,
            dead_for_opponent: &after.dead,
        };
        let parts = &mut self.parts[rival.index()];
        let mut sum = self.sums[rival.index()];
        for (i, &bits) in near.three[1..after.height + 5].iter().enumerate() {
            let row = first + 1 + i;
            let near = self.effective[rival.index()][row] & bits << shift;
            each_bit(row, near, |x, y| sum -= parts[y * SIDE + x]);
            each_bit(row, near & !after.own[row], |x, y| {
                let part = other.whole_part(x, y);
                parts[y * SIDE + x] = part;
                sum += part;
            });
            self.effective[rival.index()][row] &= !after.own[row];
        }
        self.sums[rival.index()] = sum;
        self.effective[mover.index()] = after.effective;
        self.dead[mover.index()] = after.dead;
    }
}

/// The squares near a placement: rows, the padded row and the shift of the columns they begin at.
#[inline(always)]
fn region(placement: u16) -> (&'static Near, usize, usize) {
    let place = TABLES.places[usize::from(placement)];
    (
        &NEAR[usize::from(place.shape)],
        usize::from(place.y) + PAD - 4,
        usize::from(place.x) + PAD - 4,
    )
}
