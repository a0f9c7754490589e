//! Nothing that can be thrown, at whatever lies there, hangs or brings the program down.

use yomi_core::{Rng, Seed};
use yomi_curling::physics::stepper::Stepper;
use yomi_curling::{Curling, STONES, Shot, Spin, Stones, Vector, World};

const WORLDS: [World; 2] = [World::Dc2, World::Fcv1];

fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.unit()
}

/// Throws by the fast simulator: what is left must be places on the ice. Stones nobody moved stay
/// wherever they were.
fn check(world: World, stones: &Stones, number: usize, shot: Shot) {
    let game = Curling {
        world,
        ..Curling::default()
    };
    let landing = game.simulate(stones, number, shot);
    for (index, at) in landing.stones.iter() {
        let untouched = index != number && stones.get(index) == Some(at);
        assert!(
            untouched || world.sheet().on_ice(at),
            "stone {index} ends at {at:?}: {number} {shot:?} {stones:?}"
        );
    }
}

/// A place seen from the tee.
fn place(world: World, right: f64, behind: f64) -> Vector {
    let sheet = world.sheet();
    sheet.tee + Vector::new(right, behind * sheet.forward)
}

fn throws() -> Vec<Shot> {
    let speeds = [
        0.0,
        -0.0,
        1e-300,
        1e-12,
        1e-8,
        1e-7,
        1e-3,
        0.01,
        2.4,
        29.6,
        40.0,
        1e3,
        1e9,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let mut throws = Vec::new();
    for x in speeds {
        for y in speeds {
            for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
                throws.extend(Spin::BOTH.map(|spin| Shot::new(x, y, spin)));
            }
        }
    }
    throws
}

#[test]
fn absurd_throws_end() {
    for world in WORLDS {
        let mut stones = Stones::default();
        stones.set(0, world.sheet().tee);
        stones.set(1, place(world, 0.1, -3.0));
        stones.set(2, world.sheet().release);
        for shot in throws() {
            check(world, &Stones::default(), 0, shot);
            check(world, &stones, 3, shot);
        }
    }
}

/// The frame stepper too: two minutes are more than any stone needs.
fn check_by_frames(world: World, stones: &Stones, number: usize, shot: Shot) {
    let mut stepper = Stepper::new(world, stones, number, shot);
    let mut frames = 0;
    while stepper.step() {
        frames += 1;
        assert!(
            frames < 120_000,
            "{world:?} {shot:?} never ends: {:?}",
            stepper.bodies()
        );
    }
}

#[test]
fn absurd_throws_end_frame_by_frame_too() {
    for world in WORLDS {
        for shot in throws() {
            check_by_frames(world, &Stones::default(), 0, shot);
        }
    }
}

/// A stone is slowed to less than 1e-7 m/s, but not to nothing, by a collision with another.
#[test]
fn a_stone_that_hardly_moves_stops() {
    let mut stones = Stones::default();
    for (number, x, y) in [
        (0, -0.893, 38.874),
        (1, -0.319, 37.682),
        (2, 1.257, 39.412),
        (3, 1.238, 38.933),
        (4, 0.822, 38.813),
        (5, -1.075, 33.189),
        (6, 0.175, 39.82),
        (9, -0.625, 39.134),
        (10, 0.514, 38.15),
        (11, 0.077, 32.338),
    ] {
        stones.set(number, Vector::new(x, y));
    }
    let shot = Shot::new(-0.1248, 2.4413, Spin::Cw);
    check_by_frames(World::Fcv1, &stones, 12, shot);
}

#[test]
fn stones_in_a_heap_come_apart_somehow() {
    for (world, count) in [(World::Dc2, 3000), (World::Fcv1, 3000)] {
        let forward = world.sheet().forward;
        for index in 0..count {
            let rng = &mut Seed::new(9).child("heap").index(index).rng();
            // From all in one place to a loose crowd.
            let spread = [0.0, 1e-12, 0.01, 0.1, 0.4, 1.0][rng.below(6) as usize];
            let centre = place(world, between(rng, -1.0, 1.0), between(rng, -3.0, 1.0));
            let number = rng.below(STONES as u32) as usize;
            let mut stones = Stones::default();
            for other in 0..number {
                let (x, y) = (between(rng, -spread, spread), between(rng, -spread, spread));
                stones.set(other, centre + Vector::new(x, y));
            }
            let speed = match world {
                World::Dc2 => between(rng, 27.0, 40.0),
                World::Fcv1 => between(rng, 2.2, 5.0),
            };
            // Straight at the heap, but for the curl.
            let way = centre - world.sheet().release;
            let slope = way.x / way.y.abs() + between(rng, -0.05, 0.05);
            let spin = Spin::BOTH[rng.below(2) as usize];
            let shot = Shot::new(slope * speed, speed * forward, spin);
            check(world, &stones, number, shot);
        }
    }
}

#[test]
fn stones_outside_the_sheet_do_no_harm() {
    for world in WORLDS {
        for index in 0..3000 {
            let rng = &mut Seed::new(9).child("outside").index(index).rng();
            let reach = [3.0, 50.0, 1e6, 1e300][rng.below(4) as usize];
            let mut stones = Stones::default();
            for other in 0..10 {
                let (x, y) = (between(rng, -reach, reach), between(rng, -reach, reach));
                stones.set(other, place(world, x, y));
            }
            let speed = match world {
                World::Dc2 => between(rng, 0.0, 40.0),
                World::Fcv1 => between(rng, 0.0, 4.0),
            };
            let slope = between(rng, -0.3, 0.3);
            let spin = Spin::BOTH[rng.below(2) as usize];
            let shot = Shot::new(slope * speed, speed * world.sheet().forward, spin);
            check(world, &stones, 12, shot);
        }
    }
}

/// A blow that goes through twelve stones, with gaps from none to more than a frame's way.
#[test]
fn a_column_of_stones_hit_from_behind() {
    for world in WORLDS {
        for gap in [-0.28, -0.1, -0.01, -1e-9, 0.0, 1e-9, 1e-3, 0.01, 0.03] {
            let mut stones = Stones::default();
            for number in 0..12 {
                stones.set(
                    number,
                    place(world, 0.0, -4.0 + (0.29 + gap) * number as f64),
                );
            }
            // Overlapping stones are pressed together for many frames: fewer of those.
            let (stride, speeds): (usize, &[f64]) = if gap < 0.0 {
                (20, &[1.1])
            } else {
                (5, &[0.9, 1.0, 1.1, 1.4])
            };
            for step in (-60..=60).step_by(stride) {
                let slope = 0.001 * f64::from(step);
                for &speed in speeds {
                    let speed = match world {
                        World::Dc2 => 29.0 * speed,
                        World::Fcv1 => 2.4 * speed,
                    };
                    for spin in Spin::BOTH {
                        let forward = speed * world.sheet().forward;
                        let shot = Shot::new(slope * speed, forward, spin);
                        check(world, &stones, 12, shot);
                    }
                }
            }
        }
    }
}
