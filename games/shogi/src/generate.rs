//! Legal moves.
//!
//! One pass over the pieces serves all uses: it passes sets of destinations to a
//! `Sink`, which lists them, counts them, or draws one of them. A move is legal if it leaves the
//! own king unattacked, so
//!
//! - the king may go to squares that are not attacked once it has left its square;
//! - in check, other moves must capture the checker or go between; in double check there are none;
//! - a pinned piece stays on the line through its king;
//! - a pawn may not be dropped to give mate, nor on a file with
//!   another unpromoted pawn of the same side.

use crate::attacks::{self, dead_ends, line_through, promotion_zone, step_attacks, whole_files};
use crate::{Bitboard, Board, Kind, Move, Square};
use arrayvec::ArrayVec;
use yomi_core::{Player, Rng};

/// No position has more moves.
pub const MOST_MOVES: usize = 593;

/// A receiver of generated moves.
trait Sink {
    /// A piece may go to `plain` as it is, and to `promoting` with promotion.
    fn piece(&mut self, from: Square, plain: Bitboard, promoting: Bitboard);

    /// Pawns may arrive on `plain` as they are, and on `promoting` with promotion.
    fn pawns(&mut self, mover: Player, plain: Bitboard, promoting: Bitboard);

    /// A piece may be dropped.
    fn drop(&mut self, kind: Kind, on: Bitboard);
}

/// Where the pawn that arrives on a square comes from.
#[inline]
fn behind(to: Square, mover: Player) -> Square {
    match mover {
        Player::First => Square::at(to.index() + 1),
        Player::Second => Square::at(to.index() - 1),
    }
}

impl Sink for Vec<Move> {
    #[inline]
    fn piece(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        self.extend(promoting.iter().map(|to| Move::normal(from, to, true)));
        self.extend(plain.iter().map(|to| Move::normal(from, to, false)));
    }

    #[inline]
    fn pawns(&mut self, mover: Player, plain: Bitboard, promoting: Bitboard) {
        let advance = |to, promote| Move::normal(behind(to, mover), to, promote);
        self.extend(promoting.iter().map(|to| advance(to, true)));
        self.extend(plain.iter().map(|to| advance(to, false)));
    }

    #[inline]
    fn drop(&mut self, kind: Kind, on: Bitboard) {
        self.extend(on.iter().map(|to| Move::drop(kind, to)));
    }
}

/// Counts moves without listing them.
struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _from: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 += plain.count() + promoting.count();
    }

    #[inline]
    fn pawns(&mut self, _mover: Player, plain: Bitboard, promoting: Bitboard) {
        self.0 += plain.count() + promoting.count();
    }

    #[inline]
    fn drop(&mut self, _kind: Kind, on: Bitboard) {
        self.0 += on.count();
    }
}

/// Moves that only differ in where they go to.
#[derive(Clone, Copy)]
struct Bundle {
    origin: Origin,
    to: Bitboard,
    promote: bool,
}

#[derive(Clone, Copy)]
enum Origin {
    Square(Square),
    Pawns(Player),
    Hand(Kind),
}

/// All moves in bundles, to draw one of.
struct Bundles {
    /// 40 pieces with and without promotion, and seven kinds in hand.
    bundles: ArrayVec<Bundle, 87>,
    total: u32,
}

impl Bundles {
    #[inline]
    fn add(&mut self, origin: Origin, to: Bitboard, promote: bool) {
        if to.any() {
            self.total += to.count();
            self.bundles.push(Bundle {
                origin,
                to,
                promote,
            });
        }
    }

    fn nth(&self, mut place: u32) -> Option<Move> {
        for bundle in &self.bundles {
            let count = bundle.to.count();
            if place < count {
                let to = bundle.to.nth(place);
                return Some(match bundle.origin {
                    Origin::Square(from) => Move::normal(from, to, bundle.promote),
                    Origin::Pawns(mover) => Move::normal(behind(to, mover), to, bundle.promote),
                    Origin::Hand(kind) => Move::drop(kind, to),
                });
            }
            place -= count;
        }
        None
    }
}

impl Sink for Bundles {
    #[inline]
    fn piece(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        self.add(Origin::Square(from), plain, false);
        self.add(Origin::Square(from), promoting, true);
    }

    #[inline]
    fn pawns(&mut self, mover: Player, plain: Bitboard, promoting: Bitboard) {
        self.add(Origin::Pawns(mover), plain, false);
        self.add(Origin::Pawns(mover), promoting, true);
    }

    #[inline]
    fn drop(&mut self, kind: Kind, on: Bitboard) {
        self.add(Origin::Hand(kind), on, false);
    }
}

impl Board {
    /// Replaces `moves` by all legal moves and drops, those without an optional promotion
    /// included.
    #[inline]
    pub fn legal(&self, moves: &mut Vec<Move>) {
        moves.clear();
        self.generate(moves);
    }

    /// How many legal moves there are.
    #[inline]
    pub fn legal_count(&self) -> usize {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0 as usize
    }

    /// A legal move drawn uniformly at random; `None` if there is none.
    #[inline]
    pub fn random_legal(&self, rng: &mut Rng) -> Option<Move> {
        let mut moves = Bundles {
            bundles: ArrayVec::new(),
            total: 0,
        };
        self.generate(&mut moves);
        match moves.total {
            0 => None,
            total => moves.nth(rng.below(total)),
        }
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        // A king out of check with a piece to drop: a board full of pieces is impossible then.
        if !self.in_check() && self.hand(self.side()).has_more_than_pawns() {
            let blocked = dead_ends(Kind::Knight, self.side());
            if (!self.occupied() & !blocked).any() {
                return true;
            }
        }
        self.king_has_move() || self.legal_count() > 0
    }

    /// Replaces `moves` by the legal captures and the promotions of pawns.
    pub fn captures(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let theirs = self.pieces(self.side().other());
        let allowed = self.allowed();
        let advances = promotion_zone(self.side()) & !self.occupied() & allowed;
        self.generate_board_moves(theirs & allowed, theirs, advances, moves);
    }

    /// The squares that moves other than the king's may go to: all, or those that end a check.
    #[inline]
    fn allowed(&self) -> Bitboard {
        let checkers = self.checkers();
        match self.king(self.side()) {
            Some(king) if checkers.any() => match checkers.several() {
                true => Bitboard::EMPTY,
                false => checkers | attacks::between(king, checkers.first()),
            },
            _ => Bitboard::ALL,
        }
    }

    #[inline]
    fn generate(&self, sink: &mut impl Sink) {
        let allowed = self.allowed();
        let free = !self.pieces(self.side());
        self.generate_board_moves(free & allowed, free, Bitboard::EMPTY, sink);
        self.generate_drops(!self.occupied() & allowed, sink);
    }

    /// Moves of pieces on the board to `targets`, of the king to `king_targets`, and promotions of
    /// pawns on `advances`.
    #[inline]
    fn generate_board_moves(
        &self,
        targets: Bitboard,
        king_targets: Bitboard,
        advances: Bitboard,
        sink: &mut impl Sink,
    ) {
        let mover = self.side();
        self.generate_king_moves(king_targets, sink);
        if (targets | advances).is_empty() {
            return;
        }
        let pinned = self.pinned(mover);
        let zone = promotion_zone(mover);

        let pawns = self.of_kind(mover, Kind::Pawn);
        let advanced = |pawns: Bitboard| match mover {
            Player::First => Bitboard(pawns.0 >> 1),
            Player::Second => Bitboard(pawns.0 << 1),
        };
        let arrivals = advanced(pawns & !pinned);
        let stay = arrivals & targets & !dead_ends(Kind::Pawn, mover);
        sink.pawns(mover, stay, arrivals & (targets | advances) & zone);

        let occupied = self.occupied();
        let mut others = self.pieces(mover) & !pawns;
        if let Some(king) = self.king(mover) {
            others &= !Bitboard::of(king);
            // Few pieces are pinned, and few of those can move.
            let stuck = pinned & (pawns | others);
            others &= !stuck;
            for from in stuck {
                let kind = self.kind_on(from);
                let line = line_through(king, from);
                let reach = attacks::attacks(kind, mover, from, occupied) & line;
                let also = match kind {
                    Kind::Pawn => advances & !targets,
                    _ => Bitboard::EMPTY,
                };
                self.hand_over(from, kind, reach & (targets | also), also, sink);
            }
        }

        let golden = others & self.golden(mover);
        for from in golden {
            let reach = step_attacks(Kind::Gold, mover, from) & targets;
            sink.piece(from, reach, Bitboard::EMPTY);
        }
        for from in others & !golden {
            let kind = self.kind_on(from);
            let reach = attacks::attacks(kind, mover, from, occupied) & targets;
            self.hand_over(from, kind, reach, Bitboard::EMPTY, sink);
        }
    }

    /// Hands a piece's moves over with the promotions that they may or must have; those on
    /// `only_promoting` count only with promotion.
    #[inline]
    fn hand_over(
        &self,
        from: Square,
        kind: Kind,
        reach: Bitboard,
        only_promoting: Bitboard,
        sink: &mut impl Sink,
    ) {
        let mover = self.side();
        let zone = promotion_zone(mover);
        let promoting = match kind.promoted() {
            None => Bitboard::EMPTY,
            Some(_) if zone.contains(from) => reach,
            Some(_) => reach & zone,
        };
        let plain = reach & !dead_ends(kind, mover) & !only_promoting;
        sink.piece(from, plain, promoting);
    }

    #[inline]
    fn generate_king_moves(&self, targets: Bitboard, sink: &mut impl Sink) {
        if let Some(king) = self.king(self.side()) {
            let reach = step_attacks(Kind::King, self.side(), king) & targets;
            let safe = self.unattacked(reach, king);
            sink.piece(king, safe, Bitboard::EMPTY);
        }
    }

    /// Those of these squares that the king of the side to move could stand on.
    #[inline]
    fn unattacked(&self, squares: Bitboard, king: Square) -> Bitboard {
        // The king does not hide behind itself.
        let occupied = self.occupied() & !Bitboard::of(king);
        let mut safe = squares;
        for to in squares {
            if self.is_attacked(to, self.side().other(), occupied) {
                safe ^= Bitboard::of(to);
            }
        }
        safe
    }

    fn king_has_move(&self) -> bool {
        self.king(self.side()).is_some_and(|king| {
            let reach = step_attacks(Kind::King, self.side(), king);
            self.unattacked(reach & !self.pieces(self.side()), king)
                .any()
        })
    }

    #[inline]
    fn generate_drops(&self, on: Bitboard, sink: &mut impl Sink) {
        let mover = self.side();
        let hand = self.hand(mover);
        if hand.is_empty() || on.is_empty() {
            return;
        }
        if hand.count(Kind::Pawn) > 0 {
            sink.drop(Kind::Pawn, self.pawn_drops(on));
        }
        for kind in [
            Kind::Lance,
            Kind::Knight,
            Kind::Silver,
            Kind::Bishop,
            Kind::Rook,
            Kind::Gold,
        ] {
            if hand.count(kind) > 0 {
                sink.drop(kind, on & !dead_ends(kind, mover));
            }
        }
    }

    /// Those of these empty squares that a pawn may be dropped on.
    #[inline]
    fn pawn_drops(&self, on: Bitboard) -> Bitboard {
        let mover = self.side();
        let taken = whole_files(self.of_kind(mover, Kind::Pawn));
        let mut drops = on & !taken & !dead_ends(Kind::Pawn, mover);
        if let Some(king) = self.king(mover.other()) {
            // The one square from which a pawn checks the king.
            let check = step_attacks(Kind::Pawn, mover.other(), king) & drops;
            if check.any() && self.is_pawn_drop_mate(check.first()) {
                drops ^= check;
            }
        }
        drops
    }

    /// Whether a pawn dropped on this square, from which it checks the king, gives mate.
    fn is_pawn_drop_mate(&self, to: Square) -> bool {
        let mover = self.side();
        let defender = mover.other();
        let Some(king) = self.king(defender) else {
            return false;
        };
        // Somebody other than the king captures it.
        let kings = Bitboard::of(king);
        let capturers = self.attackers(to, defender) & !kings;
        if capturers.any() {
            let pinned = self.pinned(defender);
            let may = |from| !pinned.contains(from) || line_through(king, from).contains(to);
            if capturers.iter().any(may) {
                return false;
            }
        }
        // Or the king goes away, perhaps by capturing it.
        let occupied = (self.occupied() | Bitboard::of(to)) & !kings;
        let flights = step_attacks(Kind::King, defender, king) & !self.pieces(defender);
        flights
            .iter()
            .all(|flight| self.is_attacked(flight, mover, occupied))
    }

    /// Whether a move, whatever it is, is legal here. (Not asked about declarations.)
    pub fn is_legal(&self, action: Move) -> bool {
        let (mover, to) = (self.side(), action.to());
        let allowed = self.allowed();
        if let Some(kind) = action.dropped() {
            let on = Bitboard::of(to) & !self.occupied() & allowed;
            return self.hand(mover).count(kind) > 0
                && !action.promotes()
                && match kind {
                    Kind::Pawn => self.pawn_drops(on).any(),
                    _ => (on & !dead_ends(kind, mover)).any(),
                };
        }
        let Some(from) = action.from() else {
            return false;
        };
        let Some(piece) = self.piece(from).filter(|piece| piece.owner == mover) else {
            return false;
        };
        if self.pieces(mover).contains(to) || !self.attacks_of(piece, from).contains(to) {
            return false;
        }
        let zone = promotion_zone(mover);
        let promotion_is_right = match action.promotes() {
            true => piece.kind.promoted().is_some() && (zone.contains(from) || zone.contains(to)),
            false => !dead_ends(piece.kind, mover).contains(to),
        };
        if !promotion_is_right {
            return false;
        }
        match self.king(mover) {
            Some(king) if king == from => self.unattacked(Bitboard::of(to), king).any(),
            Some(king) => {
                let pinned = self.pinned(mover).contains(from);
                allowed.contains(to) && (!pinned || line_through(king, from).contains(to))
            }
            None => true,
        }
    }
}
