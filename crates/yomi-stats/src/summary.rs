//! Mean, variance, median and quantiles of a sample.
//!
//! The **variance** is the unbiased one, divided by n - 1, summed in two passes
//! (first the mean, then the squared deviations) so that a large common offset
//! does not cancel the digits.
//!
//! The **quantile** is definition 7 of Hyndman and Fan (*Sample quantiles in
//! statistical packages*, The American Statistician 50, 1996), the default of R
//! and NumPy: with the sorted sample x\[0\] ≤ … ≤ x\[n-1\] and h = (n - 1) p,
//!
//! ```text
//! Q(p) = x[⌊h⌋] + (h - ⌊h⌋) (x[⌊h⌋ + 1] - x[⌊h⌋])
//! ```
//!
//! so Q(0) is the minimum, Q(1) the maximum and Q(1/2) the usual median. Limit:
//! extreme quantiles of small samples stay inside the sample and are therefore
//! biased towards the middle.
//!
//! Samples must be finite numbers; an infinity or NaN is reported with its index.

use crate::error::{StatsError, check_probability, check_sample};

/// The arithmetic mean of at least one number.
///
/// ```
/// assert_eq!(yomi_stats::summary::mean(&[1.0, 2.0, 6.0]), Ok(3.0));
/// assert!(yomi_stats::summary::mean(&[]).is_err());
/// ```
pub fn mean(sample: &[f64]) -> Result<f64, StatsError> {
    check_sample(sample, 1)?;
    Ok(sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The unbiased variance (divided by n - 1) of at least two numbers.
///
/// ```
/// assert_eq!(yomi_stats::summary::variance(&[1.0, 2.0, 6.0]), Ok(7.0));
/// ```
pub fn variance(sample: &[f64]) -> Result<f64, StatsError> {
    check_sample(sample, 2)?;
    let mean = mean(sample)?;
    let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
    Ok(squares / (sample.len() - 1) as f64)
}

/// The square root of the [`variance`].
///
/// ```
/// assert_eq!(yomi_stats::summary::standard_deviation(&[1.0, 5.0, 9.0]), Ok(4.0));
/// ```
pub fn standard_deviation(sample: &[f64]) -> Result<f64, StatsError> {
    variance(sample).map(f64::sqrt)
}

/// The middle of at least one number; of two middle ones, their mean.
///
/// ```
/// assert_eq!(yomi_stats::summary::median(&[5.0, 1.0, 2.0, 3.0]), Ok(2.5));
/// ```
pub fn median(sample: &[f64]) -> Result<f64, StatsError> {
    quantile(sample, 0.5)
}

/// The number below which a share `probability` of the sample lies, by linear
/// interpolation (see the module's definition). The sample need not be sorted.
///
/// ```
/// let sample = [10.0, 20.0, 30.0, 40.0, 50.0];
/// assert_eq!(yomi_stats::summary::quantile(&sample, 0.25), Ok(20.0));
/// assert_eq!(yomi_stats::summary::quantile(&sample, 1.0), Ok(50.0));
/// ```
pub fn quantile(sample: &[f64], probability: f64) -> Result<f64, StatsError> {
    check_sample(sample, 1)?;
    check_probability("quantile probability", probability)?;
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(quantile_of_sorted(&sorted, probability))
}

/// [`quantile`] of a sample already checked and sorted.
pub(crate) fn quantile_of_sorted(sorted: &[f64], probability: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = last as f64 * probability;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    sorted[below] + (position - below as f64) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: [f64; 7] = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.5];

    // numpy.mean(x), numpy.var(x, ddof=1)
    #[test]
    fn moments_agree_with_numpy() {
        assert!((mean(&SAMPLE).unwrap() - 3.642_857_142_857_143).abs() < 1e-14);
        assert!((variance(&SAMPLE).unwrap() - 7.726_190_476_190_477).abs() < 1e-13);
    }

    // numpy.quantile(x, p)
    #[test]
    fn quantiles_agree_with_numpy() {
        for (probability, expected) in [
            (0.0, 1.0),
            (0.1, 1.0),
            (0.3, 2.2),
            (0.5, 3.0),
            (0.9, 6.6),
            (1.0, 9.0),
        ] {
            let found = quantile(&SAMPLE, probability).unwrap();
            assert!((found - expected).abs() < 1e-12, "{probability}: {found}");
        }
    }

    #[test]
    fn a_large_offset_does_not_cancel_the_variance() {
        let shifted: Vec<f64> = [1.0, 2.0, 3.0].iter().map(|x| x + 1e9).collect();
        assert_eq!(variance(&shifted), Ok(1.0));
    }

    #[test]
    fn unusable_samples_are_refused() {
        assert!(matches!(mean(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(variance(&[1.0]), Err(StatsError::TooFew { .. })));
        assert!(matches!(
            median(&[1.0, f64::INFINITY]),
            Err(StatsError::BadElement { index: 1, .. })
        ));
        assert!(quantile(&SAMPLE, 1.1).is_err());
        assert!(quantile(&SAMPLE, f64::NAN).is_err());
    }
}
