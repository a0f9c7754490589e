//! Aimed throws do what was asked, by the simulator.

use yomi_core::{Rng, Seed};
use yomi_curling::physics::Ice;
use yomi_curling::physics::collision::Body;
use yomi_curling::physics::path::Path;
use yomi_curling::physics::stepper::Stepper;
use yomi_curling::{Curling, STONE_RADIUS, Shot, Spin, Stones, Vector, World, aim};

const WORLDS: [World; 2] = [World::Dc2, World::Fcv1];

fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.unit()
}

/// A place seen from the tee.
fn place(world: World, right: f64, behind: f64) -> Vector {
    let sheet = world.sheet();
    sheet.tee + Vector::new(right, behind * sheet.forward)
}

/// A place in or before the house, not too near to a side for any spin.
fn random_place(world: World, rng: &mut Rng) -> Vector {
    place(world, between(rng, -1.2, 1.2), between(rng, -6.0, 1.8))
}

fn stop(world: World, shot: Shot) -> Option<Vector> {
    let game = Curling {
        world,
        ..Curling::default()
    };
    game.simulate(&Stones::default(), 0, shot).stones.get(0)
}

#[test]
fn a_draw_stops_on_its_target() {
    for world in WORLDS {
        let rng = &mut Seed::new(5).child("draw").rng();
        for index in 0..1000 {
            let target = random_place(world, rng);
            for spin in Spin::BOTH {
                let shot = aim::draw_to(world, target, spin).expect("within reach");
                assert_eq!(shot.spin, spin);
                let error = stop(world, shot).map(|stop| stop.distance(target));
                assert!(
                    error.is_some_and(|error| error < 0.001),
                    "{world:?} {index}: {target:?} {spin:?} missed by {error:?}"
                );
            }
        }
    }
}

#[test]
fn an_exact_draw_stops_on_its_target_frame_by_frame_too() {
    for (world, count) in [(World::Dc2, 200), (World::Fcv1, 30)] {
        let rng = &mut Seed::new(5).child("exact draw").rng();
        for _ in 0..count {
            let target = random_place(world, rng);
            for spin in Spin::BOTH {
                let shot = aim::draw_exactly_to(world, target, spin).expect("within reach");
                let stop = aim::free_stop(world, shot).expect("it stays on the ice");
                let error = stop.distance(target);
                assert!(error < 0.001, "{world:?} {target:?} {spin:?}: {error}");
            }
        }
    }
}

#[test]
fn a_passing_throw_passes_its_point_at_the_speed_asked_for() {
    for (world, speeds) in [(World::Dc2, [2.0, 24.0]), (World::Fcv1, [0.2, 2.5])] {
        let ice = Ice::of(world);
        let rng = &mut Seed::new(5).child("pass").rng();
        for _ in 0..150 {
            let point = random_place(world, rng);
            let speed = between(rng, speeds[0], speeds[1]);
            for spin in Spin::BOTH {
                let shot = aim::pass_through(world, point, speed, spin).expect("within reach");
                let body = Body {
                    at: world.sheet().release,
                    motion: world.thrown(shot),
                };
                let path = Path::new(ice, 0, &body, world.friction_at_release());
                // The closest of the lines that the stone follows from frame to frame.
                let (mut error, mut passing) = (f64::INFINITY, 0.0);
                for frame in 0..path.end {
                    let (here, next) = (path.body(ice, frame), path.at(ice, frame + 1));
                    let (line, way) = (next - here.at, point - here.at);
                    let share = (way.dot(line) / line.length_squared()).clamp(0.0, 1.0);
                    let distance = (way - line * share).length();
                    if distance < error {
                        (error, passing) = (distance, here.motion.velocity.length());
                    }
                }
                assert!(error < 0.002, "{world:?} {point:?} {spin:?}: {error}");
                assert!(
                    (passing / speed - 1.0).abs() < 0.005,
                    "{world:?} {point:?} {spin:?}: {passing}, not {speed}"
                );
            }
        }
    }
}

/// The stone hit first, and the direction from it to the thrown one then.
fn first_contact(world: World, stones: &Stones, shot: Shot) -> Option<(usize, Vector)> {
    let mut stepper = Stepper::new(world, stones, 15, shot);
    loop {
        let moving = stepper.stones();
        let thrown = moving.get(15)?;
        let mut others = moving.iter().filter(|&(number, _)| number != 15);
        let touched = others.find(|&(_, at)| at.distance(thrown) <= 2.0 * STONE_RADIUS);
        if let Some((number, at)) = touched {
            return Some((number, thrown - at));
        }
        if !stepper.step() {
            return None;
        }
    }
}

#[test]
fn a_hit_meets_its_stone_on_the_side_asked_for() {
    for (world, speeds) in [(World::Dc2, [3.0, 24.0]), (World::Fcv1, [0.3, 2.5])] {
        let rng = &mut Seed::new(5).child("hit").rng();
        for _ in 0..40 {
            // The one to be hit, and others well out of the way.
            let target = place(world, between(rng, -0.5, 0.5), between(rng, -4.0, 1.5));
            let mut stones = Stones::default();
            stones.set(3, target);
            stones.set(4, target + Vector::new(1.5, 0.0));
            stones.set(5, target + Vector::new(-1.5, 0.0));
            let thickness = between(rng, -0.9, 0.9);
            let speed = between(rng, speeds[0], speeds[1]);
            for spin in Spin::BOTH {
                let shot = aim::hit(world, target, thickness, speed, spin).expect("within reach");
                let (number, side) = first_contact(world, &stones, shot)
                    .unwrap_or_else(|| panic!("{world:?} {target:?} {thickness} {speed} missed"));
                assert_eq!(number, 3);
                // A stone of DC2 goes up to 2.4 cm on before a frame sees the touch.
                let met = side.x / (2.0 * STONE_RADIUS);
                assert!(
                    (met - thickness).abs() < 0.1,
                    "{world:?} {target:?} at {speed}: met at {met}, not {thickness}"
                );
            }
        }
    }
}

#[test]
fn there_is_no_throw_to_what_is_out_of_reach() {
    for world in WORLDS {
        let sheet = world.sheet();
        let tee = sheet.tee;
        let far = tee + Vector::new(0.0, 1e4 * sheet.forward);
        let nowhere = Vector::new(f64::NAN, 0.0);
        for spin in Spin::BOTH {
            for target in [far, sheet.release, nowhere] {
                assert_eq!(aim::draw_to(world, target, spin), None, "{target:?}");
                assert_eq!(
                    aim::draw_exactly_to(world, target, spin),
                    None,
                    "{target:?}"
                );
                assert_eq!(
                    aim::pass_through(world, target, 1.0, spin),
                    None,
                    "{target:?}"
                );
                assert_eq!(aim::hit(world, target, 0.0, 1.0, spin), None, "{target:?}");
            }
            for speed in [-1.0, 1e4, f64::NAN] {
                assert_eq!(aim::pass_through(world, tee, speed, spin), None, "{speed}");
            }
            for thickness in [-1.01, 1.01, f64::NAN] {
                assert_eq!(
                    aim::hit(world, tee, thickness, 1.0, spin),
                    None,
                    "{thickness}"
                );
            }
        }
    }
}
