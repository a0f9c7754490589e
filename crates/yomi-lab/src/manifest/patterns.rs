//! Checking experiments on sets of patterns.

use super::check::{Slip, slip, template};
use super::experiment::{check_constant, check_counts};
use super::raw::{RawKind, RawManifest, RawSeries, RawSource};
use super::{Experiment, Extent, PatternSeries};
use crate::Scale;
use crate::patterns::Records;
use yomi_go::pattern::{LARGEST, SMALLEST};

pub fn foretelling_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    refuse_move(raw)?;
    for (scale, extent) in scales {
        for (i, point) in extent.points.iter().enumerate() {
            if Records::test(&point.label).is_none() {
                let problem = format!("'{}': expected ordinary or disordered", point.label);
                return Err(slip(format!("scale.{scale}.values[{i}]"), problem));
            }
        }
    }
    let series = series_of(raw)?;
    for (i, one) in raw.series.iter().enumerate() {
        if one.source.is_some() || one.size.is_some() {
            return Err(slip(
                format!("series[{i}]"),
                "only sizes have 'source' and 'size'",
            ));
        }
    }
    Ok(Experiment::Foretelling { series })
}

pub fn sizes_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    let series = series_of(raw)?;
    for (i, one) in raw.series.iter().enumerate() {
        if one.source.is_none() {
            let problem = "missing: expected 'records' or 'playouts'";
            return Err(slip(format!("series[{i}].source"), problem));
        }
    }
    let at_move = match raw.sweep.name.as_str() {
        "move" => {
            refuse_move(raw)?;
            check_counts("moves", None, usize::MAX, scales)?;
            None
        }
        "size" => {
            let place = raw.at_move.filter(|number| (1..=55).contains(number));
            let place = place.ok_or_else(|| slip("move", "expected a number from 1 to 55"))?;
            check_counts("sizes", None, usize::MAX, scales)?;
            Some(place as usize)
        }
        other => {
            let problem = format!("'{other}': sizes are swept over 'move' or 'size'");
            return Err(slip("sweep.name", problem));
        }
    };
    Ok(Experiment::Sizes { at_move, series })
}

fn refuse_move(raw: &RawManifest) -> Result<(), Slip> {
    match raw.at_move {
        None => Ok(()),
        Some(_) => Err(slip("move", "only a sweep over sizes has it")),
    }
}

fn series_of(raw: &RawManifest) -> Result<Vec<PatternSeries>, Slip> {
    check_constant("game", &template("game", &raw.game)?)?;
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        let key = format!("series[{i}].patterns");
        let patterns = one.patterns.as_ref();
        let patterns = patterns.ok_or_else(|| slip(&key, "missing: expected what is learned"))?;
        let size = match one.size {
            None => None,
            Some(size) if (SMALLEST as u64..=LARGEST as u64).contains(&size) => Some(size as usize),
            Some(_) => {
                let problem = format!("expected a size from {SMALLEST} to {LARGEST}");
                return Err(slip(format!("series[{i}].size"), problem));
            }
        };
        Ok(PatternSeries {
            label: one.label.clone(),
            patterns: template(&key, patterns)?,
            of_records: one.source == Some(RawSource::Records),
            size,
        })
    });
    series.collect()
}

/// Keys that only experiments on patterns have, and those that they do not have.
pub fn check_foreign(raw: &RawManifest) -> Result<(), Slip> {
    let has_patterns = matches!(raw.kind, RawKind::Foretelling | RawKind::Sizes);
    if !has_patterns && raw.at_move.is_some() {
        return Err(slip("move", "only sizes have it"));
    }
    let own = |series: &RawSeries| {
        [
            ("patterns", series.patterns.is_some()),
            ("source", series.source.is_some()),
            ("size", series.size.is_some()),
        ]
    };
    let other = |series: &RawSeries| {
        [
            ("engine", series.engine.is_some()),
            ("opponent", series.opponent.is_some()),
            ("paper", series.paper.is_some()),
        ]
    };
    for (i, series) in raw.series.iter().enumerate() {
        let (foreign, problem) = match has_patterns {
            true => (other(series), "this kind has 'patterns' instead"),
            false => (own(series), "only a foretelling or sizes have it"),
        };
        if let Some((name, _)) = foreign.into_iter().find(|(_, given)| *given) {
            return Err(slip(format!("series[{i}].{name}"), problem));
        }
    }
    Ok(())
}
