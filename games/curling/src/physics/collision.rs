//! Collisions: the contact solver of Box2D for equal discs.
//!
//! A frame sees only overlapping discs, never the moment of touching. Where discs overlap, the
//! velocities are mended by *sequential impulses*: every contact in turn, several times over, gets
//! the impulse that gives it the relative velocity wanted, and the impulses that a contact got so
//! far may never sum to a pull. With unit masses, `n` the line of centres, `d` their distance,
//! `r` the radius and `t` across `n`:
//!
//! - wanted along `n`: the approach speed reversed, or, if that was not above a threshold, zero;
//!   impulse `(wanted - now) / 2`;
//! - wanted along `t`: no slip, that is `(v2 - v1).t + (w1 + w2) d/2 = 0`; impulse that times
//!   `-1 / (2 + 4 (d/2r)^2)`, at most friction times the normal impulse so far; it changes either
//!   spin by `2/r^2 d/2` times itself. Being computed first, it is still zero in the first round.
//!
//! Then the stones move on. Stones that overlap even then by more than 5 mm are pushed apart, a
//! fifth of the excess a round.
//!
//! One contact is solved exactly by two rounds. Several at once are not: the official programs
//! stop after 8 or 10 rounds, and so does this. Which contact comes first then shows in the
//! result. Here it is the order of the stones; there it depends on when their bounding boxes met.
//!
//! Reference: E. Catto, "Iterative dynamics with temporal coherence", GDC 2005; Box2D 2.4.1.

use super::ice::{FRAME, Motion};
use crate::{STONE_RADIUS, Vector, World};
use arrayvec::ArrayVec;

/// Most contacts that are solved at once. (Discs in the plane: no more than three a stone.)
pub const MAX_CONTACTS: usize = 48;

/// Distance at which discs touch.
pub const TOUCH: f64 = 2.0 * STONE_RADIUS;

/// The same to the side and ahead: half the box around all that a stone touches.
pub const REACH: Vector = Vector::new(TOUCH, TOUCH);

/// Changes of velocity no greater than this are rounding: the contact is solved.
const SETTLED: f64 = 1e-12;

/// Overlap that is left alone.
const SLOP: f64 = 0.005;

/// The material constants of a world.
struct Law {
    friction: f64,
    /// Approaching no faster than this, stones do not bounce.
    bounce_above: f64,
    velocity_rounds: usize,
    position_rounds: usize,
}

const DC2: Law = Law {
    friction: 12.009216_f32 as f64,
    bounce_above: 1.0,
    velocity_rounds: 10,
    position_rounds: 10,
};

const FCV1: Law = Law {
    friction: 0.2_f32 as f64,
    bounce_above: 0.0,
    velocity_rounds: 8,
    position_rounds: 3,
};

/// A stone as collisions see it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Body {
    /// Where its centre is.
    pub at: Vector,
    /// How it moves.
    pub motion: Motion,
}

/// A pair of touching stones by their places in the list of bodies.
pub type Pair = (usize, usize);

struct Contact {
    pair: Pair,
    normal: Vector,
    half_distance: f64,
    tangent_mass: f64,
    wanted: f64,
    normal_impulse: f64,
    tangent_impulse: f64,
}

/// Changes the velocities of bodies that touch, as one frame does, and moves them on to the next
/// frame. Only the bodies in `pairs` are moved.
pub fn collide(world: World, bodies: &mut [Body], pairs: &[Pair]) {
    let law = match world {
        World::Dc2 => &DC2,
        World::Fcv1 => &FCV1,
    };
    if let &[(first, second)] = pairs {
        // Almost always, and all of it in registers. The first round rubs with no force, and the
        // second bounces by rounding errors: what is left is the solution.
        let mut two = [bodies[first], bodies[second]];
        let mut contact = prepare(law, &two, (0, 1));
        bounce(&mut two, &mut contact);
        rub(law, &mut two, &mut contact);
        move_on(law, &mut two, &[contact]);
        [bodies[first], bodies[second]] = two;
        return;
    }
    // Pushed one by one: collecting would move the whole list, most of it empty.
    let mut contacts = ArrayVec::<Contact, MAX_CONTACTS>::new();
    for &pair in pairs.iter().take(MAX_CONTACTS) {
        contacts.push(prepare(law, bodies, pair));
    }
    for _ in 0..law.velocity_rounds {
        let mut at_rest = true;
        for contact in &mut contacts {
            at_rest &= !relax(law, bodies, contact);
        }
        if at_rest {
            break;
        }
    }
    move_on(law, bodies, &contacts);
}

/// Moves the bodies on to the next frame, and apart.
#[inline(always)]
fn move_on(law: &Law, bodies: &mut [Body], contacts: &[Contact]) {
    let mut moved = 0u64;
    for contact in contacts {
        for index in [contact.pair.0, contact.pair.1] {
            if moved >> index & 1 == 0 {
                moved |= 1 << index;
                let velocity = bodies[index].motion.velocity;
                bodies[index].at += velocity * FRAME;
            }
        }
    }
    for _ in 0..law.position_rounds {
        if push_apart(bodies, contacts) >= -3.0 * SLOP {
            break;
        }
    }
}

/// The relative velocity at a contact.
#[inline(always)]
fn relative(bodies: &[Body], pair: Pair) -> Vector {
    bodies[pair.1].motion.velocity - bodies[pair.0].motion.velocity
}

#[inline(always)]
fn prepare(law: &Law, bodies: &[Body], pair: Pair) -> Contact {
    let between = bodies[pair.1].at - bodies[pair.0].at;
    let distance = between.length();
    // Discs in one place have no line of centres: any will do.
    let normal = if distance > 1e-9 {
        between * (1.0 / distance)
    } else {
        Vector::new(1.0, 0.0)
    };
    let approach = relative(bodies, pair).dot(normal);
    let lever = distance / TOUCH;
    Contact {
        pair,
        normal,
        half_distance: 0.5 * distance,
        tangent_mass: 1.0 / (2.0 + 4.0 * lever * lever),
        wanted: if approach < -law.bounce_above {
            -approach
        } else {
            0.0
        },
        normal_impulse: 0.0,
        tangent_impulse: 0.0,
    }
}

/// One round at one contact; whether it changed anything.
#[inline(always)]
fn relax(law: &Law, bodies: &mut [Body], contact: &mut Contact) -> bool {
    let across = rub(law, bodies, contact);
    let along = bounce(bodies, contact);
    across.abs() > SETTLED || along.abs() > SETTLED
}

/// The impulse across the line of centres.
#[inline(always)]
fn rub(law: &Law, bodies: &mut [Body], contact: &mut Contact) -> f64 {
    const SPIN_PER_IMPULSE: f64 = 2.0 / (STONE_RADIUS * STONE_RADIUS);
    let (first, second) = contact.pair;
    let tangent = -contact.normal.left();
    let spins = bodies[first].motion.spin + bodies[second].motion.spin;
    let slip = relative(bodies, contact.pair).dot(tangent) + spins * contact.half_distance;
    let most = law.friction * contact.normal_impulse;
    let total = (contact.tangent_impulse - contact.tangent_mass * slip).clamp(-most, most);
    let across = total - contact.tangent_impulse;
    contact.tangent_impulse = total;
    let turn = SPIN_PER_IMPULSE * contact.half_distance * across;
    bodies[first].motion.velocity -= tangent * across;
    bodies[second].motion.velocity += tangent * across;
    bodies[first].motion.spin += turn;
    bodies[second].motion.spin += turn;
    across
}

/// The impulse along the line of centres.
#[inline(always)]
fn bounce(bodies: &mut [Body], contact: &mut Contact) -> f64 {
    let (first, second) = contact.pair;
    let normal = contact.normal;
    let now = relative(bodies, contact.pair).dot(normal);
    let total = (contact.normal_impulse + 0.5 * (contact.wanted - now)).max(0.0);
    let along = total - contact.normal_impulse;
    contact.normal_impulse = total;
    bodies[first].motion.velocity -= normal * along;
    bodies[second].motion.velocity += normal * along;
    along
}

/// One round of pushing overlapping bodies apart; the least separation there was.
#[inline(always)]
fn push_apart(bodies: &mut [Body], contacts: &[Contact]) -> f64 {
    const SHARE: f64 = 0.2;
    const MOST: f64 = 0.2;
    let mut least = 0.0_f64;
    for contact in contacts {
        let (first, second) = contact.pair;
        let between = bodies[second].at - bodies[first].at;
        let distance = between.length();
        let separation = distance - TOUCH;
        least = least.min(separation);
        let correction = (SHARE * (separation + SLOP)).clamp(-MOST, 0.0);
        if correction < 0.0 && distance > 1e-9 {
            let push = between * (0.5 * correction / distance);
            bodies[first].at += push;
            bodies[second].at -= push;
        }
    }
    least
}
