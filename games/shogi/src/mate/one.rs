//! Mate in one move.
//!
//! Asked at every ply of a playout, so nothing is listed that cannot mate. A check mates if
//!
//! - every square next to the king is held by its own side or guarded by the attacker once the
//!   move is played, the square of a checker next to it included;
//! - and, unless two pieces give check at once, nobody captures the checker or steps between
//!   without uncovering the king, and nothing can be dropped between.
//!
//! Which squares next to the king are unguarded now (its flights) is found once. Most candidates
//! then fail at their first flight. Where the defender holds a piece that may be dropped
//! anywhere, checks from afar along a line are not even looked at. Dropped pawns never mate, by
//! the rules; whether the mating move itself is legal is asked last, as there is rarely one.
//!
//! Promotions of pawns, bishops and rooks attack more than the pieces did, so those that may
//! promote do. For silvers, knights and lances both ways are tried.

use super::attack::{Attack, Check};
use super::posts::{NEAR, forward};
use crate::attacks::{attacks, dead_ends, promotion_zone, step_attacks};
use crate::{Bitboard, Board, Kind, Move, Square};

/// A legal move that mates, if there is one.
///
/// ```
/// use yomi_shogi::{Board, mate::mate_in_one};
/// let board = Board::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1").unwrap();
/// assert_eq!(mate_in_one(&board).unwrap().to_string(), "G*5b");
/// ```
#[inline]
pub fn mate_in_one(board: &Board) -> Option<Move> {
    let king = board.king(board.side().other())?;
    let attack = Attack::new(board, king);
    attack.by_drop().or_else(|| attack.by_move())
}

impl Attack<'_> {
    fn by_drop(&self) -> Option<Move> {
        let hand = self.board.hand(self.attacker);
        if !hand.has_more_than_pawns() {
            return None;
        }
        // A piece dropped next to the king must be guarded; a knight guards no flight.
        let sound = !self.occupied & !self.flights;
        for kind in [
            Kind::Gold,
            Kind::Silver,
            Kind::Rook,
            Kind::Bishop,
            Kind::Lance,
        ] {
            if hand.count(kind) > 0 {
                for to in self.posts.of(kind) & sound {
                    let found = self.mating_drop(kind, to);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        if hand.count(Kind::Knight) > 0 && self.flights.is_empty() {
            let squares = self.posts.of(Kind::Knight) & sound;
            return squares
                .iter()
                .find_map(|to| self.mating_drop(Kind::Knight, to));
        }
        None
    }

    #[inline]
    fn mating_drop(&self, kind: Kind, to: Square) -> Option<Move> {
        let check = Check {
            gone: Bitboard::EMPTY,
            to,
            kind,
            checkers: Bitboard::of(to),
        };
        self.if_mate(check, Move::drop(kind, to))
    }

    fn by_move(&self) -> Option<Move> {
        let mover = self.attacker;
        let uncovering = self.uncovering();
        let direct = self.board.pieces(mover) & !uncovering;
        self.by_pawn(direct)
            .or_else(|| self.by_steps(direct))
            .or_else(|| self.by_lines(direct))
            .or_else(|| uncovering.iter().find_map(|from| self.by_uncovering(from)))
    }

    fn by_pawn(&self, direct: Bitboard) -> Option<Move> {
        let zone = promotion_zone(self.attacker);
        let pawns = self.army.pawns & direct;
        let arrivals = forward(pawns, self.attacker) & !self.board.pieces(self.attacker);
        let promoting = arrivals & zone & self.posts.of(Kind::ProPawn);
        let plain = arrivals & !zone & self.posts.of(Kind::Pawn);
        for to in promoting | plain {
            let from = step_attacks(Kind::Pawn, self.defender, to).first();
            let found = self.mating_move(from, to, Kind::Pawn, promoting.contains(to));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn by_steps(&self, direct: Bitboard) -> Option<Move> {
        let near = NEAR[self.king.index()];
        let army = &self.army;
        let free = !self.board.pieces(self.attacker);
        let reach = |kind, from| step_attacks(kind, self.attacker, from) & free;
        let (gold, silver, knight) = (self.posts.gold, self.posts.silver, self.posts.knight);
        for from in army.golds & direct & near {
            let reach = reach(Kind::Gold, from) & gold;
            if reach.any() {
                let found = self.by_piece(from, self.board.kind_on(from), reach, Bitboard::EMPTY);
                if found.is_some() {
                    return found;
                }
            }
        }
        for from in army.silvers & direct & near {
            let reach = reach(Kind::Silver, from);
            if (reach & (silver | gold)).any() {
                let found = self.by_piece(from, Kind::Silver, reach & silver, reach & gold);
                if found.is_some() {
                    return found;
                }
            }
        }
        for from in army.knights & direct {
            let reach = reach(Kind::Knight, from);
            if (reach & (knight | gold)).any() {
                let found = self.by_piece(from, Kind::Knight, reach & knight, reach & gold);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn by_lines(&self, direct: Bitboard) -> Option<Move> {
        let free = !self.board.pieces(self.attacker);
        let posts = self.posts.rook | self.posts.bishop | self.posts.around;
        for &(from, seen) in &self.lines {
            if !direct.contains(from) {
                continue;
            }
            let kind = self.board.kind_on(from);
            let reach = match kind.is_promoted() {
                true => seen | step_attacks(kind, self.attacker, from),
                false => seen,
            };
            let reach = reach & free & posts;
            if reach.is_empty() {
                continue;
            }
            let plain = reach & self.posts.of(kind);
            let promoting = match kind.promoted() {
                Some(promoted) => reach & self.posts.of(promoted),
                None => Bitboard::EMPTY,
            };
            let found = self.by_piece(from, kind, plain, promoting);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Tries the moves of one piece, to the squares where it gives check as it is and to those
    /// where it does promoted.
    #[inline]
    fn by_piece(
        &self,
        from: Square,
        kind: Kind,
        plain: Bitboard,
        promoting: Bitboard,
    ) -> Option<Move> {
        let zone = promotion_zone(self.attacker);
        let promoting = match zone.contains(from) {
            true => promoting,
            false => promoting & zone,
        };
        let plain = match kind {
            Kind::Bishop | Kind::Rook => plain & !promoting,
            _ => plain,
        };
        let promoted = || {
            promoting
                .iter()
                .find_map(|to| self.mating_move(from, to, kind, true))
        };
        let unchanged = || {
            plain
                .iter()
                .find_map(|to| self.mating_move(from, to, kind, false))
        };
        promoted().or_else(unchanged)
    }

    #[inline]
    fn mating_move(&self, from: Square, to: Square, kind: Kind, promote: bool) -> Option<Move> {
        let check = Check {
            gone: Bitboard::of(from),
            to,
            kind: if promote { kind.promoted()? } else { kind },
            checkers: Bitboard::of(to),
        };
        self.if_mate(check, Move::normal(from, to, promote))
    }

    #[cold]
    fn by_uncovering(&self, from: Square) -> Option<Move> {
        let kind = self.board.kind_on(from);
        let gone = Bitboard::of(from);
        let zone = promotion_zone(self.attacker);
        let reach = attacks(kind, self.attacker, from, self.occupied);
        for to in reach & !self.board.pieces(self.attacker) {
            let occupied = (self.occupied & !gone) | Bitboard::of(to);
            let uncovered = self
                .army
                .lines_to(self.king, gone | Bitboard::of(to), occupied);
            let promoted = kind
                .promoted()
                .filter(|_| zone.contains(from) || zone.contains(to));
            let plain = Some(kind).filter(|_| !dead_ends(kind, self.attacker).contains(to));
            for (arrived, promote) in [(promoted, true), (plain, false)] {
                let Some(kind) = arrived else { continue };
                let mut checkers = uncovered;
                if attacks(kind, self.attacker, to, occupied).contains(self.king) {
                    checkers |= Bitboard::of(to);
                }
                if checkers.any() {
                    let check = Check {
                        gone,
                        to,
                        kind,
                        checkers,
                    };
                    let found = self.if_mate(check, Move::normal(from, to, promote));
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }
}
