//! Whether and when a stone leaves the ice.
//!
//! A path turns one way, by less than half a turn. So its distance from an edge grows first and
//! falls then, or the other way round, or only does one of both. A stone that stops beyond an edge
//! therefore crosses it once, and whether it is gone by a frame shows in its place at that frame.
//! The frame at which it crosses is needed by nobody, and not computed: a stone that touches
//! nothing any more may be gone from the end of the throw, and one that does is asked at that
//! touch only.
//!
//! What is left are stones that come near an edge and go away from it, and stop on the ice. Between
//! two places the curve stays within the triangle of both and the point where its tangents there
//! meet. If that point is on the ice, so is the curve; else a place between, about where the stone
//! goes along the edge, makes the triangle smaller. If that does not tell soon, the first frame
//! off the ice is found by halving.

use super::first_frame::first_frame;
use super::path::Path;
use super::track::Sample;
use super::{Ice, Time};
use crate::{Edge, Sheet, Vector};

/// How a path stands to the edges of the ice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exit {
    /// It stays on the ice.
    Never,
    /// It crosses an edge and does not come back.
    Once,
    /// It is off the ice at this frame for the first time.
    At(Time),
}

impl Path {
    /// Whether the stone leaves the ice.
    pub fn exit(&self, ice: &Ice, sheet: &Sheet) -> Exit {
        if sheet.on_ice(self.outline.low) && sheet.on_ice(self.outline.high) {
            return Exit::Never;
        }
        let mut exit = Exit::Never;
        for edge in ice.world().edges() {
            if edge.beyond(self.stop) >= 0.0 {
                exit = Exit::Once;
            } else if edge
                .beyond(self.outline.low)
                .max(edge.beyond(self.outline.high))
                >= 0.0
                && self.heading.dot(edge.normal) > 0.0
                && self.along.dot(edge.normal) < 0.0
                && !self.turns_before(ice, edge)
            {
                return self.leaves(ice, sheet).map_or(Exit::Never, Exit::At);
            }
        }
        exit
    }

    /// Whether a stone that comes near an edge and goes away is soon seen not to reach it.
    #[inline(never)]
    fn turns_before(&self, ice: &Ice, edge: &Edge) -> bool {
        // The table of rounding moves places by millimetres.
        const MARGIN: f64 = 0.02;
        const PLACES: usize = 4;
        let coming = |heading: Vector| heading.dot(edge.normal);
        // Frame, place and heading, while it still comes and when it goes.
        let heading = self.heading * (1.0 / self.heading.length());
        let mut before = (self.start, self.origin, heading);
        let mut after = (self.end, self.stop, self.along);
        for _ in 0..PLACES {
            let share = coming(before.2) / (coming(before.2) - coming(after.2));
            let frame = before.0 + (share * f64::from(after.0 - before.0)) as Time;
            let Sample { at, velocity } = self.sample(ice, frame);
            let speed = velocity.length();
            if edge.beyond(at) > -MARGIN || speed == 0.0 {
                return false;
            }
            let heading = velocity * (1.0 / speed);
            if coming(heading) > 0.0 {
                before = (frame, at, heading);
            } else {
                after = (frame, at, heading);
            }
            let cross = |a: Vector, b: Vector| a.left().dot(b);
            let way = cross(after.1 - before.1, after.2) / cross(before.2, after.2);
            if edge.beyond(before.1 + before.2 * way) < -MARGIN {
                return true;
            }
        }
        false
    }

    /// Whether the stone is off the ice by this frame, given how it leaves.
    #[inline]
    pub fn has_left(&self, ice: &Ice, sheet: &Sheet, exit: Exit, frame: Time) -> bool {
        match exit {
            Exit::Never => false,
            Exit::Once => !sheet.on_ice(self.at(ice, frame)),
            Exit::At(first) => frame >= first,
        }
    }

    /// The first frame at which the stone is off the ice, without any assumption.
    pub fn leaves(&self, ice: &Ice, sheet: &Sheet) -> Option<Time> {
        let clear = |a: Vector, b: Vector, slack: f64| {
            let low = Vector::new(a.x.min(b.x) - slack, a.y.min(b.y) - slack);
            let high = Vector::new(a.x.max(b.x) + slack, a.y.max(b.y) + slack);
            sheet.on_ice(low) && sheet.on_ice(high)
        };
        let ends = [self.end, self.end];
        let at = |frame| self.at(ice, frame);
        first_frame(ice, (self.start, self.origin), ends, at, clear)
    }
}
