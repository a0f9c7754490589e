//! Bisection: slow, simple, and certain to end.
//!
//! Each step halves the bracket, so a root is found to the last bit that a
//! double can hold after some sixty steps. Everything inverted in this crate
//! costs at most a microsecond per evaluation, so nothing faster is needed.

/// Where `is_left_of_root` changes from true to false between `low` and `high`.
///
/// The caller promises that the root lies in the bracket; if it does not, the
/// nearer end comes back.
pub(crate) fn bisect(mut low: f64, mut high: f64, is_left_of_root: impl Fn(f64) -> bool) -> f64 {
    // A root near zero could be chased through the subnormal numbers for a
    // thousand steps; after 200 halvings the bracket is a 10^-60th of what it was.
    const MOST_HALVINGS: usize = 200;
    for _ in 0..MOST_HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if is_left_of_root(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests {
    use super::bisect;

    #[test]
    fn finds_a_root_to_the_last_bits() {
        let root = bisect(0.0, 2.0, |x| x * x < 2.0);
        assert!((root - std::f64::consts::SQRT_2).abs() <= 2.0 * f64::EPSILON);
    }

    #[test]
    fn finds_a_tiny_root_with_full_relative_precision() {
        let root = bisect(0.0, 1.0, |x| x < 1e-20);
        assert!((root / 1e-20 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_root_outside_the_bracket_gives_the_nearer_end() {
        assert!(bisect(0.0, 1.0, |_| true) > 0.999_999);
        assert!(bisect(0.0, 1.0, |_| false) < 1e-50);
    }
}
