//! Throws ready at hand: the draw to the tee, and take-outs of any stone in the house.
//!
//! Playouts aim at every ply, and solving for the right piece of the track takes longer than the
//! throw itself. So the take-outs are solved once for places on a grid over the house; between
//! them the velocity is interpolated. It bends so little over a cell that the interpolated throw
//! passes within a tenth of a millimetre of where the exact one does.

use crate::propose::Weight;
use crate::{Shot, Spin, Vector, World, aim};
use std::sync::OnceLock;

/// Nodes on a side of the grid.
const SIDE: usize = 17;

/// The grid reaches this far from the tee, in metres: beyond every stone that touches the house.
const REACH: f64 = 2.0;

type Grid = [[Vector; SIDE]; SIDE];

/// The throws of a world, by spin in the order of [`Spin::BOTH`].
pub struct Aims {
    world: World,
    tee: [Shot; 2],
    take_outs: [Grid; 2],
}

impl Aims {
    /// The throws of a world, made when first asked for.
    #[inline]
    pub fn of(world: World) -> &'static Aims {
        static DC2: OnceLock<Aims> = OnceLock::new();
        static FCV1: OnceLock<Aims> = OnceLock::new();
        let cell = match world {
            World::Dc2 => &DC2,
            World::Fcv1 => &FCV1,
        };
        cell.get_or_init(|| Aims::new(world))
    }

    fn new(world: World) -> Aims {
        let tee = world.sheet().tee;
        let reachable = "the house is within reach";
        let place = |index: usize| (index as f64 / (SIDE - 1) as f64 * 2.0 - 1.0) * REACH;
        Aims {
            world,
            tee: Spin::BOTH.map(|spin| aim::draw_to(world, tee, spin).expect(reachable)),
            take_outs: Spin::BOTH.map(|spin| {
                std::array::from_fn(|row| {
                    std::array::from_fn(|column| {
                        let target = tee + Vector::new(place(column), place(row));
                        let speed = Weight::TakeOut.speed(world);
                        aim::hit(world, target, 0.0, speed, spin)
                            .expect(reachable)
                            .velocity
                    })
                })
            }),
        }
    }

    /// The draw to the tee.
    #[inline]
    pub fn tee(&self, spin: Spin) -> Shot {
        self.tee[usize::from(spin == Spin::Ccw)]
    }

    /// The take-out, full in the face, of a stone that touches the house.
    #[inline]
    pub fn take_out(&self, target: Vector, spin: Spin) -> Shot {
        let grid = &self.take_outs[usize::from(spin == Spin::Ccw)];
        let from_tee = target - self.world.sheet().tee;
        let cell = |offset: f64| {
            let place = (offset / REACH + 1.0) * 0.5 * (SIDE - 1) as f64;
            let index = (place.max(0.0) as usize).min(SIDE - 2);
            (index, place - index as f64)
        };
        let ((column, x), (row, y)) = (cell(from_tee.x), cell(from_tee.y));
        let across = |row: usize| grid[row][column] * (1.0 - x) + grid[row][column + 1] * x;
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
    fn interpolated_take_outs_are_the_exact_ones() {
        let mut rng = Seed::new(1).rng();
        for world in [World::Dc2, World::Fcv1] {
            let sheet = world.sheet();
            for _ in 0..200 {
                let offset = Vector::new(rng.unit() * 3.8 - 1.9, rng.unit() * 3.8 - 1.9);
                let target = sheet.tee + offset;
                for spin in Spin::BOTH {
                    let speed = Weight::TakeOut.speed(world);
                    let exact = aim::hit(world, target, 0.0, speed, spin).unwrap().velocity;
                    let near = Aims::of(world).take_out(target, spin).velocity;
                    // To the side, seen over the length of the sheet, and in speed.
                    let across = near.dot(exact.left()) / exact.length_squared() * 38.0;
                    let speed = near.length() / exact.length() - 1.0;
                    assert!(across.abs() < 1e-4, "{world:?} {offset:?}: {across} m");
                    assert!(speed.abs() < 1e-4, "{world:?} {offset:?}: {speed}");
                }
            }
        }
    }
}
