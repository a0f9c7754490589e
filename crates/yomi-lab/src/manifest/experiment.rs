//! Checking what is measured: the match or the decision.

use super::check::{MOST_MOVES, Slip, slip, template};
use super::raw::{RawManifest, RawOpenings};
use super::{Duel, Experiment, Thinker};
use yomi_arena::Openings;

pub fn match_of(raw: &RawManifest) -> Result<Experiment, Slip> {
    for (key, given) in [
        ("moves", raw.moves.is_some()),
        ("right", raw.right.is_some()),
    ] {
        if given {
            return Err(slip(key, "only a decision has it; a match has 'openings'"));
        }
    }
    let openings = raw
        .openings
        .as_ref()
        .map_or(Ok(Openings::default()), openings_of)?;
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        let key = format!("series[{i}].opponent");
        let opponent = one
            .opponent
            .as_ref()
            .ok_or_else(|| slip(&key, "missing: a match needs one"))?;
        Ok(Duel {
            label: one.label.clone(),
            engine: template(&format!("series[{i}].engine"), &one.engine)?,
            opponent: template(&key, opponent)?,
        })
    });
    Ok(Experiment::Match {
        openings,
        series: series.collect::<Result<_, Slip>>()?,
    })
}

fn openings_of(raw: &RawOpenings) -> Result<Openings, Slip> {
    match (raw.plies, &raw.list) {
        (Some(plies), None) if plies <= 1000 => Ok(Openings::Random {
            plies: plies as usize,
        }),
        (Some(plies), None) => Err(slip(
            "openings.plies",
            format!("found {plies}, expected a number from 0 to 1000"),
        )),
        (None, Some(list)) if !list.is_empty() && list.len() <= MOST_MOVES => Ok(Openings::Listed(
            list.iter()
                .map(|line| line.split_whitespace().map(str::to_owned).collect())
                .collect(),
        )),
        (None, Some(list)) => Err(slip(
            "openings.list",
            format!("{} openings, expected from 1 to {MOST_MOVES}", list.len()),
        )),
        _ => Err(slip("openings", "expected either 'plies' or 'list'")),
    }
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
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        if one.opponent.is_some() {
            return Err(slip(format!("series[{i}].opponent"), "only a match has it"));
        }
        Ok(Thinker {
            label: one.label.clone(),
            engine: template(&format!("series[{i}].engine"), &one.engine)?,
        })
    });
    let series = series.collect::<Result<_, Slip>>()?;
    Ok(Experiment::Decision {
        moves,
        right,
        series,
    })
}
