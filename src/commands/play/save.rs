//! The game on file, from its first move to its last.

use super::sheet::Sheet;
use crate::failure::usage;
use crate::setup::Opened;
use anyhow::Context as _;
use std::fs;
use std::path::PathBuf;
use yomi_core::engine::Session;
use yomi_engine::Registry;

/// Writes the game to a file whenever it is told to, so that no way to leave loses it.
pub struct Save {
    path: PathBuf,
    sheet: Sheet,
    /// What has been written, if anything has.
    written: Option<Vec<u8>>,
}

impl Save {
    /// The game that was opened. An error if it cannot be written or the file is already there:
    /// it may be another game.
    pub fn new(
        path: PathBuf,
        registry: &Registry,
        opened: &Opened,
        players: [Option<String>; 2],
    ) -> anyhow::Result<Save> {
        let sheet = Sheet::new(&path, registry, opened, players)?;
        if path.symlink_metadata().is_ok() {
            let path = path.display();
            return Err(usage(format!(
                "{path} is already there: expected a new file for --save"
            )));
        }
        Ok(Save {
            path,
            sheet,
            written: None,
        })
    }

    /// Writes the game as it stands. A resignation or an overstepped clock is a result that the
    /// referee does not know of.
    pub fn write(&mut self, session: &Session, result: Option<String>) -> anyhow::Result<()> {
        let bytes = self.sheet.write(session, result)?;
        if self.written.as_ref() == Some(&bytes) {
            return Ok(());
        }
        // At one instant, so that a kill leaves the game before or after the move.
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        fs::write(&part, &bytes)
            .and_then(|()| fs::rename(&part, &self.path))
            .with_context(|| format!("cannot write the record {}", self.path.display()))?;
        self.written = Some(bytes);
        Ok(())
    }
}
