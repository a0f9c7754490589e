//! The fast simulator: from event to event.
//!
//! Between collisions every stone follows a [`Path`], which tells where it is at any frame without
//! looking at those before. So a throw is a short list of events, each at a whole frame: a stone
//! leaves the ice, a stone loses the last of its spin, stones touch. At a touch, everything that
//! overlaps there and then is handed to the contact solver, as the frame stepper does in every
//! frame, and the stones that it moved get new paths.
//!
//! Stones that lie there overlapping are left alone until they are hit; frame by frame they are
//! pushed apart from the beginning. Impulses are not carried over from one frame to the next, as
//! the official programs do to converge faster: with one contact at a time it makes no difference.
//!
//! Stones that touch and go apart are no event. Stones that touch and approach again (pressed by
//! a third, or, in DC2, not bouncing off each other) are one at every frame until they part.

use super::collision::{Body, TOUCH, collide};
use super::ice::FRAME;
use super::island::{complete, ordered};
use super::path::Path;
use super::stepper;
use super::{Ice, Time};
use crate::stones::STONES;
use crate::{Shot, Stones, Vector};
use arrayvec::ArrayVec;

/// When nothing happens.
const NEVER: Time = Time::MAX;

/// More events than any throw has in which stones do not overlap from the beginning.
const MANY_EVENTS: usize = 4000;

/// A stone that moves, or has moved and come to rest.
#[derive(Clone, Copy, Debug)]
struct Mover {
    number: usize,
    path: Path,
    leaves: Time,
    straightens: Time,
    touches: Time,
    /// Whom it touches then: the number of the stone.
    partner: usize,
}

impl Mover {
    /// When the next thing happens to it.
    fn next(&self) -> Time {
        self.leaves.min(self.straightens).min(self.touches)
    }
}

/// A throw being computed.
struct Throw<'a> {
    ice: &'a Ice,
    /// The stones that have not been moved.
    still: Stones,
    movers: ArrayVec<Mover, STONES>,
    now: Time,
}

/// Where the stones lie after stone `number` was thrown, once all have stopped.
pub fn run(ice: &Ice, stones: &Stones, number: usize, shot: Shot) -> Stones {
    let world = ice.world();
    // Nobody throws so fast, and the table does not know it.
    if shot.velocity.length() >= ice.track(1.0).top_speed() {
        return stepper::run(world, stones, number, shot);
    }
    let mut throw = Throw {
        ice,
        still: *stones,
        movers: ArrayVec::new(),
        now: 0,
    };
    throw.still.remove(number);
    let body = Body {
        at: world.sheet().release,
        motion: world.thrown(shot),
    };
    throw.set_off(number, body, world.friction_at_release());
    throw.foresee(1 << number);
    for _ in 0..MANY_EVENTS {
        if !throw.next_event() {
            return throw.stones();
        }
    }
    // A heap of overlapping stones that press each other in every frame: that is no longer faster
    // than going through the frames.
    stepper::run(world, stones, number, shot)
}

impl Throw<'_> {
    fn stones(&self) -> Stones {
        let mut stones = self.still;
        for mover in &self.movers {
            stones.set(mover.number, mover.path.stop);
        }
        stones
    }

    /// Gives a stone a new path, with so many frames of friction before it moves on; none if it
    /// does not move.
    fn set_off(&mut self, number: usize, body: Body, glided: f64) {
        if body.motion.velocity == Vector::default() {
            self.forget(number);
            self.still.set(number, body.at);
            return;
        }
        self.still.remove(number);
        let mover = Mover {
            number,
            path: Path::new(self.ice, self.now, &body, glided),
            leaves: NEVER,
            straightens: NEVER,
            touches: NEVER,
            partner: STONES,
        };
        let index = match self.movers.iter().position(|mover| mover.number == number) {
            Some(index) => {
                self.movers[index] = mover;
                index
            }
            None => {
                self.movers.push(mover);
                self.movers.len() - 1
            }
        };
        let mover = &mut self.movers[index];
        let sheet = self.ice.world().sheet();
        mover.leaves = mover.path.leaves(self.ice, sheet).unwrap_or(NEVER);
        mover.straightens = mover.path.straightens(self.ice).unwrap_or(NEVER);
    }

    /// Takes a stone off the lists.
    fn forget(&mut self, number: usize) {
        self.still.remove(number);
        if let Some(index) = self.movers.iter().position(|mover| mover.number == number) {
            self.movers.swap_remove(index);
        }
    }

    /// Finds out what these stones, which have new paths or are gone, will touch; and who will
    /// touch them.
    fn foresee(&mut self, mut changed: u16) {
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
                self.expect(first, soonest.1, soonest.0);
            }
            for second in first + 1..self.movers.len() {
                let (mover, other) = (&self.movers[first], &self.movers[second]);
                if !is_new && !is_changed(other.number) {
                    continue;
                }
                if let Some(time) = self.meets(&mover.path, &other.path) {
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

    /// Lets the next thing happen; whether there was one.
    fn next_event(&mut self) -> bool {
        let Some(next) = self.movers.iter().min_by_key(|mover| mover.next()) else {
            return false;
        };
        let time = next.next();
        if time == NEVER {
            return false;
        }
        self.now = time;
        // Who is off the ice touches nobody, and spin counts before a touch does.
        let gone = self.movers.iter().find(|mover| mover.leaves == time);
        let straight = self.movers.iter().find(|mover| mover.straightens == time);
        if let Some(mover) = gone {
            let number = mover.number;
            self.forget(number);
            self.foresee(1 << number);
        } else if let Some(mover) = straight {
            let (number, mut body) = (mover.number, mover.path.body(self.ice, time));
            body.motion.spin = 0.0;
            self.set_off(number, body, 0.0);
            self.foresee(1 << number);
        } else {
            self.touch();
        }
        true
    }

    /// Stones touch now: they and all that hang together with them get new paths.
    fn touch(&mut self) {
        let mut bodies = [Body::default(); STONES];
        let mut present = 0u16;
        for (number, at) in self.still.iter() {
            bodies[number].at = at;
            present |= 1 << number;
        }
        let mut pairs = ArrayVec::new();
        for mover in &self.movers {
            bodies[mover.number] = mover.path.body(self.ice, self.now);
            present |= 1 << mover.number;
            let pair = ordered(mover.number, mover.partner);
            if mover.touches == self.now && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let island = complete(&mut pairs, &bodies, present);
        let world = self.ice.world();
        collide(world, &mut bodies, &pairs);
        self.now += 1;
        for number in (0..STONES).filter(|&number| island >> number & 1 == 1) {
            let body = bodies[number];
            // A stone that lay still and was not moved goes on lying still.
            let moves = body.motion.velocity != Vector::default();
            if !moves && self.still.get(number) == Some(body.at) {
                continue;
            }
            if world.sheet().on_ice(body.at) {
                self.set_off(number, body, 1.0);
            } else {
                self.forget(number);
            }
        }
        // All of them, even if nothing came of it: this touch is over.
        self.foresee(island);
    }
}
