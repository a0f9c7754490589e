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
}

impl Course<'_> {
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

    /// Where a stone is, seen from where it stops, and its velocity.
    #[inline]
    pub fn sample(&self, to_go: f64) -> Sample {
        let drift = self.drift(to_go);
        let sample = self.track.sample((to_go - drift.frames).max(0.0));
        Sample {
            at: sample.at + drift.shift,
            ..sample
        }
    }

    /// Frames to go where a stone has gone on by so many metres (back, if negative) from a sample
    /// of its course; about.
    #[inline]
    fn further(&self, sample: &Sample, metres: f64) -> f64 {
        let speed_squared = sample.velocity.length_squared();
        let ahead = if speed_squared < 1e-12 {
            metres
        } else {
            metres * sample.velocity.x / speed_squared.sqrt()
        };
        let frames = self.track.frames_at(-sample.at.x - ahead);
        (frames + self.drift(frames).frames).max(0.0)
    }

    /// Frames to go when a stone that has `now` to go first comes within `reach` of `target`;
    /// `None` if it never does.
    pub fn enters(&self, target: Vector, reach: f64, now: f64) -> Option<f64> {
        // Where it comes closest. Two steps from abeam: the curve is almost straight.
        let mut closest = self.track.frames_at(-target.x).min(now);
        let mut sample = self.sample(closest);
        let mut gap = target - sample.at;
        let mut speed = sample.velocity.length();
        let beside = gap.x * sample.velocity.y - gap.y * sample.velocity.x;
        if beside.abs() > (reach + 0.05) * speed && closest > 0.0 {
            return None;
        }
        for _ in 0..2 {
            if speed < 1e-6 {
                break;
            }
            let ahead = gap.dot(sample.velocity) / speed;
            if ahead.abs() < 1e-5 {
                break;
            }
            closest = self.further(&sample, ahead).min(now);
            sample = self.sample(closest);
            gap = target - sample.at;
            speed = sample.velocity.length();
        }
        let depth = reach * reach - gap.length_squared();
        if depth <= 0.0 {
            return None;
        }
        // Half the chord back from there, then Newton's method.
        let back = if speed < 1e-6 {
            // It stops before it is abeam: the x axis is its heading.
            (reach * reach - target.y * target.y).max(0.0).sqrt() - target.x
        } else {
            depth.sqrt()
        };
        let mut entry = self.further(&sample, -back);
        for _ in 0..6 {
            let sample = self.sample(entry);
            let gap = target - sample.at;
            let slope = 2.0 * gap.dot(sample.velocity) * FRAME;
            let excess = gap.length_squared() - reach * reach;
            if slope <= 0.0 || excess.abs() < 1e-9 {
                break;
            }
            entry = (entry - excess / slope).max(0.0);
        }
        Some(entry.min(now))
    }

    /// Frames to go when a stone that has `now` to go first crosses the line `at . normal =
    /// offset`, which lies before its stop; `None` if it is not found at once.
    pub fn crosses(&self, normal: Vector, offset: f64, now: f64) -> Option<f64> {
        // From the stop the x axis is the way back.
        if normal.x <= 0.0 {
            return None;
        }
        let mut time = self.track.frames_at(-offset / normal.x).min(now);
        for round in 0..8 {
            let sample = self.sample(time);
            let short = offset - sample.at.dot(normal);
            if short.abs() < 1e-6 {
                return Some(time);
            }
            let speed = sample.velocity.length();
            let across = sample.velocity.dot(normal);
            if !(across > 0.05 * speed) {
                return None;
            }
            // By place until it is near, then by time: the former table is the rougher one.
            time = if round < 2 && short.abs() > 0.05 {
                self.further(&sample, short * speed / across)
            } else {
                time - short / (across * FRAME)
            };
            time = time.clamp(0.0, now);
        }
        None
    }
}
