//! The way of one moving stone: a piece of the world's track, put in its place.
//!
//! A path answers where its stone is at any frame, and when it first touches a stone that lies
//! still or another moving stone (whether it leaves the ice is told by [`super::exit`]). All of
//! these are decided at whole frames, as the official programs do.

use super::collision::{Body, TOUCH};
use super::course::Course;
use super::first_frame::{distance_to_origin_squared, first_frame};
use super::ice::Motion;
use super::rounding::Row;
use super::track::Sample;
use super::{Ice, Time};
use crate::Vector;

/// A stone on its way, from the frame it got its motion until it stops.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The frame it begins at.
    pub start: Time,
    /// Frames to go at the start, not necessarily whole.
    to_go: f64,
    /// Where it stops, if nothing happens.
    pub stop: Vector,
    /// The direction that the track's x axis has on the ice.
    pub(super) along: Vector,
    /// 1 if the stone curls left, -1 if right, 0 if it does not.
    side: f64,
    /// Slope of the line from the start to the stop on the track.
    chord: f64,
    /// What rounding does to stones of this final heading.
    row: Row,
    /// Spin at the start.
    spin: f64,
    /// Spin that the track takes from the start to the stop.
    spin_loss: f64,
    /// Place at the start.
    pub(super) origin: Vector,
    /// Velocity at the start, before it `glided`.
    pub(super) heading: Vector,
    /// The first frame at which the stone lies still.
    pub end: Time,
    /// Where the tangents at the start and at the stop meet: the path lies in the triangle of this
    /// point and both.
    corner: Vector,
    /// The box around it: its corners with the least and the greatest coordinates.
    pub low: Vector,
    /// See `low`.
    pub high: Vector,
}

impl Path {
    /// The path of a stone that is here at frame `start` and gets the motion it has `glided`
    /// frames later. It must move, and not be faster than the track goes.
    pub fn new(ice: &Ice, start: Time, body: &Body, glided: f64) -> Path {
        let Motion { velocity, spin } = body.motion;
        let side = if spin > 0.0 {
            1.0
        } else if spin < 0.0 {
            -1.0
        } else {
            0.0
        };
        let track = ice.track(side);
        let speed_squared = velocity.length_squared();
        let before = track.frames(speed_squared.sqrt());
        let heading = track.velocity(before);
        // The track's velocity there is as fast, so this is a unit vector.
        let along = velocity.turned(flip(heading, side).mirrored()) * (1.0 / speed_squared);
        let row = ice.rounding.row(along, side);
        let to_go = (before - glided).max(0.0);
        let drift = ice.course(side, row).drift(to_go);
        // The heading is `turn` left of the track's there: less than a thousandth of a degree.
        let along = along.turned(Vector::new(1.0, -drift.turn * side));
        let at = if to_go > 0.0 {
            track.at(to_go) + drift.shift
        } else {
            Vector::default()
        };
        let to_go = if to_go > 0.0 {
            (to_go + drift.frames).max(0.0)
        } else {
            0.0
        };
        let stop = body.at - flip(at, side).turned(along);
        // A curve that turns one way lies in the triangle of its ends and the point where the
        // tangents there meet, which lies on the track's x axis.
        let corner = if heading.y == 0.0 {
            stop
        } else {
            let x = at.x - at.y * heading.x / heading.y;
            stop + along * x.clamp(at.x.min(0.0), 0.0)
        };
        let least = |a: f64, b: f64, c: f64| a.min(b).min(c);
        let most = |a: f64, b: f64, c: f64| a.max(b).max(c);
        Path {
            start,
            to_go,
            stop,
            along,
            side,
            chord: if at.x < 0.0 { at.y / at.x } else { 0.0 },
            row,
            spin,
            spin_loss: if ice.takes_spin() {
                track.spin_loss(to_go)
            } else {
                0.0
            },
            origin: body.at,
            heading: velocity,
            end: start + round_up(to_go),
            corner,
            low: Vector::new(
                least(body.at.x, stop.x, corner.x),
                least(body.at.y, stop.y, corner.y),
            ),
            high: Vector::new(
                most(body.at.x, stop.x, corner.x),
                most(body.at.y, stop.y, corner.y),
            ),
        }
    }

    /// Frames to go at a frame; 0 once it has stopped.
    #[inline]
    fn left(&self, frame: Time) -> f64 {
        (self.to_go - f64::from(frame - self.start)).max(0.0)
    }

    #[inline]
    fn course<'a>(&self, ice: &'a Ice) -> Course<'a> {
        ice.course(self.side, self.row)
    }

    /// From the track to the ice.
    #[inline]
    fn on_ice(&self, at: Vector) -> Vector {
        self.stop + flip(at, self.side).turned(self.along)
    }

    /// From the ice to the track.
    #[inline]
    fn on_track(&self, at: Vector) -> Vector {
        flip((at - self.stop).turned(self.along.mirrored()), self.side)
    }

    /// Where the stone is.
    #[inline]
    pub fn at(&self, ice: &Ice, frame: Time) -> Vector {
        if frame == self.start {
            return self.origin;
        }
        let to_go = self.left(frame);
        if to_go == 0.0 {
            return self.stop;
        }
        self.on_ice(self.course(ice).at(to_go))
    }

    /// Where the stone is, and its velocity.
    #[inline]
    pub fn sample(&self, ice: &Ice, frame: Time) -> Sample {
        let left = self.left(frame);
        if left == 0.0 {
            return Sample {
                at: self.stop,
                velocity: Vector::default(),
            };
        }
        let sample = self.course(ice).sample(left);
        Sample {
            at: self.on_ice(sample.at),
            velocity: flip(sample.velocity, self.side).turned(self.along),
        }
    }

    /// The velocity; at the start, as it was before the friction that goes before.
    #[inline]
    pub fn velocity(&self, ice: &Ice, frame: Time) -> Vector {
        match frame == self.start {
            true => self.heading,
            false => self.sample(ice, frame).velocity,
        }
    }

    /// Where the stone is and how it moves.
    pub fn body(&self, ice: &Ice, frame: Time) -> Body {
        let Sample { at, velocity } = self.sample(ice, frame);
        let spin = self.spin_at(ice, frame, self.left(frame));
        Body {
            at,
            motion: Motion { velocity, spin },
        }
    }

    fn spin_at(&self, ice: &Ice, frame: Time, to_go: f64) -> f64 {
        if self.side == 0.0 {
            return 0.0;
        }
        if !ice.takes_spin() {
            // There a stone keeps its spin until it stops, and then has none.
            return if to_go == 0.0 { 0.0 } else { self.spin };
        }
        let mut lost = self.spin_loss - ice.track(self.side).spin_loss(to_go);
        if to_go == 0.0 {
            let still = f64::from(frame - self.start) - self.to_go;
            lost += still * ice.world().spin_loss(0.0);
        }
        (self.spin.abs() - lost).max(0.0) * self.side
    }

    /// The first frame at which the stone has lost its spin while it still moves.
    pub fn straightens(&self, ice: &Ice) -> Option<Time> {
        // What the track would take beyond what there is.
        let lacking = self.spin_loss - self.spin.abs();
        if self.side == 0.0 || lacking <= 0.0 {
            return None;
        }
        let track = ice.track(self.side);
        let (mut low, mut high) = (0, self.to_go as Time + 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if track.spin_loss((self.to_go - f64::from(middle)).max(0.0)) > lacking {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(self.start + high)
    }

    /// Whether a stone at this place could be touched at all.
    #[inline]
    pub fn comes_near(&self, target: Vector) -> bool {
        (target.x >= self.low.x - TOUCH)
            & (target.x <= self.high.x + TOUCH)
            & (target.y >= self.low.y - TOUCH)
            & (target.y <= self.high.y + TOUCH)
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
        let beyond_chord = y - self.chord * x.min(0.0) > 1.25 * TOUCH + SLACK;
        (!(beyond_tangent | beyond_chord)).then_some(x)
    }

    /// Whether a stone on that path could be touched at all.
    #[inline]
    pub fn comes_near_path(&self, other: &Path) -> bool {
        (self.low.x - other.high.x <= TOUCH)
            & (self.low.y - other.high.y <= TOUCH)
            & (other.low.x - self.high.x <= TOUCH)
            & (other.low.y - self.high.y <= TOUCH)
    }

    /// How far before the stop the stone is, in the sense of [`Path::ahead`].
    #[inline]
    pub fn ahead_at(&self, ice: &Ice, frame: Time) -> f64 {
        self.on_track(self.at(ice, frame)).x
    }

    /// Whether this path and another lead away from each other from a frame on: neither comes back
    /// over the line across the gap between both stones at that frame.
    pub fn parts_from(&self, ice: &Ice, other: &Path, frame: Time) -> bool {
        let (here, there) = (self.at(ice, frame), other.at(ice, frame));
        let gap = there - here;
        // What is left of a path lies in the triangle of its ends and its corner.
        let way = |path: &Path, at: Vector| [path.stop - at, path.corner - at];
        gap.length_squared() >= TOUCH * TOUCH
            && way(self, here).iter().all(|way| gap.dot(*way) <= 0.0)
            && way(other, there).iter().all(|way| gap.dot(*way) >= 0.0)
    }

    /// The first frame after `from` at which the stone touches one that lies at `target`.
    pub fn meets_still(&self, ice: &Ice, target: Vector, from: Time) -> Option<Time> {
        let course = self.course(ice);
        let now = self.left(from);
        let entry = course.enters(self.on_track(target), TOUCH, now)?;
        // The moment of touching, rounded up to a whole frame; or to the next, if it hangs on the
        // last bits. A touch that is over by then never happened.
        let frame = from + round_up(now - entry).max(1);
        let touches =
            |frame: &Time| (self.at(ice, *frame) - target).length_squared() < TOUCH * TOUCH;
        [frame, frame + 1].into_iter().find(touches)
    }

    /// The first frame after `from` at which the stone touches another that moves too.
    pub fn meets_moving(&self, ice: &Ice, other: &Path, from: Time) -> Option<Time> {
        let (end, other_end) = (self.end, other.end);
        let ends = [end.min(other_end), end.max(other_end)];
        let between = |frame| self.at(ice, frame) - other.at(ice, frame);
        first_frame(ice, from, ends, between, |a, b, slack| {
            // Both ends bend: twice the slack.
            let reach = TOUCH + 2.0 * slack;
            distance_to_origin_squared(a, b) >= reach * reach
        })
    }
}

/// The least whole number not below a number that is not negative.
#[inline]
fn round_up(x: f64) -> Time {
    let below = x as Time;
    below + Time::from(f64::from(below) < x)
}

/// Mirrors a point of the track for a stone that curls right.
#[inline]
fn flip(at: Vector, side: f64) -> Vector {
    if side < 0.0 { at.mirrored() } else { at }
}
