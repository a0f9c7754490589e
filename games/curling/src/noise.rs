//! Execution noise: the deviation of an executed throw from the intended one.
//!
//! **DC2.** A target at the tee and one shifted from it by normal deviates `N(0, sx)` across and
//! `N(0, sy)` along the sheet are both turned into velocities; their difference is added to the
//! velocity asked for. The noise is one fixed distribution of velocities, whatever the throw. The
//! way from a target to a velocity is the official program's rough formula, not the exact inverse.
//!
//! **FCV1.** The speed, cut at 4 m/s, gets a deviate of 0.0076 m/s, the direction one of 0.0018
//! radians.
//!
//! Both are normal in two quantities that can be computed back from a throw and its execution: the
//! shift of the target in DC2 (the rough formula has an inverse in closed form), speed and direction
//! in FCV1. So the likelihood of an execution is one exponential, which searches also use as a
//! kernel to compare throws.

use crate::{Curling, Shot, Spin, State, Vector, World, aim};
use yomi_core::{Noisy, Rng, Seed};

yomi_core::choices! {
    /// How unsteady.
    pub enum Noise {
        /// Throws come out as asked.
        None = "none",
        /// What the world's servers do by default: `gat2016` in DC2; 0.0076 m/s and 0.0018 rad in FCV1.
        Standard = "standard",
        /// DC2 of the GAT cup 2016: 0.0725 m across, 0.29 m along.
        Gat2016 = "gat2016",
        /// DC2 of the UEC cup 2015: 0.145 m both ways.
        Uec2015 = "uec2015",
    }
}

/// The greatest speed of a throw in FCV1, in metres per second.
pub const FCV1_MAX_SPEED: f64 = 4.0;
const FCV1_SPEED_DEVIATION: f64 = 0.0076;
const FCV1_ANGLE_DEVIATION: f64 = 0.0018;

impl Noise {
    /// Standard deviations of the target across and along the sheet in DC2, in metres.
    fn target_deviation(self) -> (f64, f64) {
        match self {
            Noise::None => (0.0, 0.0),
            Noise::Standard | Noise::Gat2016 => (0.0725, 0.29),
            Noise::Uec2015 => (0.145, 0.145),
        }
    }
}

impl Curling {
    /// The throw as the noise makes it come out, be it fast enough for a pass or not.
    pub fn with_noise(&self, shot: Shot, rng: &mut Rng) -> Shot {
        if self.noise == Noise::None {
            return shot;
        }
        let velocity = match self.world {
            World::Dc2 => {
                let (across, along) = self.noise.target_deviation();
                let tee = World::Dc2.sheet().tee;
                let shift = Vector::new(rng.normal() * across, rng.normal() * along);
                let aimed = tee + shift * self.noise_scale;
                shot.velocity + rough_velocity(tee, shot.spin) - rough_velocity(aimed, shot.spin)
            }
            World::Fcv1 => {
                let deviations = (
                    FCV1_SPEED_DEVIATION * self.noise_scale,
                    FCV1_ANGLE_DEVIATION * self.noise_scale,
                );
                return fcv1_noise(shot, FCV1_MAX_SPEED, deviations.0, deviations.1, rng);
            }
        };
        Shot { velocity, ..shot }
    }

    /// Standard deviations of where a draw to the tee stops, across and along the sheet, in metres, as if it
    /// were normal there: the deviations of the target in DC2, the linear effect of those of direction and
    /// speed in FCV1.
    pub(crate) fn deviation_at_tee(&self) -> (f64, f64) {
        let sheet = self.world.sheet();
        let (across, along) = match (self.world, self.noise) {
            (_, Noise::None) => (0.0, 0.0),
            (World::Dc2, noise) => noise.target_deviation(),
            (World::Fcv1, _) => {
                let distance = sheet.tee.distance(sheet.release);
                let speed_to = |y: f64| {
                    let target = sheet.tee + Vector::new(0.0, y * sheet.forward);
                    let shot = aim::draw_to(self.world, target, Spin::Cw);
                    shot.expect("the house is within reach").velocity.length()
                };
                let metres_per_speed = 0.2 / (speed_to(0.1) - speed_to(-0.1));
                (
                    FCV1_ANGLE_DEVIATION * distance,
                    FCV1_SPEED_DEVIATION * metres_per_speed,
                )
            }
        };
        (across * self.noise_scale, along * self.noise_scale)
    }

    /// The square of the deviation that makes `executed` of `intended`, in standard deviations.
    fn squared_deviation(&self, intended: Vector, executed: Vector, spin: Spin) -> f64 {
        let (found, (first, second)) = match self.world {
            World::Dc2 => {
                let tee = World::Dc2.sheet().tee;
                let aimed = rough_velocity(tee, spin) - (executed - intended);
                (
                    rough_target(aimed, spin) - tee,
                    self.noise.target_deviation(),
                )
            }
            World::Fcv1 => {
                let [asked, thrown] = [intended, executed].map(Vector::length);
                let speed = thrown - asked.min(FCV1_MAX_SPEED);
                // The chord of an angle, which is as good as the angle where it matters.
                let chord = heading(intended, asked) - heading(executed, thrown);
                let deviations = (FCV1_SPEED_DEVIATION, FCV1_ANGLE_DEVIATION);
                (Vector::new(speed, chord.length()), deviations)
            }
        };
        let by = Vector::new(found.x / first, found.y / second);
        by.length_squared() / (self.noise_scale * self.noise_scale)
    }

    /// Whether throws come out as asked.
    fn is_steady(&self) -> bool {
        self.noise == Noise::None || self.noise_scale == 0.0
    }
}

/// A pass as it is carried out: a stone too fast to be seen.
const PASS: Shot = Shot::new(0.0, f64::INFINITY, Spin::Cw);

impl Noisy for Curling {
    /// A pass comes out as itself: as a throw of infinite speed, which no noise makes of any other.
    fn perturb(&self, _: &State, intended: Shot, rng: &mut Rng) -> Shot {
        match self.is_pass(intended) {
            true => PASS,
            false => self.with_noise(intended, rng),
        }
    }

    fn step_exact(&self, state: &mut State, executed: Shot) {
        match executed.velocity.is_finite() {
            true => self.deliver(state, executed),
            false => self.pass(state),
        }
    }

    fn density(&self, _: &State, intended: Shot, executed: Shot) -> f64 {
        if self.is_pass(intended) {
            return f64::from(u8::from(self.is_pass(executed)));
        }
        if self.is_steady() {
            // A scale of zero leaves the arithmetic of the noise, and with it the rounding.
            let exact = self.with_noise(intended, &mut Seed::new(0).rng());
            return f64::from(u8::from(executed == exact || executed == intended));
        }
        if intended.spin != executed.spin || executed == PASS {
            return 0.0;
        }
        let squared = self.squared_deviation(intended.velocity, executed.velocity, intended.spin);
        libm::exp(-0.5 * squared)
    }
}

/// A throw as it comes out in FCV1: its speed cut at `max_speed`, then speed and direction off by
/// normal deviates, the latter in radians.
pub fn fcv1_noise(
    shot: Shot,
    max_speed: f64,
    speed_deviation: f64,
    angle_deviation: f64,
    rng: &mut Rng,
) -> Shot {
    let asked = shot.velocity.length();
    let (by_speed, by_angle) = (rng.normal(), rng.normal());
    let speed = asked.min(max_speed) + by_speed * speed_deviation;
    let (sin, cos) = libm::sincos(by_angle * angle_deviation);
    Shot {
        velocity: heading(shot.velocity, asked).turned(Vector::new(cos, sin)) * speed,
        ..shot
    }
}

/// The direction of a velocity of this length. That of no velocity is the x axis, as `atan2` has it.
fn heading(velocity: Vector, length: f64) -> Vector {
    match length > 0.0 {
        true => velocity * (1.0 / length),
        false => Vector::new(1.0, 0.0),
    }
}

/// The fixed curl that DC2 takes a stone to have, the small turn that goes with it, and the friction.
const CURL: f64 = 1.22_f32 as f64;
const TURN: f64 = 0.0335_f32 as f64;
const FRICTION: f64 = 12.009216_f32 as f64;

fn side(spin: Spin) -> f64 {
    if spin == Spin::Ccw { 1.0 } else { -1.0 }
}

/// The velocity that DC2 takes to lead to a target: straight at a point beside it, where the curl
/// is a fixed 1.22 m and a small turn.
fn rough_velocity(target: Vector, spin: Spin) -> Vector {
    let sheet = World::Dc2.sheet();
    let from_tee = target - sheet.tee;
    let side = side(spin);
    let straight = Vector::new(
        target.x + side * (CURL - TURN * from_tee.y),
        target.y + side * TURN * from_tee.x,
    );
    let way = straight - sheet.release;
    let distance = way.length();
    way * ((2.0 * FRICTION * distance).sqrt() / distance)
}

/// The target that DC2 takes a velocity to lead to: the inverse of [`rough_velocity`].
fn rough_target(velocity: Vector, spin: Spin) -> Vector {
    let sheet = World::Dc2.sheet();
    let side = side(spin);
    let way = velocity * (velocity.length() / (2.0 * FRICTION));
    let from_tee = sheet.release + way - sheet.tee - Vector::new(side * CURL, 0.0);
    // The curl turned it by the complex number 1 + i * side * TURN.
    let back = Vector::new(1.0, -side * TURN) * (1.0 / (1.0 + TURN * TURN));
    sheet.tee + from_tee.turned(back)
}
