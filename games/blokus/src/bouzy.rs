//! Bouzy's influence as an evaluation of Blokus positions.
//!
//! The squares where a player can attach a piece start at 1, all others at 0. Four dilations
//! follow; each adds to every free square the number of its orthogonal neighbours that have a
//! positive value (Bouzy, "Mathematical morphology applied to computer Go", 2003, the operator
//! 4/0: four dilations, no erosion). Covered squares stay 0. The evaluation is
//!
//! `E = sum(own) - sum(opponent's)`, and the value `1 / (1 + exp(-gain E))`.
//!
//! Limits: it sees room, not pieces: what is left in the hands does not count.

use crate::board::Board;
use crate::game::{BlokusDuo, Placement};
use crate::tables::SIDE;
use yomi_core::{Evaluator, FirstValue, Player, Rng, Scratch};

/// Dilations.
const DILATIONS: usize = 4;
/// One row and column of nothing around the board.
const WIDTH: usize = SIDE + 2;

yomi_core::parameters! {
    /// The evaluation by influence.
    pub struct Bouzy {
        /// How steeply the difference in influence turns into a win.
        pub gain: f64 = 0.01, in 0.0..=10.0;
    }
}

impl Bouzy {
    /// `E`: the first player's influence less the second's.
    pub fn difference(&self, board: &Board) -> i32 {
        let [first, second] = Player::BOTH.map(|player| influence(board, player));
        first - second
    }
}

impl Evaluator<BlokusDuo> for Bouzy {
    fn evaluate(
        &self,
        _: &BlokusDuo,
        board: &Board,
        _: &mut Scratch<Placement>,
        _: &mut Rng,
    ) -> FirstValue {
        let difference = f64::from(self.difference(board));
        FirstValue(1.0 / (1.0 + libm::exp(-self.gain * difference)))
    }
}

/// The sum of one player's influence.
fn influence(board: &Board, player: Player) -> i32 {
    let mut values = [0u8; WIDTH * WIDTH];
    let mut free = [0u8; WIDTH * WIDTH];
    for y in 0..SIDE {
        for x in 0..SIDE {
            let place = (y + 1) * WIDTH + x + 1;
            free[place] = u8::from(board.at(x, y).is_none());
            values[place] = u8::from(board.is_corner(player, x, y));
        }
    }
    for _ in 0..DILATIONS {
        let before = values;
        for place in WIDTH + 1..WIDTH * (WIDTH - 1) - 1 {
            let positive = |neighbour: usize| u8::from(before[neighbour] > 0);
            let neighbours = positive(place - 1)
                + positive(place + 1)
                + positive(place - WIDTH)
                + positive(place + WIDTH);
            values[place] = (before[place] + neighbours) * free[place];
        }
    }
    values.iter().map(|&value| i32::from(value)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TABLES;
    use yomi_core::{Deterministic, Discrete, Game, Seed};

    #[test]
    fn a_lone_corner_spreads_as_a_diamond() {
        // From one square: after d dilations 1 + 4 + 8 + ... squares; counted by hand for four.
        let board = Board::new();
        assert_eq!(
            influence(&board, Player::First),
            influence(&board, Player::Second)
        );
        let mut plane = [[0i32; 15]; 15];
        plane[7][7] = 1;
        for _ in 0..4 {
            let before = plane;
            for y in 1..14 {
                for x in 1..14 {
                    let near = [
                        before[y][x - 1],
                        before[y][x + 1],
                        before[y - 1][x],
                        before[y + 1][x],
                    ];
                    plane[y][x] += near.iter().filter(|&&value| value > 0).count() as i32;
                }
            }
        }
        let expected: i32 = plane.iter().flatten().sum();
        // The board's start square (5, 5) is four squares from the edges: nothing is cut off.
        assert_eq!(influence(&board, Player::First), expected);
    }

    #[test]
    fn influence_is_the_same_in_the_mirror() {
        // The start squares lie on the main diagonal: reflecting every piece of a game in it gives
        // another game, worth the same at every ply.
        let game = BlokusDuo::default();
        let mut rng = Seed::new(3).rng();
        let (mut board, mut mirror) = (game.initial(), game.initial());
        while game.outcome(&board).is_none() {
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            let squares: Vec<(u8, u8)> = TABLES
                .squares(placement.number())
                .map(|(x, y)| (y, x))
                .collect();
            let reflected = TABLES.find(&squares).and_then(Placement::new).unwrap();
            assert!(mirror.is_legal(reflected.number()));
            game.apply(&mut board, placement);
            game.apply(&mut mirror, reflected);
            let bouzy = Bouzy::default();
            assert_eq!(bouzy.difference(&board), bouzy.difference(&mirror));
        }
    }
}
