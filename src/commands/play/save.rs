//! The game on file, from its first move to its last.

use crate::failure::usage;
use crate::records::dialect_of;
use anyhow::Context as _;
use std::fs;
use std::path::PathBuf;
use yomi_core::{Player, Referee};
use yomi_protocol::sgf::{Dialect, Ending, GameRecord, result_text};

/// Writes the game to a file whenever it is told to, so that no way to leave loses it.
pub struct Save {
    path: PathBuf,
    dialect: Dialect,
    players: [Option<String>; 2],
    /// Who made the moves before the session.
    movers: Vec<Player>,
    /// What has been written, if anything has.
    written: Option<String>,
}

impl Save {
    /// A game that begins with moves of these players. An error if the game cannot be written or
    /// the file is already there: it may be another game.
    pub fn new(
        path: PathBuf,
        game: &str,
        players: [Option<String>; 2],
        movers: Vec<Player>,
    ) -> anyhow::Result<Save> {
        let dialect = dialect_of(game)?;
        if path.symlink_metadata().is_ok() {
            let path = path.display();
            return Err(usage(format!(
                "{path} is already there: expected a new file for --save"
            )));
        }
        Ok(Save {
            path,
            dialect,
            players,
            movers,
            written: None,
        })
    }

    /// Writes the game as it stands; `movers` made the moves since the session began. A resignation
    /// or an overstepped clock is a result that the referee does not know of.
    pub fn write(
        &mut self,
        referee: &dyn Referee,
        movers: &[Player],
        result: Option<String>,
    ) -> anyhow::Result<()> {
        let by_the_rules = || {
            let ending = referee.score().map_or(Ending::Plain, Ending::Points);
            result_text(referee.outcome()?, ending)
        };
        let players = self.movers.iter().chain(movers).copied();
        let record = GameRecord {
            game: self.dialect.game().to_owned(),
            players: self.players.clone(),
            result: result.or_else(by_the_rules),
            moves: players.zip(referee.moves()).collect(),
        };
        let text = record.to_sgf(&self.dialect);
        if self.written.as_ref() == Some(&text) {
            return Ok(());
        }
        // At one instant, so that a kill leaves the game before or after the move.
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        fs::write(&part, &text)
            .and_then(|()| fs::rename(&part, &self.path))
            .with_context(|| format!("cannot write the record {}", self.path.display()))?;
        self.written = Some(text);
        Ok(())
    }
}
