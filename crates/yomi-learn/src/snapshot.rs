//! A training of plain vectors on file, so that a killed one goes on.
//!
//! Like [`checkpoint`](crate::checkpoint), but for any learner whose memory is a list of vectors of
//! `f32` and some counts: a header line with a fingerprint of settings and data, then the numbers.
//! The file is replaced as a whole, never half.

use crate::adam::Adam;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a snapshot could not be read or written.
#[derive(Debug, Error)]
#[error("snapshot {}: {problem} (remove it to begin anew)", path.display())]
pub struct SnapshotError {
    path: PathBuf,
    problem: String,
}

fn failed(path: &Path, problem: impl ToString) -> SnapshotError {
    SnapshotError {
        path: path.to_owned(),
        problem: problem.to_string(),
    }
}

/// Writes what some learners remember after so many epochs, in place of an earlier snapshot.
pub fn save(
    path: &Path,
    fingerprint: &str,
    epochs: u32,
    learners: &mut [&mut Adam],
) -> Result<(), SnapshotError> {
    let mut bytes = format!("yomi training {epochs}; {}\n", one_line(fingerprint)).into_bytes();
    for learner in learners {
        let (vectors, steps) = learner.memory();
        bytes.extend(steps.to_le_bytes());
        for vector in vectors {
            bytes.extend(vector.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    let draft = path.with_extension("writing");
    std::fs::write(&draft, bytes)
        .and_then(|()| std::fs::rename(&draft, path))
        .map_err(|error| failed(path, error))
}

/// Restores what the learners remember, if there is a snapshot. How many epochs were done.
pub fn load(
    path: &Path,
    fingerprint: &str,
    learners: &mut [&mut Adam],
) -> Result<u32, SnapshotError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(failed(path, error)),
    };
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let header = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok());
    let (epochs, found) = header
        .and_then(|header| header.strip_prefix("yomi training ")?.split_once("; "))
        .and_then(|(epochs, found)| Some((epochs.parse::<u32>().ok()?, found)))
        .ok_or_else(|| failed(path, "expected a training's header, found none"))?;
    if found != one_line(fingerprint) {
        let other = "it belongs to a training with other settings or games";
        return Err(failed(path, other));
    }
    let (words, torn) = bytes[end.map_or(0, |end| end + 1)..].as_chunks::<4>();
    let expected: usize = learners
        .iter_mut()
        .map(|learner| 1 + learner.memory().0.iter().map(|v| v.len()).sum::<usize>())
        .sum();
    if words.len() != expected || !torn.is_empty() {
        let found = words.len();
        return Err(failed(
            path,
            format!("there are {found} numbers: expected {expected}"),
        ));
    }
    let mut words = words.iter().copied();
    for learner in learners {
        let (vectors, steps) = learner.memory();
        *steps = words.next().map_or(0, u32::from_le_bytes);
        for value in vectors.into_iter().flatten() {
            *value = words.next().map_or(0.0, f32::from_le_bytes);
        }
    }
    Ok(epochs)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adam::Step;

    fn learner(steps: u32) -> Adam {
        let mut adam = Adam::new(vec![0.5, -0.25, 3.0]);
        for _ in 0..steps {
            adam.gradient = adam.weights.clone();
            adam.step(Step {
                rate: 0.1,
                decay: 0.1,
                largest: 10.0,
                batch: 1,
            });
        }
        adam
    }

    #[test]
    fn a_training_goes_on_as_if_never_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.checkpoint");
        assert_eq!(load(&path, "f", &mut [&mut learner(0)]).unwrap(), 0);
        save(&path, "f\n", 7, &mut [&mut learner(3), &mut learner(2)]).unwrap();
        let (mut one, mut two) = (learner(0), learner(0));
        assert_eq!(load(&path, "f\n", &mut [&mut one, &mut two]).unwrap(), 7);
        for (restored, steps) in [(&mut one, 3), (&mut two, 2)] {
            let mut alone = learner(steps);
            let (vectors, made) = alone.memory();
            assert_eq!(restored.memory(), (vectors, made));
        }
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.checkpoint");
        let mut learner = learner(1);
        save(&path, "f", 7, &mut [&mut learner]).unwrap();
        let error = load(&path, "g", &mut [&mut learner]).unwrap_err();
        assert!(error.to_string().contains("other settings"), "{error}");
        for (bytes, reason) in [
            (&b""[..], "header"),
            (b"yomi training x; f\n", "header"),
            (
                b"yomi training 7; f\n123",
                "there are 0 numbers: expected 10",
            ),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let error = load(&path, "f", &mut [&mut learner]).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
            assert!(error.to_string().contains("remove it"), "{error}");
        }
    }
}
