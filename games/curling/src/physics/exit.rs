//! Whether and when a stone leaves the ice.
//!
//! Most stones that leave do so for good: they cross an edge and stop beyond it. A path turns one
//! way, by less than half a turn, so if both its first and its last heading point off the ice, all
//! between do too: the stone approaches that edge all the time, and whether it is gone by a frame
//! shows in its place at that frame. The frame at which it crosses is needed by nobody, and not
//! computed: a stone that touches nothing any more may be gone from the end of the throw, and one
//! that does is asked at that touch only.
//!
//! What is left are stones that come and go near an edge, or curl back from beyond it. Their first
//! frame off the ice is found by halving.

use super::first_frame::first_frame;
use super::path::Path;
use super::{Ice, Time};
use crate::{Sheet, Vector};

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
        if sheet.on_ice(self.low) && sheet.on_ice(self.high) {
            return Exit::Never;
        }
        let mut exit = Exit::Never;
        for edge in sheet.edges() {
            let first = self.heading.dot(edge.normal);
            let last = self.along.dot(edge.normal);
            if edge.beyond(self.stop) >= 0.0 {
                if first <= 0.0 || last <= 0.0 {
                    return self.exit_by_halving(ice, sheet);
                }
                exit = Exit::Once;
            } else if first > 0.0
                && last < 0.0
                && edge.beyond(self.low).max(edge.beyond(self.high)) >= 0.0
            {
                // A curve that turns one way comes closest at an end, unless it comes and goes.
                return self.exit_by_halving(ice, sheet);
            }
        }
        exit
    }

    fn exit_by_halving(&self, ice: &Ice, sheet: &Sheet) -> Exit {
        self.leaves(ice, sheet).map_or(Exit::Never, Exit::At)
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
        first_frame(ice, self.start, ends, |frame| self.at(ice, frame), clear)
    }
}
