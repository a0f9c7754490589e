//! Weights as tables for each player and square.

use super::shapes::{SHAPE_PLANES, ShapePlanes, covered};
use super::window::{OFFSETS, REACH};
use super::{D0, DEAD, KINDS, SCORE, SETTLED, SQUARES};
use crate::pieces::SHAPES;
use crate::plane::Plane;
use crate::tables::{PLACEMENTS, SIDE, TABLES};
use yomi_core::Player;

/// The square as a player sees it: the second player's board is turned by half a turn.
#[inline(always)]
pub fn seen_from(player: Player, square: usize) -> usize {
    match player {
        Player::First => square,
        Player::Second => SQUARES - 1 - square,
    }
}

/// The weights of one player, by the square of the real board.
pub struct PlayerWeights {
    /// Of a covered square.
    pub covered: [f32; SQUARES],
    pub dead: [f32; SQUARES],
    pub settled: [f32; SQUARES],
    /// Of an effective square itself.
    pub effective: [f32; SQUARES],
    /// Of the squares around an effective square, in the order of [`OFFSETS`]; 0 beyond the board.
    pub around: [[f32; REACH]; SQUARES],
    /// Of the squares of each placement together.
    pub score: Vec<f32>,
}

/// The weights of both players.
pub struct WeightTables {
    players: [Box<PlayerWeights>; 2],
    /// The sets of squares of each shape.
    pub shapes: &'static [ShapePlanes; SHAPES],
}

impl WeightTables {
    /// Tables of these weights; missing ones are 0.
    pub fn new(weights: &[f32]) -> WeightTables {
        WeightTables {
            players: Player::BOTH.map(|player| Box::new(PlayerWeights::new(weights, player))),
            shapes: &SHAPE_PLANES,
        }
    }

    /// The squares of a placement.
    #[inline(always)]
    pub fn covered(&self, placement: u16) -> Plane {
        covered(&TABLES, self.shapes, placement)
    }

    #[inline(always)]
    pub fn of(&self, player: Player) -> &PlayerWeights {
        &self.players[player.index()]
    }
}

impl PlayerWeights {
    fn new(weights: &[f32], player: Player) -> PlayerWeights {
        let weight = |index: usize| weights.get(index).copied().unwrap_or(0.0);
        let of = |kind: usize, square: usize| {
            weight(kind * SQUARES + seen_from(player, square))
                + weight(KINDS.len() * SQUARES + kind)
        };
        let all = |kind: usize| std::array::from_fn(|square| of(kind, square));
        let around = std::array::from_fn(|square| {
            OFFSETS.map(|(dx, dy, distance)| {
                let (x, y) = ((square % SIDE) as i32 + dx, (square / SIDE) as i32 + dy);
                let inside = 0..SIDE as i32;
                match inside.contains(&x) && inside.contains(&y) {
                    true => of(D0 + distance, y as usize * SIDE + x as usize),
                    false => 0.0,
                }
            })
        });
        let covered: [f32; SQUARES] = all(SCORE);
        let of_placement = |placement: u16| {
            let squares = TABLES.squares(placement);
            squares
                .map(|(x, y)| covered[usize::from(y) * SIDE + usize::from(x)])
                .sum()
        };
        PlayerWeights {
            covered,
            dead: all(DEAD),
            settled: all(SETTLED),
            effective: all(D0),
            around,
            score: (0..PLACEMENTS as u16).map(of_placement).collect(),
        }
    }

    /// Adds the weights of the squares that `influenced` names to eight partial sums.
    #[inline(always)]
    pub fn add_around(&self, square: usize, influenced: u32, sums: &mut [f32; 8]) {
        for (group, weights) in self.around[square].as_chunks::<8>().0.iter().enumerate() {
            let bits = influenced >> (8 * group);
            for i in 0..8 {
                let selected = if bits & 1 << i != 0 { u32::MAX } else { 0 };
                sums[i] += f32::from_bits(weights[i].to_bits() & selected);
            }
        }
    }
}
