//! Checking the sequential test of a match.

use super::check::{Slip, slip};
use super::raw::{RawExtent, RawKind, RawManifest};
use super::{Extent, Finding, Quantity, Relation};
use crate::Scale;
use yomi_stats::elo::score_from_elo;
use yomi_stats::sprt::{Sprt, SprtParameters};

/// How far the threshold of a finding may be from the score of the test's first hypothesis.
const TOLERANCE: f64 = 1e-9;

/// The test that ends a match at a scale, if there is one.
pub fn sprt_of(
    key: &str,
    raw: &RawExtent,
    manifest: &RawManifest,
) -> Result<Option<SprtParameters>, Slip> {
    let key = format!("{key}.sprt");
    let Some(test) = &raw.sprt else {
        return Ok(None);
    };
    if manifest.kind != RawKind::Match || !manifest.evaluations.is_empty() {
        return Err(slip(key, "only a match that learns no evaluations has it"));
    }
    let parameters = SprtParameters {
        elo0: test.elo0,
        elo1: test.elo1,
        alpha: test.alpha,
        beta: test.beta,
    };
    Sprt::new(parameters).map_err(|error| slip(key, error.to_string()))?;
    Ok(Some(parameters))
}

/// A match that a test may end is judged by that test: a finding must ask what the test asks.
pub fn check_tested(key: &str, finding: &Finding, scales: &[(Scale, Extent)]) -> Result<(), Slip> {
    for (scale, extent) in scales {
        let Some(test) = extent.sprt else { continue };
        let even = score_from_elo(test.elo0);
        let asked = match finding.relation {
            Relation::Above(threshold) => (threshold - even).abs() < TOLERANCE,
            _ => false,
        };
        if !asked || finding.of != Quantity::Measure || finding.than.is_some() {
            let problem = format!(
                "the match at scale {scale} is judged by its sequential test: expected the score, \
                 relation '>' and threshold {even} (that of elo0)"
            );
            return Err(slip(key, problem));
        }
    }
    Ok(())
}
