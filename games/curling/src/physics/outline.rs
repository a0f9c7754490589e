//! What is around a path: whether a stone could be touched from it at all.
//!
//! A curve that turns one way lies in the triangle of its ends and the point where the tangents
//! there meet. The box around that triangle and the strip along the path rule most stones out.

use super::collision::TOUCH;
use super::path::Path;
use crate::Vector;

/// The surroundings of a path.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// Slope of the line from the start to the stop on the track.
    chord: f64,
    /// Where the tangents at the start and at the stop meet: the path lies in the triangle of this
    /// point and both.
    corner: Vector,
    /// The box around it: its corners with the least and the greatest coordinates.
    pub low: Vector,
    /// See `low`.
    pub high: Vector,
}

impl Outline {
    /// That of a single place.
    #[inline]
    pub fn of_point(at: Vector) -> Outline {
        Outline {
            chord: 0.0,
            corner: at,
            low: at,
            high: at,
        }
    }

    /// That of a whole path.
    pub fn of(path: &Path) -> Outline {
        let (origin, stop, from, bearing) = (path.origin, path.stop, path.from, path.bearing);
        // The tangents meet on the track's x axis.
        let corner = if bearing.y == 0.0 {
            stop
        } else {
            let x = from.x - from.y * bearing.x / bearing.y;
            stop + path.along * x.clamp(from.x.min(0.0), 0.0)
        };
        let least = |a: f64, b: f64, c: f64| a.min(b).min(c);
        let most = |a: f64, b: f64, c: f64| a.max(b).max(c);
        Outline {
            chord: if from.x < 0.0 { from.y / from.x } else { 0.0 },
            corner,
            low: Vector::new(
                least(origin.x, stop.x, corner.x),
                least(origin.y, stop.y, corner.y),
            ),
            high: Vector::new(
                most(origin.x, stop.x, corner.x),
                most(origin.y, stop.y, corner.y),
            ),
        }
    }
}

impl Path {
    /// Whether a stone at this place could be touched at all.
    #[inline]
    pub fn comes_near(&self, target: Vector) -> bool {
        (target.x >= self.outline.low.x - TOUCH)
            & (target.x <= self.outline.high.x + TOUCH)
            & (target.y >= self.outline.low.y - TOUCH)
            & (target.y <= self.outline.high.y + TOUCH)
    }

    /// How far before the stop a place lies (a negative number), measured along the final heading,
    /// if the strip in which a stone on this path touches others covers it.
    ///
    /// The curve lies between its final tangent and its chord. Both differ from the final heading
    /// by less than 0.6 radians, so what is farther than 1.25 times the reach from the chord,
    /// measured across the final heading, is out of reach.
    #[inline]
    pub fn ahead(&self, target: Vector) -> Option<f64> {
        const SLACK: f64 = 0.01;
        let Vector { x, y } = self.on_track(target);
        let beyond_tangent = y < -TOUCH - SLACK;
        let beyond_chord = y - self.outline.chord * x.min(0.0) > 1.25 * TOUCH + SLACK;
        (!(beyond_tangent | beyond_chord)).then_some(x)
    }

    /// Whether a stone on that path could be touched at all.
    #[inline]
    pub fn comes_near_path(&self, other: &Path) -> bool {
        (self.outline.low.x - other.outline.high.x <= TOUCH)
            & (self.outline.low.y - other.outline.high.y <= TOUCH)
            & (other.outline.low.x - self.outline.high.x <= TOUCH)
            & (other.outline.low.y - self.outline.high.y <= TOUCH)
    }

    /// Whether this path and another lead away from each other from these places on: neither comes
    /// back over the line across the gap between them.
    pub fn parts_from(&self, other: &Path, [here, there]: [Vector; 2]) -> bool {
        let gap = there - here;
        // What is left of a path lies in the triangle of its ends and its corner.
        let way = |path: &Path, at: Vector| [path.stop - at, path.outline.corner - at];
        gap.length_squared() >= TOUCH * TOUCH
            && way(self, here).iter().all(|way| gap.dot(*way) <= 0.0)
            && way(other, there).iter().all(|way| gap.dot(*way) >= 0.0)
    }
}
