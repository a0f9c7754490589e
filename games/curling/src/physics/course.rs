//! The track as one stone follows it, rounding included; and where it comes to on it.
//!
//! Times here are frames to go on this course. Searches step by place and not by time: a stone
//! that is about to stop is soon in the right place, but never at the right time.

use super::Ice;
use super::ice::FRAME;
use super::rounding::{Drift, Rounding, Row};
use super::track::{Sample, Track};
use crate::Vector;

/// A track with what rounding does to it.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    track: &'a Track,
    rounding: Option<(&'a Rounding, Row)>,
}

impl Ice {
    /// The course of stones that curl to this side and have this final heading.
    #[inline]
    pub(super) fn course(&self, side: f64, row: Row) -> Course<'_> {
        Course {
            track: self.track(side),
            rounding: (side != 0.0).then_some((&self.rounding, row)),
        }
    }

    /// The course of stones with this final heading.
    pub fn course_of(&self, heading: Vector, side: f64) -> Course<'_> {
        self.course(side, self.rounding.row(heading, side))
    }
}

impl Course<'_> {
    /// The course where nothing is known of the final heading yet: without rounding.
    pub fn unrounded(track: &Track) -> Course<'_> {
        Course {
            track,
            rounding: None,
        }
    }

    /// What rounding does with so many frames to go.
    #[inline]
    pub fn drift(&self, to_go: f64) -> Drift {
        match self.rounding {
            Some((rounding, row)) => rounding.at(row, to_go),
            None => Drift::default(),
        }
    }

    /// Where a stone is, seen from where it stops.
    #[inline]
    pub fn at(&self, to_go: f64) -> Vector {
        let drift = self.drift(to_go);
        self.track.at((to_go - drift.frames).max(0.0)) + drift.shift
    }

    /// Where a stone is, seen from where it stops, and its velocity; the latter without the turn
    /// of the heading by rounding, which is less than a thousandth of a degree.
    #[inline]
    pub fn sample(&self, to_go: f64) -> Sample {
        let drift = self.drift(to_go);
        self.track
            .sample_shifted((to_go - drift.frames).max(0.0), drift.shift)
    }

    /// Frames to go where a stone has gone on by so many metres (back, if negative) from a sample
    /// of its course; about: rounding is left to those who look again.
    #[inline]
    fn further(&self, sample: &Sample, metres: f64) -> f64 {
        let speed_squared = sample.velocity.length_squared();
        let ahead = if speed_squared < 1e-12 {
            metres
        } else {
            metres * sample.velocity.x / speed_squared.sqrt()
        };
        self.track.frames_at(-sample.at.x - ahead)
    }

    /// Frames to go when a stone that has `now` to go first comes within `reach` of `target`, to a
    /// thousandth of a frame; `None` if it never does.
    pub fn enters(&self, target: Vector, reach: f64, now: f64) -> Option<f64> {
        // Not even near the line: headings differ from the x axis by less than 0.6 radians.
        if target.x < 0.0 && (target.y - self.track.aside_at(-target.x)).abs() > 1.25 * reach {
            return None;
        }
        // Abeam of the target, as good as: the curve is almost straight.
        let abeam = self.track.frames_at(-target.x).min(now);
        let sample = self.sample(abeam);
        let speed = sample.velocity.length();
        if speed < 1e-6 {
            return self.enters_at_last(target, reach, now);
        }
        let gap = target - sample.at;
        let heading = sample.velocity * (1.0 / speed);
        let beside = (gap.x * heading.y - gap.y * heading.x).abs();
        if beside > reach + 0.05 {
            return None;
        }
        let ahead = gap.dot(heading);
        let chord_squared = reach * reach - beside * beside;
        // A glancing touch, or one just before the stop, where a straight line tells too little.
        if beside > reach - 0.02 || -sample.at.x < ahead + reach {
            return self.enters_closely(target, reach, now, sample, ahead);
        }
        let guess = self.further(&sample, ahead - chord_squared.sqrt());
        match self.settled(guess, target, reach) {
            Some(entry) => Some(entry.min(now)),
            None => self.enters_closely(target, reach, now, sample, ahead),
        }
    }

    /// [`Course::enters`] by way of the closest point.
    fn enters_closely(
        &self,
        target: Vector,
        reach: f64,
        now: f64,
        mut sample: Sample,
        mut ahead: f64,
    ) -> Option<f64> {
        let mut gap = target - sample.at;
        let mut closest = now;
        for _ in 0..3 {
            closest = self.further(&sample, ahead).min(now);
            sample = self.sample(closest);
            gap = target - sample.at;
            let speed = sample.velocity.length();
            if speed < 1e-6 {
                return self.enters_at_last(target, reach, now);
            }
            ahead = gap.dot(sample.velocity) / speed;
            if ahead.abs() < 1e-5 {
                break;
            }
        }
        let depth = reach * reach - gap.length_squared();
        if depth <= 0.0 {
            return None;
        }
        let guess = self.further(&sample, -depth.sqrt());
        Some(self.bracketed(guess, closest, now, target, reach))
    }

    /// [`Course::enters`] of a stone that is closest when it stops.
    fn enters_at_last(&self, target: Vector, reach: f64, now: f64) -> Option<f64> {
        if target.length_squared() >= reach * reach {
            return None;
        }
        // Its heading there is about the x axis.
        let chord = (reach * reach - target.y * target.y).max(0.0).sqrt();
        let guess = self.track.frames_at(chord - target.x);
        Some(self.bracketed(guess, 0.0, now, target, reach))
    }

    /// The moment of coming within reach near this one, by Newton's method; `None` if that does
    /// not settle quickly.
    #[inline]
    fn settled(&self, mut entry: f64, target: Vector, reach: f64) -> Option<f64> {
        for _ in 0..5 {
            let (excess, slope) = self.excess(entry, target, reach);
            if slope <= 0.0 {
                return None;
            }
            let step = excess / slope;
            entry = (entry - step).max(0.0);
            // Twice as many digits are right after this step.
            if step.abs() < 0.1 {
                return Some(entry);
            }
        }
        None
    }

    /// The moment of coming within reach between one at which it is within and an earlier one at
    /// which it is not, by Newton's method where that stays between them, else by halving.
    fn bracketed(&self, guess: f64, inside: f64, outside: f64, target: Vector, reach: f64) -> f64 {
        let (mut inside, mut outside) = (inside, outside);
        let mut entry = guess.clamp(inside, outside);
        for _ in 0..64 {
            let (excess, slope) = self.excess(entry, target, reach);
            if excess < 0.0 {
                inside = entry;
            } else {
                outside = entry;
            }
            let step = excess / slope;
            let next = entry - step;
            entry = if slope > 0.0 && (inside..=outside).contains(&next) {
                if step.abs() < 0.1 {
                    return next;
                }
                next
            } else {
                0.5 * (inside + outside)
            };
            if outside - inside < 1e-3 {
                return entry;
            }
        }
        entry
    }

    /// By how much the square of the distance from the target exceeds that of the reach, and how
    /// fast that grows with the frames to go.
    #[inline]
    fn excess(&self, to_go: f64, target: Vector, reach: f64) -> (f64, f64) {
        let sample = self.sample(to_go);
        let gap = target - sample.at;
        (
            gap.length_squared() - reach * reach,
            2.0 * gap.dot(sample.velocity) * FRAME,
        )
    }

    /// Frames to go at this speed.
    pub fn frames(&self, speed: f64) -> f64 {
        let frames = self.track.frames(speed);
        (frames + self.drift(frames).frames).max(0.0)
    }

    /// Frames to go at so many metres, as the crow flies, from the place with `left` frames to go;
    /// `None` if that is farther than the track goes.
    pub fn frames_before(&self, left: f64, metres: f64) -> Option<f64> {
        let end = self.at(left);
        let mut time = self.track.frames_at(metres + end.length());
        for _ in 0..8 {
            let sample = self.sample(time);
            let way = end - sample.at;
            let slope = way.dot(sample.velocity) * FRAME;
            if slope <= 0.0 {
                return None;
            }
            // The derivative of the length of the way by the time.
            let length = way.length();
            let step = (length - metres) * length / slope;
            time = (time - step).max(left);
            if time > self.track.last_frame() {
                return None;
            }
            if step.abs() < 1e-4 {
                return Some(time);
            }
        }
        None
    }

    /// The velocity with so many frames to go.
    pub fn velocity(&self, to_go: f64) -> Vector {
        let drift = self.drift(to_go);
        let velocity = self.track.velocity((to_go - drift.frames).max(0.0));
        velocity + velocity.left() * drift.turn
    }
}
