//! A throw seen in a mirror, and a throw made twice.
//!
//! Rounding does not spoil the mirror. Single precision rounds a number and its negative alike, so
//! the frame stepper is symmetric; and the table of what rounding does is kept for stones that
//! curl left and read in the mirror for the others. In FCV1 the mirror only changes signs. In DC2
//! the centre line is at x = 2.375, so the last bits differ, and collisions magnify that.

use crate::common::{Case, WORLDS, cases, game};
use yomi_curling::{Shot, Stones, Vector, World};

/// The throw as seen in a mirror along the centre line.
fn mirrored(world: World, case: &Case) -> Case {
    let Shot { velocity, spin } = case.shot;
    Case {
        stones: mirrored_stones(world, &case.stones),
        number: case.number,
        shot: Shot {
            velocity: Vector::new(-velocity.x, velocity.y),
            spin: spin.opposite(),
        },
    }
}

fn mirrored_stones(world: World, stones: &Stones) -> Stones {
    let mut mirrored = Stones::default();
    for (number, at) in stones.iter() {
        mirrored.set(number, world.sheet().mirror(at));
    }
    mirrored
}

#[test]
fn a_mirrored_throw_ends_in_the_mirrored_position() {
    for world in WORLDS {
        let game = game(world);
        let mut touched = 0;
        for case in cases(world, "mirror", 4000) {
            let here = game.simulate(&case.stones, case.number, case.shot);
            let there = mirrored(world, &case);
            let there = game.simulate(&there.stones, there.number, there.shot);
            let back = mirrored_stones(world, &there.stones);
            assert_eq!(here.stones.len(), back.len(), "{case:?}");
            assert_eq!(here.foul, there.foul, "{case:?}");
            let mut rest = case.stones.iter();
            let free = rest.all(|(number, at)| here.stones.get(number) == Some(at));
            touched += usize::from(!free);
            let most = match (world, free) {
                (World::Fcv1, _) => 0.0,
                (World::Dc2, true) => 1e-9,
                (World::Dc2, false) => 1e-6,
            };
            for (number, at) in here.stones.iter() {
                let error = back.get(number).map(|other| other.distance(at));
                assert!(
                    error.is_some_and(|error| error <= most),
                    "stone {number} by {error:?} in {case:?}"
                );
            }
        }
        assert!(touched > 1000, "{touched}");
    }
}

#[test]
fn the_same_throw_twice_ends_in_the_same_bits() {
    let bits = |stones: &Stones| -> Vec<(usize, u64, u64)> {
        let one = |(number, at): (usize, Vector)| (number, at.x.to_bits(), at.y.to_bits());
        stones.iter().map(one).collect()
    };
    for world in WORLDS {
        let game = game(world);
        let cases: Vec<Case> = cases(world, "twice", 500).collect();
        let throw = |case: &Case| bits(&game.simulate(&case.stones, case.number, case.shot).stones);
        let forwards: Vec<_> = cases.iter().map(throw).collect();
        let mut backwards: Vec<_> = cases.iter().rev().map(throw).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
    }
}
