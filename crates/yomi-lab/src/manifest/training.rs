//! Checking what is taught.

use super::check::{Slip, slip, template};
use super::experiment::{check_constant, check_moves};
use super::raw::{RawExtent, RawKind, RawManifest, RawSeries};
use super::{Experiment, Extent, TrainingSeries};
use crate::{Scale, Template};

/// The most random moves at the beginning of a game.
const MOST_RANDOM: u64 = 1000;

pub fn training_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    for (key, given) in [
        ("openings", raw.openings.is_some()),
        ("moves", raw.moves.is_some()),
        ("right", raw.right.is_some()),
    ] {
        if given {
            return Err(slip(key, "a training has no such thing"));
        }
    }
    if raw.confidence != 0.95 {
        return Err(slip(
            "confidence",
            "a training's intervals are those at 0.95",
        ));
    }
    for (i, finding) in raw.finding.iter().enumerate() {
        if finding.confidence.is_some() {
            return Err(slip(
                format!("finding[{i}].confidence"),
                "a training's intervals are those at 0.95",
            ));
        }
    }
    check_moves(scales)?;
    check_constant("game", &template("game", &raw.game)?)?;
    let series = raw.series.iter().enumerate().map(|(i, one)| {
        let key = format!("series[{i}].network");
        taught_of(i, one)?.ok_or_else(|| slip(&key, "missing: expected what is taught"))
    });
    Ok(Experiment::Training {
        series: series.collect::<Result<_, Slip>>()?,
    })
}

/// What a series teaches, if it teaches anything.
pub fn taught_of(i: usize, series: &RawSeries) -> Result<Option<TrainingSeries>, Slip> {
    let key = format!("series[{i}].network");
    let Some(network) = &series.network else {
        return match series.random_moves {
            None => Ok(None),
            Some(_) => Err(slip(
                format!("series[{i}].random_moves"),
                "expected only where there is a 'network' to teach",
            )),
        };
    };
    let network = template(&key, network)?;
    check_constant(&key, &network)?;
    Ok(Some(TrainingSeries {
        label: series.label.clone(),
        network,
        random_moves: random_moves_of(i, series)?,
    }))
}

fn random_moves_of(i: usize, series: &RawSeries) -> Result<[u32; 2], Slip> {
    match series.random_moves.as_deref() {
        None => Ok([0, 0]),
        Some(&[least, most]) if least <= most && most <= MOST_RANDOM => {
            Ok([least as u32, most as u32])
        }
        Some(_) => Err(slip(
            format!("series[{i}].random_moves"),
            format!("expected [least, most], two numbers from 0 to {MOST_RANDOM}"),
        )),
    }
}

/// Who plays the games to learn from, where something is taught.
pub fn teacher_of(key: &str, raw: &RawExtent, teaches: bool) -> Result<Option<Template>, Slip> {
    match (&raw.teacher, teaches) {
        (Some(text), true) => {
            let teacher = template(key, text)?;
            check_constant(key, &teacher)?;
            Ok(Some(teacher))
        }
        (None, true) => Err(slip(key, "missing: expected who plays the games")),
        (Some(_), false) => Err(slip(key, "only what teaches a network has it")),
        (None, false) => Ok(None),
    }
}

/// Keys of a series that belong to another kind of experiment.
pub fn check_foreign(raw: &RawManifest) -> Result<(), Slip> {
    let is_training = raw.kind == RawKind::Training;
    let is_learning = matches!(raw.kind, RawKind::Learning | RawKind::Accuracy);
    for (i, series) in raw.series.iter().enumerate() {
        let playing = [
            ("engine", series.engine.is_some()),
            ("opponent", series.opponent.is_some()),
            ("side", series.side.is_some()),
            ("points", series.points.is_some()),
            ("paper", series.paper.is_some()),
        ];
        let teaching = [
            ("network", series.network.is_some()),
            ("random_moves", series.random_moves.is_some()),
        ];
        let (foreign, problem) = if is_training {
            (playing.to_vec(), "a training has a 'network' instead")
        } else if is_learning {
            let foreign = playing.into_iter().chain(teaching).collect();
            (foreign, "this kind has an 'evaluation' instead")
        } else if raw.kind == RawKind::Match {
            (Vec::new(), "")
        } else {
            (teaching.to_vec(), "only a training or a match has it")
        };
        if let Some((name, _)) = foreign.into_iter().find(|(_, given)| *given) {
            return Err(slip(format!("series[{i}].{name}"), problem));
        }
    }
    Ok(())
}
