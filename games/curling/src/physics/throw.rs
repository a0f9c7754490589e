//! The fast simulator: from event to event.
//!
//! Between collisions every stone follows a [`Path`], which tells where it is at any frame without
//! looking at those before. So a throw is a short list of events, each at a whole frame: a stone
//! leaves the ice, a stone loses the last of its spin, stones touch. At a touch, everything that
//! overlaps there and then is handed to the contact solver, as the frame stepper does in every
//! frame, and the stones that it moved get new paths.
//!
//! Stones that touch and go apart are no event. Stones that touch and approach again (pressed by
//! a third, or, in DC2, not bouncing off each other) are one at every frame until they part.

use super::collision::{Body, Pair, TOUCH, collide};
use super::ice::FRAME;
use super::path::Path;
use super::{Ice, Time};
use crate::stones::STONES;
use crate::{Shot, Stones, Vector};
use arrayvec::ArrayVec;

/// After this many frames everything has long stopped.
const NEVER: Time = Time::MAX;

#[derive(Clone, Copy, Debug)]
enum Stone {
    /// Not on the ice.
    Gone,
    /// At rest since the throw began.
    Still(Vector),
    /// Moving, or at rest after having moved.
    Moved(Path),
}

/// What can happen next to a stone that moved.
#[derive(Clone, Copy, Debug)]
struct Prospects {
    leaves: Time,
    straightens: Time,
    touches: Time,
    partner: usize,
}

const NOTHING: Prospects = Prospects {
    leaves: NEVER,
    straightens: NEVER,
    touches: NEVER,
    partner: STONES,
};

/// A throw being computed.
pub struct Throw<'a> {
    ice: &'a Ice,
    stones: [Stone; STONES],
    prospects: [Prospects; STONES],
    now: Time,
}

impl<'a> Throw<'a> {
    /// Stone `number` is let go while the others lie still.
    pub fn new(ice: &'a Ice, stones: &Stones, number: usize, shot: Shot) -> Throw<'a> {
        let mut throw = Throw {
            ice,
            stones: [Stone::Gone; STONES],
            prospects: [NOTHING; STONES],
            now: 0,
        };
        for (index, at) in stones.iter() {
            throw.stones[index] = Stone::Still(at);
        }
        let world = ice.world();
        let mut body = Body {
            at: world.sheet().release,
            motion: world.released(shot),
        };
        // A stone too fast for the table is followed frame by frame until it no longer is, or
        // until it is far away.
        while body.motion.velocity.length() > ice.track(1.0).top_speed()
            && world.sheet().on_ice(body.at)
        {
            body.at += body.motion.velocity * FRAME;
            body.motion = world.glided(body.motion);
            throw.now += 1;
        }
        throw.stones[number] = Stone::Gone;
        if world.sheet().on_ice(body.at) {
            throw.set_off(number, body);
            throw.foresee(1 << number);
        }
        throw
    }

    /// Runs until everything lies still.
    pub fn run(mut self) -> Stones {
        while self.next_event() {}
        let mut stones = Stones::default();
        for (index, stone) in self.stones.iter().enumerate() {
            match stone {
                Stone::Gone => {}
                Stone::Still(at) => stones.set(index, *at),
                Stone::Moved(path) => stones.set(index, path.stop),
            }
        }
        stones
    }

    /// Gives a stone a new path.
    fn set_off(&mut self, index: usize, body: Body) {
        let path = Path::new(self.ice, self.now, &body);
        self.stones[index] = Stone::Moved(path);
        self.prospects[index] = Prospects {
            leaves: path
                .leaves(self.ice, self.ice.world().sheet(), self.now)
                .unwrap_or(NEVER),
            straightens: path.straightens(self.ice).unwrap_or(NEVER),
            ..NOTHING
        };
    }

    /// Finds out what these stones, which have new paths, will touch; and who will touch them.
    fn foresee(&mut self, mut changed: u16) {
        // Whoever was to touch a stone that goes another way now must look again.
        for index in 0..STONES {
            let partner = self.prospects[index].partner;
            if partner < STONES && changed >> partner & 1 == 1 {
                changed |= 1 << index;
            }
        }
        for index in 0..STONES {
            if changed >> index & 1 == 1 {
                self.prospects[index].touches = NEVER;
                self.prospects[index].partner = STONES;
            }
        }
        for index in 0..STONES {
            let Stone::Moved(path) = self.stones[index] else {
                continue;
            };
            if changed >> index & 1 == 0 {
                continue;
            }
            for other in 0..STONES {
                if other == index || (changed >> other & 1 == 1 && other < index) {
                    continue;
                }
                let touches = match self.stones[other] {
                    Stone::Gone => None,
                    Stone::Still(at) => self.meets_still(&path, at),
                    Stone::Moved(second) if second.end() <= self.now => {
                        self.meets_still(&path, second.stop)
                    }
                    Stone::Moved(second) if path.end() <= self.now => {
                        self.meets_still(&second, path.stop)
                    }
                    Stone::Moved(second) => self.meets_moving(&path, &second),
                };
                if let Some(time) = touches {
                    self.expect(index, other, time);
                    if matches!(self.stones[other], Stone::Moved(_)) {
                        self.expect(other, index, time);
                    }
                }
            }
        }
    }

    fn expect(&mut self, index: usize, partner: usize, time: Time) {
        let prospects = &mut self.prospects[index];
        if time < prospects.touches {
            prospects.touches = time;
            prospects.partner = partner;
        }
    }

    fn meets_still(&self, path: &Path, at: Vector) -> Option<Time> {
        if path.end() <= self.now {
            return None;
        }
        let here = path.at(self.ice, self.now);
        if (here - at).length_squared() < TOUCH * TOUCH {
            return self.parts_or_presses(path.end(), |frame| {
                let body = path.body(self.ice, frame);
                (at - body.at, -body.motion.velocity)
            });
        }
        path.meets_still(self.ice, at, self.now)
    }

    fn meets_moving(&self, first: &Path, second: &Path) -> Option<Time> {
        let here = first.at(self.ice, self.now) - second.at(self.ice, self.now);
        let from = if here.length_squared() < TOUCH * TOUCH {
            let end = first.end().max(second.end());
            let pressed = self.parts_or_presses(end, |frame| {
                let (a, b) = (first.body(self.ice, frame), second.body(self.ice, frame));
                (b.at - a.at, b.motion.velocity - a.motion.velocity)
            });
            if pressed.is_some() {
                return pressed;
            }
            // They part, and might meet again after that.
            (self.now..end).find(|&frame| {
                let gap = first.at(self.ice, frame) - second.at(self.ice, frame);
                gap.length_squared() >= TOUCH * TOUCH
            })?
        } else {
            self.now
        };
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
        let mut first = (NEVER, 0);
        for (index, prospects) in self.prospects.iter().enumerate() {
            let time = prospects
                .leaves
                .min(prospects.straightens)
                .min(prospects.touches);
            if time < first.0 {
                first = (time, index);
            }
        }
        let (time, index) = first;
        if time == NEVER {
            return false;
        }
        self.now = time;
        // Who is off the ice touches nobody.
        if let Some(gone) = (0..STONES).find(|&index| self.prospects[index].leaves == time) {
            self.stones[gone] = Stone::Gone;
            self.prospects[gone] = NOTHING;
            self.foresee(1 << gone);
        } else if self.prospects[index].touches == time {
            self.touch(index, self.prospects[index].partner);
        } else if let Stone::Moved(path) = self.stones[index] {
            let mut body = path.body(self.ice, time);
            body.motion.spin = 0.0;
            self.set_off(index, body);
            self.foresee(1 << index);
        }
        true
    }

    /// Where a stone is now and how it moves.
    fn body(&self, index: usize) -> Option<Body> {
        match &self.stones[index] {
            Stone::Gone => None,
            Stone::Still(at) => Some(Body {
                at: *at,
                ..Body::default()
            }),
            Stone::Moved(path) => Some(path.body(self.ice, self.now)),
        }
    }

    /// Two stones touch now: they and all that hang together with them get new paths.
    fn touch(&mut self, first: usize, second: usize) {
        let mut bodies = [Body::default(); STONES];
        let mut present = 0u16;
        for (index, body) in bodies.iter_mut().enumerate() {
            if let Some(here) = self.body(index) {
                *body = here;
                present |= 1 << index;
            }
        }
        let (pairs, island) = island(&bodies, present, (first.min(second), first.max(second)));
        let before = bodies;
        let world = self.ice.world();
        collide(world, &mut bodies, &pairs);
        self.now += 1;
        let mut changed = 0u16;
        for index in (0..STONES).filter(|&index| island >> index & 1 == 1) {
            // A stone that lay still and was not moved goes on lying still.
            if bodies[index] == before[index] {
                continue;
            }
            let mut body = bodies[index];
            body.motion = world.glided(body.motion);
            changed |= 1 << index;
            if !world.sheet().on_ice(body.at) {
                self.stones[index] = Stone::Gone;
                self.prospects[index] = NOTHING;
            } else if body.motion.velocity == Vector::default() {
                self.stones[index] = Stone::Still(body.at);
                self.prospects[index] = NOTHING;
            } else {
                self.set_off(index, body);
            }
        }
        self.foresee(changed);
    }
}

/// The pairs that overlap and hang together with the given one, in the order of the stones, and
/// the stones in them.
fn island(bodies: &[Body; STONES], present: u16, seed: Pair) -> (ArrayVec<Pair, 48>, u16) {
    let mut members = 1u16 << seed.0 | 1 << seed.1;
    let mut fresh = members;
    let touching = |first: usize, second: usize| {
        (first, second) == seed
            || (bodies[first].at - bodies[second].at).length_squared() <= TOUCH * TOUCH
    };
    while fresh != 0 {
        let index = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        for other in 0..STONES {
            let bit = 1 << other;
            if present & bit != 0 && members & bit == 0 {
                let (first, second) = (index.min(other), index.max(other));
                if touching(first, second) {
                    members |= bit;
                    fresh |= bit;
                }
            }
        }
    }
    let mut pairs = ArrayVec::new();
    for first in 0..STONES {
        for second in first + 1..STONES {
            let both = 1 << first | 1 << second;
            if members & both == both && touching(first, second) && !pairs.is_full() {
                pairs.push((first, second));
            }
        }
    }
    (pairs, members)
}
