//! `yomi records check`: can these records be read?

use crate::records::{Record, Style, game_of, read_all};
use crate::setup::open_game;
use anyhow::Context as _;
use serde::Serialize;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_core::{Player, Referee, Seed};
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

    /// Print an object for each record, for machines.
    #[arg(long)]
    json: bool,
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
        let (mut records, mut failures) = (0u64, 0u64);
        let mut first_failure = None;
        for path in &self.files {
            for (name, checked) in checker.check(path) {
                records += 1;
                let (found, failure) = match checked {
                    Ok(found) => (Ok(found), None),
                    Err(error) => (Err(error.root_cause().to_string()), Some(error)),
                };
                match (&found, self.json) {
                    (found, true) => {
                        let (found, error) = (found.as_ref().ok(), found.as_ref().err());
                        let told = Told {
                            record: &name,
                            found,
                            error,
                        };
                        writeln!(out, "{}", serde_json::to_string(&told)?)?;
                    }
                    (Ok(found), false) => writeln!(out, "{name}: {found}")?,
                    (Err(error), false) => writeln!(out, "{name}: not readable: {error}")?,
                }
                failures += u64::from(failure.is_some());
                first_failure = first_failure.or(failure);
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

/// What one record turned out to be, for machines.
#[derive(Serialize)]
struct Told<'a> {
    record: &'a str,
    #[serde(flatten)]
    found: Option<&'a Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a String>,
}

/// A record that can be read.
#[derive(Serialize)]
struct Found {
    moves: usize,
    /// The result by our rules, if the game is over by them.
    outcome: Option<String>,
    /// After how many moves it was over, if people played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    over_after: Option<usize>,
    /// Who is to move, unless it is over.
    to_move: Option<Player>,
    /// What the file says.
    result: Option<String>,
    /// The same in a sentence.
    #[serde(skip)]
    words: Option<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves", self.moves)?;
        if let Some(outcome) = &self.outcome {
            write!(f, ", {outcome}")?;
        }
        if let Some(moves) = self.over_after {
            write!(f, " after move {moves} already")?;
        }
        if let Some(player) = self.to_move {
            write!(f, ", {player} to move")?;
        }
        match &self.words {
            Some(result) => write!(f, ", {result}"),
            None => Ok(()),
        }
    }
}

type Checked = anyhow::Result<Found>;

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
        let outcome = referee.outcome();
        let over_after = match (outcome, replayed) {
            (_, Ok(_)) => None,
            // Legal moves that people made after the game was over by our rules.
            (Some(_), Err(_)) if matches!(record, Record::Shogi(_)) => Some(referee.moves().len()),
            (_, Err(error)) => return Err(error.into()),
        };
        Ok(Found {
            moves: record.len(),
            outcome: outcome.map(|outcome| outcome.to_string()),
            over_after,
            to_move: outcome.is_none().then(|| referee.to_move()),
            result: record.plain_result(),
            words: record.result(),
        })
    }
}
