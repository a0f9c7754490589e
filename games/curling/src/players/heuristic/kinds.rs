//! The kinds of shots, and how each is aimed.
//!
//! Left and right are those of the curl: a stone that turns clockwise curls to the right, and one that
//! turns the other way plays the same shots in a mirror.
//!
//! Collisions are planned as those of equal discs without friction: the stone that is hit leaves along the
//! line of centres with the part of the speed along it, the thrown stone keeps the part across.

use super::passes::Passes;
use crate::propose::Weight;
use crate::{STONE_RADIUS, Shot, Spin, Vector, World, aim};

/// A kind of shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ShotKind {
    /// A draw to the tee.
    DrawTee,
    /// A draw before the tee.
    DrawFront,
    /// A draw behind the tee.
    DrawBack,
    /// A draw to the wing that the stone curls away from.
    DrawFarWing,
    /// A draw to the wing that it curls to.
    DrawNearWing,
    /// A guard on the centre line, shortly before the house.
    ShortGuard,
    /// A guard on the centre line, far before the house.
    LongGuard,
    /// A guard before the wing that the stone curls away from.
    FarCornerGuard,
    /// A guard before the wing that it curls to.
    NearCornerGuard,
    /// A guard of an own stone.
    GuardStone,
    /// A draw into the house, behind a guard.
    ComeAround,
    /// A draw that stops in touch with a stone, before it.
    Freeze,
    /// A stone thrown away.
    Through,
    /// A take-out full in the face.
    Hit,
    /// A take-out on the far side.
    HitFarSide,
    /// A take-out on the near side.
    HitNearSide,
    /// A hit with just enough weight, full in the face: the thrown stone stays.
    HitAndStay,
    /// A hit after which the thrown stone rolls towards the tee.
    HitAndRoll,
    /// A soft hit that moves a stone back a little.
    Tap,
    /// A guard removed, with both stones going on.
    Peel,
    /// An own stone raised to the tee.
    Raise,
    /// A stone driven into another, which it takes out.
    RaiseTakeOut,
    /// Two stones taken out, one after the other.
    Double,
    /// A stone tapped onto another.
    TapOnto,
}

impl ShotKind {
    /// How many there are.
    pub const COUNT: usize = 24;

    /// All of them, in order.
    pub const ALL: [ShotKind; ShotKind::COUNT] = [
        ShotKind::DrawTee,
        ShotKind::DrawFront,
        ShotKind::DrawBack,
        ShotKind::DrawFarWing,
        ShotKind::DrawNearWing,
        ShotKind::ShortGuard,
        ShotKind::LongGuard,
        ShotKind::FarCornerGuard,
        ShotKind::NearCornerGuard,
        ShotKind::GuardStone,
        ShotKind::ComeAround,
        ShotKind::Freeze,
        ShotKind::Through,
        ShotKind::Hit,
        ShotKind::HitFarSide,
        ShotKind::HitNearSide,
        ShotKind::HitAndStay,
        ShotKind::HitAndRoll,
        ShotKind::Tap,
        ShotKind::Peel,
        ShotKind::Raise,
        ShotKind::RaiseTakeOut,
        ShotKind::Double,
        ShotKind::TapOnto,
    ];

    /// Whether the thrown stone is meant to touch another.
    pub fn aims_at_contact(self) -> bool {
        self as u8 >= ShotKind::Hit as u8
    }

    /// Where a draw goes that depends on no stone: to the right of the tee as a clockwise stone sees it, and along
    /// the throw.
    fn fixed_place(self) -> Option<(f64, f64)> {
        Some(match self {
            ShotKind::DrawTee => (0.0, 0.0),
            ShotKind::DrawFront => (0.0, -0.6),
            ShotKind::DrawBack => (0.0, 0.7),
            ShotKind::DrawFarWing => (-1.0, -0.1),
            ShotKind::DrawNearWing => (1.0, -0.1),
            ShotKind::ShortGuard => (0.0, -2.5),
            ShotKind::LongGuard => (0.0, -3.7),
            ShotKind::FarCornerGuard => (-1.1, -2.9),
            ShotKind::NearCornerGuard => (1.1, -2.9),
            _ => return None,
        })
    }
}

/// A shot to be aimed: its kind and spin, and the stones that it is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Call {
    /// What to do.
    pub kind: ShotKind,
    /// Which way the stone turns.
    pub spin: Spin,
    /// The stone that it is done to.
    pub target: Option<Vector>,
    /// The stone that the target is driven into, or that is hit second.
    pub second: Option<Vector>,
}

/// How far in front of a stone its guard is placed.
const GUARD_DISTANCE: f64 = 2.3;

/// The sides of a stone that thin hits touch, as shares of its width.
const THIN: f64 = 0.45;
const PEEL: f64 = 0.3;

impl Call {
    /// 1 for a stone that curls to the right, -1 for one that curls to the left.
    pub fn side(self) -> f64 {
        if self.spin == Spin::Cw { 1.0 } else { -1.0 }
    }

    /// The place that the shot is about: the target stone, or where the draw goes.
    #[inline]
    pub fn place(self, world: World) -> Vector {
        let sheet = world.sheet();
        match (self.kind.fixed_place(), self.target) {
            (Some((x, y)), _) => sheet.tee + Vector::new(x * self.side(), y * sheet.forward),
            (None, Some(target)) => target,
            (None, None) => sheet.tee,
        }
    }

    /// The throw; a draw to the tee where it cannot be made.
    pub fn aimed(self, world: World) -> Shot {
        let passes = Passes::of(world);
        let aimed = self.aim(world, passes);
        aimed.unwrap_or_else(|| passes.draw(world.sheet().tee, self.spin))
    }

    fn aim(self, world: World, passes: &Passes) -> Option<Shot> {
        let (spin, tee) = (self.spin, world.sheet().tee);
        if self.kind.fixed_place().is_some() {
            return Some(passes.draw(self.place(world), spin));
        }
        if self.kind == ShotKind::Through {
            let beside = tee + Vector::new(-2.1 * self.side(), 0.0);
            return Some(passes.pass(beside, Weight::TakeOut, spin));
        }
        let target = self.target?;
        let way = target - world.sheet().release;
        let ahead = way * (1.0 / way.length());
        let hit = |thickness: f64, weight: Weight| {
            let contact = aim::contact(world, target, thickness * self.side())?;
            Some(passes.pass(contact, weight, spin))
        };
        match self.kind {
            ShotKind::GuardStone => Some(passes.draw(target - ahead * GUARD_DISTANCE, spin)),
            ShotKind::ComeAround => {
                let across = (target.x - tee.x) * 0.6;
                let behind = Vector::new(across, -0.2 * world.sheet().forward);
                Some(passes.draw(tee + behind, spin))
            }
            ShotKind::Freeze => Some(passes.draw(target - ahead * (2.05 * STONE_RADIUS), spin)),
            ShotKind::Hit => hit(0.0, Weight::TakeOut),
            ShotKind::HitFarSide => hit(-THIN, Weight::TakeOut),
            ShotKind::HitNearSide => hit(THIN, Weight::TakeOut),
            ShotKind::HitAndStay => hit(0.0, Weight::Control),
            ShotKind::Tap => hit(0.0, Weight::Tap),
            ShotKind::Peel => hit(PEEL, Weight::TakeOut),
            ShotKind::HitAndRoll => {
                let contact = rolling_contact(target, tee, ahead)?;
                Some(passes.pass(contact, Weight::Control, spin))
            }
            ShotKind::Double => {
                let contact = rolling_contact(target, self.second?, ahead)?;
                Some(passes.pass(contact, Weight::TakeOut, spin))
            }
            ShotKind::RaiseTakeOut => {
                let contact = driving_contact(target, self.second?, ahead)?;
                Some(passes.pass(contact, Weight::TakeOut, spin))
            }
            ShotKind::TapOnto => {
                let contact = driving_contact(target, self.second?, ahead)?;
                Some(passes.pass(contact, Weight::Control, spin))
            }
            ShotKind::Raise => {
                let contact = driving_contact(target, tee, ahead)?;
                let line = tee - target;
                let along = line.dot(ahead) / line.length();
                // The speed with which a stone stops after so many metres, and what reaches it of the thrown one's.
                let speed = speed_over(world, line.length()) / along;
                aim::pass_through(world, contact, speed, spin)
            }
            _ => None,
        }
    }
}

/// How much of the thrown stone's speed must go into the planned direction.
const LEAST_SHARE: f64 = 0.5;

/// Where the thrown stone must be when it drives `target` towards `to`; `None` if that is too far
/// from its own direction.
pub fn driving_contact(target: Vector, to: Vector, ahead: Vector) -> Option<Vector> {
    let line = to - target;
    let distance = line.length();
    if distance <= 0.0 {
        return None;
    }
    let line = line * (1.0 / distance);
    (line.dot(ahead) > LEAST_SHARE).then(|| target - line * (2.0 * STONE_RADIUS))
}

/// Where the thrown stone must be when it hits `target` and goes on towards `to`: across the line of
/// centres. `None` if it would keep too little speed, or lies the wrong way.
pub fn rolling_contact(target: Vector, to: Vector, ahead: Vector) -> Option<Vector> {
    let mut contact = target - ahead * (2.0 * STONE_RADIUS);
    for _ in 0..2 {
        let roll = to - contact;
        let distance = roll.length();
        if distance <= 2.0 * STONE_RADIUS {
            return None;
        }
        let roll = roll * (1.0 / distance);
        let share = roll.dot(ahead);
        if !(0.2..0.98).contains(&share) {
            return None;
        }
        let across = roll.left();
        let line = if across.dot(ahead) > 0.0 {
            across
        } else {
            -across
        };
        contact = target - line * (2.0 * STONE_RADIUS);
    }
    Some(contact)
}

/// The speed of a stone that stops after so many metres, with constant friction: close enough for so
/// short a way.
fn speed_over(world: World, metres: f64) -> f64 {
    let deceleration = match world {
        World::Dc2 => 12.0,
        World::Fcv1 => 0.105,
    };
    (2.0 * deceleration * metres).sqrt()
}
