//! Checking what engines claim and who judges it.

use super::check::{Slip, slip, template};
use super::experiment::{check_constant, thinkers_of};
use super::raw::RawManifest;
use super::{Experiment, Extent};
use crate::Scale;

pub fn calibration_of(raw: &RawManifest, scales: &[(Scale, Extent)]) -> Result<Experiment, Slip> {
    for (key, given) in [
        ("openings", raw.openings.is_some()),
        ("moves", raw.moves.is_some()),
        ("right", raw.right.is_some()),
    ] {
        if given {
            return Err(slip(
                key,
                "a calibration has positions of a teacher's games",
            ));
        }
    }
    // All points are measured in the same positions.
    check_constant("game", &template("game", &raw.game)?)?;
    for (scale, extent) in scales {
        if let Some(teacher) = &extent.teacher {
            check_constant(&format!("scale.{scale}.teacher"), teacher)?;
        }
    }
    let judge = raw.judge.as_ref();
    let judge =
        judge.ok_or_else(|| slip("judge", "missing: expected who tells what comes of a move"))?;
    Ok(Experiment::Calibration {
        judge: template("judge", judge)?,
        series: thinkers_of(raw)?,
    })
}
