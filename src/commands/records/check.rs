//! `yomi records check`: can these records be read?

use crate::records::{dialect_of, read};
use crate::setup::open_game;
use anyhow::Context as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_core::{Referee, Seed};
use yomi_engine::Registry;
use yomi_protocol::sgf::Dialect;

/// Reads records in the Smart Game Format and plays them through; says what is in each.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    game: Spec,

    /// The records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let dialect = dialect_of(game.name())?;
        let mut first_failure = None;
        let mut failures = 0;
        for path in &self.files {
            match summary(path, game.referee().as_mut(), &dialect) {
                Ok(summary) => writeln!(out, "{}: {summary}", path.display())?,
                Err(error) => {
                    failures += 1;
                    writeln!(out, "{}: not readable", path.display())?;
                    first_failure = first_failure.or(Some(error));
                }
            }
        }
        match first_failure {
            None => Ok(()),
            Some(error) if self.files.len() == 1 => Err(error),
            Some(error) => Err(error.context(format!(
                "{failures} of {} records cannot be read; the first",
                self.files.len()
            ))),
        }
    }
}

fn summary(path: &Path, referee: &mut dyn Referee, dialect: &Dialect) -> anyhow::Result<String> {
    let record = read(path, dialect)?;
    referee.new_game(Seed::new(0));
    let played = record
        .replay(referee, dialect, usize::MAX)
        .with_context(|| format!("cannot play the record {}", path.display()))?;
    let state = match referee.outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!("{} to move", referee.to_move()),
    };
    Ok(format!("{} moves, {state}", played.len()))
}
