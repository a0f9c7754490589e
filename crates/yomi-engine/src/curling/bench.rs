//! The speed of the curling simulator, in both worlds, independent of the game's setting.
//!
//! Only exact throws are timed: aiming, noise and rules beyond the free guard zone are not part of
//! it. The signature is computed from the final places of all stones of all throws, to a micrometre.

use crate::bench::rate;
use crate::{Bench, Kit, Measurement};
use std::hint::black_box;
use std::sync::OnceLock;
use yomi_core::{Rng, Seed};
use yomi_curling::{Curling, STONE_RADIUS, Shot, Spin, Stones, Vector, World, aim};

/// A throw and what lies there before it.
struct Case {
    stones: Stones,
    shot: Shot,
}

/// The stones of a take-out position: the throw is the ninth of its end, when no stone is
/// protected any more.
const LYING: usize = 8;
const GUARDS: usize = 2;

const POSITIONS: usize = 64;
/// Throws at each stone with each spin: the exact one, and as the unsteady hand makes it.
const SLIPS: usize = 2;

const DRAWS: usize = 1024;

/// `curling-dc2/takeout`: take-outs with eight stones in play.
pub fn dc2_takeout(_: &Kit<Curling>) -> Bench {
    takeout("curling-dc2/takeout", World::Dc2)
}

/// `curling-fcv1/takeout`: take-outs with eight stones in play.
pub fn fcv1_takeout(_: &Kit<Curling>) -> Bench {
    takeout("curling-fcv1/takeout", World::Fcv1)
}

/// `curling-dc2/draw`: draws on empty ice.
pub fn dc2_draw(_: &Kit<Curling>) -> Bench {
    draw("curling-dc2/draw", World::Dc2)
}

/// `curling-fcv1/draw`: draws on empty ice.
pub fn fcv1_draw(_: &Kit<Curling>) -> Bench {
    draw("curling-fcv1/draw", World::Fcv1)
}

fn takeout(name: &'static str, world: World) -> Bench {
    bench(name, world, takeout_cases, |game, cases| {
        let touched: usize = cases.iter().map(|case| touched(game, case)).sum();
        let mean = touched as f64 / cases.len() as f64;
        format!("{} throws, {mean:.2} stones touched a throw", cases.len())
    })
}

fn draw(name: &'static str, world: World) -> Bench {
    bench(name, world, draw_cases, |_, cases| {
        format!("{} throws on empty ice", cases.len())
    })
}

fn bench(
    name: &'static str,
    world: World,
    cases: fn(&Curling) -> Vec<Case>,
    note: fn(&Curling, &[Case]) -> String,
) -> Bench {
    let game = Curling {
        world,
        ..Curling::default()
    };
    // Finding the throws takes longer than listing the benchmarks should.
    let made = OnceLock::new();
    Bench::new(name, move |time| {
        let cases = made.get_or_init(|| cases(&game));
        Measurement {
            bench: name.to_owned(),
            rate: rate(time, |_| {
                for case in cases {
                    black_box(game.simulate(black_box(&case.stones), LYING, case.shot));
                }
                cases.len() as u64
            }),
            unit: "throws/s".to_owned(),
            signature: Some(signature(&game, cases)),
            note: Some(note(&game, cases)),
        }
    })
}

/// A number made of every place where a stone ends. Fifty-three bits, which every reader of JSON
/// can hold.
fn signature(game: &Curling, cases: &[Case]) -> u64 {
    let mut seed = Seed::new(0);
    for case in cases {
        let landing = game.simulate(&case.stones, LYING, case.shot);
        for (number, at) in landing.stones.iter() {
            let micrometres = |metres: f64| (metres * 1e6).round() as i64 as u64;
            seed = seed
                .index(number as u64)
                .index(micrometres(at.x))
                .index(micrometres(at.y));
        }
    }
    seed.number() >> 11
}

/// How many of the stones that lay there were moved.
fn touched(game: &Curling, case: &Case) -> usize {
    let after = game.simulate(&case.stones, LYING, case.shot).stones;
    let moved = case
        .stones
        .iter()
        .filter(|&(number, at)| after.get(number) != Some(at));
    moved.count()
}

fn draw_cases(game: &Curling) -> Vec<Case> {
    let mut rng = Seed::new(1).rng();
    let stones = Stones::default();
    let mut throw = |index: usize| {
        let target = place(game, &mut rng, 1.8, -4.5..1.6);
        aim::draw_to(game.world, target, Spin::BOTH[index % 2])
    };
    (0..DRAWS)
        .filter_map(|index| throw(index).map(|shot| Case { stones, shot }))
        .collect()
}

fn takeout_cases(game: &Curling) -> Vec<Case> {
    let mut rng = Seed::new(2).rng();
    let speed = match game.world {
        World::Dc2 => 15.4,
        World::Fcv1 => 1.5,
    };
    let mut cases = Vec::new();
    for _ in 0..POSITIONS {
        let stones = position(game, &mut rng);
        for (_, target) in stones.iter() {
            for spin in Spin::BOTH {
                let Some(exact) = aim::hit(game.world, target, 0.0, speed, spin) else {
                    continue;
                };
                let slips = (1..SLIPS).map(|_| game.with_noise(exact, &mut rng));
                cases.extend(
                    std::iter::once(exact)
                        .chain(slips)
                        .map(|shot| Case { stones, shot })
                        .filter(|case| touched(game, case) > 0),
                );
            }
        }
    }
    cases
}

/// Stones that do not touch each other: two before the house, the others in it or near.
fn position(game: &Curling, rng: &mut Rng) -> Stones {
    let mut stones = Stones::default();
    while stones.len() < LYING {
        let number = stones.len();
        let at = match number < GUARDS {
            true => place(game, rng, 1.2, -4.0..-2.2),
            false => place(game, rng, 1.8, -1.8..1.6),
        };
        if stones
            .iter()
            .all(|(_, other)| other.distance(at) > 2.1 * STONE_RADIUS)
        {
            stones.set(number, at);
        }
    }
    stones
}

/// A random place at most so far beside the tee and so far behind it (before it, if negative).
fn place(game: &Curling, rng: &mut Rng, beside: f64, behind: std::ops::Range<f64>) -> Vector {
    let sheet = game.world.sheet();
    let x = beside * (2.0 * rng.unit() - 1.0);
    let y = behind.start + (behind.end - behind.start) * rng.unit();
    sheet.tee + Vector::new(x, y * sheet.forward)
}
