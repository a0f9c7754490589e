//! Features of moves, for a prior that is learned from self-play.
//!
//! A placement has one feature of each kind, the bucket of a small count. `open` are the squares that a
//! player can still cover, the corners are those of [`Board::is_corner`], and the reach of a player is
//! what lies within three steps of the corners over open squares.
//!
//! | kind | what is counted |
//! |---|---|
//! | size | the squares of the piece, with the number of own pieces placed before |
//! | piece | which piece it is |
//! | gained, lost | own corners that are new, and those that are covered or closed |
//! | taken | the opponent's corners that it covers |
//! | touched | the opponent's corners edge to edge with it, which lose a way out |
//! | closed | free squares beside it that its player can cover no more |
//! | contact | the opponent's squares beside it |
//! | reach | squares that come into the player's reach |
//! | cut off | squares that go out of the opponent's reach |
//! | centre | steps from the centre of the board to the nearest square of the piece |
//! | last | steps from the last placement to the nearest square of the piece |
//!
//! All kinds but the size are counted separately in four stages of the game, by the number of own pieces
//! placed. Every count is the same on a board reflected in the diagonal of the start squares, and on one
//! turned by half with the sides exchanged, so symmetric moves have equal features.
//!
//! Limits: a corner counts whether or not a piece in hand fits there, and reach ignores the shapes of
//! the pieces in hand. The last placement is not part of the position: a search with transpositions has
//! the prior of the way by which a position was first reached.

use crate::board::Board;
use crate::game::{BlokusDuo, Placement};
use crate::influence::shapes::{PlacementPlanes, SHAPE_PLANES};
use crate::pieces::PIECES;
use crate::plane::Plane;
use crate::tables::{PLACEMENTS, SIDE, TABLES, Tables};
use std::sync::LazyLock;
use yomi_core::{FeatureLists, MoveFeatures, Player};

/// How far a player reaches.
const REACH: usize = 3;
/// Squares of the largest piece.
const LARGEST: usize = 5;
/// The number of distances to the last placement that are told apart.
const DISTANCES: usize = 8;
const STAGES: usize = 4;
const PIECES_PER_STAGE: usize = 4;

/// A kind of features: the first of them, and how many there are.
#[derive(Clone, Copy)]
struct Kind {
    first: usize,
    count: usize,
}

impl Kind {
    const fn after(previous: Kind, count: usize) -> Kind {
        Kind {
            first: previous.first + previous.count,
            count,
        }
    }

    /// The feature of a count; the last one is for all that are larger.
    #[inline(always)]
    fn of(self, count: usize) -> u32 {
        (self.first + count.min(self.count - 1)) as u32
    }
}

const SIZE: Kind = Kind {
    first: 0,
    count: LARGEST * PIECES,
};
// Those of the first stage.
const PIECE: Kind = Kind::after(SIZE, PIECES);
const GAINED: Kind = Kind::after(PIECE, 9);
const LOST: Kind = Kind::after(GAINED, 6);
const TAKEN: Kind = Kind::after(LOST, 5);
const TOUCHED: Kind = Kind::after(TAKEN, 6);
const CLOSED: Kind = Kind::after(TOUCHED, 13);
const CONTACT: Kind = Kind::after(CLOSED, 9);
const REACHED: Kind = Kind::after(CONTACT, 16);
const CUT_OFF: Kind = Kind::after(REACHED, 16);
const CENTRE: Kind = Kind::after(CUT_OFF, 10);
const LAST: Kind = Kind::after(CENTRE, DISTANCES);

const PER_STAGE: usize = LAST.first + LAST.count - PIECE.first;
const FEATURES: usize = PIECE.first + STAGES * PER_STAGE;

/// The features of moves described in the [module](self).
///
/// ```
/// use yomi_blokus::{BlokusDuo, Moves};
/// use yomi_core::{Discrete, FeatureLists, Game, MoveFeatures};
///
/// let game = BlokusDuo::default();
/// let (board, mut placements) = (game.initial(), Vec::new());
/// game.actions(&board, &mut placements);
/// let mut lists = FeatureLists::default();
/// Moves.encode(&game, &board, &placements, &mut lists);
/// assert_eq!(lists.iter().count(), 414);
/// assert!(lists.features().iter().all(|&feature| (feature as usize) < Moves.count()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves;

impl MoveFeatures<BlokusDuo> for Moves {
    fn count(&self) -> usize {
        FEATURES
    }

    fn encode(
        &self,
        _: &BlokusDuo,
        board: &Board,
        placements: &[Placement],
        lists: &mut FeatureLists,
    ) {
        lists.clear();
        let (tables, shapes, centre) = (&*TABLES, &*SHAPE_PLANES, &*TO_CENTRE);
        let known = Known::new(tables, board);
        for placement in placements {
            let planes = PlacementPlanes::new(tables, shapes, placement.0);
            let form = tables.form(placement.0);
            let (piece, size) = (usize::from(form.piece), usize::from(form.size));
            let to_centre = usize::from(centre[usize::from(placement.0)]);
            lists.push(SIZE.of(known.placed * LARGEST + size - 1));
            lists.extend(&known.features(&planes, piece, to_centre));
            if let Some(near) = &known.near_last {
                let far = near
                    .iter()
                    .filter(|near| near.and(planes.covered) == Plane::default());
                lists.push(known.stage + LAST.of(far.count()));
            }
            lists.end_action();
        }
    }
}

/// What all moves of a position share.
struct Known {
    placed: usize,
    /// What is added to the features of the first stage.
    stage: u32,
    own: View,
    other: View,
    other_covered: Plane,
    /// Squares within one step of the last placement, within two, and so on.
    near_last: Option<[Plane; DISTANCES - 1]>,
}

/// A player's squares.
struct View {
    open: Plane,
    corners: Plane,
    reach: Plane,
}

impl View {
    fn new(board: &Board, player: Player) -> View {
        let (open, corners) = (board.closed(player).complement(), board.corners(player));
        View {
            open,
            corners,
            reach: reach(corners, open),
        }
    }
}

/// The squares within one step.
#[inline(always)]
fn widened(squares: Plane) -> Plane {
    squares.neighbours().into_iter().fold(squares, Plane::or)
}

/// The squares within [`REACH`] steps over open squares.
#[inline(always)]
fn reach(corners: Plane, open: Plane) -> Plane {
    (0..REACH).fold(corners, |reached, _| widened(reached).and(open))
}

impl Known {
    fn new(tables: &Tables, board: &Board) -> Known {
        let (mover, other) = (board.mover(), board.mover().other());
        let placed = PIECES - board.hand(mover).count_ones() as usize;
        let stage = (placed / PIECES_PER_STAGE).min(STAGES - 1);
        let near_last = board.last().map(|last| {
            let mut near = PlacementPlanes::new(tables, &SHAPE_PLANES, last.0).covered;
            let on_board = Plane::default().complement();
            std::array::from_fn(|_| {
                near = widened(near).and(on_board);
                near
            })
        });
        Known {
            placed,
            stage: (stage * PER_STAGE) as u32,
            own: View::new(board, mover),
            other: View::new(board, other),
            other_covered: board.covered(other),
            near_last,
        }
    }

    /// One feature of each kind that depends on the stage, but the last placement's.
    #[inline(always)]
    fn features(&self, planes: &PlacementPlanes, piece: usize, to_centre: usize) -> [u32; 10] {
        let (own, other) = (&self.own, &self.other);
        let (covered, beside) = (planes.covered, planes.beside);
        let open = own.open.without(covered).without(beside);
        let gained = planes.diagonal.and(open).without(own.corners);
        let lost = own.corners.without(open);
        let taken = other.corners.and(covered);
        let touched = other.corners.and(beside);
        let closed = own.open.and(beside);
        let contact = self.other_covered.and(beside);
        let reached = reach(gained, open).without(own.reach);
        // Who covers nothing of the reach changes nothing of it.
        let cut_off = match other.reach.and(covered) == Plane::default() {
            true => Plane::default(),
            false => {
                let corners = other.corners.without(covered);
                let left = reach(corners, other.open.without(covered));
                other.reach.without(left)
            }
        };
        let count = |squares: Plane| squares.count() as usize;
        [
            PIECE.of(piece),
            GAINED.of(count(gained)),
            LOST.of(count(lost)),
            TAKEN.of(count(taken)),
            TOUCHED.of(count(touched)),
            CLOSED.of(count(closed)),
            CONTACT.of(count(contact)),
            REACHED.of(count(reached).div_ceil(2)),
            CUT_OFF.of(count(cut_off).div_ceil(2)),
            CENTRE.of(to_centre),
        ]
        .map(|feature| self.stage + feature)
    }
}

/// The steps from the four squares in the middle to the nearest square of each placement.
static TO_CENTRE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let halves = |at: u8| (2 * at).abs_diff(SIDE as u8 - 1);
    let steps = |(x, y): (u8, u8)| (halves(x) + halves(y)) / 2 - 1;
    (0..PLACEMENTS as u16)
        .map(|placement| TABLES.squares(placement).map(steps).min().unwrap_or(0))
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Deterministic, Discrete, Game, Keyed, Notation, Seed};

    type Image = fn(Placement) -> Placement;

    fn encoded(board: &Board, placements: &[Placement]) -> FeatureLists {
        let mut lists = FeatureLists::default();
        Moves.encode(&BlokusDuo::default(), board, placements, &mut lists);
        lists
    }

    /// Random games beside their images: a reflected one, and one that the other side begins on
    /// the board turned by half.
    #[test]
    fn symmetric_moves_have_equal_features() {
        let game = BlokusDuo::default();
        let images: [(Image, Player); 3] = [
            (Placement::reflected, Player::First),
            (Placement::turned, Player::Second),
            (|placement| placement.turned().reflected(), Player::Second),
        ];
        let mut rng = Seed::new(5).rng();
        let mut placements = Vec::new();
        for (image, begins) in images {
            let (mut board, mut other) = (game.initial(), Board::begun_by(begins));
            while !board.is_over() {
                game.actions(&board, &mut placements);
                let mirrored: Vec<Placement> = placements.iter().map(|&one| image(one)).collect();
                assert!(mirrored.iter().all(|one| other.is_legal(one.number())));
                assert_eq!(encoded(&board, &placements), encoded(&other, &mirrored));
                let place = rng.below(placements.len() as u32) as usize;
                game.apply(&mut board, placements[place]);
                game.apply(&mut other, mirrored[place]);
            }
            assert!(other.is_over());
        }
    }

    /// Counts by hand: the first piece is e10, e9, e8; the reply i6, j6, j5.
    #[test]
    fn counts_are_those_on_the_board() {
        let game = BlokusDuo::default();
        let mut board = game.initial();
        for text in ["e10,e9,e8", "j5,j6,i6"] {
            let placement = game.parse_action(&board, text).unwrap();
            game.apply(&mut board, placement);
        }
        // A domino on f7, f6 at the corner of e8: corners at e5 and g5, g8; e8's other corner d7 and
        // those above stay, and f7 was one.
        let domino = game.parse_action(&board, "f7,f6").unwrap();
        let lists = encoded(&board, &[domino]);
        let found = lists.features();
        let stage_free = |kind: Kind, count: usize| {
            assert!(found.contains(&kind.of(count)), "{found:?} {}", kind.first);
        };
        stage_free(SIZE, LARGEST + 1);
        stage_free(PIECE, 1);
        stage_free(GAINED, 3);
        stage_free(LOST, 1);
        stage_free(TAKEN, 0);
        stage_free(TOUCHED, 0);
        // f8 and e7 lie beside the first piece already: f5, e6, g7 and g6 are new.
        stage_free(CLOSED, 4);
        stage_free(CONTACT, 0);
        // From f7 to g7 and h7, or from f6 to h6 and i6: three steps to i6.
        stage_free(LAST, 2);
        // g7 is one of the four in the middle.
        stage_free(CENTRE, 1);
        assert_eq!(found.len(), 12);
    }

    #[test]
    fn equal_boards_may_differ_in_the_last_placement() {
        let game = BlokusDuo::default();
        let after = |texts: [&str; 5]| {
            let mut board = game.initial();
            for text in texts {
                let placement = game.parse_action(&board, text).unwrap();
                game.apply(&mut board, placement);
            }
            board
        };
        let one = after(["e10", "j5", "f9,f8", "k4,l4", "d11,c11,b11"]);
        let two = after(["e10", "j5", "d11,c11,b11", "k4,l4", "f9,f8"]);
        assert_eq!((one, game.key(&one)), (two, game.key(&two)));
        assert_ne!(one.last(), two.last());
        assert_eq!(game.initial().last(), None);
    }
}
