//! Two peaks: one continuous choice, carried out with an unsteady hand.
//!
//! **Rules.** The only player names a number `x` from 0 to 1. It is carried out as `x + e`, where
//! `e` is normally distributed with mean 0 and standard deviation `noise`, and pays
//!
//! ```text
//! payoff(x) = 0.60 exp(-((x - 0.30) / 0.15)^2 / 2)      a broad hill
//!           + 0.95 exp(-((x - 0.90) / 0.02)^2 / 2)      a tall, narrow spire
//! ```
//!
//! which is between 0 and 1 everywhere, beyond the interval too. A steady hand takes the spire.
//! With the default noise the spire is missed so often that the hill is the better aim: whoever
//! searches as if there were no noise, or foresees it, answers differently.
//!
//! **Notation.** A decimal number, such as `0.25`.
//!
//! ```
//! use yomi_toy::TwoPeaks;
//! let (aim, value) = TwoPeaks::default().best_aim();
//! assert!((aim - 0.3).abs() < 0.001 && (value - 0.569).abs() < 0.001);
//! let (aim, value) = TwoPeaks { noise: 0.0 }.best_aim();
//! assert!((aim - 0.9).abs() < 0.001 && (value - 0.950).abs() < 0.001);
//! ```
//!
//! It is the smallest game with execution noise:
//!
//! ```
//! use yomi_core::{Game, Noisy, Seed};
//! use yomi_toy::TwoPeaks;
//! use yomi_toy::two_peaks::Aim;
//!
//! let game = TwoPeaks::default();
//! let (start, aim) = (game.initial(), Aim::new(0.3).unwrap());
//! let executed = game.perturb(&start, aim, &mut Seed::new(1).rng());
//! assert!(executed != aim && game.density(&start, aim, executed) < 1.0);
//!
//! let (mut exact, mut stepped) = (start, start);
//! game.step_exact(&mut exact, executed);
//! game.step(&mut stepped, aim, &mut Seed::new(1).rng());
//! assert_eq!(exact, stepped);
//! ```

use yomi_core::continuous::Parts;
use yomi_core::{FirstValue, Game, Noisy, Notation, NotationError, Outcome, Player, Proposes, Rng};

yomi_core::parameters! {
    /// The rules of two peaks.
    pub struct TwoPeaks {
        /// Standard deviation of what is carried out around what was chosen.
        pub noise: f64 = 0.05, in 0.0..=1.0;
    }
}

/// A choice from 0 to 1, or what is carried out in its place, which may lie beyond.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Aim(f64);

impl Aim {
    /// The choice of `x`; `None` unless it is from 0 to 1.
    pub fn new(x: f64) -> Option<Aim> {
        // Adding zero makes a positive zero of a negative one.
        (0.0..=1.0).contains(&x).then_some(Aim(x + 0.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// A position: what has happened, and nothing of what will.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shot {
    /// Nothing was chosen yet.
    Aiming,
    /// The payoff that came of the choice.
    Paid(FirstValue),
}

/// What carrying out exactly `x` pays.
pub fn payoff(x: f64) -> f64 {
    let bell = |centre: f64, width: f64| {
        let z = (x - centre) / width;
        libm::exp(-0.5 * z * z)
    };
    0.60 * bell(0.30, 0.15) + 0.95 * bell(0.90, 0.02)
}

impl TwoPeaks {
    /// What choosing `x` pays on average: the integral of payoff times noise density over eight
    /// standard deviations either way, by Simpson's rule.
    pub fn expected_payoff(&self, x: f64) -> f64 {
        if self.noise == 0.0 {
            return payoff(x);
        }
        // Two steps per hundredth of a noise deviation, and enough to resolve the spire where
        // the noise is much wider than that.
        let intervals = 2 * (800.0 + 16.0 * self.noise / 0.002) as u32;
        let step = 16.0 / f64::from(intervals);
        let (mut mass, mut sum) = (0.0, 0.0);
        for i in 0..=intervals {
            let z = -8.0 + step * f64::from(i);
            let simpson = match i {
                0 => 1.0,
                _ if i == intervals => 1.0,
                _ if i % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let weight = simpson * libm::exp(-0.5 * z * z);
            mass += weight;
            sum += weight * payoff(x + self.noise * z);
        }
        sum / mass
    }

    /// The best choice and what it pays on average, to four digits: the best of a grid of 1001
    /// choices, then of ever finer ones around it.
    pub fn best_aim(&self) -> (f64, f64) {
        let mut best = (0.0, self.expected_payoff(0.0));
        let (mut from, mut step) = (0.0, 0.001);
        for points in [1000, 20, 20] {
            for i in 0..=points {
                let x = from + step * f64::from(i);
                let value = self.expected_payoff(x);
                if (0.0..=1.0).contains(&x) && value > best.1 {
                    best = (x, value);
                }
            }
            (from, step) = (best.0 - step, step / 10.0);
        }
        best
    }
}

impl Game for TwoPeaks {
    type State = Shot;
    type Action = Aim;

    fn initial(&self) -> Shot {
        Shot::Aiming
    }

    #[inline]
    fn to_move(&self, _: &Shot) -> Player {
        Player::First
    }

    #[inline]
    fn outcome(&self, shot: &Shot) -> Option<Outcome> {
        match *shot {
            Shot::Aiming => None,
            Shot::Paid(value) => Some(Outcome::Payoff(value)),
        }
    }

    fn step(&self, shot: &mut Shot, aim: Aim, rng: &mut Rng) {
        let executed = self.perturb(shot, aim, rng);
        self.step_exact(shot, executed);
    }
}

impl Noisy for TwoPeaks {
    fn perturb(&self, _: &Shot, intended: Aim, rng: &mut Rng) -> Aim {
        Aim(intended.0 + self.noise * rng.normal())
    }

    fn step_exact(&self, shot: &mut Shot, executed: Aim) {
        *shot = Shot::Paid(FirstValue(payoff(executed.0)));
    }

    fn density(&self, _: &Shot, intended: Aim, executed: Aim) -> f64 {
        self.kernel(intended, executed)
    }
}

/// The game has one part.
impl Parts for TwoPeaks {
    fn part_is_over(&self, _: &Shot, shot: &Shot) -> bool {
        *shot != Shot::Aiming
    }

    fn value_between_parts(&self, shot: &Shot) -> FirstValue {
        match *shot {
            Shot::Aiming => FirstValue::EVEN,
            Shot::Paid(value) => value,
        }
    }

    /// As if every payoff were as likely.
    fn distribution_of_values(&self, _: &Shot) -> (FirstValue, f64) {
        (FirstValue::EVEN, libm::sqrt(1.0 / 12.0))
    }
}

/// How many choices the list of candidates has.
const CANDIDATES: u32 = 101;

impl Proposes for TwoPeaks {
    /// The farthest of four random choices from all that were tried: random, yet spread out.
    fn propose(&self, shot: &Shot, tried: &[Aim], rng: &mut Rng) -> Option<Aim> {
        if *shot != Shot::Aiming {
            return None;
        }
        let clearance = |x: f64| {
            tried
                .iter()
                .fold(f64::INFINITY, |nearest, aim| nearest.min((aim.0 - x).abs()))
        };
        let mut best = rng.unit();
        for _ in 1..4 {
            let x = rng.unit();
            if clearance(x) > clearance(best) {
                best = x;
            }
        }
        Some(Aim(best))
    }

    fn near(&self, shot: &Shot, aim: Aim, rng: &mut Rng) -> Option<Aim> {
        Aim::new(self.perturb(shot, aim, rng).0)
    }

    /// Every hundredth: half the width of the spire.
    fn candidates(&self, shot: &Shot, aims: &mut Vec<Aim>) {
        aims.clear();
        if *shot == Shot::Aiming {
            let share = |i| Aim(f64::from(i) / f64::from(CANDIDATES - 1));
            aims.extend((0..CANDIDATES).map(share));
        }
    }

    /// The density with which one aim is carried out as the other, over its peak.
    fn kernel(&self, a: Aim, b: Aim) -> f64 {
        if a == b {
            return 1.0;
        }
        let z = (a.0 - b.0) / self.noise;
        libm::exp(-0.5 * z * z)
    }
}

impl Notation for TwoPeaks {
    fn move_format(&self) -> String {
        "a decimal number from 0 to 1".to_owned()
    }

    fn format_action(&self, _: &Shot, aim: Aim) -> String {
        aim.0.to_string()
    }

    fn parse_action(&self, shot: &Shot, text: &str) -> Result<Aim, NotationError> {
        let aim = match shot {
            Shot::Aiming => text.trim().parse().ok().and_then(Aim::new),
            Shot::Paid(_) => None,
        };
        aim.ok_or_else(|| NotationError::new(text, &self.move_format()))
    }

    fn render(&self, shot: &Shot) -> String {
        match shot {
            Shot::Aiming => format!("aiming with noise {}", self.noise),
            Shot::Paid(value) => format!("paid {}", value.0),
        }
    }
}
