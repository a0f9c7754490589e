//! What stones will touch, and when.

use super::Time;
use super::collision::TOUCH;
use super::ice::FRAME;
use super::path::Path;
use super::throw::{NEVER, Throw};
use crate::Vector;
use crate::stones::STONES;

impl Throw<'_> {
    /// Finds out what these stones, which have new paths or are gone, will touch; and who will
    /// touch them.
    pub(super) fn foresee(&mut self, mut changed: u16) {
        // Whoever was to touch one of them must look again.
        for mover in &self.movers {
            if mover.partner < STONES && changed >> mover.partner & 1 == 1 {
                changed |= 1 << mover.number;
            }
        }
        for mover in &mut self.movers {
            if changed >> mover.number & 1 == 1 {
                mover.touches = NEVER;
                mover.partner = STONES;
            }
        }
        // A stone that was pushed and lies still again is new to all.
        let is_changed = |number: usize| changed >> number & 1 == 1;
        let pushed = self.still.iter().any(|(number, _)| is_changed(number));
        for first in 0..self.movers.len() {
            let mover = &self.movers[first];
            let is_new = is_changed(mover.number);
            if is_new || pushed {
                let mut soonest = (NEVER, STONES);
                for (other, at) in self.still.iter() {
                    if (is_new || is_changed(other))
                        && let Some(time) = self.meets_still(&mover.path, at)
                    {
                        soonest = soonest.min((time, other));
                    }
                }
                let (time, other) = soonest;
                if time < self.movers[first].touches && !self.has_left(&self.movers[first], time) {
                    self.expect(first, other, time);
                }
            }
            for second in first + 1..self.movers.len() {
                let (mover, other) = (&self.movers[first], &self.movers[second]);
                if !is_new && !is_changed(other.number) {
                    continue;
                }
                if let Some(time) = self.meets(&mover.path, &other.path)
                    && !self.has_left(mover, time)
                    && !self.has_left(other, time)
                {
                    let (number, other) = (mover.number, other.number);
                    self.expect(first, other, time);
                    self.expect(second, number, time);
                }
            }
        }
    }

    fn expect(&mut self, index: usize, partner: usize, time: Time) {
        let mover = &mut self.movers[index];
        if time < mover.touches {
            mover.touches = time;
            mover.partner = partner;
        }
    }

    /// When two stones of which each has moved touch.
    fn meets(&self, first: &Path, second: &Path) -> Option<Time> {
        if second.end <= self.now {
            self.meets_still(first, second.stop)
        } else if first.end <= self.now {
            self.meets_still(second, first.stop)
        } else {
            self.meets_moving(first, second)
        }
    }

    fn meets_still(&self, path: &Path, at: Vector) -> Option<Time> {
        if path.end <= self.now || !path.comes_near(at) {
            return None;
        }
        let here = path.at(self.ice, self.now);
        if (here - at).length_squared() < TOUCH * TOUCH {
            return self.parts_or_presses(path.end, |frame| {
                let here = path.sample(self.ice, frame);
                (at - here.at, -here.velocity)
            });
        }
        path.meets_still(self.ice, at, self.now)
    }

    fn meets_moving(&self, first: &Path, second: &Path) -> Option<Time> {
        if !first.comes_near_path(second) {
            return None;
        }
        let relative = |frame: Time| {
            let (a, b) = (
                first.sample(self.ice, frame),
                second.sample(self.ice, frame),
            );
            (b.at - a.at, b.velocity - a.velocity)
        };
        let (gap, velocity) = relative(self.now);
        let mut from = self.now;
        if gap.length_squared() < TOUCH * TOUCH {
            let end = first.end.max(second.end);
            let pressed = self.parts_or_presses(end, relative);
            if pressed.is_some() {
                return pressed;
            }
            // They part, and might meet again after that.
            from = (self.now..end).find(|&frame| {
                let gap = first.at(self.ice, frame) - second.at(self.ice, frame);
                gap.length_squared() >= TOUCH * TOUCH
            })?;
        }
        // Stones that go apart do so for a while: no friction turns them round at once.
        let parting = gap.dot(velocity) / gap.length();
        if parting > 0.0 {
            let safe = parting / self.ice.greatest_acceleration(0.0);
            from = from.max(self.now + (safe / FRAME) as Time);
        }
        if from >= first.end.max(second.end) {
            return None;
        }
        first.meets_moving(self.ice, second, from)
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
            if gap.length_squared() >= TOUCH * TOUCH {
                return None;
            }
            if gap.dot(velocity) < 0.0 {
                return Some(frame);
            }
        }
        None
    }
}
