//! The answers to a check, found from the squares that matter: those next to the king, the
//! checker's, and those between.

use crate::attacks::{between, dead_ends, line_through, promotion_zone, step_attacks};
use crate::{Bitboard, Board, Kind, Move, Square};

/// Replaces `moves` by the legal moves of a side in check: captures of the checker first, then
/// moves of the king, then what goes between. Says the same as [`Board::legal`], faster.
pub fn list_evasions(board: &Board, moves: &mut Vec<Move>) {
    moves.clear();
    let Some(king) = board.king(board.side()) else {
        return board.legal(moves);
    };
    let checkers = board.checkers();
    if checkers.is_empty() {
        return board.legal(moves);
    }
    if checkers.several() {
        return flee(board, king, moves);
    }
    let checker = checkers.first();
    let pinned = board.pinned(board.side());
    go_to(board, king, pinned, checker, moves);
    flee(board, king, moves);
    let gap = between(king, checker);
    if gap.any() {
        for to in gap {
            go_to(board, king, pinned, to, moves);
        }
        drop_on(board, gap, moves);
    }
}

/// Moves of the king.
fn flee(board: &Board, king: Square, moves: &mut Vec<Move>) {
    let defender = board.side();
    // The king does not hide behind itself.
    let occupied = board.occupied() & !Bitboard::of(king);
    for to in step_attacks(Kind::King, defender, king) & !board.pieces(defender) {
        if !board.is_attacked(to, defender.other(), occupied) {
            moves.push(Move::normal(king, to, false));
        }
    }
}

/// Moves of other pieces to one square.
fn go_to(board: &Board, king: Square, pinned: Bitboard, to: Square, moves: &mut Vec<Move>) {
    let defender = board.side();
    let zone = promotion_zone(defender);
    for from in board.attackers(to, defender) & !Bitboard::of(king) {
        if pinned.contains(from) && !line_through(king, from).contains(to) {
            continue;
        }
        let kind = board.kind_on(from);
        if kind.promoted().is_some() && (zone.contains(from) || zone.contains(to)) {
            moves.push(Move::normal(from, to, true));
        }
        if !dead_ends(kind, defender).contains(to) {
            moves.push(Move::normal(from, to, false));
        }
    }
}

/// Drops on empty squares.
fn drop_on(board: &Board, gap: Bitboard, moves: &mut Vec<Move>) {
    let defender = board.side();
    let hand = board.hand(defender);
    if hand.is_empty() {
        return;
    }
    for kind in Kind::HAND {
        if hand.count(kind) > 0 {
            let squares = (gap & !dead_ends(kind, defender)).iter();
            let drops = squares.map(|to| Move::drop(kind, to));
            match kind {
                // Two pawns on a file, or mate: both forbidden.
                Kind::Pawn => moves.extend(drops.filter(|&drop| board.is_legal(drop))),
                _ => moves.extend(drops),
            }
        }
    }
}
