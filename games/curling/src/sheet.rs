//! The two worlds and their sheets of ice.
//!
//! Each world keeps the coordinates its programs use: positions and shots go to and from servers,
//! logs and reference data unchanged.

use crate::{STONE_RADIUS, Vector};

yomi_core::choices! {
    /// Whose physics and whose coordinates.
    pub enum World {
        /// Digital Curling 2, as used up to 2020: the tee at (2.375, 4.88), y falls towards it.
        Dc2 = "dc2",
        /// Digital Curling 3 and 4 (physics "FCV1"): thrown from (0, 0), y grows towards the tee.
        Fcv1 = "fcv1",
    }
}

/// A line that the centre of a moving stone must not reach.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// Its direction off the ice.
    pub normal: Vector,
    offset: f64,
}

impl Edge {
    /// How far beyond the line a stone's centre is; negative before it.
    #[inline]
    pub fn beyond(&self, at: Vector) -> f64 {
        self.normal.dot(at) - self.offset
    }
}

/// A stone thrown backwards is gone after so many metres.
const BEHIND_RELEASE: f64 = 2.0;

/// The lines on the ice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sheet {
    /// x of the side line on the left, as the thrower sees it.
    pub left: f64,
    /// x of the side line on the right.
    pub right: f64,
    /// The centre of the house.
    pub tee: Vector,
    /// y of the hog line before the house.
    pub hog_line: f64,
    /// y of the line behind the house.
    pub back_line: f64,
    /// Where a stone is let go.
    pub release: Vector,
    /// Radius of the house.
    pub house_radius: f64,
    /// A stone up to this far from the tee counts.
    pub counting_radius: f64,
    /// 1 if y grows towards the house, -1 if it falls.
    pub forward: f64,
}

const DC2: Sheet = Sheet {
    left: 0.0,
    right: 4.75,
    tee: Vector::new(2.375, 4.88),
    hog_line: 11.28,
    back_line: 3.05,
    release: Vector::new(2.375, 41.28),
    house_radius: 1.83,
    // The official program rounds the stone's radius up when it counts.
    counting_radius: 1.98,
    forward: -1.0,
};

const FCV1: Sheet = Sheet {
    left: -2.375,
    right: 2.375,
    tee: Vector::new(0.0, 38.405),
    hog_line: 32.004,
    back_line: 40.234,
    release: Vector::new(0.0, 0.0),
    house_radius: 1.829,
    counting_radius: 1.829 + STONE_RADIUS,
    forward: 1.0,
};

impl World {
    /// The sheet of this world.
    pub const fn sheet(self) -> &'static Sheet {
        match self {
            World::Dc2 => &DC2,
            World::Fcv1 => &FCV1,
        }
    }

    /// The edges of this world's sheet ([`Sheet::edges`]).
    #[inline]
    pub fn edges(self) -> &'static [Edge; 4] {
        const OF_DC2: [Edge; 4] = DC2.edges();
        const OF_FCV1: [Edge; 4] = FCV1.edges();
        match self {
            World::Dc2 => &OF_DC2,
            World::Fcv1 => &OF_FCV1,
        }
    }
}

impl Sheet {
    /// How far a point lies beyond a line across the sheet, seen from the thrower.
    #[inline]
    fn beyond(&self, y: f64, line: f64) -> f64 {
        (y - line) * self.forward
    }

    /// Whether a moving stone is still on the ice: clear of both side lines, not wholly behind the
    /// back line, and not gone backwards from where it was let go.
    #[inline]
    pub fn on_ice(&self, at: Vector) -> bool {
        at.x > self.left + STONE_RADIUS
            && at.x < self.right - STONE_RADIUS
            && self.beyond(at.y, self.back_line) < STONE_RADIUS
            && self.beyond(at.y, self.release.y) > -BEHIND_RELEASE
    }

    /// Whether a stone that lies here has wholly crossed the hog line.
    #[inline]
    pub fn past_hog_line(&self, at: Vector) -> bool {
        self.beyond(at.y, self.hog_line) > STONE_RADIUS
    }

    /// Whether a stone that lies here touches the house.
    #[inline]
    pub fn in_house(&self, at: Vector) -> bool {
        at.distance(self.tee) < self.house_radius + STONE_RADIUS
    }

    /// Whether a stone lies in the free guard zone: between the hog line and the tee line, wholly,
    /// and not in the house.
    #[inline]
    pub fn in_free_guard_zone(&self, at: Vector) -> bool {
        self.past_hog_line(at)
            && self.beyond(at.y, self.tee.y) < -STONE_RADIUS
            && !self.in_house(at)
    }

    /// Whether a stone that lies here touches the centre line.
    #[inline]
    pub fn on_centre_line(&self, at: Vector) -> bool {
        (at.x - self.tee.x).abs() <= STONE_RADIUS
    }

    /// The lines that a moving stone must not reach: both sides, the back, and far behind the one
    /// who throws.
    pub const fn edges(&self) -> [Edge; 4] {
        const fn edge(x: f64, y: f64, offset: f64) -> Edge {
            let normal = Vector::new(x, y);
            Edge { normal, offset }
        }
        let back = self.back_line * self.forward + 2.0 * STONE_RADIUS;
        let behind = BEHIND_RELEASE - self.release.y * self.forward;
        [
            edge(-1.0, 0.0, -self.left - STONE_RADIUS),
            edge(1.0, 0.0, self.right - STONE_RADIUS),
            edge(0.0, self.forward, back - STONE_RADIUS),
            edge(0.0, -self.forward, behind),
        ]
    }

    /// The point as seen in a mirror along the centre line.
    #[must_use]
    pub fn mirror(&self, at: Vector) -> Vector {
        Vector::new(self.left + self.right - at.x, at.y)
    }
}
