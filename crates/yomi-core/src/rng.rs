//! Portable random numbers: the same on every machine and in every version.
//!
//! [`Rng`] is Xoshiro256++ (Blackman and Vigna, 2019). Everything drawn from it (bounded
//! integers, shuffles, normal deviates) is computed here with plain integer and IEEE arithmetic,
//! so a stored seed replays a stored game bit for bit, independent of library versions.
//!
//! [`Seed`] is a node in a tree of seeds: a run has one, every game of the run derives its own
//! child, every ply and worker of that game a grandchild. Seeds are derived by hashing
//! (SplitMix64's finaliser), never by drawing from one another, so games can be played in any
//! order and by any number of workers.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use serde::{Deserialize, Serialize};

/// A place in the tree of seeds.
///
/// ```
/// use yomi_core::Seed;
/// let run = Seed::new(2026);
/// let game = run.child("pair").index(3).child("game").index(1);
/// assert_ne!(game, run.child("pair").index(1).child("game").index(3));
/// assert_eq!(game.rng().next_u64(), game.rng().next_u64());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(u64);

impl Seed {
    /// The root of a tree of seeds.
    pub const fn new(seed: u64) -> Seed {
        Seed(seed)
    }

    /// The number that stands for this seed in reports and records.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The child with this name.
    #[must_use]
    pub fn child(self, label: &str) -> Seed {
        // Every step is offset by the label's length first, so that "a","b" is not "ab".
        let start = self.index(label.len() as u64);
        label
            .bytes()
            .fold(start, |seed, byte| seed.index(u64::from(byte)))
    }

    /// The child with this number.
    #[must_use]
    pub fn index(self, index: u64) -> Seed {
        Seed(mix(self.0 ^ mix(index.wrapping_add(0x9E37_79B9_7F4A_7C15))))
    }

    /// A generator that starts here.
    pub fn rng(self) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(self.0))
    }
}

/// SplitMix64's output function: a bijection in which every input bit reaches every output bit.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The random generator handed to everything that may draw.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`; 0 when `bound` is 0.
    ///
    /// Multiply-shift on 32 bits (Lemire 2019) without the rejection step: one multiplication,
    /// and a bias below `bound / 2^32`, far under anything a Monte Carlo search can see.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from((self.next_u64() >> 32) as u32) * u64::from(bound)) >> 32) as u32
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A standard normal deviate, by Marsaglia's polar method.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let s = u * u + v * v;
            if s > 0.0 && s < 1.0 {
                return u * (-2.0 * libm::log(s) / s).sqrt();
            }
        }
    }

    /// Puts the items into uniformly random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// One of the items, or `None` if there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u32) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        // Stored games replay only as long as these numbers stand.
        let mut rng = Seed::new(1).child("game").index(7).rng();
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, GOLDEN_BELOW);
        assert_eq!(rng.normal().to_bits(), GOLDEN_NORMAL_BITS);
    }

    const GOLDEN_BELOW: [u32; 8] = [561, 327, 700, 460, 198, 673, 859, 144];
    const GOLDEN_NORMAL_BITS: u64 = 4600399419422402864;

    #[test]
    fn siblings_differ() {
        let run = Seed::new(0);
        let seeds: std::collections::HashSet<Seed> = (0..10_000).map(|i| run.index(i)).collect();
        assert_eq!(seeds.len(), 10_000);
        assert_ne!(run.child("ab"), run.child("a").child("b"));
    }

    #[test]
    fn bounded_draws_are_uniform() {
        let mut rng = Seed::new(5).rng();
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Expected 10,000 each, standard deviation 93: five of those either way.
        assert!(
            counts.iter().all(|&c| (9_535..=10_465).contains(&c)),
            "{counts:?}"
        );
    }

    #[test]
    fn normal_deviates_have_the_right_moments() {
        let mut rng = Seed::new(6).rng();
        let n = 100_000;
        let draws: Vec<f64> = (0..n).map(|_| rng.normal()).collect();
        let mean = draws.iter().sum::<f64>() / n as f64;
        let variance = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n as f64;
        assert!(
            mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03,
            "{mean} {variance}"
        );
    }
}
