//! Snapshots of a training whose state is plain vectors, from which a killed one resumes.
//!
//! Like [`checkpoint`](crate::checkpoint), but for any learner whose memory is a list of vectors of
//! `f32` and some counts: a header line with a fingerprint of settings and data, the numbers, and the
//! FNV-1a hash of all that. (The first version had no hash; such files are still
//! resumed.) The file is replaced atomically.

use crate::adam::Adam;
use crate::checksum::Damaged;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_core::checksum::fnv1a;

const BEGINNING: &str = "yomi training ";
const WITH_CHECKSUM: &str = "2 with checksum, ";

/// Why a snapshot could not be read or written.
#[derive(Debug, Error)]
#[error("snapshot {}: {problem}", path.display())]
pub struct SnapshotError {
    path: PathBuf,
    problem: String,
}

/// The error of a snapshot that is there but cannot be resumed from.
fn failed(path: &Path, problem: impl Display) -> SnapshotError {
    SnapshotError {
        path: path.to_owned(),
        problem: unusable(&problem),
    }
}

/// What is wrong with a file to resume from, and what can be done.
pub(crate) fn unusable(problem: &dyn Display) -> String {
    format!("{problem} (remove it to begin anew)")
}

/// Writes the state of learners after a number of epochs, in place of an earlier snapshot.
pub fn save(
    path: &Path,
    fingerprint: &str,
    epochs: u32,
    learners: &mut [&mut Adam],
) -> Result<(), SnapshotError> {
    let fingerprint = one_line(fingerprint);
    let header = format!("{BEGINNING}{WITH_CHECKSUM}{epochs}; {fingerprint}\n");
    let mut bytes = header.into_bytes();
    for learner in learners {
        let (vectors, steps) = learner.memory();
        bytes.extend(steps.to_le_bytes());
        for vector in vectors {
            bytes.extend(vector.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    bytes.extend(fnv1a(&bytes).to_le_bytes());
    replace_file(path, &bytes).map_err(|error| SnapshotError {
        path: path.to_owned(),
        problem: error.to_string(),
    })
}

/// Writes a file in place of an earlier one: who is killed meanwhile leaves the earlier one as it was,
/// and who fails leaves nothing else.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("writing");
    std::fs::write(&draft, bytes)
        .and_then(|()| std::fs::rename(&draft, path))
        .inspect_err(|_| {
            let _ = std::fs::remove_file(&draft);
        })
}

/// The bytes of a file to resume from, if there is one.
pub(crate) fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    /// More than any training keeps.
    const MOST_BYTES: usize = 1 << 31;
    match yomi_core::read_regular_file(path, MOST_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Restores the state of learners, if there is a snapshot. Returns the number of finished epochs.
pub fn load(
    path: &Path,
    fingerprint: &str,
    learners: &mut [&mut Adam],
) -> Result<u32, SnapshotError> {
    let Some(bytes) = read_if_there(path).map_err(|error| failed(path, error))? else {
        return Ok(0);
    };
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let header = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok());
    let header = header.and_then(|header| header.strip_prefix(BEGINNING));
    let checked = header.and_then(|header| header.strip_prefix(WITH_CHECKSUM));
    let (epochs, found) = checked
        .or(header)
        .and_then(|header| header.split_once("; "))
        .and_then(|(epochs, found)| Some((epochs.parse::<u32>().ok()?, found)))
        .ok_or_else(|| failed(path, "expected a training's header, found none"))?;
    let contents = match checked {
        Some(_) => undamaged(&bytes).map_err(|problem| failed(path, problem))?,
        None => &bytes,
    };
    if found != one_line(fingerprint) {
        let other = "it belongs to a training with other settings or games";
        return Err(failed(path, other));
    }
    let (words, torn) = contents[end.map_or(0, |end| end + 1)..].as_chunks::<4>();
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

/// What stands before the checksum, if that is its own.
fn undamaged(bytes: &[u8]) -> Result<&[u8], Damaged> {
    let (contents, sum) = bytes.split_last_chunk::<8>().unwrap_or((bytes, &[0; 8]));
    let (found, expected) = (fnv1a(contents), u64::from_le_bytes(*sum));
    match found == expected {
        true => Ok(contents),
        false => Err(Damaged { found, expected }),
    }
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
                batch: 1.0,
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
