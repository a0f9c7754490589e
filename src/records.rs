//! Records in the Smart Game Format, for the games that have a dialect of it.

use crate::failure::usage;
use anyhow::Context as _;
use std::path::Path;
use yomi_core::params::Spec;
use yomi_protocol::sgf::{Dialect, GameRecord, SgfError, read_text};

/// How the game is written, or an error for a game that is not.
pub fn dialect_of(game: &str) -> anyhow::Result<Dialect> {
    Dialect::of(game).ok_or_else(|| {
        usage(format!(
            "game '{game}' has no records in the Smart Game Format: expected blokus-duo or go"
        ))
    })
}

/// Reads a file; of several games in it the first. Its moves are not yet played: they may be
/// illegal.
pub fn read(path: &Path, dialect: &Dialect) -> anyhow::Result<GameRecord> {
    let cannot = || format!("cannot read the record {}", path.display());
    let text = read_text(path).with_context(cannot)?;
    GameRecord::parse(&text, dialect).with_context(cannot)
}

/// Reads all games of a file.
pub fn read_all(
    path: &Path,
    dialect: &Dialect,
) -> anyhow::Result<Vec<Result<GameRecord, SgfError>>> {
    let cannot = || format!("cannot read the record {}", path.display());
    let text = read_text(path).with_context(cannot)?;
    Ok(GameRecord::parse_all(&text, dialect))
}

/// The game with the settings that the record names, such as the size of the board. An error if
/// the user wants others.
pub fn game_of(spec: &Spec, record: &GameRecord) -> anyhow::Result<Spec> {
    let mut spec = spec.clone();
    for (name, value) in record.settings() {
        let given = spec.settings.0.iter().find(|(known, _)| *known == name);
        match given {
            None => spec.settings.0.push((name, value)),
            Some((_, given)) if same(given, &value) => {}
            Some((_, given)) => {
                return Err(usage(format!(
                    "the record was played with {name}={value}, not {name}={given}: expected \
                     {name}={value}, or no {name} at all"
                )));
            }
        }
    }
    Ok(spec)
}

/// `7` and `7.0` are the same setting.
fn same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    one == other || (number(one).is_some() && number(one) == number(other))
}
