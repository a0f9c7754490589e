//! Checking what is expected.

use super::check::{Slip, check_confidence, slip};
use super::raw::{RawFinding, RawQuantity, RawRelation, RawRule, RawThan};
use super::sequential::check_tested;
use super::values::{self, Bounds};
use super::{Experiment, Extent, Finding, Quantity, Relation, Rule, Than};
use crate::Scale;
use toml::Value;

pub fn finding_of(
    key: &str,
    raw: &RawFinding,
    experiment: &Experiment,
    scales: &[(Scale, Extent)],
) -> Result<Finding, Slip> {
    if raw.text.trim().is_empty() {
        return Err(slip(format!("{key}.text"), "the text is empty"));
    }
    let here = format!("{key}.series");
    let series = values::texts(&raw.series).map_err(|problem| slip(&here, problem))?;
    for label in &series {
        check_series(&here, label, experiment)?;
    }
    let at = match &raw.at {
        None => None,
        Some(at) => Some(points_of(&format!("{key}.at"), at, scales)?),
    };
    let than = match &raw.than {
        None => None,
        Some(than) => Some(than_of(&format!("{key}.than"), than, experiment, scales)?),
    };
    let bounds = match (experiment.measures_shares(), &than) {
        (true, None) => Bounds::SHARES,
        (true, Some(_)) => Bounds::DIFFERENCES,
        (false, _) => Bounds::NONE,
    };
    let relation = relation_of(&format!("{key}.threshold"), raw, bounds)?;
    if let Some(confidence) = raw.confidence {
        check_confidence(&format!("{key}.confidence"), confidence)?;
    }
    let here = format!("{key}.paper");
    if let Some(paper) = raw.paper {
        bounds
            .check(paper)
            .map_err(|problem| slip(&here, problem))?;
        // Without 'at' it speaks of all points of a scale, which may be one.
        let one_point = match &at {
            Some(at) => at.len() == 1,
            None => scales.iter().all(|(_, extent)| extent.points.len() == 1),
        };
        if series.len() != 1 || !one_point {
            return Err(slip(
                here,
                "expected only where the finding speaks of one point",
            ));
        }
    }
    let finding = Finding {
        text: raw.text.trim().to_owned(),
        series,
        at,
        than,
        rule: match raw.rule {
            RawRule::All => Rule::All,
            RawRule::Any => Rule::Any,
        },
        relation,
        confidence: raw.confidence,
        paper: raw.paper,
        of: quantity_of(&format!("{key}.of"), raw, experiment, scales)?,
        if_contradicted: match raw.if_contradicted.as_deref().map(str::trim) {
            Some(words) if !words.starts_with("contradicted") => {
                return Err(slip(
                    format!("{key}.if_contradicted"),
                    "expected words that begin with 'contradicted'",
                ));
            }
            words => words.map(str::to_owned),
        },
    };
    check_tested(key, &finding, scales)?;
    Ok(finding)
}

/// Which number is judged; the kind of experiment must have it.
fn quantity_of(
    key: &str,
    raw: &RawFinding,
    experiment: &Experiment,
    scales: &[(Scale, Extent)],
) -> Result<Quantity, Slip> {
    let repeated = scales.iter().any(|(_, extent)| extent.learnings > 1);
    if raw.of.is_some() && repeated {
        return Err(slip(
            key,
            "a match over several 'learnings' has nothing but its scores",
        ));
    }
    let of_match = matches!(experiment, Experiment::Match { .. });
    let of_calibration = matches!(experiment, Experiment::Calibration { .. });
    let of_foretelling = matches!(experiment, Experiment::Foretelling { .. });
    match raw.of {
        None => Ok(Quantity::Measure),
        Some(RawQuantity::First) if of_match => Ok(Quantity::First),
        Some(RawQuantity::Second) if of_match => Ok(Quantity::Second),
        Some(RawQuantity::Draws) if of_match => Ok(Quantity::Draws),
        Some(RawQuantity::Variance) if matches!(experiment, Experiment::Training { .. }) => {
            Ok(Quantity::Variance)
        }
        Some(RawQuantity::Claimed) if of_calibration => Ok(Quantity::Claimed),
        Some(RawQuantity::Gain) if matches!(experiment, Experiment::Preferences { .. }) => {
            Ok(Quantity::Gain)
        }
        Some(RawQuantity::Realised) if of_calibration => Ok(Quantity::Realised),
        Some(RawQuantity::Rank) if of_foretelling => Ok(Quantity::Rank),
        Some(RawQuantity::Likelihood) if of_foretelling => Ok(Quantity::Likelihood),
        Some(RawQuantity::NotSure) if of_foretelling => Ok(Quantity::NotSure),
        Some(_) => Err(slip(
            key,
            "expected 'first', 'second' or 'draws' in a match, 'variance' in a training, \
             'claimed' or 'realised' in a calibration, 'gain' in preferences, 'rank', 'likelihood' or \
             'not0.9' in a foretelling",
        )),
    }
}

/// The relation. A comparison without a threshold means any difference at all.
fn relation_of(key: &str, raw: &RawFinding, bounds: Bounds) -> Result<Relation, Slip> {
    let nothing = Value::Float(0.0);
    let threshold = match (&raw.threshold, &raw.than, &raw.relation) {
        (Some(threshold), _, _) => threshold,
        (None, Some(_), RawRelation::Above | RawRelation::Below) => &nothing,
        (None, _, _) => return Err(slip(key, "missing: expected where the number should lie")),
    };
    values::relation(&raw.relation, threshold, bounds).map_err(|problem| slip(key, problem))
}

fn than_of(
    key: &str,
    raw: &RawThan,
    experiment: &Experiment,
    scales: &[(Scale, Extent)],
) -> Result<Than, Slip> {
    if raw.series.is_none() && raw.at.is_none() {
        return Err(slip(
            key,
            "expected another 'series', another point 'at', or both",
        ));
    }
    if let Some(label) = &raw.series {
        check_series(&format!("{key}.series"), label, experiment)?;
    }
    let at = match &raw.at {
        None => None,
        Some(value) => Some(point_of(&format!("{key}.at"), value, scales)?),
    };
    Ok(Than {
        series: raw.series.clone(),
        at,
    })
}

fn check_series(key: &str, label: &str, experiment: &Experiment) -> Result<(), Slip> {
    let labels = experiment.labels();
    if labels.contains(&label) {
        return Ok(());
    }
    let known = labels.join(", ");
    Err(slip(
        key,
        format!("unknown series '{label}': expected one of {known}"),
    ))
}

fn points_of(key: &str, at: &[Value], scales: &[(Scale, Extent)]) -> Result<Vec<String>, Slip> {
    if at.is_empty() {
        return Err(slip(
            key,
            "the list is empty: leave it out to mean all points",
        ));
    }
    at.iter()
        .enumerate()
        .map(|(i, value)| point_of(&format!("{key}[{i}]"), value, scales))
        .collect()
}

fn point_of(key: &str, value: &Value, scales: &[(Scale, Extent)]) -> Result<String, Slip> {
    let (label, _) = values::scalar(value).map_err(|problem| slip(key, problem))?;
    let known =
        |(_, extent): &(Scale, Extent)| extent.points.iter().any(|point| point.label == label);
    if !scales.iter().any(known) {
        return Err(slip(
            key,
            format!("'{label}' is no value of the sweep at any scale"),
        ));
    }
    Ok(label)
}
