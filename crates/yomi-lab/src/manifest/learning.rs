//! Checking what is learned: evaluations, by themselves or before a match.

use super::check::{Slip, slip, template};
use super::experiment::{check_constant, check_counts};
use super::raw::{RawExtent, RawKind, RawManifest, RawMeasure, RawSeries};
use super::{Experiment, Extent, LearningMeasure, LearningSeries};
use crate::{Scale, Template};

/// The most simulations of a position.
const MOST_SIMULATIONS: u64 = 1_000_000;

/// The most learnings of the evaluations of a match.
const MOST_LEARNINGS: u64 = 1_000;

pub fn learning_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    check_no_games(raw)?;
    let measure = match raw.measure {
        Some(RawMeasure::Weight) => LearningMeasure::Weight,
        Some(RawMeasure::Change) => LearningMeasure::Change,
        Some(RawMeasure::Time) => LearningMeasure::Time,
        _ => {
            let problem = "expected 'weight', 'change' or 'time'";
            return Err(slip("measure", problem));
        }
    };
    let series = series_of(raw)?;
    for (i, one) in series.iter().enumerate() {
        let times = measure == LearningMeasure::Time;
        check_present(i, "group", one.group.is_some(), !times)?;
        check_present(i, "relative_to", one.relative_to.is_some(), times)?;
    }
    let name = raw.sweep.name.as_str();
    let varies = |template: &Template| template.holes().any(|hole| hole == name);
    let counts_updates = !series
        .iter()
        .any(|one| varies(&one.evaluation) || one.relative_to.as_ref().is_some_and(varies));
    if counts_updates {
        check_counts("updates", Some("end"), usize::MAX, scales)?;
    }
    Ok(Experiment::Learning {
        measure,
        counts_updates,
        series,
    })
}

pub fn accuracy_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    check_no_games(raw)?;
    if raw.measure.is_some() {
        return Err(slip("measure", "only a learning has it"));
    }
    check_counts("moves", Some("all"), usize::MAX, scales)?;
    let series = series_of(raw)?;
    for (i, one) in series.iter().enumerate() {
        check_present(i, "group", one.group.is_some(), false)?;
        check_present(i, "relative_to", one.relative_to.is_some(), false)?;
    }
    Ok(Experiment::Accuracy { series })
}

fn series_of(raw: &RawManifest) -> Result<Vec<LearningSeries>, Slip> {
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        let key = format!("series[{i}].evaluation");
        let evaluation = one.evaluation.as_ref();
        let evaluation =
            evaluation.ok_or_else(|| slip(&key, "missing: expected what is learned"))?;
        let other = one.relative_to.as_ref();
        Ok(LearningSeries {
            label: one.label.clone(),
            evaluation: template(&key, evaluation)?,
            group: one.group.clone(),
            relative_to: other
                .map(|text| template(&format!("series[{i}].relative_to"), text))
                .transpose()?,
        })
    });
    series.collect()
}

fn check_present(i: usize, name: &str, given: bool, wanted: bool) -> Result<(), Slip> {
    let problem = match (given, wanted) {
        (true, false) => "this measure has no such thing",
        (false, true) => "missing: this measure needs it",
        _ => return Ok(()),
    };
    Err(slip(format!("series[{i}].{name}"), problem))
}

/// Games begin at the start, and no engine plays them.
fn check_no_games(raw: &RawManifest) -> Result<(), Slip> {
    for (key, given) in [
        ("openings", raw.openings.is_some()),
        ("moves", raw.moves.is_some()),
        ("right", raw.right.is_some()),
        ("evaluations", !raw.evaluations.is_empty()),
    ] {
        if given {
            return Err(slip(
                key,
                "where an evaluation is learned there is no such thing",
            ));
        }
    }
    check_constant("game", &template("game", &raw.game)?)
}

/// Keys that only what learns evaluations has.
pub fn check_foreign(raw: &RawManifest) -> Result<(), Slip> {
    let learns = matches!(raw.kind, RawKind::Learning | RawKind::Accuracy);
    if learns {
        return Ok(());
    }
    if raw.measure.is_some() && raw.kind != RawKind::Positions {
        return Err(slip("measure", "only a learning or positions have it"));
    }
    if raw.kind != RawKind::Match && !raw.evaluations.is_empty() {
        return Err(slip("evaluations", "only a match has them"));
    }
    let foreign = |series: &RawSeries| {
        [
            ("evaluation", series.evaluation.is_some()),
            ("group", series.group.is_some()),
            ("relative_to", series.relative_to.is_some()),
        ]
        .into_iter()
        .find_map(|(name, given)| given.then_some(name))
    };
    for (i, series) in raw.series.iter().enumerate() {
        if let Some(name) = foreign(series) {
            let problem = "only a learning or an accuracy has it";
            return Err(slip(format!("series[{i}].{name}"), problem));
        }
    }
    Ok(())
}

/// How many simulations tell what a value should be.
pub fn simulations_of(key: &str, raw: &RawExtent, kind: RawKind) -> Result<Option<u32>, Slip> {
    let key = format!("{key}.simulations");
    match (raw.simulations, kind == RawKind::Accuracy) {
        (Some(number), true) if (1..=MOST_SIMULATIONS).contains(&number) => Ok(Some(number as u32)),
        (_, true) => Err(slip(
            key,
            format!("expected how many simulations a position gets, 1 to {MOST_SIMULATIONS}"),
        )),
        (Some(_), false) => Err(slip(key, "only an accuracy has it")),
        (None, false) => Ok(None),
    }
}

/// How often a match is repeated with evaluations learned anew.
pub fn learnings_of(key: &str, raw: &RawExtent, manifest: &RawManifest) -> Result<u64, Slip> {
    let learns = manifest.kind == RawKind::Match && !manifest.evaluations.is_empty();
    let problem = match raw.learnings {
        None => return Ok(1),
        Some(_) if !learns => "only a match with evaluations has it".to_owned(),
        Some(number) if (1..=MOST_LEARNINGS).contains(&number) => return Ok(number),
        Some(number) => format!("found {number}, expected a number from 1 to {MOST_LEARNINGS}"),
    };
    Err(slip(format!("{key}.learnings"), problem))
}
