//! The way of one moving stone: a piece of the world's track, put in its place.
//!
//! A path answers where its stone is at any frame, and when it first does something: touches a
//! stone that lies still, touches another moving stone, or leaves the ice. All of these are
//! decided at whole frames, as the official programs do.

use super::collision::{Body, TOUCH};
use super::ice::{FRAME, Motion};
use super::track::{Sample, Track};
use super::{Ice, Time};
use crate::{Sheet, Vector};

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
    along: Vector,
    /// 1 if the stone curls left, -1 if right, 0 if it does not.
    side: f64,
    /// Spin at the start.
    spin: f64,
    /// Spin that the track takes from the start to the stop.
    spin_loss: f64,
}

impl Path {
    /// The path of a stone from this frame on. It must not be faster than the track goes.
    pub fn new(ice: &Ice, start: Time, body: &Body) -> Path {
        let Motion { velocity, spin } = body.motion;
        let side = if spin > 0.0 {
            1.0
        } else if spin < 0.0 {
            -1.0
        } else {
            0.0
        };
        let track = ice.track(side);
        let speed = velocity.length();
        let to_go = track.frames(speed);
        let sample = track.sample(to_go);
        let (at, heading) = (flip(sample.at, side), flip(sample.velocity, side));
        let along = velocity.turned(heading.mirrored());
        let along = along * (1.0 / along.length());
        Path {
            start,
            to_go,
            stop: body.at - at.turned(along),
            along,
            side,
            spin,
            spin_loss: if side == 0.0 {
                0.0
            } else {
                track.spin_loss(to_go)
            },
        }
    }

    /// Frames to go at a frame; 0 once it has stopped.
    #[inline]
    fn to_go(&self, frame: Time) -> f64 {
        (self.to_go - f64::from(frame - self.start)).max(0.0)
    }

    /// The first frame at which the stone lies still.
    #[inline]
    pub fn end(&self) -> Time {
        self.start + self.to_go.ceil() as Time
    }

    /// Where the stone is.
    #[inline]
    pub fn at(&self, ice: &Ice, frame: Time) -> Vector {
        let to_go = self.to_go(frame);
        if to_go == 0.0 {
            return self.stop;
        }
        let at = ice.track(self.side).at(to_go);
        self.stop + flip(at, self.side).turned(self.along)
    }

    /// Where the stone is and how it moves.
    pub fn body(&self, ice: &Ice, frame: Time) -> Body {
        let to_go = self.to_go(frame);
        let track = ice.track(self.side);
        let (at, velocity) = if to_go == 0.0 {
            (self.stop, Vector::default())
        } else {
            let sample = track.sample(to_go);
            (
                self.stop + flip(sample.at, self.side).turned(self.along),
                flip(sample.velocity, self.side).turned(self.along),
            )
        };
        let spin = self.spin_at(ice, frame, to_go);
        Body {
            at,
            motion: Motion { velocity, spin },
        }
    }

    fn spin_at(&self, ice: &Ice, frame: Time, to_go: f64) -> f64 {
        if self.side == 0.0 {
            return 0.0;
        }
        let mut lost = self.spin_loss - ice.track(self.side).spin_loss(to_go);
        if to_go == 0.0 {
            let still = f64::from(frame) - (f64::from(self.start) + self.to_go);
            if !ice.keeps_spin_at_rest() {
                return 0.0;
            }
            lost += still * ice.world().spin_loss(0.0);
        }
        (self.spin.abs() - lost).max(0.0) * self.side
    }

    /// The first frame at which the stone has lost its spin while it still moves.
    pub fn straightens(&self, ice: &Ice) -> Option<Time> {
        if self.side == 0.0 || self.spin_loss <= self.spin.abs() {
            return None;
        }
        // Spin left at the stop is negative: the time lies on the track.
        let track = ice.track(self.side);
        let left_over = self.spin_loss - self.spin.abs();
        let (mut low, mut high) = (0, self.to_go as Time + 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if track.spin_loss((self.to_go - f64::from(middle)).max(0.0)) > left_over {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(self.start + high)
    }

    /// The first frame after `from` at which the stone touches one that lies at `target`.
    pub fn meets_still(&self, ice: &Ice, target: Vector, from: Time) -> Option<Time> {
        let track = ice.track(self.side);
        let target = flip(
            (target - self.stop).turned(self.along.mirrored()),
            self.side,
        );
        let now = self.to_go(from);
        // Where the stone comes closest. Two steps from abeam: the curve is almost straight.
        let mut closest = track.frames_at(-target.x).min(now);
        let mut sample = track.sample(closest);
        let mut gap = target - sample.at;
        let beside = gap.x * sample.velocity.y - gap.y * sample.velocity.x;
        const FAR: f64 = TOUCH + 0.05;
        if closest > 0.0 && beside * beside > FAR * FAR * sample.velocity.length_squared() {
            return None;
        }
        for _ in 0..2 {
            let ahead = gap.dot(sample.velocity);
            closest = further(track, &sample, ahead).min(now);
            sample = track.sample(closest);
            gap = target - sample.at;
        }
        let depth = TOUCH * TOUCH - gap.length_squared();
        if depth <= 0.0 {
            return None;
        }
        let entry = entry(track, target, &sample, depth).min(now);
        // The moment of touching, rounded up to a whole frame.
        let wait = ((now - entry).ceil()).max(1.0);
        let to_go = (now - wait).max(0.0);
        let touches = (target - track.at(to_go)).length_squared() < TOUCH * TOUCH;
        touches.then(|| from + wait as Time)
    }

    /// The box around the rest of the path: its corners with the least and the greatest
    /// coordinates.
    ///
    /// A curve that turns one way lies in the triangle of its ends and the point where the
    /// tangents there meet.
    pub fn bounds(&self, ice: &Ice, from: Time) -> (Vector, Vector) {
        let to_go = self.to_go(from);
        let sample = ice.track(self.side).sample(to_go);
        let start = self.stop + flip(sample.at, self.side).turned(self.along);
        let mut low = Vector::new(start.x.min(self.stop.x), start.y.min(self.stop.y));
        let mut high = Vector::new(start.x.max(self.stop.x), start.y.max(self.stop.y));
        if sample.velocity.y != 0.0 {
            let x = sample.at.x - sample.at.y * sample.velocity.x / sample.velocity.y;
            let corner = self.stop + self.along * x.clamp(sample.at.x, 0.0);
            low = Vector::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Vector::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        (low, high)
    }

    /// The first frame after `from` at which the stone is off the ice.
    pub fn leaves(&self, ice: &Ice, sheet: &Sheet, from: Time) -> Option<Time> {
        let (low, high) = self.bounds(ice, from);
        if sheet.on_ice(low) && sheet.on_ice(high) {
            return None;
        }
        first_frame(
            ice,
            from,
            self.end(),
            |frame| self.at(ice, frame),
            |a, b, slack| {
                let low = Vector::new(a.x.min(b.x) - slack, a.y.min(b.y) - slack);
                let high = Vector::new(a.x.max(b.x) + slack, a.y.max(b.y) + slack);
                sheet.on_ice(low) && sheet.on_ice(high)
            },
        )
    }

    /// The first frame after `from` at which the stone touches another that moves too.
    pub fn meets_moving(&self, ice: &Ice, other: &Path, from: Time) -> Option<Time> {
        let (low, high) = self.bounds(ice, from);
        let (other_low, other_high) = other.bounds(ice, from);
        if low.x - other_high.x > TOUCH
            || low.y - other_high.y > TOUCH
            || other_low.x - high.x > TOUCH
            || other_low.y - high.y > TOUCH
        {
            return None;
        }
        let end = self.end().max(other.end());
        let between = |frame| self.at(ice, frame) - other.at(ice, frame);
        first_frame(ice, from, end, between, |a, b, slack| {
            // Both ends bend: twice the slack.
            let reach = TOUCH + 2.0 * slack;
            distance_to_origin_squared(a, b) >= reach * reach
        })
    }
}

/// Mirrors a point of the track for a stone that curls right.
#[inline]
fn flip(at: Vector, side: f64) -> Vector {
    if side < 0.0 { at.mirrored() } else { at }
}

/// Frames to go where a stone has gone on (or back, if negative) from a sample of its track: by
/// `ahead` over its speed.
///
/// Steps go by place and not by time: a stone that is about to stop is soon in the right place,
/// but never at the right time.
#[inline]
fn further(track: &Track, sample: &Sample, ahead: f64) -> f64 {
    let speed_squared = sample.velocity.length_squared();
    if speed_squared < 1e-12 {
        return track.frames_at(-sample.at.x);
    }
    track.frames_at(-sample.at.x - ahead * sample.velocity.x / speed_squared)
}

/// Frames to go when the stone first touches the target, given a place where it overlaps by so
/// much: half the chord back from there, then Newton's method.
#[inline]
fn entry(track: &Track, target: Vector, inside: &Sample, depth: f64) -> f64 {
    let speed = inside.velocity.length();
    let back = if speed < 1e-6 {
        // It stops before it is abeam: the x axis is its heading.
        let chord = (TOUCH * TOUCH - target.y * target.y).max(0.0).sqrt();
        track.frames_at(chord - target.x)
    } else {
        further(track, inside, -depth.sqrt() * speed)
    };
    let mut entry = back;
    for _ in 0..6 {
        let sample = track.sample(entry);
        let gap = target - sample.at;
        let slope = 2.0 * gap.dot(sample.velocity) * FRAME;
        let excess = gap.length_squared() - TOUCH * TOUCH;
        if slope <= 0.0 || excess.abs() < 1e-10 {
            break;
        }
        entry = (entry - excess / slope).max(0.0);
    }
    entry
}

/// The first frame after `from`, `end` included, at which a moving point is not `clear`.
///
/// `clear(a, b, slack)` says whether everything up to `slack` from the line between two points
/// is. Halves of the time are looked at, the earlier first, until a half is clear or is a single
/// frame; a curve bends from its chord by no more than an eighth of the greatest acceleration
/// times the square of the time.
fn first_frame(
    ice: &Ice,
    from: Time,
    end: Time,
    at: impl Fn(Time) -> Vector,
    clear: impl Fn(Vector, Vector, f64) -> bool,
) -> Option<Time> {
    let bend = ice.greatest_acceleration() * FRAME * FRAME / 8.0;
    // Halves still to be looked at, the nearest on top. Each is half as long as the one below.
    let mut waiting = [(0 as Time, Vector::default()); 34];
    let (mut begin, mut begin_at) = (from, at(from));
    let mut depth = 1;
    waiting[0] = (end, at(end));
    while depth > 0 {
        let (finish, finish_at) = waiting[depth - 1];
        let span = f64::from(finish - begin);
        if finish <= begin || clear(begin_at, finish_at, bend * span * span) {
            (begin, begin_at) = (finish, finish_at);
            depth -= 1;
        } else if finish - begin == 1 {
            if !clear(finish_at, finish_at, 0.0) {
                return Some(finish);
            }
            (begin, begin_at) = (finish, finish_at);
            depth -= 1;
        } else {
            let middle = begin + (finish - begin) / 2;
            waiting[depth] = (middle, at(middle));
            depth += 1;
        }
    }
    None
}

/// The square of the distance from the origin to the line between two points.
#[inline]
fn distance_to_origin_squared(a: Vector, b: Vector) -> f64 {
    let line = b - a;
    let length_squared = line.length_squared();
    if length_squared == 0.0 {
        return a.length_squared();
    }
    let share = (-a.dot(line) / length_squared).clamp(0.0, 1.0);
    (a + line * share).length_squared()
}
