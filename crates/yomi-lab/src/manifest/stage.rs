//! Checking where the games of a match begin, and which stage of them is played.

use super::check::{MOST_MOVES, Slip, slip, template};
use super::raw::{RawKind, RawManifest, RawOpenings, RawStage};
use super::{Beginning, Stage};
use yomi_arena::Openings;

/// The most random moves of an opening.
const MOST_RANDOM: u64 = 1000;

/// Where games begin.
pub fn beginning_of(key: &str, raw: &RawOpenings) -> Result<Beginning, Slip> {
    let sub = |name: &str| format!("{key}.{name}");
    let given = [
        raw.plies.is_some(),
        raw.list.is_some(),
        raw.records.is_some(),
    ];
    if given.iter().filter(|given| **given).count() != 1 {
        return Err(slip(key, "expected either 'plies', 'list' or 'records'"));
    }
    if raw.largest && raw.plies.is_none() {
        return Err(slip(
            sub("largest"),
            "expected only where there are 'plies' to draw",
        ));
    }
    if let Some(name) = &raw.records {
        return records_of(&sub("records"), name);
    }
    if let Some(list) = &raw.list {
        if list.is_empty() || list.len() > MOST_MOVES {
            let problem = format!("{} openings, expected from 1 to {MOST_MOVES}", list.len());
            return Err(slip(sub("list"), problem));
        }
        let Ok(lines) = list.iter().map(|line| line.parse()).collect();
        return Ok(Beginning::Openings(Openings::Listed(lines)));
    }
    match raw.plies {
        Some(plies) if plies <= MOST_RANDOM => {
            let plies = plies as usize;
            Ok(Beginning::Openings(match raw.largest {
                true => Openings::Largest { plies },
                false => Openings::Random { plies },
            }))
        }
        plies => Err(slip(
            sub("plies"),
            format!(
                "found {}, expected a number from 0 to {MOST_RANDOM}",
                plies.unwrap_or_default()
            ),
        )),
    }
}

/// Names of files without their endings.
fn records_of(key: &str, name: &str) -> Result<Beginning, Slip> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
        let problem = format!(
            "{name:?}: expected the name of a file of games without its ending, letters, digits, '-' and '_'"
        );
        return Err(slip(key, problem));
    }
    Ok(Beginning::Records(name.to_owned()))
}

/// The stage that is played.
pub fn stage_of(key: &str, raw: &RawStage, beginning: &Beginning) -> Result<Stage, Slip> {
    let sub = |name: &str| format!("{key}.{name}");
    if raw.number.trim().is_empty() {
        return Err(slip(sub("number"), "the text is empty"));
    }
    for (name, value) in [("from", raw.from), ("to", raw.to)] {
        if value.is_some_and(|value| !value.is_finite()) {
            return Err(slip(sub(name), "expected a finite number"));
        }
    }
    match (raw.from, raw.to) {
        (None, None) => return Err(slip(key, "expected 'from', 'to' or both")),
        (Some(from), Some(to)) if from >= to => {
            return Err(slip(sub("to"), format!("{to} is not above {from}")));
        }
        _ => {}
    }
    let is_drawn = matches!(
        beginning,
        Beginning::Openings(Openings::Random { .. } | Openings::Largest { .. })
    );
    if raw.from.is_some() && is_drawn {
        return Err(slip(
            sub("from"),
            "games begin at random: expected openings with a 'list' or 'records' that can be cut there",
        ));
    }
    let finisher = match (&raw.finisher, raw.to) {
        (Some(text), Some(_)) => {
            let finisher = template(&sub("finisher"), text)?;
            Some(finisher)
        }
        (None, None) => None,
        (Some(_), None) => return Err(slip(sub("finisher"), "expected only where there is 'to'")),
        (None, Some(_)) => {
            return Err(slip(
                sub("finisher"),
                "missing: expected who plays from 'to' on",
            ));
        }
    };
    Ok(Stage {
        number: raw.number.trim().to_owned(),
        from: raw.from,
        to: raw.to.zip(finisher),
    })
}

/// Keys that only matches have.
pub fn check_foreign(raw: &RawManifest) -> Result<(), Slip> {
    if raw.kind == RawKind::Match {
        return Ok(());
    }
    for (i, series) in raw.series.iter().enumerate() {
        for (name, given) in [
            ("openings", series.openings.is_some()),
            ("stage", series.stage.is_some()),
        ] {
            if given {
                return Err(slip(format!("series[{i}].{name}"), "only a match has it"));
            }
        }
    }
    Ok(())
}
