//! Checking what is measured: the match, the trace or the decision.

use super::check::{MOST_MOVES, Slip, slip, template};
use super::raw::{RawManifest, RawSeries, RawSide, RawTable, RawWhose};
use super::stage::{beginning_of, stage_of};
use super::training::taught_of;
use super::{Beginning, Duel, Experiment, Extent, PaperTable, Side, Thinker, Trail, Whose, values};
use crate::{Scale, Template};
use std::collections::BTreeSet;
use yomi_arena::Openings;
use yomi_stats::score::Tally;

pub fn match_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    let usual = beginning_of_match(raw)?;
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        check_only_traces(i, one)?;
        let key = format!("series[{i}].paper");
        let paper = one.paper.as_ref();
        let beginning = match &one.openings {
            Some(openings) => beginning_of(&format!("series[{i}].openings"), openings)?,
            None => usual.clone(),
        };
        let stage = one.stage.as_ref();
        let stage = stage.map(|stage| stage_of(&format!("series[{i}].stage"), stage, &beginning));
        Ok(Duel {
            label: one.label.clone(),
            engine: engine_of(i, one)?,
            opponent: opponent_of(i, one)?,
            stage: stage.transpose()?,
            beginning,
            paper: paper
                .map(|table| table_of(&key, table, scales))
                .transpose()?,
            taught: taught_of(i, one)?,
        })
    });
    let evaluations = raw.evaluations.iter().map(|(name, text)| {
        let key = format!("evaluations.{name}");
        Ok((name.clone(), template(&key, text)?))
    });
    Ok(Experiment::Match {
        evaluations: evaluations.collect::<Result<_, Slip>>()?,
        series: series.collect::<Result<_, Slip>>()?,
    })
}

/// A trace is one match, whatever the number of moves after which one looks at it.
pub fn trace_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    let Beginning::Openings(openings) = beginning_of_match(raw)? else {
        return Err(slip("openings.records", "only a match has it"));
    };
    check_moves(scales)?;
    check_constant("game", &template("game", &raw.game)?)?;
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        if one.paper.is_some() {
            return Err(slip(
                format!("series[{i}].paper"),
                "only a match has a table of games won and lost",
            ));
        }
        let engine = engine_of(i, one)?;
        check_constant(&format!("series[{i}].engine"), &engine)?;
        let opponent = opponent_of(i, one)?;
        check_constant(&format!("series[{i}].opponent"), &opponent)?;
        Ok(Trail {
            label: one.label.clone(),
            engine,
            opponent,
            side: match one.side {
                Some(RawSide::First) => Side::First,
                Some(RawSide::Second) => Side::Second,
                Some(RawSide::Both) | None => Side::Both,
            },
            whose: match one.points {
                Some(RawWhose::Opponent) => Whose::Opponent,
                Some(RawWhose::Engine) | None => Whose::Engine,
            },
        })
    });
    Ok(Experiment::Trace {
        openings,
        series: series.collect::<Result<_, Slip>>()?,
    })
}

/// The points count moves, and have no other variables.
pub fn check_moves(scales: &[(Scale, Extent)]) -> Result<(), Slip> {
    check_counts("moves", None, 1, scales)
}

/// The points count something, or are called by a word that stands for the whole.
pub fn check_counts(
    what: &str,
    whole: Option<&str>,
    most_variables: usize,
    scales: &[(Scale, Extent)],
) -> Result<(), Slip> {
    for (scale, extent) in scales {
        for (i, point) in extent.points.iter().enumerate() {
            let in_range = |number: f64| (0.0..=MOST_MOVES as f64).contains(&number);
            let counts = |number: f64| in_range(number) && number.fract() == 0.0;
            let is_whole = whole.is_some_and(|word| point.label == word);
            let is_count = is_whole || point.number.is_some_and(counts);
            if !is_count || point.variables.len() > most_variables {
                return Err(slip(
                    format!("scale.{scale}.values[{i}]"),
                    format!(
                        "'{}': this sweep counts {what}: expected a whole number from 0 \
                         to {MOST_MOVES}",
                        point.label
                    ),
                ));
            }
        }
    }
    Ok(())
}

pub fn check_constant(key: &str, template: &Template) -> Result<(), Slip> {
    match template.holes().next() {
        None => Ok(()),
        Some(name) => Err(slip(
            key,
            format!("all points are looks at the same games: expected no '{{{name}}}' in it"),
        )),
    }
}

fn check_only_traces(i: usize, series: &RawSeries) -> Result<(), Slip> {
    for (key, given) in [
        ("side", series.side.is_some()),
        ("points", series.points.is_some()),
    ] {
        if given {
            return Err(slip(format!("series[{i}].{key}"), "only a trace has it"));
        }
    }
    Ok(())
}

fn engine_of(i: usize, series: &RawSeries) -> Result<Template, Slip> {
    let key = format!("series[{i}].engine");
    let engine = series
        .engine
        .as_ref()
        .ok_or_else(|| slip(&key, "missing: expected who is measured"))?;
    template(&key, engine)
}

fn opponent_of(i: usize, series: &RawSeries) -> Result<Template, Slip> {
    let key = format!("series[{i}].opponent");
    let opponent = series
        .opponent
        .as_ref()
        .ok_or_else(|| slip(&key, "missing: a match needs one"))?;
    template(&key, opponent)
}

fn table_of(key: &str, raw: &RawTable, scales: &[(Scale, Extent)]) -> Result<PaperTable, Slip> {
    let known: BTreeSet<&str> = scales
        .iter()
        .flat_map(|(_, extent)| extent.points.iter().map(|point| point.label.as_str()))
        .collect();
    let here = format!("{key}.at");
    let at = match &raw.at {
        Some(value) => {
            let (label, _) = values::scalar(value).map_err(|problem| slip(&here, problem))?;
            if !known.contains(label.as_str()) {
                let problem = format!("'{label}' is no value of the sweep at any scale");
                return Err(slip(here, problem));
            }
            Some(label)
        }
        None if known.len() > 1 => {
            return Err(slip(
                here,
                "missing: expected the point of the sweep that the paper's games belong to",
            ));
        }
        None => None,
    };
    Ok(PaperTable {
        at,
        first: tally_of(&format!("{key}.first"), &raw.first)?,
        second: tally_of(&format!("{key}.second"), &raw.second)?,
    })
}

/// As tables print them: won, lost, drawn.
fn tally_of(key: &str, counts: &[u64]) -> Result<Tally, Slip> {
    match *counts {
        [wins, losses, draws] if counts.iter().any(|&count| count > 0) => Ok(Tally {
            wins,
            draws,
            losses,
        }),
        [0, 0, 0] => Err(slip(key, "no games: expected [won, lost, drawn]")),
        _ => Err(slip(
            key,
            format!(
                "{} numbers, expected three: [won, lost, drawn]",
                counts.len()
            ),
        )),
    }
}

fn beginning_of_match(raw: &RawManifest) -> Result<Beginning, Slip> {
    for (key, given) in [
        ("moves", raw.moves.is_some()),
        ("right", raw.right.is_some()),
    ] {
        if given {
            return Err(slip(key, "only a decision has it; a match has 'openings'"));
        }
    }
    raw.openings.as_ref().map_or_else(
        || Ok(Beginning::Openings(Openings::default())),
        |openings| beginning_of("openings", openings),
    )
}

pub fn preferences_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    for (key, given) in [
        ("openings", raw.openings.is_some()),
        ("right", raw.right.is_some()),
    ] {
        if given {
            return Err(slip(key, "preferences have a 'position' and 'moves'"));
        }
    }
    check_counts("ranks", None, usize::MAX, scales)?;
    check_constant("game", &template("game", &raw.game)?)?;
    Ok(Experiment::Preferences {
        position: raw.position.clone(),
        moves: raw.moves.clone().unwrap_or_default(),
        series: thinkers_of(raw)?,
    })
}

pub fn decision_of(raw: &RawManifest) -> Result<Experiment, Slip> {
    if raw.openings.is_some() {
        return Err(slip(
            "openings",
            "only a match has it; a decision has 'moves'",
        ));
    }
    let moves = raw.moves.clone().unwrap_or_default();
    if moves.len() > MOST_MOVES {
        return Err(slip(
            "moves",
            format!("{} moves, expected at most {MOST_MOVES}", moves.len()),
        ));
    }
    let right = raw.right.clone().unwrap_or_default();
    if right.is_empty() || right.len() > MOST_MOVES {
        return Err(slip(
            "right",
            "expected the moves that count as right, at least one",
        ));
    }
    Ok(Experiment::Decision {
        moves,
        right,
        series: thinkers_of(raw)?,
    })
}

/// The curves where engines are asked and play nobody.
pub fn thinkers_of(raw: &RawManifest) -> Result<Vec<Thinker>, Slip> {
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        if one.opponent.is_some() {
            return Err(slip(format!("series[{i}].opponent"), "only a match has it"));
        }
        if one.paper.is_some() {
            return Err(slip(format!("series[{i}].paper"), "only a match has it"));
        }
        check_only_traces(i, one)?;
        Ok(Thinker {
            label: one.label.clone(),
            engine: engine_of(i, one)?,
        })
    });
    series.collect()
}
