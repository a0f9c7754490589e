//! Candidate throws for searches.
//!
//! The *candidates* of a position are calls a skip could make, each with both spins:
//!
//! - draws to places on a grid in the house, and guards on a grid before it;
//! - for every stone in play: hits of several weights and thicknesses, and the freeze;
//! - the throw through, past everything on either side: how a stone is thrown away.
//!
//! That makes 88 throws on empty ice and 24 more for each stone. They depend on the position
//! alone and look at one stone at a time, so many are blocked: finding out is the search's task.
//!
//! A search that asks for one throw at a time gets the candidates in random order, and after them
//! candidates with added noise.

use crate::{Curling, STONE_RADIUS, Shot, Spin, State, Vector, World, aim};
use std::sync::OnceLock;
use yomi_core::{Game as _, Proposes, Rng};

/// How hard a stone is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// A tap: the thrown stone would run on for about a metre.
    Tap,
    /// Enough to move a stone out of the house from the tee, and little more: about five metres.
    Control,
    /// A take-out: nine metres and more.
    TakeOut,
}

impl Weight {
    /// The speed at which the stone is met, in metres per second.
    pub fn speed(self, world: World) -> f64 {
        match (world, self) {
            (World::Dc2, Weight::Tap) => 5.2,
            (World::Dc2, Weight::Control) => 11.0,
            // Servers take a throw at more than 33.7149 m/s for a pass: no more can be had where
            // the stone lies at the back of the house.
            (World::Dc2, Weight::TakeOut) => 14.5,
            (World::Fcv1, Weight::Tap) => 0.5,
            (World::Fcv1, Weight::Control) => 1.0,
            (World::Fcv1, Weight::TakeOut) => 1.5,
        }
    }
}

/// Draws: how far right of the tee and how far behind it (before it, if negative).
const HOUSE_X: [f64; 9] = [0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9, -1.2, 1.2];
const HOUSE_Y: [f64; 3] = [0.0, -0.7, 0.7];
const GUARD_X: [f64; 5] = [0.0, -0.5, 0.5, -1.1, 1.1];
const GUARD_Y: [f64; 3] = [-2.4, -3.4, -4.4];

/// Hits of a stone: how hard and on which side.
pub(crate) const HITS: [(Weight, f64); 11] = [
    (Weight::TakeOut, 0.0),
    (Weight::TakeOut, -0.35),
    (Weight::TakeOut, 0.35),
    (Weight::TakeOut, -0.7),
    (Weight::TakeOut, 0.7),
    (Weight::Control, 0.0),
    (Weight::Control, -0.5),
    (Weight::Control, 0.5),
    (Weight::Tap, 0.0),
    (Weight::Tap, -0.4),
    (Weight::Tap, 0.4),
];

/// The hits and the freeze.
const PER_STONE: usize = (HITS.len() + 1) * 2;

/// The throws that do not depend on the stones: draws, guards and the throws through.
pub(crate) fn fixed_throws(world: World) -> &'static [Shot] {
    static DC2: OnceLock<Vec<Shot>> = OnceLock::new();
    static FCV1: OnceLock<Vec<Shot>> = OnceLock::new();
    let cell = match world {
        World::Dc2 => &DC2,
        World::Fcv1 => &FCV1,
    };
    cell.get_or_init(|| {
        let sheet = world.sheet();
        let place = |x: f64, y: f64| sheet.tee + Vector::new(x, y * sheet.forward);
        let mut throws = Vec::new();
        for (rows, columns) in [(&HOUSE_Y, &HOUSE_X[..]), (&GUARD_Y, &GUARD_X[..])] {
            for &y in rows {
                for &x in columns {
                    let both = Spin::BOTH.map(|spin| aim::draw_to(world, place(x, y), spin));
                    throws.extend(both.into_iter().flatten());
                }
            }
        }
        throws.extend(throws_through(world));
        throws
    })
}

/// The throws past everything, on both sides of the house with both spins.
pub(crate) fn throws_through(world: World) -> impl Iterator<Item = Shot> {
    let speed = Weight::TakeOut.speed(world);
    [-1.0, 1.0].into_iter().flat_map(move |side: f64| {
        let beside = world.sheet().tee + Vector::new(2.1 * side, 0.0);
        Spin::BOTH
            .into_iter()
            .filter_map(move |spin| aim::pass_through(world, beside, speed, spin))
    })
}

/// The draw that stops in touch with a stone, before it.
pub(crate) fn freeze(world: World, target: Vector, spin: Spin) -> Option<Shot> {
    let way = target - world.sheet().release;
    let before = way * (2.05 * STONE_RADIUS / way.length());
    aim::draw_to(world, target - before, spin)
}

impl Curling {
    /// How many candidates there are at most.
    fn candidate_count(&self, state: &State) -> usize {
        fixed_throws(self.world).len() + state.stones.len() * PER_STONE
    }

    /// A candidate by its number; `None` if it cannot be thrown.
    fn candidate(&self, state: &State, index: usize) -> Option<Shot> {
        let fixed = fixed_throws(self.world);
        let Some(index) = index.checked_sub(fixed.len()) else {
            return Some(fixed[index]);
        };
        let (_, target) = state.stones.iter().nth(index / PER_STONE)?;
        let spin = Spin::BOTH[index % 2];
        match HITS.get(index % PER_STONE / 2) {
            Some(&(weight, thickness)) => {
                let speed = weight.speed(self.world);
                aim::hit(self.world, target, thickness, speed, spin)
            }
            None => freeze(self.world, target, spin),
        }
    }
}

/// How often a candidate is drawn in the hope that it is new.
const DRAWS: usize = 4;

/// How far off the hand is that goes beyond the candidates: shares of the velocity along and
/// across it. At the house that is about 0.8 m and 0.1 m.
const HAND: (f64, f64) = (0.01, 0.003);

impl Proposes for Curling {
    /// A candidate not tried yet; if none is found in a few draws, a candidate with a velocity a
    /// little off.
    fn propose(&self, state: &State, tried: &[Shot], rng: &mut Rng) -> Option<Shot> {
        if self.outcome(state).is_some() {
            return None;
        }
        let count = self.candidate_count(state) as u32;
        let mut last = fixed_throws(self.world)[0];
        for _ in 0..DRAWS {
            let index = rng.below(count) as usize;
            if let Some(shot) = self.candidate(state, index) {
                if !tried.contains(&shot) {
                    return Some(shot);
                }
                last = shot;
            }
        }
        let off = Vector::new(1.0 + rng.normal() * HAND.0, rng.normal() * HAND.1);
        Some(Shot {
            velocity: last.velocity.turned(off),
            ..last
        })
    }

    /// What noise makes of a throw; not of a pass, and no pass.
    fn near(&self, _: &State, shot: Shot, rng: &mut Rng) -> Option<Shot> {
        let off = (!self.is_pass(shot)).then(|| self.with_noise(shot, rng))?;
        (!self.is_pass(off)).then_some(off)
    }

    /// The candidates of the head of this page.
    ///
    /// ```
    /// use yomi_core::{Game, Proposes};
    /// use yomi_curling::Curling;
    /// let curling = Curling::default();
    /// let mut throws = Vec::new();
    /// curling.candidates(&curling.initial(), &mut throws);
    /// assert_eq!(throws.len(), 88);
    /// ```
    fn candidates(&self, state: &State, throws: &mut Vec<Shot>) {
        throws.clear();
        throws.extend(
            (0..self.candidate_count(state)).filter_map(|index| self.candidate(state, index)),
        );
    }
}
