//! Experiments on positions of records: what is measured in which of them, and how manifests say so.

use super::check::{Slip, slip, template};
use super::experiment::check_constant;
use super::raw::{RawKind, RawManifest, RawMeasure, RawSeries};
use super::{Experiment, Extent};
use crate::range::Range;
use crate::{Scale, Template};
use std::collections::BTreeMap;

/// The number of a position that no game tells: by how many centipawns the judge thinks the best move better than the second.
pub const CLARITY: &str = "clarity";

/// What is measured in positions of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionMeasure {
    /// The share of positions that hold a legal move of a class.
    Holds,
    /// The share of answers that are the move of the record.
    Agreement,
    /// The share of answers that are moves of a class, over positions that hold one and some move without a number.
    Plays,
    /// By how much less the judge thinks of the answer than of the best move.
    Loss,
}

/// A number that positions or moves must have.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// Its name.
    pub number: String,
    /// Where it must lie.
    pub range: Range,
}

/// Moves that have a number in a range, perhaps only among those for which another number is in a range of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveClass {
    /// The number.
    pub condition: Condition,
    /// Which moves are looked at, if not all legal ones.
    pub among: Option<Condition>,
}

/// A curve of an experiment on positions.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionSeries {
    /// Its name in the legend.
    pub label: String,
    /// Who is asked, where somebody is.
    pub engine: Option<Template>,
    /// Which positions count, besides what the manifest says of all.
    pub conditions: Vec<Condition>,
    /// The moves in question, where a class of moves is.
    pub class: Option<MoveClass>,
}

/// An experiment on positions of records.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionExperiment {
    /// The entry of the folder of data whose games the positions are of.
    pub records: String,
    /// What is measured.
    pub measure: PositionMeasure,
    /// Who says how clear positions are, and what answers are worth.
    pub judge: Option<Template>,
    /// The number of positions that the points of the sweep are ranges of; otherwise it is a variable of engines.
    pub binned_by: Option<String>,
    /// Which positions count.
    pub conditions: Vec<Condition>,
    /// The curves.
    pub series: Vec<PositionSeries>,
}

pub fn positions_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    for (key, given) in [
        ("openings", raw.openings.is_some()),
        ("moves", raw.moves.is_some()),
        ("right", raw.right.is_some()),
    ] {
        if given {
            return Err(slip(key, "this kind has positions of 'records' instead"));
        }
    }
    check_constant("game", &template("game", &raw.game)?)?;
    let measure = match raw.measure {
        Some(RawMeasure::Holds) => PositionMeasure::Holds,
        Some(RawMeasure::Agreement) => PositionMeasure::Agreement,
        Some(RawMeasure::Plays) => PositionMeasure::Plays,
        Some(RawMeasure::Loss) => PositionMeasure::Loss,
        _ => {
            let problem = "expected 'holds', 'agreement', 'plays' or 'loss'";
            return Err(slip("measure", problem));
        }
    };
    let records = raw.records.clone().unwrap_or_default();
    if records.is_empty() || records.contains(['.', '/', '\\']) {
        let problem = "expected the name of an entry of the folder of data, without endings";
        return Err(slip("records", problem));
    }
    let judge = raw.judge.as_ref().map(|text| template("judge", text));
    let series = raw.series.iter().enumerate();
    let series = series
        .map(|(i, one)| series_of(i, one, measure))
        .collect::<Result<Vec<_>, _>>()?;
    let judge = judge.transpose()?;
    let varies = |template: &Template| template.holes().any(|hole| hole == raw.sweep.name);
    let mut templates = series.iter().filter_map(|one| one.engine.as_ref());
    let is_variable = templates.any(varies) || judge.as_ref().is_some_and(varies);
    if !is_variable {
        for (scale, extent) in scales {
            for (i, point) in extent.points.iter().enumerate() {
                let key = format!("scale.{scale}.values[{i}]");
                Range::parse(&point.label).map_err(|problem| slip(key, problem))?;
            }
        }
    }
    let experiment = PositionExperiment {
        records,
        measure,
        judge,
        binned_by: (!is_variable).then(|| raw.sweep.name.clone()),
        conditions: conditions_of("where", raw.conditions.as_ref())?,
        series,
    };
    let needs_judge = measure == PositionMeasure::Loss || experiment.needs(CLARITY);
    match (&experiment.judge, needs_judge) {
        (None, true) => Err(slip(
            "judge",
            "missing: expected who says how clear positions are",
        )),
        (Some(_), false) => Err(slip(
            "judge",
            "nobody asks for it: neither 'clarity' nor 'loss'",
        )),
        _ => Ok(Experiment::Positions(Box::new(experiment))),
    }
}

impl PositionExperiment {
    /// Whether a number of positions plays a part.
    pub fn needs(&self, number: &str) -> bool {
        let own = self.series.iter().flat_map(|one| &one.conditions);
        let mut all = self.conditions.iter().chain(own);
        self.binned_by.as_deref() == Some(number) || all.any(|one| one.number == number)
    }
}

fn series_of(i: usize, raw: &RawSeries, measure: PositionMeasure) -> Result<PositionSeries, Slip> {
    let at = |key: &str| format!("series[{i}].{key}");
    let asks = measure != PositionMeasure::Holds;
    let engine = match (&raw.engine, asks) {
        (Some(text), true) => Some(template(&at("engine"), text)?),
        (None, true) => return Err(slip(at("engine"), "missing: expected who is asked")),
        (Some(_), false) => return Err(slip(at("engine"), "nobody is asked: expected no engine")),
        (None, false) => None,
    };
    if raw.opponent.is_some() {
        return Err(slip(at("opponent"), "only a match has it"));
    }
    if raw.paper.is_some() {
        return Err(slip(at("paper"), "only a match has it"));
    }
    let has_class = matches!(measure, PositionMeasure::Holds | PositionMeasure::Plays);
    let class = match (&raw.moves, has_class) {
        (Some(number), true) => {
            let range = raw.is.as_deref().unwrap_or_default();
            let range = Range::parse(range).map_err(|problem| slip(at("is"), problem))?;
            if range == Range::None {
                return Err(slip(at("is"), "expected a range of numbers"));
            }
            let mut among = conditions_of(&at("among"), raw.among.as_ref())?;
            if among.len() > 1 {
                return Err(slip(at("among"), "expected one number of moves"));
            }
            Some(MoveClass {
                condition: Condition {
                    number: number.clone(),
                    range,
                },
                among: among.pop(),
            })
        }
        (None, true) => return Err(slip(at("moves"), "missing: expected a number of moves")),
        (None, false) => {
            for (key, given) in [("is", raw.is.is_some()), ("among", raw.among.is_some())] {
                if given {
                    return Err(slip(at(key), "expected only beside 'moves'"));
                }
            }
            None
        }
        (Some(_), false) => return Err(slip(at("moves"), "only 'holds' and 'plays' have it")),
    };
    Ok(PositionSeries {
        label: raw.label.clone(),
        engine,
        conditions: conditions_of(&at("where"), raw.conditions.as_ref())?,
        class,
    })
}

fn conditions_of(
    key: &str,
    raw: Option<&BTreeMap<String, String>>,
) -> Result<Vec<Condition>, Slip> {
    let conditions = raw.into_iter().flatten().map(|(number, text)| {
        let range = Range::parse(text).map_err(|problem| slip(format!("{key}.{number}"), problem));
        Ok(Condition {
            number: number.clone(),
            range: range?,
        })
    });
    conditions.collect()
}

/// Keys that only experiments on positions have.
pub fn check_foreign(raw: &RawManifest) -> Result<(), Slip> {
    if raw.kind == RawKind::Positions {
        return Ok(());
    }
    let problem = "only an experiment on positions has it";
    for (key, given) in [
        ("records", raw.records.is_some()),
        ("where", raw.conditions.is_some()),
    ] {
        if given {
            return Err(slip(key, problem));
        }
    }
    for (i, series) in raw.series.iter().enumerate() {
        for (key, given) in [
            ("moves", series.moves.is_some()),
            ("is", series.is.is_some()),
            ("among", series.among.is_some()),
            ("where", series.conditions.is_some()),
        ] {
            if given {
                return Err(slip(format!("series[{i}].{key}"), problem));
            }
        }
    }
    Ok(())
}
