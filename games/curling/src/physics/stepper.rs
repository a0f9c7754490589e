//! The plain simulator: every stone, every frame.
//!
//! This is what the official programs do, and what the fast simulator is tested against: velocities
//! on the ice in their single precision, places and collisions in double. It takes milliseconds for
//! a throw of FCV1, a third of one for a throw of DC2, and ends always: friction stops everything.

use super::collision::{Body, MAX_CONTACTS, Pair, TOUCH, collide};
use super::ice::FRAME;
use crate::stones::STONES;
use crate::{Shot, Stones, Vector, World};
use arrayvec::ArrayVec;

/// A throw in progress, frame by frame.
#[derive(Clone, Debug)]
pub struct Stepper {
    world: World,
    bodies: ArrayVec<Body, STONES>,
    numbers: ArrayVec<usize, STONES>,
}

impl Stepper {
    /// Stone `number` is let go while the others lie still.
    pub fn new(world: World, stones: &Stones, number: usize, shot: Shot) -> Stepper {
        let mut stepper = Stepper {
            world,
            bodies: ArrayVec::new(),
            numbers: ArrayVec::new(),
        };
        for index in 0..STONES {
            let body = if index == number {
                Body {
                    at: world.sheet().release,
                    motion: world.released(shot),
                }
            } else if let Some(at) = stones.get(index) {
                Body {
                    at,
                    ..Body::default()
                }
            } else {
                continue;
            };
            stepper.bodies.push(body);
            stepper.numbers.push(index);
        }
        stepper
    }

    /// The stones on the ice, moving ones included.
    pub fn stones(&self) -> Stones {
        let mut stones = Stones::default();
        for (body, &number) in self.bodies.iter().zip(&self.numbers) {
            stones.set(number, body.at);
        }
        stones
    }

    /// The bodies on the ice.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Goes on by a frame; whether any stone still moves.
    pub fn step(&mut self) -> bool {
        let pairs = self.touching();
        let mut touched = 0u32;
        for &(first, second) in &pairs {
            touched |= 1 << first | 1 << second;
        }
        if !pairs.is_empty() {
            collide(self.world, &mut self.bodies, &pairs);
        }
        for (index, body) in self.bodies.iter_mut().enumerate() {
            if touched >> index & 1 == 0 {
                body.at += body.motion.velocity * FRAME;
            }
            body.motion = self.world.glided(body.motion);
        }
        for index in (0..self.bodies.len()).rev() {
            if !self.world.sheet().on_ice(self.bodies[index].at) {
                self.bodies.remove(index);
                self.numbers.remove(index);
            }
        }
        self.is_moving()
    }

    /// Whether any stone moves.
    pub fn is_moving(&self) -> bool {
        self.bodies
            .iter()
            .any(|body| body.motion.velocity != Vector::default())
    }

    /// The pairs that touch. Those that lie still count too: a blow goes through them.
    fn touching(&self) -> ArrayVec<Pair, MAX_CONTACTS> {
        let mut pairs = ArrayVec::new();
        for first in 0..self.bodies.len() {
            for second in first + 1..self.bodies.len() {
                let (a, b) = (&self.bodies[first], &self.bodies[second]);
                if (a.at - b.at).length_squared() <= TOUCH * TOUCH && !pairs.is_full() {
                    pairs.push((first, second));
                }
            }
        }
        pairs
    }
}

/// Where the stones lie once all have stopped, before any rule but those of the ice's edge.
pub fn run(world: World, stones: &Stones, number: usize, shot: Shot) -> Stones {
    let mut stepper = Stepper::new(world, stones, number, shot);
    while stepper.step() {}
    stepper.stones()
}
