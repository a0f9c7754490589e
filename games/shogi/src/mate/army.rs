//! One side's pieces sorted by how they attack: what squares next to a king are guarded with.

use crate::attacks::{between, bishop_rays, lance_ray, rook_rays, step_attacks};
use crate::{Bitboard, Board, Kind, Square};
use yomi_core::Player;

/// The pieces of one side by the ways they attack. Promoted line pieces are in two sets.
pub(super) struct Army {
    /// Whoever they attack.
    enemy: Player,
    pub pawns: Bitboard,
    pub knights: Bitboard,
    pub silvers: Bitboard,
    pub golds: Bitboard,
    /// Everything that attacks all squares around it: the king, horses and dragons.
    pub all_round: Bitboard,
    pub lances: Bitboard,
    /// Bishops and horses.
    pub bishops: Bitboard,
    /// Rooks and dragons.
    pub rooks: Bitboard,
}

impl Army {
    #[inline]
    pub fn new(board: &Board, owner: Player) -> Army {
        let of = |kind| board.of_kind(owner, kind);
        let (horses, dragons) = (of(Kind::Horse), of(Kind::Dragon));
        Army {
            enemy: owner.other(),
            pawns: of(Kind::Pawn),
            knights: of(Kind::Knight),
            silvers: of(Kind::Silver),
            golds: board.golden(owner),
            all_round: of(Kind::King) | horses | dragons,
            lances: of(Kind::Lance),
            bishops: of(Kind::Bishop) | horses,
            rooks: of(Kind::Rook) | dragons,
        }
    }

    /// Whether any of them but those on `gone` attacks a square, with these squares occupied.
    #[inline]
    pub fn attacks(&self, square: Square, gone: Bitboard, occupied: Bitboard) -> bool {
        // Whoever attacks a square stands where the same piece of the other side would look to.
        let seen = |kind| step_attacks(kind, self.enemy, square);
        let steps = (seen(Kind::Pawn) & self.pawns)
            | (seen(Kind::Knight) & self.knights)
            | (seen(Kind::Silver) & self.silvers)
            | (seen(Kind::Gold) & self.golds)
            | (seen(Kind::King) & self.all_round);
        (steps & !gone).any() || self.looks_along(square, gone, occupied)
    }

    /// Whether any of them but those on `gone` attacks a square along a line.
    #[inline]
    pub fn looks_along(&self, square: Square, gone: Bitboard, occupied: Bitboard) -> bool {
        let open = |from| (between(square, from) & occupied).is_empty();
        (self.aimed(square) & !gone).iter().any(open)
    }

    /// Those but the ones on `gone` that attack a square along a line.
    #[inline]
    pub fn lines_to(&self, square: Square, gone: Bitboard, occupied: Bitboard) -> Bitboard {
        let open = |from: &Square| (between(square, *from) & occupied).is_empty();
        (self.aimed(square) & !gone).iter().filter(open).collect()
    }

    /// Those that would attack a square along a line if nothing stood between.
    #[inline]
    pub fn aimed(&self, square: Square) -> Bitboard {
        (lance_ray(self.enemy, square) & self.lances)
            | (bishop_rays(square) & self.bishops)
            | (rook_rays(square) & self.rooks)
    }
}
