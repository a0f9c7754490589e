//! A king under attack: who guards the squares next to it, and whether a check is mate.

use super::army::Army;
use super::posts::{NEAR, Posts, forward};
use crate::attacks::{attacks, between, dead_ends, line_through, step_attacks, whole_files};
use crate::attacks::{bishop_attacks, bishop_rays, lance_attacks, lance_ray};
use crate::attacks::{rook_attacks, rook_rays};
use crate::{Bitboard, Board, Kind, Move, Square};
use arrayvec::ArrayVec;
use yomi_core::Player;

/// What is known about the king under attack before any move is tried.
pub(super) struct Attack<'a> {
    pub board: &'a Board,
    pub attacker: Player,
    pub defender: Player,
    /// The defender's king.
    pub king: Square,
    pub kings: Bitboard,
    pub occupied: Bitboard,
    pub army: Army,
    pub posts: Posts,
    /// The squares next to the king that it could go to now.
    pub flights: Bitboard,
    /// The attacker's line pieces that look at squares near the king, and all that each sees.
    pub lines: ArrayVec<(Square, Bitboard), 8>,
    /// Whether the defender can always drop something between the king and a distant checker.
    pub blocks_lines: bool,
}

/// A check to be tried.
#[derive(Clone, Copy)]
pub(super) struct Check {
    /// Where the piece comes from; nothing if it is dropped.
    pub gone: Bitboard,
    pub to: Square,
    /// What it is once it has arrived.
    pub kind: Kind,
    /// Whoever gives check then.
    pub checkers: Bitboard,
}

impl<'a> Attack<'a> {
    #[inline]
    pub fn new(board: &'a Board, king: Square) -> Attack<'a> {
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

    /// The attacker's pieces that alone stand between one of its line pieces and the king.
    #[inline]
    pub fn uncovering(&self) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for from in self.army.aimed(self.king) {
            let blockers = between(self.king, from) & self.occupied;
            if !blockers.several() {
                found |= blockers;
            }
        }
        found & self.board.pieces(self.attacker)
    }

    /// The move that leads to a check, if it is legal and mates.
    #[inline]
    pub fn if_mate(&self, check: Check, action: Move) -> Option<Move> {
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
