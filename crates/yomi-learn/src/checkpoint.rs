//! Checkpoints of a training, from which a killed one resumes.
//!
//! The file is replaced as a whole after every epoch: weights and moments of every stage, the
//! curve so far, a fingerprint of the settings and the games, and a [checksum](crate::checksum). Since the next epoch
//! depends on nothing else, a resumed training ends with the same weights as an uninterrupted one. Of a
//! training whose state is plain data ([`selective`](crate::selective)) the file is that data as JSON.

use crate::checksum::Form;
use crate::learner::CurvePoint;
use crate::network::Trainer;
use crate::snapshot::{read_if_there, replace_file, unusable};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use thiserror::Error;

const HEADER: &str = "yomi_training";
const OTHER_TRAINING: &str = "it belongs to a training with other settings or games";

/// Why a checkpoint could not be read or written.
#[derive(Debug, Error)]
#[error("checkpoint {}: {problem}", path.display())]
pub struct CheckpointError {
    path: PathBuf,
    problem: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    fingerprint: String,
    /// Steps made, by stage.
    steps: BTreeMap<usize, i32>,
    curve: Vec<CurvePoint>,
}

const PARTS: [&str; 6] = [
    "rows",
    "output",
    "rows.first",
    "rows.second",
    "output.first",
    "output.second",
];

/// The error of a checkpoint that is there but cannot be resumed from.
fn failed(path: &Path) -> impl Fn(&dyn Display) -> CheckpointError {
    |problem| CheckpointError {
        path: path.to_owned(),
        problem: unusable(problem),
    }
}

/// The error of a checkpoint that cannot be written.
fn unwritten(path: &Path) -> impl Fn(&dyn Display) -> CheckpointError {
    |problem| CheckpointError {
        path: path.to_owned(),
        problem: problem.to_string(),
    }
}

/// Writes a checkpoint in place of the last one.
pub(crate) fn save(
    path: &Path,
    fingerprint: &str,
    trainers: &mut BTreeMap<usize, Trainer>,
    curve: &[CurvePoint],
) -> Result<(), CheckpointError> {
    let fail = unwritten(path);
    let mut steps = BTreeMap::new();
    let mut tensors: Vec<(String, Vec<u8>)> = Vec::new();
    for (&stage, trainer) in trainers {
        let (made, vectors) = trainer.memory();
        steps.insert(stage, *made);
        for (part, vector) in PARTS.into_iter().zip(vectors) {
            let bytes = vector.iter().flat_map(|value| value.to_le_bytes());
            tensors.push((format!("{stage}.{part}"), bytes.collect()));
        }
    }
    let header = Header {
        fingerprint: fingerprint.to_owned(),
        steps,
        curve: curve.to_vec(),
    };
    let header = serde_json::to_string(&header).expect("plain data is writable as JSON");
    let views = tensors.iter().map(|(name, bytes)| {
        let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes);
        (name.as_str(), view.expect("four bytes each"))
    });
    let metadata = HashMap::from([(HEADER.to_owned(), header)]);
    let bytes = serialize(views, Some(metadata)).map_err(|error| fail(&error))?;
    replace_file(path, &Form::Safetensors.with_checksum(&bytes)).map_err(|error| fail(&error))
}

/// The state of a training that is plain data, as a file of JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateFile<T> {
    fingerprint: String,
    state: T,
}

/// Writes the state of a training in place of the last one.
pub(crate) fn save_state<T: Serialize>(
    path: &Path,
    fingerprint: &str,
    state: &T,
) -> Result<(), CheckpointError> {
    let fail = unwritten(path);
    let fingerprint = fingerprint.to_owned();
    let text = serde_json::to_string(&StateFile { fingerprint, state });
    let text = text.map_err(|error| fail(&error))?;
    let bytes = Form::Json.with_checksum(text.as_bytes());
    replace_file(path, &bytes).map_err(|error| fail(&error))
}

/// The state in a checkpoint, if there is one; `problem_with` tells what is wrong with it, if anything.
pub(crate) fn load_state<T: DeserializeOwned>(
    path: &Path,
    fingerprint: &str,
    problem_with: impl FnOnce(&T) -> Option<String>,
) -> Result<Option<T>, CheckpointError> {
    let fail = failed(path);
    let Some(bytes) = read_checkpoint(path)? else {
        return Ok(None);
    };
    let contents = Form::Json.checked(&bytes).map_err(|error| fail(&error))?;
    let file: StateFile<T> =
        serde_json::from_slice(&contents.bytes).map_err(|error| fail(&error))?;
    if file.fingerprint != fingerprint {
        return Err(fail(&OTHER_TRAINING));
    }
    match problem_with(&file.state) {
        Some(problem) => Err(fail(&problem)),
        None => Ok(Some(file.state)),
    }
}

/// The bytes of a checkpoint, if there is one.
fn read_checkpoint(path: &Path) -> Result<Option<Vec<u8>>, CheckpointError> {
    read_if_there(path).map_err(|error| failed(path)(&error))
}

/// Restores the trainers from a checkpoint, if there is one; returns the curve so far.
pub(crate) fn load(
    path: &Path,
    fingerprint: &str,
    trainers: &mut BTreeMap<usize, Trainer>,
) -> Result<Vec<CurvePoint>, CheckpointError> {
    let fail = failed(path);
    let Some(bytes) = read_checkpoint(path)? else {
        return Ok(Vec::new());
    };
    let contents = Form::Safetensors.checked(&bytes);
    let bytes = contents.map_err(|error| fail(&error))?.bytes;
    let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(|error| fail(&error))?;
    let header = metadata
        .metadata()
        .as_ref()
        .and_then(|entries| entries.get(HEADER))
        .ok_or_else(|| fail(&"expected a training's header, found none"))?;
    let header: Header = serde_json::from_str(header).map_err(|error| fail(&error))?;
    if header.fingerprint != fingerprint {
        return Err(fail(&OTHER_TRAINING));
    }
    let tensors = SafeTensors::deserialize(&bytes).map_err(|error| fail(&error))?;
    for (&stage, trainer) in trainers {
        let (made, vectors) = trainer.memory();
        *made = *header
            .steps
            .get(&stage)
            .ok_or_else(|| fail(&format!("stage {stage} is missing")))?;
        for (part, vector) in PARTS.into_iter().zip(vectors) {
            let name = format!("{stage}.{part}");
            let tensor = tensors.tensor(&name).map_err(|error| fail(&error))?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != [vector.len()] {
                return Err(fail(&format!(
                    "tensor '{name}' is {:?} of shape {:?}, expected F32 of shape [{}]",
                    tensor.dtype(),
                    tensor.shape(),
                    vector.len()
                )));
            }
            let (words, _) = tensor.data().as_chunks::<4>();
            for (value, word) in vector.iter_mut().zip(words) {
                *value = f32::from_le_bytes(*word);
            }
        }
        trainer.recall_inputs();
    }
    Ok(header.curve)
}
