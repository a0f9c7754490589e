//! The colours: light ice, calm rings, two sides that differ in lightness as well as in hue; light wood for boards
//! with stones.

use crate::picture::Paint;
use yomi_core::Player;

/// Around the sheet.
pub(crate) const GROUND: Paint = Paint::rgb(0xe2e9ef);
/// The sheet.
pub(crate) const ICE: Paint = Paint::rgb(0xf6fafd);
/// The outer ring of the house.
pub(crate) const OUTER_RING: Paint = Paint::rgb(0xc3daec);
/// The ring around the centre.
pub(crate) const INNER_RING: Paint = Paint::rgb(0xf0cdc6);
/// Lines across and along the ice.
pub(crate) const LINE: Paint = Paint::rgb(0x9fb2c1);
/// The hog lines.
pub(crate) const HOG_LINE: Paint = Paint::rgb(0xd98b80);
/// The granite of a stone.
pub(crate) const GRANITE: Paint = Paint::rgb(0x4f5b66);
/// Text on the ground, and marks.
pub(crate) const INK: Paint = Paint::rgb(0x2c3a47);

/// A board with stones.
pub(crate) const WOOD: Paint = Paint::rgb(0xeed9ae);
/// The lines on it.
pub(crate) const WOOD_LINE: Paint = Paint::rgb(0x6b5836);

/// The colour of a side's stones on wood, and that of their edges: black for the first player.
pub(crate) fn stone(side: Player) -> [Paint; 2] {
    match side {
        Player::First => [Paint::rgb(0x1d2227), Paint::rgb(0x000000)],
        Player::Second => [Paint::rgb(0xfafaf7), Paint::rgb(0x55554f)],
    }
}

/// The colours of a side.
pub(crate) struct Team {
    /// Of the handle of a stone.
    pub handle: Paint,
    /// Of the number on it.
    pub number: Paint,
    /// Of the path it takes, dark enough for a thin line on ice.
    pub path: Paint,
}

/// Red for the first player, yellow for the second.
pub(crate) fn team(side: Player) -> Team {
    match side {
        Player::First => Team {
            handle: Paint::rgb(0xc9473d),
            number: Paint::rgb(0xffffff),
            path: Paint::rgb(0xb8392f),
        },
        Player::Second => Team {
            handle: Paint::rgb(0xf5c445),
            number: Paint::rgb(0x3d2e05),
            path: Paint::rgb(0xb98512),
        },
    }
}
