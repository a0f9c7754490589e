//! What stones will touch, and when.
//!
//! Whenever stones get new paths, their next touches are looked for, and those of the stones that
//! were to touch them. Exact answers take Newton's method or halving of the time, so most pairs
//! are ruled out before that, the cheapest test first:
//!
//! - the boxes around a path and a stone, or around two paths, are farther apart than a touch;
//! - a stone that lies still is not in the strip along the path ([`Path::ahead`]);
//! - it lies farther along the path than another that is touched for certain: stones are looked at
//!   in the order in which the path passes them, and the first touch ends the search;
//! - two moving stones part, and go on to do so for a while;
//! - what is left of their paths then lies on either side of two lines with room for both between
//!   ([`Path::parts_from`]).
//!
//! Stones that are pressed together (in DC2 slow ones do not bounce) touch again in the very next
//! frame, and the new paths will not last longer than that. So such touches are looked for first.
//! If there is one, it is the next event, and everything else waits until it is over.

use super::Time;
use super::collision::{REACH, TOUCH};
use super::ice::FRAME;
use super::path::Path;
use super::throw::{NEVER, Throw};
use crate::Vector;
use crate::stones::STONES;
use arrayvec::ArrayVec;

const TOUCH_SQUARED: f64 = TOUCH * TOUCH;

/// Squares of distances from a path's start and from the table's place at the start differ by far
/// less than this.
const BLUR: f64 = 1e-4;

/// Some stones by their numbers.
type Numbers = u16;

fn contains(numbers: Numbers, number: usize) -> bool {
    numbers >> number & 1 == 1
}

impl Throw<'_> {
    /// Finds out what these stones, which have new paths or are gone, will touch; and who will
    /// touch them.
    pub(super) fn foresee(&mut self, changed: Numbers) {
        let changed = self.unsettled(changed | self.waiting);
        self.draw_paths(|path, now| path.start < now);
        if self.find_pressed(changed) {
            self.waiting = changed;
            return;
        }
        self.waiting = 0;
        self.draw_paths(|_, _| true);
        for first in 0..self.movers.len() {
            let mover = &self.movers[first];
            let is_new = contains(changed, mover.number);
            let among = self.still.numbers() & if is_new { Numbers::MAX } else { changed };
            if among != 0
                && let Some((time, other)) = self.meets_any_still(&mover.path, among)
                && time < mover.touches
                && !self.has_left(mover, time)
            {
                self.expect(first, other, time);
            }
            for second in first + 1..self.movers.len() {
                let (mover, other) = (&self.movers[first], &self.movers[second]);
                if (is_new || contains(changed, other.number))
                    && let Some(time) = self.meets(&mover.path, &other.path)
                    && !self.has_left(mover, time)
                    && !self.has_left(other, time)
                {
                    self.expect_both(first, second, time);
                }
            }
        }
    }

    /// Adds those who were to touch one of these stones, and lets all of them expect nothing.
    fn unsettled(&mut self, mut changed: Numbers) -> Numbers {
        for mover in &self.movers {
            if mover.partner < STONES && contains(changed, mover.partner) {
                changed |= 1 << mover.number;
            }
        }
        for mover in &mut self.movers {
            if contains(changed, mover.number) {
                mover.touches = NEVER;
                mover.partner = STONES;
            }
        }
        changed
    }

    fn expect(&mut self, index: usize, partner: usize, time: Time) {
        let mover = &mut self.movers[index];
        if time < mover.touches {
            mover.touches = time;
            mover.partner = partner;
        }
    }

    fn expect_both(&mut self, first: usize, second: usize, time: Time) {
        let numbers = [first, second].map(|index| self.movers[index].number);
        self.expect(first, numbers[1], time);
        self.expect(second, numbers[0], time);
    }

    /// Finds the touches of these stones, with whomever, that happen in this very frame; whether
    /// there are any.
    fn find_pressed(&mut self, changed: Numbers) -> bool {
        let mut found = false;
        for first in 0..self.movers.len() {
            let is_new = contains(changed, self.movers[first].number);
            let among = self.still.numbers() & if is_new { Numbers::MAX } else { changed };
            if among != 0
                && let Some(other) = self.presses_any_still(first, among)
                && !self.has_left(&self.movers[first], self.now)
            {
                self.expect(first, other, self.now);
                found = true;
            }
            for second in first + 1..self.movers.len() {
                if (is_new || contains(changed, self.movers[second].number))
                    && self.presses(first, second)
                    && !self.has_left(&self.movers[first], self.now)
                    && !self.has_left(&self.movers[second], self.now)
                {
                    self.expect_both(first, second, self.now);
                    found = true;
                }
            }
        }
        found
    }

    /// The first of these stones that lie still which a moving one presses now.
    fn presses_any_still(&mut self, index: usize, among: Numbers) -> Option<usize> {
        let Path { start, origin, .. } = self.movers[index].path;
        let begins = start == self.now;
        let near = match begins {
            true => among & self.still_near(origin),
            false => among,
        };
        let mut left = near;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let at = self.still.place(number);
            let far = begins && (origin - at).length_squared() >= TOUCH_SQUARED;
            if !far && self.presses_still(index, at) {
                return Some(number);
            }
        }
        None
    }

    /// Whether a stone presses one that lies still now.
    #[inline]
    fn presses_still(&mut self, index: usize, at: Vector) -> bool {
        let path = &self.movers[index].path;
        if path.end <= self.now || !path.comes_near(at) || !self.overlaps(path, at) {
            return false;
        }
        let here = self.movers[index].path.sample_now(self.ice, self.now);
        let gap = at - here.at;
        gap.length_squared() < TOUCH_SQUARED && gap.dot(-here.velocity) < 0.0
    }

    /// Whether two stones of which each has moved press each other now.
    #[inline]
    fn presses(&mut self, first: usize, second: usize) -> bool {
        let (a, b) = (&self.movers[first].path, &self.movers[second].path);
        if b.end <= self.now {
            return self.presses_still(first, b.stop);
        }
        if a.end <= self.now {
            return self.presses_still(second, a.stop);
        }
        if !a.comes_near_path(b) || !self.may_overlap(a, b) {
            return false;
        }
        let [a, b] =
            [first, second].map(|index| self.movers[index].path.sample_now(self.ice, self.now));
        let gap = b.at - a.at;
        gap.length_squared() < TOUCH_SQUARED && gap.dot(b.velocity - a.velocity) < 0.0
    }

    /// Whether a stone overlaps another place now.
    #[inline]
    fn overlaps(&self, path: &Path, at: Vector) -> bool {
        (path.at(self.ice, self.now) - at).length_squared() < TOUCH_SQUARED
    }

    /// Whether two stones overlap now, or as good as.
    #[inline]
    fn may_overlap(&self, first: &Path, second: &Path) -> bool {
        let gap = second.at(self.ice, self.now) - first.at(self.ice, self.now);
        gap.length_squared() < TOUCH_SQUARED + BLUR
    }

    /// Place and velocity of a stone that lies still, as seen from one that moves.
    fn relative_to_still(&self, path: &Path, at: Vector, frame: Time) -> (Vector, Vector) {
        let here = path.sample(self.ice, frame);
        (at - here.at, -here.velocity)
    }

    /// Place and velocity of the second stone as seen from the first.
    fn relative(&self, first: &Path, second: &Path, frame: Time) -> (Vector, Vector) {
        let [a, b] = [first, second].map(|path| path.sample(self.ice, frame));
        (b.at - a.at, b.velocity - a.velocity)
    }

    /// Which of these stones that lie still a moving one touches first, and when.
    fn meets_any_still(&self, path: &Path, among: Numbers) -> Option<(Time, usize)> {
        if path.end <= self.now {
            return None;
        }
        let mut near = ArrayVec::<(f64, usize, Vector), STONES>::new();
        let in_box = self
            .still
            .within(path.outline.low - REACH, path.outline.high + REACH);
        for (number, at) in self.still.among(in_box & among) {
            if let Some(ahead) = path.ahead(at) {
                near.push((ahead, number, at));
            }
        }
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut soonest = (NEVER, STONES);
        let mut place = f64::INFINITY;
        for (index, &(ahead, number, at)) in near.iter().enumerate() {
            if ahead - TOUCH > place {
                break;
            }
            if let Some(time) = self.meets_still(path, at) {
                soonest = soonest.min((time, number));
                if index + 1 < near.len() {
                    place = place.min(path.ahead_at(self.ice, time));
                }
            }
        }
        (soonest.0 < NEVER).then_some(soonest)
    }

    /// When two stones of which each has moved touch.
    fn meets(&self, first: &Path, second: &Path) -> Option<Time> {
        if second.end <= self.now {
            self.meets_place(first, second.stop)
        } else if first.end <= self.now {
            self.meets_place(second, first.stop)
        } else {
            self.meets_moving(first, second)
        }
    }

    /// When a stone that may have stopped touches one that lies anywhere.
    fn meets_place(&self, path: &Path, at: Vector) -> Option<Time> {
        if path.end <= self.now || !path.comes_near(at) {
            return None;
        }
        path.ahead(at)?;
        self.meets_still(path, at)
    }

    /// When a moving stone touches one that lies near its path.
    fn meets_still(&self, path: &Path, at: Vector) -> Option<Time> {
        if self.overlaps(path, at) {
            return self
                .parts_or_presses(path.end, |frame| self.relative_to_still(path, at, frame));
        }
        path.meets_still(self.ice, at, self.now)
    }

    fn meets_moving(&self, first: &Path, second: &Path) -> Option<Time> {
        if !first.comes_near_path(second) {
            return None;
        }
        let mut from = self.now;
        let relative = |frame| self.relative(first, second, frame);
        if self.may_overlap(first, second) && relative(from).0.length_squared() < TOUCH_SQUARED {
            let end = first.end.max(second.end);
            let pressed = self.parts_or_presses(end, relative);
            if pressed.is_some() {
                return pressed;
            }
            // They part, and might meet again after that.
            from = (self.now..end).find(|&frame| {
                let gap = first.at(self.ice, frame) - second.at(self.ice, frame);
                gap.length_squared() >= TOUCH_SQUARED
            })?;
        }
        // Stones that go apart do so for a while: no friction turns them round at once. A frame of
        // it may have been left out of the velocities.
        let gap = second.at(self.ice, self.now) - first.at(self.ice, self.now);
        let [a, b] = [first, second].map(|path| path.velocity(self.ice, self.now));
        let parting = gap.dot(b - a) / gap.length();
        if parting > 0.0 {
            let safe = parting / self.ice.greatest_acceleration(0.0);
            from = from.max(self.now + (safe / FRAME - 1.0) as Time);
        }
        if from >= first.end.max(second.end) {
            return None;
        }
        let places = [first, second].map(|path| path.at(self.ice, from));
        if first.parts_from(second, places) {
            return None;
        }
        first.meets_moving(self.ice, second, from, places[0] - places[1])
    }

    /// Two stones overlap now: the first frame at which they do so and approach; `None` if they
    /// part before that. `relative` tells their relative place and velocity.
    fn parts_or_presses(
        &self,
        end: Time,
        relative: impl Fn(Time) -> (Vector, Vector),
    ) -> Option<Time> {
        for frame in self.now..end {
            let (gap, velocity) = relative(frame);
            if gap.length_squared() >= TOUCH_SQUARED {
                return None;
            }
            if gap.dot(velocity) < 0.0 {
                return Some(frame);
            }
        }
        None
    }
}
