//! Records of other programs as something to learn moves from.
//!
//! They tell the position before every move and the move that was asked for, so that nothing is replayed.

use super::Kit;
use super::networks::Sources;
use crate::training::TrainError;
use std::path::{Path, PathBuf};
use yomi_core::checksum::fnv1a_after;
use yomi_core::{Game, Notation, read_file};

type Moves<G> = Vec<(<G as Game>::State, <G as Game>::Action)>;

/// A format of records by other programs.
pub struct Logs<G: Game> {
    /// What such records are called.
    pub name: &'static str,
    /// Whether a file is one, by its name.
    pub is_log: fn(&Path) -> bool,
    /// Reads one as the moves of a game, each with the position before it; the error names the file and
    /// the place.
    pub read: fn(&G, &Path) -> Result<Moves<G>, String>,
}

impl<G: Notation> Kit<G> {
    /// Those of some files that are records of other programs, and the others.
    pub(super) fn partition_logs(&self, paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let is_log = |path: &Path| self.logs.as_ref().is_some_and(|logs| (logs.is_log)(path));
        let paths = paths.iter().cloned();
        paths.partition(|path| is_log(path))
    }

    /// Reads such records into `add`, which is told their numbers, and adds them to the sources.
    pub(super) fn read_logs(
        &self,
        paths: &[PathBuf],
        sources: &mut Sources,
        mut add: impl FnMut(u64, &Moves<G>),
    ) -> Result<(), TrainError> {
        /// As much as a reader takes.
        const MOST_BYTES: usize = 1 << 30;
        let Some(logs) = self.logs.as_ref().filter(|_| !paths.is_empty()) else {
            return Ok(());
        };
        let mut count = 0;
        for (number, path) in paths.iter().enumerate() {
            let moves = (logs.read)(&self.game, path).map_err(TrainError::Log)?;
            let bytes = read_file(path, MOST_BYTES)
                .map_err(|error| TrainError::Log(format!("{}: {error}", path.display())))?;
            sources.contents = fnv1a_after(sources.contents, &bytes);
            count += moves.len();
            add(number as u64, &moves);
        }
        let described = format!("{count} moves of {} {}", paths.len(), logs.name);
        sources.described.push(described);
        Ok(())
    }
}
