//! The fast simulator: from event to event.
//!
//! Between collisions every stone follows a [`Path`], which tells where it is at any frame without
//! looking at those before. So a throw is a short list of events, each at a whole frame: a stone
//! loses the last of its spin, or stones touch. (That a stone leaves the ice is no event: it only
//! means that what would happen to it afterwards does not, see [`super::exit`].) At a touch, everything that
//! overlaps there and then is handed to the contact solver, as the frame stepper does in every
//! frame, and the stones that it moved get new paths.
//!
//! Stones that lie there overlapping are left alone until they are hit; frame by frame they are
//! pushed apart from the beginning. Impulses are not carried over from one frame to the next, as
//! the official programs do to converge faster: with one contact at a time it makes no difference.
//!
//! Stones that touch and go apart are no event. Stones that touch and approach again (pressed by
//! a third, or, in DC2, not bouncing off each other) are one at every frame until they part.

use super::collision::{Body, collide};
use super::exit::Exit;
use super::island::{Island, Scene};
use super::path::Path;
use super::stepper;
use super::{Ice, Time};
use crate::stones::STONES;
use crate::{Shot, Stones, Vector};
use arrayvec::ArrayVec;

/// When nothing happens.
pub(super) const NEVER: Time = Time::MAX;

/// More events than any throw has in which stones do not overlap from the beginning.
const MANY_EVENTS: usize = 4000;

/// A stone that moves, or has moved and come to rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) number: usize,
    pub(super) path: Path,
    pub(super) exit: Exit,
    straightens: Time,
    pub(super) touches: Time,
    /// Whom it touches then: the number of the stone.
    pub(super) partner: usize,
}

impl Mover {
    #[inline]
    fn new(number: usize, path: Path) -> Mover {
        Mover {
            number,
            path,
            exit: Exit::Never,
            straightens: NEVER,
            touches: NEVER,
            partner: STONES,
        }
    }

    /// Gives it another path.
    #[inline]
    fn follow(&mut self, path: Path) {
        self.path = path;
        self.exit = Exit::Never;
        self.straightens = NEVER;
        self.touches = NEVER;
        self.partner = STONES;
    }

    /// When the next thing happens to it.
    fn next(&self) -> Time {
        self.straightens.min(self.touches)
    }
}

/// A throw being computed.
pub(super) struct Throw<'a> {
    pub(super) ice: &'a Ice,
    /// The stones that have not been moved.
    pub(super) still: Stones,
    pub(super) movers: ArrayVec<Mover, STONES>,
    pub(super) now: Time,
    /// Stones whose next touches are still to be looked for.
    pub(super) waiting: u16,
    /// Stones of whose paths only the beginning is known.
    begun: u16,
    /// Where stones touch.
    pub(super) scene: Scene,
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
        waiting: 0,
        begun: 0,
        scene: Scene::default(),
    };
    throw.still.remove(number);
    let body = Body {
        at: world.sheet().release,
        motion: world.thrown(shot),
    };
    throw.set_off(number, body, world.friction_at_release());
    throw.foresee(1 << number);
    if throw.next_time() == NEVER {
        return throw.stones();
    }
    let mut island = Island::default();
    for _ in 0..MANY_EVENTS {
        if !throw.next_event(&mut island) {
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
            if mover.exit == Exit::Never {
                stones.set(mover.number, mover.path.stop);
            }
        }
        stones
    }

    /// Gives a stone a new path, with so many frames of friction before it moves on; none if it
    /// does not move.
    fn set_off(&mut self, number: usize, body: Body, glided: f64) {
        if body.motion.velocity == Vector::default() {
            self.forget(number);
            self.still.set(number, body.at);
            self.scene.stones |= 1 << number;
            return;
        }
        self.still.remove(number);
        let path = Path::begin(self.ice, self.now, &body, glided);
        match self.movers.iter_mut().find(|mover| mover.number == number) {
            Some(mover) => mover.follow(path),
            None => self.movers.push(Mover::new(number, path)),
        }
        self.begun |= 1 << number;
    }

    /// Works out the rest of those new paths of which this is true at this frame. Until then a
    /// path knows where it begins, which is all that a stone needs that is pressed again at once.
    pub(super) fn draw_paths(&mut self, which: impl Fn(&Path, Time) -> bool) {
        if self.begun == 0 {
            return;
        }
        let sheet = self.ice.world().sheet();
        for mover in &mut self.movers {
            let bit = 1 << mover.number;
            if self.begun & bit == 0 || !which(&mover.path, self.now) {
                continue;
            }
            self.begun &= !bit;
            mover.path.draw(self.ice);
            mover.exit = mover.path.exit(self.ice, sheet);
            mover.straightens = (mover.path.straightens(self.ice))
                .filter(|&frame| !(mover.path).has_left(self.ice, sheet, mover.exit, frame))
                .unwrap_or(NEVER);
        }
    }

    /// Takes a stone off the lists.
    fn forget(&mut self, number: usize) {
        self.still.remove(number);
        self.begun &= !(1 << number);
        if let Some(index) = self.movers.iter().position(|mover| mover.number == number) {
            self.movers.swap_remove(index);
        }
    }

    /// Whether a moving stone is off the ice by this frame.
    pub(super) fn has_left(&self, mover: &Mover, frame: Time) -> bool {
        let sheet = self.ice.world().sheet();
        mover.path.has_left(self.ice, sheet, mover.exit, frame)
    }

    /// When the next thing happens.
    #[inline]
    fn next_time(&self) -> Time {
        (self.movers.iter()).fold(NEVER, |time, mover| time.min(mover.next()))
    }

    /// Lets the next thing happen; whether there was one.
    fn next_event(&mut self, island: &mut Island) -> bool {
        let time = self.next_time();
        if time == NEVER {
            return false;
        }
        self.now = time;
        // Spin counts before a touch does.
        let straight = self.movers.iter().find(|mover| mover.straightens == time);
        if let Some(mover) = straight {
            let (number, mut body) = (mover.number, mover.path.body(self.ice, time));
            body.motion.spin = 0.0;
            self.set_off(number, body, 0.0);
            self.foresee(1 << number);
        } else {
            self.touch(island);
        }
        true
    }

    /// Stones touch now: they and all that hang together with them get new paths.
    fn touch(&mut self, island: &mut Island) {
        self.gather(island);
        let world = self.ice.world();
        collide(world, &mut island.bodies, &island.pairs);
        self.now += 1;
        let mut left = island.members;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let body = island.bodies[number];
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
        self.foresee(island.members);
    }
}
