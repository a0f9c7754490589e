//! Bouzy's influence as an evaluation of Blokus positions.
//!
//! The squares where a player can attach a piece start at 1, all others at 0. Four dilations
//! follow; each adds to every free square the number of its orthogonal neighbours that have a
//! positive value (Bouzy, "Mathematical morphology applied to computer Go", 2003, the operator
//! 4/0: four dilations, no erosion). Covered squares stay 0. The evaluation is
//!
//! `E = sum(own) - sum(opponent's)`, and the value `1 / (1 + exp(-gain E))`.
//!
//! Limits: it measures open space only and ignores the pieces left in hand.

use crate::board::Board;
use crate::game::{BlokusDuo, Placement};
use crate::plane::Plane;
use yomi_core::{Evaluator, FirstValue, Player, Rng, Scratch, logistic};

/// Dilations.
const DILATIONS: usize = 4;

yomi_core::parameters! {
    /// The evaluation by influence.
    pub struct Bouzy {
        /// How steeply the difference in influence turns into a win.
        pub gain: f64 = 0.005, in 0.0..=10.0;
    }
}

impl Bouzy {
    /// `E`: the first player's influence less the second's.
    pub fn difference(&self, board: &Board) -> i32 {
        difference(board)
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
        FirstValue(logistic(self.gain * difference))
    }
}

/// Both players' influence, the first's less the second's.
fn difference(board: &Board) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if *crate::board::FAST {
        #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
        fn fast(board: &Board) -> i32 {
            difference_anywhere(board)
        }
        // SAFETY: the processor has every feature the function is compiled for.
        return unsafe { fast(board) };
    }
    difference_anywhere(board)
}

#[inline(always)]
fn difference_anywhere(board: &Board) -> i32 {
    let free = board
        .covered(Player::First)
        .or(board.covered(Player::Second))
        .complement();
    let [first, second] = Player::BOTH.map(|player| influence(board.corners(player), free));
    first as i32 - second as i32
}

/// The sum of the influence that spreads from `corners` over `free` squares.
///
/// A dilation adds to a free square one for each of its neighbours that is positive, and what is
/// positive afterwards was positive before or has such a neighbour. So the sum grows by the sizes
/// of the positive set shifted in the four directions: no square's value is needed.
#[inline(always)]
fn influence(corners: Plane, free: Plane) -> u32 {
    let mut positive = corners;
    let mut sum = corners.count();
    for _ in 0..DILATIONS {
        for step in positive.neighbours() {
            let reached = step.and(free);
            sum += reached.count();
            positive = positive.or(reached);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::SIDE;
    use yomi_core::{Deterministic, Discrete, Game, Seed};

    /// The definition to the letter: a number for every square.
    fn slow_influence(board: &Board, player: Player) -> i32 {
        let inside =
            |x: i32, y: i32| (0..SIDE as i32).contains(&x) && (0..SIDE as i32).contains(&y);
        let mut values = [[0; SIDE]; SIDE];
        for (y, row) in values.iter_mut().enumerate() {
            for (x, value) in row.iter_mut().enumerate() {
                *value = i32::from(board.is_corner(player, x, y));
            }
        }
        for _ in 0..DILATIONS {
            let before = values;
            let positive = |x: i32, y: i32| inside(x, y) && before[y as usize][x as usize] > 0;
            for (y, row) in values.iter_mut().enumerate() {
                for (x, value) in row.iter_mut().enumerate() {
                    if board.at(x, y).is_none() {
                        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                        let near = steps.map(|(dx, dy)| positive(x as i32 + dx, y as i32 + dy));
                        *value += near.into_iter().filter(|&near| near).count() as i32;
                    }
                }
            }
        }
        values.iter().flatten().sum()
    }

    #[test]
    fn influence_is_what_the_definition_says() {
        let game = BlokusDuo::default();
        for number in 0..20 {
            let mut rng = Seed::new(number).rng();
            let mut board = game.initial();
            while game.outcome(&board).is_none() {
                let [first, second] = Player::BOTH.map(|player| slow_influence(&board, player));
                assert_eq!(Bouzy::default().difference(&board), first - second);
                assert_eq!(difference_anywhere(&board), first - second);
                let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
                game.apply(&mut board, placement);
            }
        }
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
            let reflected = placement.reflected();
            assert!(mirror.is_legal(reflected.number()));
            game.apply(&mut board, placement);
            game.apply(&mut mirror, reflected);
            let bouzy = Bouzy::default();
            assert_eq!(bouzy.difference(&board), bouzy.difference(&mirror));
        }
    }
}
