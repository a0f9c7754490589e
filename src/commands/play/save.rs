//! The game on file, from its first move to its last.

use super::sheet::Sheet;
use crate::failure::usage;
use crate::setup::Opened;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use yomi_core::engine::TextReport;
use yomi_core::{Player, Referee};
use yomi_engine::Registry;
use yomi_records::sgf::{RecordedMove, remark};

/// Writes the game to a file whenever it is told to, so that no way to leave loses it.
pub struct Save {
    path: PathBuf,
    sheet: Sheet,
    /// Who made the moves before the session.
    movers: Vec<Player>,
    /// What engines thought of their moves, by the number of the move counted from 0.
    remarks: BTreeMap<usize, String>,
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
            movers: opened.movers.clone(),
            remarks: BTreeMap::new(),
            written: None,
        })
    }

    /// Keeps what an engine thought of its move, the last one on the referee's board.
    pub fn remark(&mut self, referee: &dyn Referee, mover: Player, report: &TextReport) {
        if let Some(last) = referee.moves().len().checked_sub(1) {
            self.remarks.insert(last, remark(report, mover));
        }
    }

    /// Writes the game as it stands; `movers` made the moves since the session began. A resignation
    /// or an overstepped clock is a result that the referee does not know of.
    pub fn write(
        &mut self,
        referee: &dyn Referee,
        movers: &[Player],
        result: Option<String>,
    ) -> anyhow::Result<()> {
        let players = self.movers.iter().chain(movers).copied();
        let moves = players.zip(referee.moves()).enumerate();
        let moves: Vec<RecordedMove> = moves
            .map(|(i, (player, text))| RecordedMove {
                player,
                text,
                comment: self.remarks.get(&i).cloned(),
            })
            .collect();
        // What was thought of moves that were taken back.
        self.remarks.split_off(&moves.len());
        let bytes = self.sheet.write(referee, moves, result)?;
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
