//! The input features of the evaluation, one row of weights each.
//!
//! At play, a piece on the board switches two rows on: one for its kind and square, and one for its
//! distance from the viewer's king. Every piece in hand switches one on: the first pawn one, the
//! second pawn another.
//!
//! What attacks what ([`threats`]) switches more rows on; these are looked up when
//! a position is scored.
//!
//! There are too few games to learn each square by itself, so learning shares more: the row of a
//! kind and square is learned as the sum of one for the square, one for the rank and one for the
//! kind alone, and the row of a held piece as one for its kind and one for how many there are
//! already. Before play such sums become one row each.

use super::threats::{self, Threats};
use super::view::{DISTANCE, SEEN_KINDS, View};
use crate::{Board, Kind, Piece, Square};
use yomi_core::Player;

/// How many of each kind can be held, and where a hand's rows of the kind begin.
const MOST_HELD: [usize; 7] = [18, 4, 4, 4, 2, 2, 4];
const FIRST_HELD: [usize; 7] = [0, 18, 22, 26, 30, 32, 34];
const HELD: usize = 38;

const SQUARES: usize = SEEN_KINDS * Square::COUNT;

/// Where the rows for held pieces and for distances begin.
const HELD_FROM: usize = SQUARES;
const DISTANCE_FROM: usize = HELD_FROM + 2 * HELD;

/// How many rows follow the pieces.
const FOLLOWED: usize = DISTANCE_FROM + SEEN_KINDS * 9;

/// How many rows there are at play.
pub const ROWS: usize = FOLLOWED + threats::ROWS;

/// Where the rows that only learning has begin: kinds, ranks, held kinds.
const KIND_FROM: usize = ROWS;
const RANK_FROM: usize = KIND_FROM + SEEN_KINDS;
const HELD_KIND_FROM: usize = RANK_FROM + SEEN_KINDS * 9;

/// How many rows there are in learning. Those at play come first.
pub const LEARNED_ROWS: usize = HELD_KIND_FROM + 14;

/// Rows below this are for pieces, on squares and in hand; those above for distances and threats.
pub const PIECE_ROWS: usize = DISTANCE_FROM;

/// The rows of a piece on the board.
#[inline]
pub fn placed(view: &View, piece: Piece, square: Square) -> [usize; 2] {
    let (kind, square) = (view.kind(piece), view.square(square));
    let distance = DISTANCE[view.king][square] as usize;
    [
        kind * Square::COUNT + square,
        DISTANCE_FROM + kind * 9 + distance,
    ]
}

/// The row of a held piece, the one after `before` others of its kind.
#[inline]
pub fn held(view: &View, owner: Player, kind: Kind, before: u32) -> usize {
    let kind = kind.index() % 7;
    let place = (before as usize).min(MOST_HELD[kind] - 1);
    HELD_FROM + view.side(owner) * HELD + FIRST_HELD[kind] + place
}

/// Calls `found` with every row that is on at play.
pub fn for_each(board: &Board, viewer: Player, mut found: impl FnMut(usize)) {
    for_each_followed(board, &View::new(board, viewer), &mut found);
    for_each_threat(&Threats::new(board), |rows| found(rows[viewer as usize]));
}

/// Calls `found` with the rows for what attacks what, in the first player's view and in the
/// second's.
#[inline]
pub fn for_each_threat(threats: &Threats, mut found: impl FnMut([usize; 2])) {
    threats.for_each(|rows| found(rows.map(|row| FOLLOWED + row)));
}

/// Calls `found` with the rows that follow the pieces.
#[inline]
pub fn for_each_followed(board: &Board, view: &View, mut found: impl FnMut(usize)) {
    for square in board.occupied() {
        if let Some(piece) = board.piece(square) {
            placed(view, piece, square).into_iter().for_each(&mut found);
        }
    }
    for owner in Player::BOTH {
        let hand = board.hand(owner);
        if !hand.is_empty() {
            for kind in Kind::HAND {
                (0..hand.count(kind)).for_each(|before| found(held(view, owner, kind, before)));
            }
        }
    }
}

/// The rows whose sum is learned for a row at play, itself among them; the rest is `None`.
pub fn shared(row: usize) -> [Option<usize>; 3] {
    if row < SQUARES {
        let (kind, square) = (row / Square::COUNT, row % Square::COUNT);
        let rank = RANK_FROM + kind * 9 + square % 9;
        [Some(row), Some(KIND_FROM + kind), Some(rank)]
    } else if row < DISTANCE_FROM {
        let (side, place) = ((row - HELD_FROM) / HELD, (row - HELD_FROM) % HELD);
        let kind = FIRST_HELD.iter().rposition(|&first| first <= place);
        let kind = kind.expect("the first rows are the pawns'");
        [Some(row), Some(HELD_KIND_FROM + side * 7 + kind), None]
    } else {
        [Some(row), None, None]
    }
}
