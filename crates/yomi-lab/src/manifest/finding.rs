//! Checking what is expected.

use super::check::{Slip, slip};
use super::raw::{RawFinding, RawRule};
use super::{Experiment, Extent, Finding, Rule, values};

pub fn finding_of(
    key: &str,
    raw: &RawFinding,
    experiment: &Experiment,
    scales: &[Extent; 3],
) -> Result<Finding, Slip> {
    if raw.text.trim().is_empty() {
        return Err(slip(format!("{key}.text"), "the text is empty"));
    }
    let here = format!("{key}.series");
    let series = values::texts(&raw.series).map_err(|problem| slip(&here, problem))?;
    let labels = experiment.labels();
    if let Some(unknown) = series
        .iter()
        .find(|label| !labels.contains(&label.as_str()))
    {
        return Err(slip(
            here,
            format!(
                "unknown series '{unknown}': expected one of {}",
                labels.join(", ")
            ),
        ));
    }
    let here = format!("{key}.threshold");
    let relation =
        values::relation(&raw.relation, &raw.threshold).map_err(|problem| slip(here, problem))?;
    if let Some(paper) = raw.paper.filter(|number| !(0.0..=1.0).contains(number)) {
        return Err(slip(
            format!("{key}.paper"),
            format!("found {paper}, expected a number from 0 to 1"),
        ));
    }
    Ok(Finding {
        text: raw.text.trim().to_owned(),
        series,
        at: raw
            .at
            .as_ref()
            .map(|at| points_of(&format!("{key}.at"), at, scales))
            .transpose()?,
        rule: match raw.rule {
            RawRule::All => Rule::All,
            RawRule::Any => Rule::Any,
        },
        relation,
        paper: raw.paper,
    })
}

fn points_of(key: &str, at: &[toml::Value], scales: &[Extent; 3]) -> Result<Vec<String>, Slip> {
    if at.is_empty() {
        return Err(slip(
            key,
            "the list is empty: leave it out to mean all points",
        ));
    }
    at.iter()
        .enumerate()
        .map(|(i, value)| {
            let here = format!("{key}[{i}]");
            let (label, _) = values::scalar(value).map_err(|problem| slip(&here, problem))?;
            let known = |extent: &Extent| extent.points.iter().any(|point| point.label == label);
            if !scales.iter().any(known) {
                return Err(slip(
                    here,
                    format!("'{label}' is no value of the sweep at any scale"),
                ));
            }
            Ok(label)
        })
        .collect()
}
