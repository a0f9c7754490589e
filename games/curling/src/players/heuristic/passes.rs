//! Throws past any place of the playing area at a few speeds, by interpolation.
//!
//! The same idea as in [`Aims`](crate::players::Aims), over all the ice on which stones may lie: velocities are solved once
//! on a grid of a quarter of a metre, and interpolated between. Places beyond the grid are taken as on its edge.

use crate::propose::Weight;
use crate::{Shot, Spin, Vector, World, aim};
use std::sync::OnceLock;

/// From node to node in metres.
const STEP: f64 = 0.25;

/// The grid in metres from the tee, y along the throw.
const FROM: (f64, f64) = (-2.5, -7.0);
const COLUMNS: usize = 21;
const ROWS: usize = 40;

/// Speeds at the place: none (the stone stops there), then those of the weights.
const PACES: [Option<Weight>; 4] = [
    None,
    Some(Weight::Tap),
    Some(Weight::Control),
    Some(Weight::TakeOut),
];

/// The throws of a world.
pub struct Passes {
    world: World,
    /// Velocities by pace and spin, row by row.
    velocities: Vec<Vector>,
}

impl Passes {
    /// The throws of a world, made when first asked for.
    #[inline]
    pub fn of(world: World) -> &'static Passes {
        static DC2: OnceLock<Passes> = OnceLock::new();
        static FCV1: OnceLock<Passes> = OnceLock::new();
        let cell = match world {
            World::Dc2 => &DC2,
            World::Fcv1 => &FCV1,
        };
        cell.get_or_init(|| Passes::new(world))
    }

    fn new(world: World) -> Passes {
        let sheet = world.sheet();
        let mut velocities = Vec::with_capacity(PACES.len() * 2 * ROWS * COLUMNS);
        for pace in PACES {
            for spin in Spin::BOTH {
                for node in 0..ROWS * COLUMNS {
                    let (row, column) = (node / COLUMNS, node % COLUMNS);
                    let x = FROM.0 + STEP * column as f64;
                    let y = FROM.1 + STEP * row as f64;
                    let place = sheet.tee + Vector::new(x, y * sheet.forward);
                    let shot = match pace {
                        None => aim::draw_to(world, place, spin),
                        Some(weight) => aim::pass_through(world, place, weight.speed(world), spin),
                    };
                    velocities.push(shot.expect("the playing area is within reach").velocity);
                }
            }
        }
        Passes { world, velocities }
    }

    /// The throw that stops at a place.
    #[inline]
    pub fn draw(&self, place: Vector, spin: Spin) -> Shot {
        self.interpolated(0, place, spin)
    }

    /// The throw that passes a place with a weight.
    #[inline]
    pub fn pass(&self, place: Vector, weight: Weight, spin: Spin) -> Shot {
        let pace = match weight {
            Weight::Tap => 1,
            Weight::Control => 2,
            Weight::TakeOut => 3,
        };
        self.interpolated(pace, place, spin)
    }

    #[inline]
    fn interpolated(&self, pace: usize, place: Vector, spin: Spin) -> Shot {
        let sheet = self.world.sheet();
        let from_tee = place - sheet.tee;
        let cell = |offset: f64, nodes: usize| {
            let place = (offset / STEP).clamp(0.0, (nodes - 1) as f64);
            let index = (place as usize).min(nodes - 2);
            (index, place - index as f64)
        };
        let (column, x) = cell(from_tee.x - FROM.0, COLUMNS);
        let (row, y) = cell(from_tee.y * sheet.forward - FROM.1, ROWS);
        let table = (pace * 2 + usize::from(spin == Spin::Ccw)) * ROWS * COLUMNS;
        let nodes = &self.velocities[table..table + ROWS * COLUMNS];
        let across = |row: usize| {
            let left = row * COLUMNS + column;
            nodes[left] * (1.0 - x) + nodes[left + 1] * x
        };
        Shot {
            velocity: across(row) * (1.0 - y) + across(row + 1) * y,
            spin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Seed;

    #[test]
    fn interpolated_throws_are_the_exact_ones() {
        let mut rng = Seed::new(1).rng();
        for world in [World::Dc2, World::Fcv1] {
            let sheet = world.sheet();
            for _ in 0..300 {
                let offset = Vector::new(rng.unit() * 4.4 - 2.2, rng.unit() * 8.5 - 6.4);
                let place = sheet.tee + Vector::new(offset.x, offset.y * sheet.forward);
                let spin = Spin::BOTH[rng.below(2) as usize];
                let near = |found: Shot, exact: Shot| {
                    let apart = (found.velocity - exact.velocity).length();
                    // Of 30 m/s and 2.4 m/s at the release: a millimetre or two at the house.
                    let most = exact.velocity.length() * 6e-5;
                    assert!(apart < most, "{world:?} {offset:?}: {apart} of {most}");
                };
                let passes = Passes::of(world);
                near(
                    passes.draw(place, spin),
                    aim::draw_to(world, place, spin).unwrap(),
                );
                for weight in [Weight::Tap, Weight::Control, Weight::TakeOut] {
                    let exact = aim::pass_through(world, place, weight.speed(world), spin);
                    near(passes.pass(place, weight, spin), exact.unwrap());
                }
            }
        }
    }
}
