//! The few distribution functions the crate needs, on top of `statrs`.
//!
//! All tails are asked for as *small* probabilities (`upper_tail = 0.025`, not
//! `0.975`), so that levels very near to 1 lose no precision. The beta and
//! Student quantiles are inverted by bisection on the distribution function:
//! it always ends, where Newton steps may leave the bracket for the very large
//! parameters of long matches.
//!
//! Limit: for parameters of 10^7 and more the incomplete beta function is good
//! to about seven digits, which is far below any sampling error.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::{beta::beta_reg, gamma::gamma_ur};

use crate::root::bisect;

/// The normal deviate exceeded with probability `upper_tail` in (0, 1).
pub(crate) fn normal_quantile(upper_tail: f64) -> f64 {
    -Normal::standard().inverse_cdf(upper_tail)
}

/// The z that leaves `1 - level` outside of `[-z, z]`.
pub(crate) fn two_sided_normal_quantile(level: f64) -> f64 {
    normal_quantile((1.0 - level) / 2.0)
}

/// The probability that a standard normal variable lies below `z`.
pub(crate) fn normal_below(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The probability that a standard normal variable is farther from 0 than `z`.
pub(crate) fn normal_beyond(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).min(1.0)
}

/// The t exceeded with probability `upper_tail` in (0, 0.5], for `freedom >= 1`.
pub(crate) fn student_quantile(freedom: f64, upper_tail: f64) -> f64 {
    let exceeded = |t: f64| 0.5 * beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t));
    let mut high = 2.0;
    while exceeded(high) > upper_tail {
        high *= 2.0;
    }
    bisect(0.0, high, |t| exceeded(t) > upper_tail)
}

/// The x below which a Beta(`a`, `b`) variable lies with probability `lower_tail`.
pub(crate) fn beta_quantile(a: f64, b: f64, lower_tail: f64) -> f64 {
    bisect(0.0, 1.0, |x| beta_reg(a, b, x) < lower_tail)
}

/// The probability that a Beta(`a`, `b`) variable lies above `x`.
pub(crate) fn beta_above(a: f64, b: f64, x: f64) -> f64 {
    beta_reg(b, a, 1.0 - x)
}

/// The probability that a chi-square variable exceeds `statistic >= 0`.
pub(crate) fn chi_square_above(statistic: f64, freedom: f64) -> f64 {
    if statistic <= 0.0 {
        1.0
    } else if statistic.is_finite() {
        gamma_ur(freedom / 2.0, statistic / 2.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64, relative: f64) {
        assert!(
            (found / expected - 1.0).abs() < relative,
            "found {found}, expected {expected}"
        );
    }

    // scipy.stats.t.isf(tail, freedom)
    #[test]
    fn student_quantiles_agree_with_scipy() {
        for (freedom, tail, expected) in [
            (1.0, 0.025, 12.706204736174705),
            (1.0, 1e-6, 318309.8861827435),
            (9.0, 0.025, 2.2621571627982053),
            (9.0, 0.005, 3.2498355415921263),
            (1000.0, 0.025, 1.9623390808264085),
            (1e6, 0.025, 1.9599663568141072),
        ] {
            assert_close(student_quantile(freedom, tail), expected, 1e-8);
        }
    }

    // scipy.stats.beta.ppf(tail, a, b)
    #[test]
    fn beta_quantiles_agree_with_scipy() {
        for (a, b, tail, expected) in [
            (1.0, 1.0, 0.3, 0.3),
            (5.0, 6.0, 0.025, 0.18708602844739855),
            (1.0, 1e6, 0.025, 2.5317807663794178e-08),
            (500_000.0, 500_001.0, 0.025, 0.49901951919531184),
        ] {
            assert_close(beta_quantile(a, b, tail), expected, 1e-8);
        }
    }

    #[test]
    fn levels_next_to_one_stay_finite() {
        let almost_one = 1.0 - f64::EPSILON / 2.0;
        assert!(two_sided_normal_quantile(almost_one).is_finite());
    }

    #[test]
    fn chi_square_tail_at_its_ends() {
        assert_eq!(chi_square_above(0.0, 3.0), 1.0);
        assert_eq!(chi_square_above(f64::INFINITY, 3.0), 0.0);
    }
}
