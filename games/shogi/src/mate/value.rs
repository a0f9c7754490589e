//! Proof and disproof numbers, and what they are about.

use crate::{Hand, Kind};

/// Proof and disproof numbers saturate here.
pub(super) const INFINITE: u32 = 1 << 30;

/// A disproof that depends on no position of the path.
pub(super) const NOTHING: u16 = u16::MAX;

/// How far a position is from proof and disproof, from the point of view of its side to move:
/// `phi` from what that side wants, `delta` from what it does not want. Solved if one is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub phi: u32,
    pub delta: u32,
    /// Plies to mate, of a proven position, as far as known.
    pub length: u16,
    /// For a disproof: the ply of the path's first position whose repetition it counts on.
    pub depends: u16,
}

impl Value {
    /// Of a position about which nothing is known.
    pub const OPEN: Value = Value {
        phi: 1,
        delta: 1,
        length: 0,
        depends: NOTHING,
    };

    /// Of a mate in so many plies.
    pub const fn mate(length: u16, attacking: bool) -> Value {
        let (phi, delta) = if attacking {
            (0, INFINITE)
        } else {
            (INFINITE, 0)
        };
        Value {
            phi,
            delta,
            length,
            depends: NOTHING,
        }
    }

    /// Of a position without mate, if the one on ply `depends` of the path has none.
    pub const fn no_mate(attacking: bool, depends: u16) -> Value {
        Value {
            length: 0,
            depends,
            ..Value::mate(0, !attacking)
        }
    }

    pub const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Whether it is a mate.
    pub const fn is_proof(self, attacking: bool) -> bool {
        (if attacking { self.phi } else { self.delta }) == 0
    }
}

/// A position as the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The board, who moves and who attacks.
    pub key: u64,
    /// The attacker's hand.
    pub hand: Hand,
}

impl Place {
    /// The hash of a path that goes on to here.
    pub fn after(self, path: u64) -> u64 {
        let mut word = path ^ self.key;
        word = (word ^ (word >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        for kind in Kind::HAND {
            word = word
                .wrapping_mul(31)
                .wrapping_add(u64::from(self.hand.count(kind)));
        }
        word ^ (word >> 32)
    }
}
