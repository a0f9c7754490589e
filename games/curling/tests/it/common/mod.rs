//! Seeded random throws of every kind, for tests that hold for any throw.

use yomi_core::{Rng, Seed};
use yomi_curling::{Curling, STONES, Shot, Spin, Stones, Vector, World, aim};

/// Both worlds.
pub const WORLDS: [World; 2] = [World::Dc2, World::Fcv1];

/// A throw and what lies there before it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub stones: Stones,
    pub number: usize,
    pub shot: Shot,
}

/// The game of a world with its usual rules.
pub fn game(world: World) -> Curling {
    Curling {
        world,
        ..Curling::default()
    }
}

/// So many random throws; other names give others.
pub fn cases(world: World, name: &str, count: u64) -> impl Iterator<Item = Case> {
    let seed = Seed::new(2016).child(name);
    (0..count).map(move |index| random_case(world, &mut seed.index(index).rng()))
}

/// Up to 15 stones that do not overlap, most of them in the house; and a draw, a hit, or a throw
/// anywhere, a third of each.
fn random_case(world: World, rng: &mut Rng) -> Case {
    let number = rng.below(STONES as u32) as usize;
    let share = rng.unit();
    let mut stones = Stones::default();
    for other in 0..number {
        let at = random_place(world, rng);
        let clear = stones.iter().all(|(_, lies)| lies.distance(at) > 0.2901);
        if clear && rng.unit() < share {
            stones.set(other, at);
        }
    }
    let spin = Spin::BOTH[rng.below(2) as usize];
    let aimed = match rng.below(3) {
        0 => aim::draw_to(world, random_place(world, rng), spin),
        1 => {
            let lying: Vec<Vector> = stones.iter().map(|(_, at)| at).collect();
            let (side, weight) = (between(rng, -1.0, 1.0), rng.unit());
            let speed = match world {
                World::Dc2 => 1.0 + 20.0 * weight,
                World::Fcv1 => 0.1 + 2.5 * weight,
            };
            rng.pick(&lying)
                .and_then(|target| aim::hit(world, target, side, speed, spin))
        }
        _ => None,
    };
    Case {
        stones,
        number,
        shot: aimed.unwrap_or_else(|| anyhow(world, spin, rng)),
    }
}

/// A place between the hog line and the back line, more often than not in the house.
fn random_place(world: World, rng: &mut Rng) -> Vector {
    let (right, behind) = if rng.unit() < 0.6 {
        (between(rng, -1.5, 1.5), between(rng, -1.5, 1.5))
    } else {
        (between(rng, -2.2, 2.2), between(rng, -6.2, 1.9))
    };
    let sheet = world.sheet();
    sheet.tee + Vector::new(right, behind * sheet.forward)
}

/// A throw towards the house with any weight.
fn anyhow(world: World, spin: Spin, rng: &mut Rng) -> Shot {
    let speed = match world {
        World::Dc2 => between(rng, 26.0, 36.0),
        World::Fcv1 => between(rng, 2.1, 4.0),
    };
    let slope = between(rng, -0.09, 0.09);
    Shot::new(slope * speed, speed * world.sheet().forward, spin)
}

fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.unit()
}
