//! Records in the Smart Game Format, for the games that have a dialect of it.

use crate::failure::usage;
use anyhow::Context as _;
use std::path::Path;
use yomi_protocol::sgf::{Dialect, GameRecord, read_text};

/// How the game is written, or an error for a game that is not.
pub fn dialect_of(game: &str) -> anyhow::Result<Dialect> {
    Dialect::of(game).ok_or_else(|| {
        usage(format!(
            "game '{game}' has no records in the Smart Game Format: expected blokus-duo"
        ))
    })
}

/// Reads a file. Its moves are not yet played: they may be illegal.
pub fn read(path: &Path, dialect: &Dialect) -> anyhow::Result<GameRecord> {
    let cannot = || format!("cannot read the record {}", path.display());
    let text = read_text(path).with_context(cannot)?;
    GameRecord::parse(&text, dialect).with_context(cannot)
}
