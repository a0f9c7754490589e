//! Positions as room to play in and pieces to play with.
//!
//! For the viewer and for the opponent each: the squares still open to the player, the corners to
//! attach pieces to, and the open squares within [a few steps](STEPS) of a corner, going over open
//! squares only; and the pieces in hand. The second player sees the board turned by half a turn,
//! so that both begin in the same place, and either sees it in two views, as it is and reflected
//! in the diagonal that the start squares lie on.
//!
//! What is covered need not be said: it is what is not open, and the points are what is not in
//! hand.

use crate::board::Board;
use crate::game::BlokusDuo;
use crate::pieces::PIECES;
use crate::plane::Plane;
use crate::tables::SIDE;
use yomi_core::{Features, Player};

/// How far from a corner squares count as within reach.
const STEPS: usize = 3;
const SQUARES: usize = SIDE * SIDE;
/// Sets of squares for each player.
const PLANES: usize = 3;

/// Open squares, corners, squares within reach, and pieces in hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room;

/// The number of a square in each view of each viewer.
const NUMBERS: [[[[u8; SIDE]; SIDE]; 2]; 2] = {
    let mut numbers = [[[[0; SIDE]; SIDE]; 2]; 2];
    let mut square = 0;
    while square < SQUARES {
        let (x, y) = (square % SIDE, square / SIDE);
        let (turned_x, turned_y) = (SIDE - 1 - x, SIDE - 1 - y);
        numbers[0][0][y][x] = (y * SIDE + x) as u8;
        numbers[0][1][y][x] = (x * SIDE + y) as u8;
        numbers[1][0][y][x] = (turned_y * SIDE + turned_x) as u8;
        numbers[1][1][y][x] = (turned_x * SIDE + turned_y) as u8;
        square += 1;
    }
    numbers
};

/// The three sets of a player.
#[inline(always)]
fn planes(board: &Board, player: Player) -> [Plane; PLANES] {
    let open = board.closed(player).complement();
    let corners = board.corners(player);
    let mut reach = corners;
    for _ in 0..STEPS {
        let steps = reach.neighbours().map(|step| step.and(open));
        reach = steps.into_iter().fold(reach, Plane::or);
    }
    [open, corners, reach]
}

impl Features<BlokusDuo> for Room {
    fn count(&self) -> usize {
        2 * (PLANES * SQUARES + PIECES)
    }

    fn views(&self) -> usize {
        2
    }

    fn encode(
        &self,
        _: &BlokusDuo,
        board: &Board,
        viewer: Player,
        view: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        features.clear();
        let numbers = &NUMBERS[viewer.index()][view];
        for (side, player) in [viewer, viewer.other()].into_iter().enumerate() {
            let base = (side * (PLANES * SQUARES + PIECES)) as u32;
            for (i, plane) in planes(board, player).into_iter().enumerate() {
                let base = base + (i * SQUARES) as u32;
                plane.each(|x, y| features.push((base + u32::from(numbers[y][x]), 1.0)));
            }
            let base = base + (PLANES * SQUARES) as u32;
            let mut hand = board.hand(player);
            while hand != 0 {
                features.push((base + hand.trailing_zeros(), 1.0));
                hand &= hand - 1;
            }
        }
    }
}
