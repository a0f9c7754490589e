//! How a stone slows down and curls: one frame of friction in each world.
//!
//! Both worlds move stones in frames of a millisecond and act on a stone by its speed `v` and the
//! sign of its spin alone; the frame's friction gives the velocity with which the stone then moves
//! on to the next frame.
//!
//! **DC2.** The speed falls by `f = 12.009216 dt`, and a part `0.066696 f` is added across the
//! motion before the velocity is brought back to the lowered speed. A stone no faster than `f`
//! stops and stops turning. Half a step of friction goes before the first frame.
//!
//! **FCV1** ("friction - curl velocity 1", after Kano et al.). With `g = 9.80665`:
//!
//! ```text
//! dv/dt       = -g (0.00200985 / (v + 0.06385782) + 0.00626286)
//! dheading/dt = sign(spin) 0.00820 v^-0.8
//! d|spin|/dt  = -0.025 / max(v, 0.001)
//! ```
//!
//! one Euler step a frame.
//!
//! The official programs compute in single precision, and it shows: what a frame takes from the
//! speed is only a few hundred units in its last place, so rounding changes the friction by up to
//! a thousandth, and a draw of FCV1 by millimetres. [`World::glided`] therefore rounds where they
//! round. [`World::slowed`] and [`World::turn`] are the same laws without rounding.

use crate::{Shot, Spin, Vector, World};

/// The length of a frame in seconds: the single-precision number nearest to a thousandth.
pub const FRAME: f64 = 0.001_f32 as f64;

const DC2_FRICTION: f32 = 12.009216;
/// How much of it acts across the motion; and the spin of a stone thrown, in radians per second.
pub(super) const DC2_CURL: f32 = 0.066696;
/// Speed that a stone of DC2 loses in a frame.
pub(super) const DC2_LOSS: f32 = DC2_FRICTION * 0.001;

/// The spin of a stone thrown in FCV1, in radians per second.
const FCV1_SPIN: f64 = std::f32::consts::FRAC_PI_2 as f64;
const FCV1_CURL: f32 = 0.00820;
const FCV1_CURL_POWER: f32 = -0.8;
const FCV1_SPIN_LOSS: f64 = 0.025_f32 as f64;
/// No slower than this, a stone loses spin as if it moved so fast.
const FCV1_LEAST_SPEED: f64 = 0.001_f32 as f64;

/// A stone's motion at a frame: the velocity with which it moves on to the next one, and its spin.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Motion {
    /// Metres per second.
    pub velocity: Vector,
    /// Radians per second in the world's own coordinates: positive curls to the left of the
    /// motion.
    pub spin: f64,
}

impl World {
    /// The motion with which a stone is thrown.
    pub fn thrown(self, shot: Shot) -> Motion {
        let right = shot.spin == Spin::Cw;
        let spin = match self {
            // y falls towards the house: what is right to the thrower is left in coordinates.
            World::Dc2 if right => f64::from(DC2_CURL),
            World::Dc2 => -f64::from(DC2_CURL),
            World::Fcv1 if right => -FCV1_SPIN,
            World::Fcv1 => FCV1_SPIN,
        };
        Motion {
            velocity: shot.velocity,
            spin,
        }
    }

    /// How many frames' friction acts on a stone thrown before it moves.
    pub fn friction_at_release(self) -> f64 {
        match self {
            World::Dc2 => 0.5,
            World::Fcv1 => 1.0,
        }
    }

    /// The motion with which a stone thrown moves on to the first frame.
    pub fn released(self, shot: Shot) -> Motion {
        match self {
            World::Dc2 => dc2(self.thrown(shot), DC2_LOSS * 0.5),
            World::Fcv1 => fcv1(self.thrown(shot)),
        }
    }

    /// The throw that has this motion just after its release.
    pub fn unreleased(self, motion: Motion, spin: Spin) -> Shot {
        let after = motion.velocity.length();
        let (before, turn) = match self {
            World::Dc2 => {
                let loss = f64::from(DC2_LOSS * 0.5);
                (after + loss, libm::atan2(f64::from(DC2_CURL) * loss, after))
            }
            World::Fcv1 => {
                // What a frame takes hardly depends on the speed: this converges at once.
                let mut before = after;
                for _ in 0..8 {
                    before = after + (before - self.slowed(before));
                }
                (before, self.turn(before))
            }
        };
        let (sin, cos) = libm::sincos(if motion.spin > 0.0 { -turn } else { turn });
        Shot {
            velocity: motion.velocity.turned(Vector::new(cos, sin)) * (before / after),
            spin,
        }
    }

    /// The motion a frame later.
    pub fn glided(self, motion: Motion) -> Motion {
        match self {
            World::Dc2 => dc2(motion, DC2_LOSS),
            World::Fcv1 => fcv1(motion),
        }
    }

    /// The speed a frame later, not rounded; 0 if the stone stops.
    pub fn slowed(self, speed: f64) -> f64 {
        let loss = match self {
            World::Dc2 => f64::from(DC2_LOSS),
            World::Fcv1 => {
                const A: f64 = 0.00200985_f32 as f64;
                const B: f64 = 0.06385782_f32 as f64;
                const C: f64 = 0.00626286_f32 as f64;
                const GRAVITY: f64 = 9.80665_f32 as f64;
                (A / (speed + B) + C) * GRAVITY * FRAME
            }
        };
        (speed - loss).max(0.0)
    }

    /// By what angle the heading of a spinning stone turns in the frame that begins at this
    /// speed, not rounded.
    pub fn turn(self, speed: f64) -> f64 {
        match self {
            World::Dc2 => {
                let slower = self.slowed(speed);
                libm::atan2(f64::from(DC2_CURL) * f64::from(DC2_LOSS), slower)
            }
            World::Fcv1 => {
                f64::from(FCV1_CURL) * libm::pow(speed, f64::from(FCV1_CURL_POWER)) * FRAME
            }
        }
    }

    /// What a stone of this speed loses of its spin in a frame.
    pub fn spin_loss(self, speed: f64) -> f64 {
        match self {
            World::Dc2 => 0.0,
            World::Fcv1 => FCV1_SPIN_LOSS / speed.max(FCV1_LEAST_SPEED) * FRAME,
        }
    }
}

fn single(velocity: Vector) -> (f32, f32) {
    (velocity.x as f32, velocity.y as f32)
}

fn double(x: f32, y: f32) -> Vector {
    Vector::new(f64::from(x), f64::from(y))
}

fn dc2(motion: Motion, loss: f32) -> Motion {
    let (x, y) = single(motion.velocity);
    let speed = (x * x + y * y).sqrt();
    // Written so that a speed that is no number stops too.
    if !(speed > loss && speed.is_finite()) {
        return Motion::default();
    }
    let (ahead_x, ahead_y) = (x * (1.0 / speed), y * (1.0 / speed));
    let (mut x, mut y) = (x - ahead_x * loss, y - ahead_y * loss);
    if motion.spin != 0.0 {
        let aside = if motion.spin > 0.0 {
            DC2_CURL * loss
        } else {
            -DC2_CURL * loss
        };
        let slower = (x * x + y * y).sqrt();
        x -= ahead_y * aside;
        y += ahead_x * aside;
        let scale = 1.0 / (x * x + y * y).sqrt();
        (x, y) = (x * scale * slower, y * scale * slower);
    }
    Motion {
        velocity: double(x, y),
        spin: motion.spin,
    }
}

fn fcv1(motion: Motion) -> Motion {
    let (x, y) = single(motion.velocity);
    let speed = (x * x + y * y).sqrt();
    let turning = motion.spin.abs() > f64::from(f32::EPSILON);
    // The official program leaves speeds up to the single-precision epsilon alone, and then says
    // that everything has stopped. They stop here.
    let mut velocity = Vector::default();
    let slower = fcv1_slowed(speed);
    if speed > f32::EPSILON && slower > 0.0 && slower.is_finite() {
        let (ahead_x, ahead_y) = (x * (1.0 / speed), y * (1.0 / speed));
        let yaw = if turning { fcv1_turn(speed) } else { 0.0 };
        let yaw = if motion.spin < 0.0 { -yaw } else { yaw };
        let (along, across) = (slower * libm::cosf(yaw), slower * libm::sinf(yaw));
        velocity = double(
            along * ahead_x - across * ahead_y,
            along * ahead_y + across * ahead_x,
        );
    }
    let loss = World::Fcv1.spin_loss(f64::from(speed));
    let spin = if motion.spin.abs() <= loss {
        0.0
    } else if motion.spin > 0.0 {
        motion.spin - loss
    } else {
        motion.spin + loss
    };
    Motion { velocity, spin }
}

/// The speed of FCV1 a frame later, rounded as the official program does.
pub(super) fn fcv1_slowed(speed: f32) -> f32 {
    let deceleration = (0.00200985 / (speed + 0.06385782) + 0.00626286) * 9.80665_f32;
    speed - deceleration * 0.001
}

/// [`World::turn`] of FCV1, rounded as the official program does.
pub(super) fn fcv1_turn(speed: f32) -> f32 {
    FCV1_CURL * libm::powf(speed, FCV1_CURL_POWER) * 0.001
}
