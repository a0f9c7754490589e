//! SplitMix64: a random number generator of three lines.
//!
//! The bootstrap and the simulated checks of this crate need reproducible
//! random numbers, not many and not cryptographic. SplitMix64 (Steele, Lea and
//! Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014) adds
//! the odd constant 0x9E3779B97F4A7C15 to a 64-bit counter and mixes the result:
//!
//! ```text
//! z = counter
//! z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
//! z = (z ^ (z >> 27)) * 0x94D049BB133111EB
//! output z ^ (z >> 31)
//! ```
//!
//! Its period is 2^64, each output occurs exactly once in it, and every seed is
//! as good as any other. Limits: two seeds are two places in the same cycle, so
//! streams of many billions of draws may overlap; searches and games should use
//! a generator with a larger state.

/// A SplitMix64 generator.
///
/// ```
/// use yomi_stats::random::SplitMix64;
/// let mut random = SplitMix64::new(7);
/// let again = SplitMix64::new(7).next_u64();
/// assert_eq!(random.next_u64(), again);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitMix64 {
    counter: u64,
}

impl SplitMix64 {
    /// A generator whose whole future is decided by `seed`.
    pub fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.counter;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from [0, 1), a multiple of 2^-53.
    pub fn next_unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An index below `count`, all equally likely; 0 when `count` is 0.
    ///
    /// The random bits are read as a fraction of 2^64 and multiplied by
    /// `count`; draws that would favour some indices are thrown away (Lemire,
    /// *Fast random integer generation in an interval*, 2019).
    pub fn next_index(&mut self, count: usize) -> usize {
        let count = count as u64;
        if count == 0 {
            return 0;
        }
        // 2^64 mod count: this many values of the low half must be refused.
        let refused = count.wrapping_neg() % count;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(count);
            if product as u64 >= refused {
                return (product >> 64) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sequence published for seed 1234567 (Rosetta Code, "Pseudo-random
    /// numbers/Splitmix64").
    #[test]
    fn published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        for value in expected {
            assert_eq!(random.next_u64(), value);
        }
    }

    #[test]
    fn indices_are_in_range_and_even() {
        let mut random = SplitMix64::new(1);
        let mut counts = [0u64; 7];
        for _ in 0..70_000 {
            counts[random.next_index(7)] += 1;
        }
        let fit = crate::hypothesis::chi_square_goodness_of_fit(&counts, &[1.0 / 7.0; 7]).unwrap();
        assert!(fit.p_value > 0.001, "{counts:?}");
    }

    /// With a count of ¾ 2^64, draws that are not refused would make every third
    /// index as likely as the other two together.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn huge_ranges_are_even_too() {
        let mut random = SplitMix64::new(3);
        let multiples_of_three = (0..3000)
            .filter(|_| random.next_index(3 << 62).is_multiple_of(3))
            .count();
        assert!((900..1100).contains(&multiples_of_three));
    }

    #[test]
    fn an_empty_range_does_not_panic() {
        assert_eq!(SplitMix64::new(1).next_index(0), 0);
    }

    #[test]
    fn unit_numbers_stay_below_one_and_average_a_half() {
        let mut random = SplitMix64::new(2);
        let draws: Vec<f64> = (0..10_000).map(|_| random.next_unit()).collect();
        assert!(draws.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = draws.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
