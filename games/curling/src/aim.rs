//! Inverse simulation: the throw that brings a stone to a target.
//!
//! All stones follow one track, so aiming means to find the right piece of it: the piece
//! that is as long as the path from the release to the target, rotated until its end lies there.
//! Other stones are ignored.

use crate::physics::Ice;
use crate::physics::course::Course;
use crate::physics::ice::Motion;
use crate::physics::stepper;
use crate::{STONE_RADIUS, Shot, Spin, Stones, Vector, World};

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
    throw_along(world, target, spin, |_| 0.0)
}

/// [`draw_to`] within a millimetre by the official programs' own arithmetic, as a rule a few
/// tenths: mended by what the frame stepper says, which takes some milliseconds.
///
/// The table of rounding is good to a few tenths; what is left hangs on single bits of the
/// velocity, so that of a few neighbouring throws the best is taken.
pub fn draw_exactly_to(world: World, target: Vector, spin: Spin) -> Option<Shot> {
    let mut aimed = target;
    let mut best: Option<(f64, Shot)> = None;
    for _ in 0..4 {
        let shot = draw_to(world, aimed, spin)?;
        let Some(stop) = free_stop(world, shot) else {
            // It leaves the ice on its way, or stops beyond its edge: that cannot be mended.
            return best.map_or(Some(shot), |(_, shot)| Some(shot));
        };
        let error = stop.distance(target);
        if best.is_none_or(|(least, _)| error < least) {
            best = Some((error, shot));
        }
        aimed += target - stop;
    }
    best.map(|(_, shot)| shot)
}

/// Where a throw stops on empty ice, frame by frame; `None` if it leaves the ice.
pub fn free_stop(world: World, shot: Shot) -> Option<Vector> {
    stepper::run(world, &Stones::default(), 0, shot).get(0)
}

/// The throw that passes `point` with this speed in metres per second; `None` if no throw does.
pub fn pass_through(world: World, point: Vector, speed: f64, spin: Spin) -> Option<Shot> {
    if !(0.0..Ice::of(world).track(1.0).top_speed()).contains(&speed) {
        return None;
    }
    throw_along(world, point, spin, |course| course.frames(speed))
}

/// The throw that hits the stone at `target` at this speed. `thickness` says on which side: 0 is
/// full in the face, 1 just grazes its right edge as the thrower sees it, -1 its left.
///
/// That is said of straight lines: a stone that curls comes in at a slant. The side is measured
/// against the line from the release to the target.
pub fn hit(world: World, target: Vector, thickness: f64, speed: f64, spin: Spin) -> Option<Shot> {
    pass_through(world, contact(world, target, thickness)?, speed, spin)
}

/// Where the thrown stone is when it touches the one at `target` on this side; see [`hit`].
pub(crate) fn contact(world: World, target: Vector, thickness: f64) -> Option<Vector> {
    if !(-1.0..=1.0).contains(&thickness) {
        return None;
    }
    let way = target - world.sheet().release;
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
    Some(target + (right * thickness - ahead * back) * (2.0 * STONE_RADIUS))
}

/// The throw that has so many frames `left` to go at a point.
///
/// What rounding does depends on the final heading, which depends on the throw: the first guess is
/// without it, and the second knows it well enough.
fn throw_along(
    world: World,
    point: Vector,
    spin: Spin,
    left: impl Fn(&Course<'_>) -> f64,
) -> Option<Shot> {
    let ice = Ice::of(world);
    let way = point - world.sheet().release;
    // Towards the house only.
    if !way.is_finite() || way.y * world.sheet().forward <= 0.0 {
        return None;
    }
    let side = world.thrown(Shot::new(0.0, 0.0, spin)).spin.signum();
    let hand = |v: Vector| if side < 0.0 { v.mirrored() } else { v };
    let mut course = Course::unrounded(ice.track(side));
    let mut motion = Motion::default();
    for _ in 0..3 {
        let left = left(&course);
        let to_go = course.frames_before(left, way.length())?;
        let covered = hand(course.at(left) - course.at(to_go));
        let turn = way.turned(covered.mirrored());
        let turn = turn * (1.0 / turn.length());
        motion = Motion {
            velocity: hand(course.velocity(to_go)).turned(turn),
            spin: side,
        };
        course = ice.course_of(turn, side);
    }
    Some(world.unreleased(motion, spin))
}
