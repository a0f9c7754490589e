//! Positions as counts of small patterns.
//!
//! A pattern is what an n by n window of the board shows: each square free, own or the opponent's.
//! All windows of 1x1, 2x2 and 3x3 that lie on the board are counted; patterns that a rotation or
//! a reflection turns into each other count as one. That makes 3 + 21 + 2,862 kinds. Every
//! number of moves made is a stage of its own, with weights of its own.
//!
//! These are the inputs of Nakamura, Miwa and Chikayama (2009). Limits, as the authors found: the
//! pieces in hand are not among them, nor where on the board a pattern lies.

use crate::board::Board;
use crate::game::BlokusDuo;
use crate::pieces::PIECES;
use crate::tables::SIDE;
use std::sync::LazyLock;
use yomi_core::{Features, Player};

/// One count is this much of a feature: keeps amounts near one.
const UNIT: f32 = 1.0 / 16.0;

/// Counts of 1x1, 2x2 and 3x3 patterns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

/// The kind of every window, numbered from 0 for each size.
struct Kinds {
    two: [u16; 81],
    three: Vec<u16>,
    count: [usize; 2],
}

static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let (two, two_count) = kinds(2);
    let (three, three_count) = kinds(3);
    Kinds {
        two: two.try_into().expect("3^4 windows"),
        three,
        count: [two_count, three_count],
    }
});

/// Numbers the windows of a size so that symmetric ones have the same number.
fn kinds(size: usize) -> (Vec<u16>, usize) {
    let squares = size * size;
    let windows = 3usize.pow(squares as u32);
    let mut numbers = vec![u16::MAX; windows];
    let mut count = 0;
    for window in 0..windows {
        if numbers[window] != u16::MAX {
            continue;
        }
        let digits: Vec<usize> = (0..squares)
            .map(|i| window / 3usize.pow(i as u32) % 3)
            .collect();
        for symmetry in 0..8 {
            let image = (0..squares).map(|i| {
                let (mut x, mut y) = (i % size, i / size);
                if symmetry & 1 != 0 {
                    x = size - 1 - x;
                }
                if symmetry & 2 != 0 {
                    y = size - 1 - y;
                }
                if symmetry & 4 != 0 {
                    (x, y) = (y, x);
                }
                digits[y * size + x] * 3usize.pow(i as u32)
            });
            numbers[image.sum::<usize>()] = count;
        }
        count += 1;
    }
    (numbers, usize::from(count))
}

impl Features<BlokusDuo> for Patterns {
    fn count(&self) -> usize {
        3 + KINDS.count[0] + KINDS.count[1]
    }

    fn encode(
        &self,
        _: &BlokusDuo,
        board: &Board,
        viewer: Player,
        _: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        let kinds = &*KINDS;
        let mut squares = [[0u16; SIDE]; SIDE];
        for (player, digit) in [(viewer, 1), (viewer.other(), 2)] {
            board.covered(player).each(|x, y| squares[y][x] = digit);
        }
        // Each row's neighbours in twos and threes, read as numbers of base three.
        let twos = squares
            .map(|row| -> [u16; SIDE - 1] { std::array::from_fn(|x| row[x] + 3 * row[x + 1]) });
        let threes = squares.map(|row| -> [u16; SIDE - 2] {
            std::array::from_fn(|x| row[x] + 3 * row[x + 1] + 9 * row[x + 2])
        });
        features.clear();
        let mut counts = [0u8; 3 + 21 + 2862];
        let mut seen = |kind: usize| {
            if counts[kind] == 0 {
                features.push((kind as u32, 0.0));
            }
            counts[kind] += 1;
        };
        for &digit in squares.iter().flatten() {
            seen(usize::from(digit));
        }
        for rows in twos.windows(2) {
            for (above, below) in rows[0].iter().zip(&rows[1]) {
                seen(3 + usize::from(kinds.two[usize::from(above + 9 * below)]));
            }
        }
        let base = 3 + kinds.count[0];
        for rows in threes.windows(3) {
            for ((above, middle), below) in rows[0].iter().zip(&rows[1]).zip(&rows[2]) {
                let window = above + 27 * middle + 729 * below;
                seen(base + usize::from(kinds.three[usize::from(window)]));
            }
        }
        for (kind, amount) in features {
            *amount = f32::from(counts[*kind as usize]) * UNIT;
        }
    }

    /// One for every number of moves from none to all pieces placed.
    fn stages(&self) -> usize {
        2 * PIECES + 1
    }

    fn stage(&self, _: &BlokusDuo, board: &Board) -> usize {
        let in_hand = Player::BOTH.map(|player| board.hand(player).count_ones() as usize);
        2 * PIECES - in_hand[0] - in_hand[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Deterministic, Discrete, Game, Seed};

    #[test]
    fn there_are_as_many_kinds_as_burnside_says() {
        // (1/8) sum over symmetries of 3^(cycles of squares).
        assert_eq!(KINDS.count, [21, 2862]);
        assert_eq!(Patterns.count(), 2886);
    }

    #[test]
    fn every_window_is_counted_once() {
        let game = BlokusDuo::default();
        let mut rng = Seed::new(1).rng();
        let mut board = game.initial();
        let mut features = Vec::new();
        let mut moves = 0;
        while game.outcome(&board).is_none() {
            for viewer in Player::BOTH {
                Patterns.encode(&game, &board, viewer, 0, &mut features);
                let total: f32 = features.iter().map(|&(_, amount)| amount).sum();
                assert_eq!(total / UNIT, (14 * 14 + 13 * 13 + 12 * 12) as f32);
                let of = |kind: u32| {
                    let found = features.iter().find(|&&(index, _)| index == kind);
                    found.map_or(0.0, |&(_, amount)| amount / UNIT)
                };
                assert_eq!(of(1), board.squares(viewer) as f32);
                assert_eq!(of(2), board.squares(viewer.other()) as f32);
            }
            assert_eq!(Patterns.stage(&game, &board), moves);
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, placement);
            moves += 1;
        }
    }
}
