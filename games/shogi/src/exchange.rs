//! Static exchange evaluation: the result of captures on one square.
//!
//! The cheapest attackers capture by turns, pieces behind them join in
//! as lines open, and either side stops when going on would lose. A captured piece changes sides
//! and so counts twice: off one board, into the other's hand.
//!
//! Limits: pins are not seen, nor promotions of pieces that capture back, nor drops.

use crate::{Bitboard, Board, Kind, Move, Square};
use yomi_core::Player;

/// The values of pieces in exchanges, in centipawns.
pub const VALUES: [i32; Kind::COUNT] = [
    90, 320, 350, 500, 850, 1000, 540, 15_000, 540, 500, 520, 530, 1150, 1350,
];

/// What the capture of a piece changes: it is lost for one side and won, unpromoted, for the other.
#[inline]
pub const fn capture_value(kind: Kind) -> i32 {
    VALUES[kind.index()] + VALUES[kind.raw().index()]
}

/// The gain of a promotion.
#[inline]
pub const fn promotion_gain(kind: Kind) -> i32 {
    match kind.promoted() {
        Some(promoted) => VALUES[promoted.index()] - VALUES[kind.index()],
        None => 0,
    }
}

/// In exchanges, the cheapest capture first.
const ORDER: [Kind; Kind::COUNT] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::ProPawn,
    Kind::ProLance,
    Kind::ProKnight,
    Kind::Silver,
    Kind::ProSilver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
    Kind::Horse,
    Kind::Dragon,
    Kind::King,
];

impl Board {
    /// What a legal move takes, promotion included.
    #[inline]
    pub fn immediate_gain(&self, action: Move) -> i32 {
        let taken = match self.piece(action.to()) {
            Some(piece) if action.from().is_some() => capture_value(piece.kind),
            _ => 0,
        };
        taken + self.promotion_gain_of(action)
    }

    #[inline]
    fn promotion_gain_of(&self, action: Move) -> i32 {
        match action.from() {
            Some(from) if action.promotes() => promotion_gain(self.kind_on(from)),
            _ => 0,
        }
    }

    /// Whether the exchange that a legal move begins ends with at least `threshold` for the mover.
    pub fn exchange_is_at_least(&self, action: Move, threshold: i32) -> bool {
        let to = action.to();
        let mut balance = self.immediate_gain(action) - threshold;
        if balance < 0 {
            return false;
        }
        let (mut occupied, on_square) = match (action.from(), action.dropped()) {
            (Some(from), _) => {
                let kind = self.kind_on(from);
                let arrived = match action.promotes() {
                    true => kind.promoted().unwrap_or(kind),
                    false => kind,
                };
                (self.occupied() & !Bitboard::of(from), arrived)
            }
            (None, Some(kind)) => (self.occupied(), kind),
            (None, None) => return true,
        };
        occupied |= Bitboard::of(to);
        // The worst case: what moved is lost for nothing.
        balance -= capture_value(on_square);
        if balance >= 0 {
            return true;
        }
        let mut side = self.side().other();
        let mut attackers = self.all_attackers(to, occupied) & occupied;
        // Invariant: `balance` is what the player before `side` has over the threshold if the
        // piece on the square is lost; `mover_ahead` whether the original mover would be content.
        let mut mover_ahead = true;
        loop {
            attackers &= occupied;
            let own = attackers & self.pieces(side);
            let Some((from, kind)) = self.cheapest(own) else {
                break;
            };
            // A king may not capture what is defended.
            let rest = attackers & !Bitboard::of(from);
            if kind == Kind::King && (rest & self.pieces(side.other())).any() {
                break;
            }
            mover_ahead = !mover_ahead;
            balance = -balance - 1 - capture_value(kind);
            if balance >= 0 {
                break;
            }
            occupied &= !Bitboard::of(from);
            attackers |= self.opened_lines(to, from, occupied);
            side = side.other();
        }
        mover_ahead
    }

    /// The pieces of both sides that attack a square.
    fn all_attackers(&self, to: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_through(to, Player::First, occupied)
            | self.attackers_through(to, Player::Second, occupied)
    }

    /// Line pieces that attack the square now that `from` is empty.
    fn opened_lines(&self, to: Square, from: Square, occupied: Bitboard) -> Bitboard {
        let line = crate::attacks::line_through(to, from);
        if line.is_empty() {
            return Bitboard::EMPTY;
        }
        let through = |by| self.line_attackers(to, by, occupied);
        (through(Player::First) | through(Player::Second)) & line & occupied
    }

    fn cheapest(&self, among: Bitboard) -> Option<(Square, Kind)> {
        if among.is_empty() {
            return None;
        }
        ORDER.iter().find_map(|&kind| {
            let found = among & self.kind_set(kind);
            found.any().then(|| (found.first(), kind))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The threshold at which the answer changes is the value of the exchange.
    fn exchange(sfen: &str, action: &str) -> i32 {
        let board = Board::from_sfen(sfen).unwrap();
        let action = action.parse().unwrap();
        assert!(board.is_legal(action));
        (-5000..5000)
            .rev()
            .find(|&threshold| board.exchange_is_at_least(action, threshold))
            .unwrap()
    }

    #[test]
    fn both_sides_capture_for_as_long_as_it_pays() {
        let pawn = capture_value(Kind::Pawn);
        let rook = capture_value(Kind::Rook);
        let gold = capture_value(Kind::Gold);
        // An undefended pawn, one defended by a gold, and a gold that a rook takes.
        let free = "4k4/9/9/4p4/9/9/4R4/9/4K4 b - 1";
        assert_eq!(exchange(free, "5g5d"), pawn);
        let defended = "4k4/9/4g4/4p4/9/9/4R4/9/4K4 b - 1";
        assert_eq!(exchange(defended, "5g5d"), pawn - rook);
        // A lance behind the rook makes the answer an exchange too.
        let backed = "4k4/9/4g4/4p4/9/9/4R4/4L4/4K4 b - 1";
        assert_eq!(exchange(backed, "5g5d"), pawn - rook + gold);
        // A drop that is simply taken.
        let drop = "4k4/9/4g4/9/9/9/9/9/4K4 b S 1";
        assert_eq!(exchange(drop, "S*5d"), -capture_value(Kind::Silver));
        assert_eq!(exchange(drop, "S*7g"), 0);
        // A king does not take what is defended.
        let guarded = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
        assert_eq!(exchange(guarded, "G*5b"), 0);
    }
}
