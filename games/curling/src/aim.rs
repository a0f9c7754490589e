//! The inverse: from where a stone shall go to how it must be thrown.
//!
//! All stones follow one track, so aiming is a matter of finding the right piece of it: the piece
//! that is as long as the way from the release to the target, turned until its end lies there.
//! Other stones are not looked at.

use crate::physics::Ice;
use crate::physics::ice::Motion;
use crate::physics::track::Track;
use crate::{STONE_RADIUS, Shot, Spin, Vector, World};

/// The throw that stops at `target` if it meets nothing; `None` if that is out of reach.
///
/// ```
/// use yomi_curling::{Curling, Spin, Stones, World, aim};
/// let tee = World::Fcv1.sheet().tee;
/// let shot = aim::draw_to(World::Fcv1, tee, Spin::Ccw).unwrap();
/// let landing = Curling::default().simulate(&Stones::default(), 0, shot);
/// assert!(landing.stones.get(0).unwrap().distance(tee) < 0.001);
/// ```
pub fn draw_to(world: World, target: Vector, spin: Spin) -> Option<Shot> {
    let track = Ice::of(world).track(1.0);
    let way = target - world.sheet().release;
    let to_go = track.solve(|frames| track.at(frames).length(), way.length())?;
    place(world, track, spin, to_go, 0.0, way)
}

/// The throw that passes `point` with this speed in metres per second; `None` if no throw does.
pub fn pass_through(world: World, point: Vector, speed: f64, spin: Spin) -> Option<Shot> {
    let track = Ice::of(world).track(1.0);
    if !(speed >= 0.0 && speed < track.top_speed()) {
        return None;
    }
    let way = point - world.sheet().release;
    let left = track.frames(speed);
    let end = track.at(left);
    let to_go = track.solve_from(
        left,
        |frames| (track.at(frames) - end).length(),
        way.length(),
    )?;
    place(world, track, spin, to_go, left, way)
}

/// The throw that hits the stone at `target` at this speed. `thickness` says on which side: 0 is
/// full in the face, 1 just grazes its right edge as the thrower sees it, -1 its left.
///
/// That is said of straight lines: a stone that curls comes in at a slant. The side is measured
/// against the line from the release to the target.
pub fn hit(world: World, target: Vector, thickness: f64, speed: f64, spin: Spin) -> Option<Shot> {
    if !(-1.0..=1.0).contains(&thickness) {
        return None;
    }
    let sheet = world.sheet();
    let way = target - sheet.release;
    let distance = way.length();
    if distance <= 2.0 * STONE_RADIUS {
        return None;
    }
    let ahead = way * (1.0 / distance);
    // To the right of the thrower is to greater x in both worlds.
    let right = if ahead.left().x > 0.0 {
        ahead.left()
    } else {
        -ahead.left()
    };
    let back = (1.0 - thickness * thickness).sqrt();
    let contact = target + (right * thickness - ahead * back) * (2.0 * STONE_RADIUS);
    pass_through(world, contact, speed, spin)
}

/// The throw whose track from `to_go` to `left` frames before its stop covers this way.
fn place(
    world: World,
    track: &Track,
    spin: Spin,
    to_go: f64,
    left: f64,
    way: Vector,
) -> Option<Shot> {
    let start = track.sample(to_go);
    let covered = track.at(left) - start.at;
    // Which hand the track has to be mirrored to: see `World::released`.
    let mirrored = (spin == Spin::Cw) == (world == World::Fcv1);
    let hand = |v: Vector| if mirrored { v.mirrored() } else { v };
    let (covered, velocity) = (hand(covered), hand(start.velocity));
    let turn = way.turned(covered.mirrored()) * (1.0 / covered.length_squared());
    let turn = turn * (1.0 / turn.length());
    let motion = Motion {
        velocity: velocity.turned(turn),
        spin: if mirrored { -1.0 } else { 1.0 },
    };
    // No way at all has no direction, and so no throw.
    motion
        .velocity
        .is_finite()
        .then(|| world.unreleased(motion, spin))
}
