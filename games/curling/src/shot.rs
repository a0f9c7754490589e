//! The action of a player: a throw.

use crate::Vector;
use serde::{Deserialize, Serialize};

/// Which way a thrown stone turns, seen from above by the one who throws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spin {
    /// Clockwise: curls to the right, towards greater x in both worlds.
    Cw,
    /// Counter-clockwise: curls to the left.
    Ccw,
}

impl Spin {
    /// Both.
    pub const BOTH: [Spin; 2] = [Spin::Cw, Spin::Ccw];

    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Spin {
        match self {
            Spin::Cw => Spin::Ccw,
            Spin::Ccw => Spin::Cw,
        }
    }

    /// `cw` or `ccw`.
    pub fn name(self) -> &'static str {
        match self {
            Spin::Cw => "cw",
            Spin::Ccw => "ccw",
        }
    }
}

/// A throw: how fast, where to, and how the stone turns.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Velocity at the release, in metres per second.
    pub velocity: Vector,
    /// Which way it turns.
    pub spin: Spin,
}

impl Shot {
    /// A throw with this velocity and spin.
    pub const fn new(vx: f64, vy: f64, spin: Spin) -> Shot {
        Shot {
            velocity: Vector::new(vx, vy),
            spin,
        }
    }
}
