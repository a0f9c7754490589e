//! The legal moves that give check, without listing the others.
//!
//! A piece gives check from its posts: where the same piece of the other side would attack from
//! the king's square. So each piece's reach is cut down to the posts of what it is and of what it
//! may promote to. Pieces that alone stand between a line piece of their side and the king give
//! check wherever they go off that line.

use super::posts::{NEAR, Posts, forward};
use crate::attacks::{attacks, between, dead_ends, line_through, promotion_zone, step_attacks};
use crate::{Bitboard, Board, Kind, Move, Square};

/// Replaces `moves` by the legal moves that give check, in an order that depends on the position
/// alone. Says the same as listing all moves and keeping those that give check, faster.
pub fn list_checks(board: &Board, moves: &mut Vec<Move>) {
    moves.clear();
    let attacker = board.side();
    if let Some(king) = board.king(attacker.other()) {
        let list = List {
            board,
            king,
            posts: Posts::new(king, attacker.other(), board.occupied(), false),
            allowed: allowed(board),
            pinned: board.pinned(attacker),
            free: !board.pieces(attacker),
        };
        list.drops(moves);
        list.moves(moves);
    }
}

/// The squares that moves other than the king's may go to: all, or those that end a check.
fn allowed(board: &Board) -> Bitboard {
    let checkers = board.checkers();
    match board.king(board.side()) {
        Some(king) if checkers.any() => match checkers.several() {
            true => Bitboard::EMPTY,
            false => checkers | between(king, checkers.first()),
        },
        _ => Bitboard::ALL,
    }
}

struct List<'a> {
    board: &'a Board,
    /// The king that gets the checks.
    king: Square,
    posts: Posts,
    allowed: Bitboard,
    pinned: Bitboard,
    free: Bitboard,
}

impl List<'_> {
    fn drops(&self, moves: &mut Vec<Move>) {
        let hand = self.board.hand(self.board.side());
        if hand.is_empty() {
            return;
        }
        let empty = !self.board.occupied() & self.allowed;
        for kind in Kind::HAND {
            if hand.count(kind) > 0 {
                let drops = (self.posts.of(kind) & empty).iter();
                let drops = drops.map(|to| Move::drop(kind, to));
                match kind {
                    // Two pawns on a file, or mate: both forbidden.
                    Kind::Pawn => moves.extend(drops.filter(|&drop| self.board.is_legal(drop))),
                    _ => moves.extend(drops),
                }
            }
        }
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        let board = self.board;
        let attacker = board.side();
        let occupied = board.occupied();
        let uncovering = board.uncovering(attacker);
        let direct = board.pieces(attacker) & !uncovering;
        let near = NEAR[self.king.index()];
        let of = |kind| board.of_kind(attacker, kind) & direct;

        let pawns = of(Kind::Pawn);
        let posts = self.posts.pawn | self.posts.gold;
        for to in forward(pawns, attacker) & self.free & posts {
            let from = step_attacks(Kind::Pawn, attacker.other(), to).first();
            self.piece(from, Kind::Pawn, Bitboard::of(to), moves);
        }
        for from in board.golden(attacker) & direct & near {
            let reach = step_attacks(Kind::Gold, attacker, from);
            self.piece(from, Kind::Gold, reach & self.posts.gold, moves);
        }
        let posts = self.posts.silver | self.posts.gold;
        for from in of(Kind::Silver) & near {
            let reach = step_attacks(Kind::Silver, attacker, from);
            self.piece(from, Kind::Silver, reach & posts, moves);
        }
        let posts = self.posts.knight | self.posts.gold;
        for from in of(Kind::Knight) {
            let reach = step_attacks(Kind::Knight, attacker, from);
            self.piece(from, Kind::Knight, reach & posts, moves);
        }
        for kind in [
            Kind::Lance,
            Kind::Bishop,
            Kind::Rook,
            Kind::Horse,
            Kind::Dragon,
        ] {
            let promoted = self.posts.of(kind.promoted().unwrap_or(kind));
            for from in of(kind) {
                let reach = attacks(kind, attacker, from, occupied);
                self.piece(from, kind, reach & (self.posts.of(kind) | promoted), moves);
            }
        }
        for from in uncovering {
            self.uncover(from, moves);
        }
    }

    /// The checks of one piece that goes to one of its posts.
    #[inline]
    fn piece(&self, from: Square, kind: Kind, reach: Bitboard, moves: &mut Vec<Move>) {
        let reach = reach & self.free;
        if reach.any() {
            let plain = self.posts.of(kind);
            let promoted = kind.promoted().map(|kind| self.posts.of(kind));
            self.push(
                from,
                kind,
                reach,
                plain,
                promoted.unwrap_or_default(),
                moves,
            );
        }
    }

    /// The moves of a piece off the line between a line piece and the king, and its checks along
    /// that line.
    #[cold]
    fn uncover(&self, from: Square, moves: &mut Vec<Move>) {
        let board = self.board;
        let kind = board.kind_on(from);
        let off = !line_through(self.king, from);
        let reach = attacks(kind, board.side(), from, board.occupied()) & self.free;
        if kind == Kind::King {
            let steps = (reach & off).iter().map(|to| Move::normal(from, to, false));
            moves.extend(steps.filter(|&step| board.is_legal(step)));
            return;
        }
        let plain = self.posts.of(kind) | off;
        let promoted = kind.promoted().map(|kind| self.posts.of(kind) | off);
        self.push(
            from,
            kind,
            reach,
            plain,
            promoted.unwrap_or_default(),
            moves,
        );
    }

    /// Adds the moves of a piece to those squares of its reach that are legal: the ones in `plain`
    /// as it is, the ones in `promoted` with promotion.
    fn push(
        &self,
        from: Square,
        kind: Kind,
        reach: Bitboard,
        plain: Bitboard,
        promoted: Bitboard,
        moves: &mut Vec<Move>,
    ) {
        let attacker = self.board.side();
        let mut reach = reach & self.allowed;
        if self.pinned.contains(from)
            && let Some(king) = self.board.king(attacker)
        {
            reach &= line_through(king, from);
        }
        let zone = promotion_zone(attacker);
        let promoting = match zone.contains(from) {
            true => reach & promoted,
            false => reach & promoted & zone,
        };
        let plain = reach & plain & !dead_ends(kind, attacker);
        moves.extend(promoting.iter().map(|to| Move::normal(from, to, true)));
        moves.extend(plain.iter().map(|to| Move::normal(from, to, false)));
    }
}
