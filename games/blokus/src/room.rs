//! Features of positions: open squares, corners, and placements of the pieces in hand.
//!
//! For the viewer and for the opponent each:
//!
//! - the squares still open to the player, the corners to attach pieces to, and the open squares
//!   within three steps of a corner, going over open squares only: where on the board;
//! - for each piece whether it is in hand, whether it can still be placed, and the logarithm of the
//!   number of ways to do so: with what;
//! - the same summed up: corners, open squares, squares within reach, ways, the squares of the
//!   pieces in hand that can be placed, and the squares covered.
//!
//! And the viewer's lead in squares, one feature for each up to twelve: late in the
//! game a square more or less decides.
//!
//! The second player sees the board turned by half a turn, so that both begin in the same place,
//! and either sees it in two views, as it is and reflected in the diagonal that the start squares
//! lie on. What is covered need not be said: it is what is not open, and the points are what is not
//! in hand.

use crate::board::Board;
use crate::game::BlokusDuo;
use crate::pieces::{PIECES, size};
use crate::plane::Plane;
use crate::tables::SIDE;
use std::sync::LazyLock;
use yomi_core::{FeatureSink, Features, Player};

/// How far from a corner squares count as within reach.
const STEPS: usize = 3;
const SQUARES: usize = SIDE * SIDE;
/// Sets of squares for each player.
const PLANES: usize = 3;
/// Facts about each piece.
const FACTS: usize = 3;
/// Numbers summed up for each player.
const SUMS: usize = 6;
/// Features for each player.
const PER_PLAYER: usize = PLANES * SQUARES + FACTS * PIECES + SUMS;
/// Larger leads are not told apart.
const MOST_LEAD: i32 = 12;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;

/// Open squares, corners, squares within reach, and pieces with the ways to place them.
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

/// `log2(1 + n) / 4` of small numbers: ways come in tens and hundreds, and the first ones matter
/// most.
static LOGARITHMS: LazyLock<[f32; 1024]> =
    LazyLock::new(|| std::array::from_fn(|n| libm::log2f(1.0 + n as f32) / 4.0));

fn logarithm(count: u32) -> f32 {
    LOGARITHMS[(count as usize).min(LOGARITHMS.len() - 1)]
}

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

/// What there is to see of a position, whatever the view.
struct Seen<'b> {
    board: &'b Board,
    viewer: Player,
    /// The viewer first.
    sides: [Side; 2],
}

struct Side {
    player: Player,
    planes: [Plane; PLANES],
    ways: [u32; PIECES],
}

impl Seen<'_> {
    fn new(board: &Board, viewer: Player) -> Seen<'_> {
        let sides = [viewer, viewer.other()].map(|player| Side {
            player,
            planes: planes(board, player),
            ways: board.ways_by_piece(player),
        });
        Seen {
            board,
            viewer,
            sides,
        }
    }

    /// Replaces `features` by those of one view.
    fn write(&self, view: usize, features: &mut Vec<(u32, f32)>) {
        features.clear();
        let board = self.board;
        let numbers = &NUMBERS[self.viewer.index()][view];
        for (number, side) in self.sides.iter().enumerate() {
            let base = (number * PER_PLAYER) as u32;
            for (i, plane) in side.planes.into_iter().enumerate() {
                let base = base + (i * SQUARES) as u32;
                plane.each(|x, y| features.push((base + u32::from(numbers[y][x]), 1.0)));
            }
            let base = base + (PLANES * SQUARES) as u32;
            let (mut all_ways, mut placeable) = (0, 0);
            let mut hand = board.hand(side.player);
            while hand != 0 {
                let piece = hand.trailing_zeros();
                hand &= hand - 1;
                let count = side.ways[piece as usize];
                let base = base + FACTS as u32 * piece;
                features.push((base, 1.0));
                if count > 0 {
                    features.push((base + 1, 1.0));
                    features.push((base + 2, logarithm(count)));
                    all_ways += count;
                    placeable += size(piece as usize);
                }
            }
            let base = base + (FACTS * PIECES) as u32;
            let [open, corners, reach] = side.planes.map(Plane::count);
            let sums = [
                corners as f32 / 16.0,
                open as f32 / 128.0,
                reach as f32 / 64.0,
                logarithm(all_ways),
                placeable as f32 / 64.0,
                board.squares(side.player) as f32 / 64.0,
            ];
            features.extend((base..).zip(sums));
        }
        let [own, other] =
            [&self.sides[0], &self.sides[1]].map(|side| board.squares(side.player) as i32);
        let lead = (own - other).clamp(-MOST_LEAD, MOST_LEAD) + MOST_LEAD;
        features.push((2 * PER_PLAYER as u32 + lead as u32, 1.0));
    }
}

impl Features<BlokusDuo> for Room {
    fn count(&self) -> usize {
        2 * PER_PLAYER + LEADS
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
        Seen::new(board, viewer).write(view, features);
    }

    /// Ways and reach are counted once for both views.
    fn encode_views(
        &self,
        _: &BlokusDuo,
        board: &Board,
        viewer: Player,
        features: &mut Vec<(u32, f32)>,
        see: &mut FeatureSink<'_>,
    ) {
        let seen = Seen::new(board, viewer);
        for view in 0..self.views() {
            seen.write(view, features);
            see(features);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TABLES;
    use std::collections::BTreeMap;
    use yomi_core::{Deterministic, Discrete, Game, Seed};

    fn seen(game: &BlokusDuo, board: &Board, viewer: Player, view: usize) -> BTreeMap<u32, u32> {
        let mut features = Vec::new();
        Room.encode(game, board, viewer, view, &mut features);
        let seen: BTreeMap<u32, u32> = features
            .iter()
            .map(|&(index, amount)| (index, amount.to_bits()))
            .collect();
        assert_eq!(seen.len(), features.len(), "no feature is given twice");
        assert!(seen.keys().all(|&index| (index as usize) < Room.count()));
        seen
    }

    #[test]
    fn all_views_at_once_are_the_views_one_by_one() {
        let game = BlokusDuo::default();
        let mut rng = Seed::new(6).rng();
        let mut board = game.initial();
        while game.outcome(&board).is_none() {
            let (mut buffer, mut together, mut apart) = (Vec::new(), Vec::new(), Vec::new());
            Room.encode_views(
                &game,
                &board,
                Player::Second,
                &mut buffer,
                &mut |features| {
                    together.push(features.to_vec());
                },
            );
            for view in 0..Room.views() {
                Room.encode(&game, &board, Player::Second, view, &mut buffer);
                apart.push(buffer.clone());
            }
            assert_eq!(together, apart);
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, placement);
        }
    }

    #[test]
    fn views_are_what_they_say() {
        // The reflected game shows in its second view what the game shows in its first.
        let game = BlokusDuo::default();
        let mut rng = Seed::new(4).rng();
        let (mut board, mut mirror) = (game.initial(), game.initial());
        while game.outcome(&board).is_none() {
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            let reflected = placement.reflected();
            game.apply(&mut board, placement);
            game.apply(&mut mirror, reflected);
            for viewer in Player::BOTH {
                for view in 0..2 {
                    let one = seen(&game, &board, viewer, view);
                    assert_eq!(one, seen(&game, &mirror, viewer, 1 - view));
                }
            }
        }
    }

    #[test]
    fn the_second_player_sees_the_turned_board() {
        // Both play the same piece, turned by half a turn: then both see the same.
        let game = BlokusDuo::default();
        let mut board = game.initial();
        let first = TABLES.find(&[(4, 4), (4, 5), (5, 5)]).unwrap();
        let second = TABLES.find(&[(9, 9), (9, 8), (8, 8)]).unwrap();
        board.place(first);
        board.place(second);
        for view in 0..2 {
            assert_eq!(
                seen(&game, &board, Player::First, view),
                seen(&game, &board, Player::Second, view)
            );
        }
    }
}
