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

use super::army::Army;
use super::posts::{NEAR, Posts, forward};
use crate::attacks::{attacks, between, dead_ends, line_through, promotion_zone};
use crate::attacks::{
    bishop_attacks, bishop_rays, lance_attacks, lance_ray, rook_attacks, rook_rays,
};
use crate::attacks::{step_attacks, whole_files};
use crate::{Bitboard, Board, Kind, Move, Square};
use arrayvec::ArrayVec;
use yomi_core::Player;

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

/// What is known about the king under attack before any move is tried.
struct Attack<'a> {
    board: &'a Board,
    attacker: Player,
    defender: Player,
    /// The defender's king.
    king: Square,
    kings: Bitboard,
    occupied: Bitboard,
    army: Army,
    posts: Posts,
    /// The squares next to the king that it could go to now.
    flights: Bitboard,
    /// The attacker's line pieces that look at squares near the king, and all that each sees.
    lines: ArrayVec<(Square, Bitboard), 8>,
    /// Whether the defender can always drop something between the king and a distant checker.
    blocks_lines: bool,
}

/// A check to be tried.
#[derive(Clone, Copy)]
struct Check {
    /// Where the piece comes from; nothing if it is dropped.
    gone: Bitboard,
    to: Square,
    /// What it is once it has arrived.
    kind: Kind,
    /// Whoever gives check then.
    checkers: Bitboard,
}

impl<'a> Attack<'a> {
    #[inline]
    fn new(board: &'a Board, king: Square) -> Attack<'a> {
        let attacker = board.side();
        let defender = attacker.other();
        let army = Army::new(board, attacker);
        let kings = Bitboard::of(king);
        let occupied = board.occupied();
        // The king does not hide behind itself.
        let through = occupied & !kings;
        let near = NEAR[king.index()];
        let mut guarded = forward(army.pawns, attacker);
        for from in army.golds & near {
            guarded |= step_attacks(Kind::Gold, attacker, from);
        }
        for from in army.silvers & near {
            guarded |= step_attacks(Kind::Silver, attacker, from);
        }
        for from in army.all_round & near {
            guarded |= step_attacks(Kind::King, attacker, from);
        }
        for from in army.knights {
            guarded |= step_attacks(Kind::Knight, attacker, from);
        }
        let hand = board.hand(defender);
        let anywhere = [Kind::Silver, Kind::Gold, Kind::Bishop, Kind::Rook];
        let blocks_lines = anywhere.iter().any(|&kind| hand.count(kind) > 0);
        let posts = Posts::new(king, defender, occupied, blocks_lines);
        let worth = if blocks_lines { near } else { Bitboard::ALL };
        let mut lines = ArrayVec::new();
        for from in army.bishops {
            if (bishop_rays(from) & worth).any() {
                let seen = bishop_attacks(from, through);
                guarded |= seen;
                lines.push((from, seen));
            }
        }
        for from in army.rooks {
            if (rook_rays(from) & worth).any() {
                let seen = rook_attacks(from, through);
                guarded |= seen;
                lines.push((from, seen));
            }
        }
        for from in army.lances {
            if (lance_ray(attacker, from) & worth).any() {
                let seen = lance_attacks(attacker, from, through);
                guarded |= seen;
                lines.push((from, seen));
            }
        }
        let flights = posts.around & !board.pieces(defender) & !guarded;
        Attack {
            board,
            attacker,
            defender,
            king,
            kings,
            occupied,
            army,
            posts,
            flights,
            lines,
            blocks_lines,
        }
    }

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
                let found =
                    self.from_square(from, self.board.kind_on(from), reach, Bitboard::EMPTY);
                if found.is_some() {
                    return found;
                }
            }
        }
        for from in army.silvers & direct & near {
            let reach = reach(Kind::Silver, from);
            if (reach & (silver | gold)).any() {
                let found = self.from_square(from, Kind::Silver, reach & silver, reach & gold);
                if found.is_some() {
                    return found;
                }
            }
        }
        for from in army.knights & direct {
            let reach = reach(Kind::Knight, from);
            if (reach & (knight | gold)).any() {
                let found = self.from_square(from, Kind::Knight, reach & knight, reach & gold);
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
            let found = self.from_square(from, kind, plain, promoting);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Tries the moves of one piece, to the squares where it gives check as it is and to those
    /// where it does promoted.
    #[inline]
    fn from_square(
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

    /// The attacker's pieces that alone stand between one of its line pieces and the king.
    #[inline]
    fn uncovering(&self) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for from in self.army.aimed(self.king) {
            let blockers = between(self.king, from) & self.occupied;
            if !blockers.several() {
                found |= blockers;
            }
        }
        found & self.board.pieces(self.attacker)
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

    #[inline]
    fn if_mate(&self, check: Check, action: Move) -> Option<Move> {
        let occupied = (self.occupied & !check.gone) | Bitboard::of(check.to);
        if self.has_flight(check, occupied) {
            return None;
        }
        self.is_final(check, occupied, action).then_some(action)
    }

    /// Whether the king can leave its square, perhaps by capturing.
    #[inline]
    fn has_flight(&self, check: Check, occupied: Bitboard) -> bool {
        let arrived = Bitboard::of(check.to);
        let occupied = occupied & !self.kings;
        let reach = attacks(check.kind, self.attacker, check.to, occupied);
        let flees = |square| !self.army.attacks(square, check.gone, occupied);
        // Those unguarded so far first: only the piece that moved, or a line it opened, can have
        // changed that. Then those that may have lost their guard.
        let open = (self.posts.around & !reach) & (!self.board.pieces(self.defender) | arrived);
        (open & self.flights).iter().any(flees) || (open & !self.flights).iter().any(flees)
    }

    /// Whether a check which the king cannot flee from is mate, and legal.
    #[cold]
    fn is_final(&self, check: Check, occupied: Bitboard, action: Move) -> bool {
        if !check.checkers.several() {
            let checker = check.checkers.first();
            let gap = between(self.king, checker);
            let answers = |to| self.has_move_to(check, occupied, to);
            let between = || gap.iter().any(answers) || self.drops_on(check, gap);
            if answers(checker) || between() {
                return false;
            }
        }
        self.board.is_legal(action)
    }

    /// Whether a piece of the defender's other than its king can go to a square without leaving
    /// the king to somebody else.
    fn has_move_to(&self, check: Check, occupied: Bitboard, to: Square) -> bool {
        let board = self.board;
        let arrived = Bitboard::of(check.to);
        let defenders = !self.kings & !arrived;
        let movers = board.attackers_through(to, self.defender, occupied) & defenders;
        movers.iter().any(|from| {
            if line_through(self.king, from).is_empty() {
                return true;
            }
            let occupied = (occupied & !Bitboard::of(from)) | Bitboard::of(to);
            let gone = check.gone | arrived | Bitboard::of(to);
            let uncovered = self.army.looks_along(self.king, gone, occupied)
                || (check.to != to
                    && attacks(check.kind, self.attacker, check.to, occupied).contains(self.king));
            !uncovered
        })
    }

    /// Whether the defender can drop anything on one of these squares between king and checker.
    ///
    /// No pawn dropped there gives mate, which would be forbidden: the checker captures it, unless
    /// the checker is pinned, and then whoever pins it captures the checker. (To be pinned to a
    /// king that stands right in front of that pawn, the checker must be next to both of them, and
    /// from there no line through whoever pins it leads to the other king.)
    fn drops_on(&self, check: Check, gap: Bitboard) -> bool {
        if gap.is_empty() {
            return false;
        }
        let hand = self.board.hand(self.defender);
        let fits = |kind, on: Bitboard| {
            hand.count(kind) > 0 && (on & !dead_ends(kind, self.defender)).any()
        };
        let captured = Bitboard::of(check.to);
        let pawns = self.board.of_kind(self.defender, Kind::Pawn) & !captured;
        self.blocks_lines
            || fits(Kind::Lance, gap)
            || fits(Kind::Knight, gap)
            || fits(Kind::Pawn, gap & !whole_files(pawns))
    }
}
