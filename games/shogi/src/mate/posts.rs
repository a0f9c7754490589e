//! Where checks come from.

use crate::attacks::{bishop_attacks, lance_ray, rook_attacks, step_attacks};
use crate::{Bitboard, Kind, Square};
use yomi_core::Player;

/// The squares from which pieces would give check, those left out from which the check would
/// surely be blocked.
pub(super) struct Posts {
    pub pawn: Bitboard,
    pub lance: Bitboard,
    pub knight: Bitboard,
    pub silver: Bitboard,
    pub gold: Bitboard,
    pub bishop: Bitboard,
    pub rook: Bitboard,
    /// For whatever attacks all squares around it.
    pub around: Bitboard,
}

impl Posts {
    #[inline]
    pub fn new(king: Square, defender: Player, occupied: Bitboard, blocks_lines: bool) -> Posts {
        let steps = |kind| step_attacks(kind, defender, king);
        let pawn = steps(Kind::Pawn);
        let (lance, bishop, rook) = match blocks_lines {
            // A horse steps where a rook slides, a dragon where a bishop does.
            true => (pawn, steps(Kind::Dragon), steps(Kind::Horse)),
            false => {
                let rook = rook_attacks(king, occupied);
                let lance = rook & lance_ray(defender, king);
                (lance, bishop_attacks(king, occupied), rook)
            }
        };
        Posts {
            pawn,
            lance,
            knight: steps(Kind::Knight),
            silver: steps(Kind::Silver),
            gold: steps(Kind::Gold),
            bishop,
            rook,
            around: steps(Kind::King),
        }
    }

    #[inline]
    pub fn of(&self, kind: Kind) -> Bitboard {
        match kind {
            Kind::Pawn => self.pawn,
            Kind::Lance => self.lance,
            Kind::Knight => self.knight,
            Kind::Silver => self.silver,
            Kind::Bishop => self.bishop,
            Kind::Rook => self.rook,
            Kind::Horse => self.bishop | self.around,
            Kind::Dragon => self.rook | self.around,
            Kind::King => Bitboard::EMPTY,
            _ => self.gold,
        }
    }
}

/// The squares attacked by the pawns of a side.
#[inline]
pub(super) fn forward(pawns: Bitboard, owner: Player) -> Bitboard {
    match owner {
        Player::First => Bitboard(pawns.0 >> 1),
        Player::Second => Bitboard(pawns.0 << 1),
    }
}

/// The squares within two steps of a king.
pub(super) static NEAR: [Bitboard; Square::COUNT] = {
    let mut near = [Bitboard::EMPTY; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let mut b = 0;
        while b < Square::COUNT {
            let files = (a / 9).abs_diff(b / 9);
            let ranks = (a % 9).abs_diff(b % 9);
            if files <= 2 && ranks <= 2 {
                near[a].0 |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    near
};
