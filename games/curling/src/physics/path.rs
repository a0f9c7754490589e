//! The way of one moving stone: a piece of the world's track, put in its place.
//!
//! A path answers where its stone is at any frame, and when it first touches a stone that lies
//! still or another moving stone (whether it leaves the ice is told by [`super::exit`]). All of
//! these are decided at whole frames, as the official programs do.

use super::collision::{Body, TOUCH};
use super::course::Course;
use super::first_frame::{distance_to_origin_squared, first_frame};
use super::ice::Motion;
use super::outline::Outline;
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
    /// Place on the track at the start.
    pub(super) from: Vector,
    /// Velocity on the track at the start, before it `glided`.
    pub(super) bearing: Vector,
    /// Place and velocity at the start, once somebody asked for them.
    begins: Option<Sample>,
    /// What is around it, once that is drawn ([`Path::draw`]); until then the start alone.
    pub(super) outline: Outline,
}

impl Path {
    /// The path of a stone that is here at frame `start` and gets the motion it has `glided`
    /// frames later. It must move, and not be faster than the track goes.
    pub fn new(ice: &Ice, start: Time, body: &Body, glided: f64) -> Path {
        let mut path = Path::begin(ice, start, body, glided);
        path.draw(ice);
        path
    }

    /// [`Path::new`] without what only later frames need. A stone that is pressed gets a path that
    /// lasts one frame.
    pub(super) fn begin(ice: &Ice, start: Time, body: &Body, glided: f64) -> Path {
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
        Path {
            start,
            to_go,
            stop: body.at - flip(at, side).turned(along),
            along,
            side,
            row,
            spin,
            spin_loss: 0.0,
            origin: body.at,
            heading: velocity,
            end: start + round_up(to_go),
            from: at,
            bearing: heading,
            begins: None,
            outline: Outline::of_point(body.at),
        }
    }

    /// Works out what later frames need.
    pub(super) fn draw(&mut self, ice: &Ice) {
        if ice.takes_spin() {
            self.spin_loss = ice.track(self.side).spin_loss(self.to_go);
        }
        self.outline = Outline::of(self);
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
    pub(super) fn on_track(&self, at: Vector) -> Vector {
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
        match self.begins {
            Some(sample) if frame == self.start => sample,
            _ => self.sample_anew(ice, frame),
        }
    }

    /// [`Path::sample`], kept if the path begins now: whoever asks whether stones are pressed wants
    /// it more than once.
    #[inline]
    pub(super) fn sample_now(&mut self, ice: &Ice, now: Time) -> Sample {
        if now != self.start {
            return self.sample_anew(ice, now);
        }
        if let Some(sample) = self.begins {
            return sample;
        }
        let sample = self.sample_anew(ice, now);
        self.begins = Some(sample);
        sample
    }

    fn sample_anew(&self, ice: &Ice, frame: Time) -> Sample {
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
        if frame == self.start {
            return self.spin;
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

    /// How far before the stop the stone is, in the sense of [`Path::ahead`].
    #[inline]
    pub fn ahead_at(&self, ice: &Ice, frame: Time) -> f64 {
        self.on_track(self.at(ice, frame)).x
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

    /// The first frame after `from` at which the stone touches another that moves too; `apart` is
    /// how it lies from the other at `from`.
    pub fn meets_moving(&self, ice: &Ice, other: &Path, from: Time, apart: Vector) -> Option<Time> {
        let (end, other_end) = (self.end, other.end);
        let ends = [end.min(other_end), end.max(other_end)];
        let between = |frame| self.at(ice, frame) - other.at(ice, frame);
        first_frame(ice, (from, apart), ends, between, |a, b, slack| {
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
    // A factor instead of a choice: exact too, and without a branch.
    let mirror = if side < 0.0 { -1.0 } else { 1.0 };
    Vector::new(at.x, at.y * mirror)
}
