//! `yomi records check`: can these records be read?

use crate::records::{Record, Style, game_of, read_all};
use crate::setup::open_game;
use anyhow::Context as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_core::{Referee, Seed};
use yomi_engine::Registry;

/// Reads records and plays them through; says what is in each, or what is wrong with it and where.
///
/// Settings that a record names, such as the size of the board, need not be given.
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
        let mut checker = Checker {
            registry,
            spec: self.game.clone(),
            style: Style::of(game.name())?,
            current: self.game,
            referee: game.referee(),
        };
        let (mut records, mut failures) = (0, 0);
        let mut first_failure = None;
        for path in &self.files {
            for (name, checked) in checker.check(path) {
                records += 1;
                match checked {
                    Ok(summary) => writeln!(out, "{name}: {summary}")?,
                    Err(error) => {
                        failures += 1;
                        writeln!(out, "{name}: not readable: {}", error.root_cause())?;
                        first_failure = first_failure.or(Some(error));
                    }
                }
            }
        }
        match first_failure {
            None => Ok(()),
            Some(error) if records == 1 => Err(error),
            Some(error) => Err(error.context(format!(
                "{failures} of {records} records cannot be read; the first"
            ))),
        }
    }
}

/// What one record turned out to be.
type Checked = anyhow::Result<String>;

struct Checker<'a> {
    registry: &'a Registry,
    /// What the user wants.
    spec: Spec,
    style: Style,
    /// The game of the referee, which most records share.
    current: Spec,
    referee: Box<dyn Referee>,
}

impl Checker<'_> {
    /// All games of a file, each with the name it is told by.
    fn check(&mut self, path: &Path) -> Vec<(String, Checked)> {
        let file = path.display();
        let games = match read_all(path, &self.style) {
            Ok(games) => games,
            Err(error) => return vec![(file.to_string(), Err(error))],
        };
        let alone = games.len() == 1;
        let name = |i: usize| match alone {
            true => file.to_string(),
            false => format!("{file}, game {}", i + 1),
        };
        let games = games.into_iter().enumerate();
        games
            .map(|(i, game)| {
                let name = name(i);
                let checked = game
                    .with_context(|| format!("cannot read the record {name}"))
                    .and_then(|game| {
                        self.play(&game)
                            .with_context(|| format!("cannot play the record {name}"))
                    });
                (name, checked)
            })
            .collect()
    }

    fn play(&mut self, record: &Record) -> Checked {
        let spec = game_of(&self.spec, record)?;
        if spec != self.current {
            self.referee = open_game(self.registry, &spec)?.referee();
            self.current = spec;
        }
        let referee = self.referee.as_mut();
        referee.new_game(Seed::new(0));
        let replayed = record.replay(referee, usize::MAX);
        let mut summary = format!("{} moves, ", record.len());
        match (referee.outcome(), replayed) {
            (Some(outcome), Ok(_)) => summary += &outcome.to_string(),
            // Legal moves that people made after the game was over by our rules.
            (Some(outcome), Err(_)) if matches!(record, Record::Shogi(_)) => {
                let moves = referee.moves().len();
                summary += &format!("{outcome} after move {moves} already");
            }
            (_, Err(error)) => return Err(error.into()),
            (None, Ok(_)) => summary += &format!("{} to move", referee.to_move()),
        }
        if let Some(result) = record.result() {
            summary += &format!(", {result}");
        }
        Ok(summary)
    }
}
