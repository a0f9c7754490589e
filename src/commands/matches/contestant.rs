//! Who takes part in a match: one of our engines, or a program of others.
//!
//! A program is written `gtp:COMMAND`, among the engines and like them: its place in the list
//! matters (the first of a gauntlet meets all others), and any number of programs can meet. All
//! that follows the colon is the command, since command lines are full of `=` and `,`.

use crate::failure::usage;
use crate::setup::{engine_parameters, setup_error};
use std::fmt;
use std::sync::Arc;
use yomi_arena::Participant;
use yomi_core::params::Spec;
use yomi_core::{Engine as _, Seed, Stop};
use yomi_engine::AnyGame;
use yomi_lab::spelling::{in_full, in_short};
use yomi_protocol::gtp::client::{CommandLine, Dialect, GtpEngine, Patience};

/// What a program of others begins with.
pub const PREFIX: &str = "gtp:";

/// A participant as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// One of our engines.
    Ours(Spec),
    /// A program that speaks GTP.
    Program(CommandLine),
}

/// Reads `name:key=value,...` or `gtp:COMMAND`.
pub fn parse_contestant(text: &str) -> Result<Contestant, String> {
    if text.trim() == PREFIX.trim_end_matches(':') {
        return Err("the command is missing: expected gtp:COMMAND".to_owned());
    }
    match text.trim_start().strip_prefix(PREFIX) {
        Some(command) => command
            .parse()
            .map(Contestant::Program)
            .map_err(|error| error.to_string()),
        None => text
            .parse()
            .map(Contestant::Ours)
            .map_err(|error: yomi_core::params::ParamError| error.to_string()),
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Ours(spec) => spec.fmt(f),
            Contestant::Program(command) => write!(f, "{PREFIX}{command}"),
        }
    }
}

/// What all programs of a match share.
#[derive(Clone)]
pub struct Terms {
    pub game: Arc<dyn AnyGame>,
    /// How the programs are told what is played.
    pub dialect: Dialect,
    pub patience: Patience,
    pub stop: Stop,
}

impl Terms {
    /// A program that plays or judges under these terms; it is not started yet.
    pub fn program(&self, name: &str, command: &CommandLine) -> GtpEngine {
        GtpEngine::new(name, command.clone(), self.game.referee())
            .with_dialect(self.dialect.clone())
            .with_patience(self.patience)
            .with_stop(&self.stop)
    }

    /// What a program is, for the record. Its own version is part of that: another one is another
    /// opponent.
    pub fn details(&self, command: &CommandLine, introduction: &str) -> String {
        let Patience { start, answer } = self.patience;
        format!(
            "{PREFIX}{command} ({introduction}; at most {} s to start and {} s to answer)",
            start.as_secs_f64(),
            answer.as_secs_f64()
        )
    }

    /// An error if the game cannot be told in GTP.
    pub fn refuse_chance(&self, who: &str) -> anyhow::Result<()> {
        if self.game.capabilities().contains(&"deterministic") {
            return Ok(());
        }
        let game = self.game.name();
        Err(usage(format!("{who} {game}: GTP has no words for chance")))
    }
}

/// The contestants under names that differ: one given twice, however it is written, is numbered.
/// Each is tried once now, so that what cannot play is told before anything is played.
pub fn participants(contestants: &[Contestant], terms: &Terms) -> anyhow::Result<Vec<Participant>> {
    let game = &terms.game;
    let mut participants = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for contestant in contestants {
        let short = match contestant {
            Contestant::Ours(spec) => in_short(spec, &engine_parameters(game.as_ref(), &spec.name)),
            Contestant::Program(_) => contestant.to_string(),
        };
        let namesakes = names.iter().filter(|name| **name == short).count();
        let name = match namesakes {
            0 => short.clone(),
            _ => format!("{short} #{}", namesakes + 1),
        };
        names.push(short);
        participants.push(match contestant {
            Contestant::Ours(spec) => ours(game, spec, &name)?,
            Contestant::Program(command) => program(command, &name, terms)?,
        });
    }
    Ok(participants)
}

fn ours(game: &Arc<dyn AnyGame>, spec: &Spec, name: &str) -> anyhow::Result<Participant> {
    game.engine(spec).map_err(setup_error)?;
    let details = in_full(
        &game.identified(spec),
        &engine_parameters(game.as_ref(), &spec.name),
    );
    let (game, spec) = (Arc::clone(game), spec.clone());
    let participant = Participant::new(name, move || Ok(game.engine(&spec)?));
    Ok(participant.with_details(&details))
}

fn program(command: &CommandLine, name: &str, terms: &Terms) -> anyhow::Result<Participant> {
    terms.refuse_chance(&format!("'{name}' cannot play"))?;
    let mut trial = terms.program(name, command);
    let introduction = trial.introduce().map_err(usage)?;
    trial.new_game(Seed::new(0)).map_err(usage)?;
    drop(trial);
    let details = terms.details(command, &introduction);
    let (name, command, terms) = (name.to_owned(), command.clone(), terms.clone());
    let participant = Participant::new(&name.clone(), move || {
        Ok(Box::new(terms.program(&name, &command)))
    });
    Ok(participant.with_details(&details))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_and_programs_are_told_apart() {
        for (text, spelled) in [
            ("uct:simulations=9", "uct:simulations=9"),
            ("gtp:prog", "gtp:prog"),
            (" gtp: prog  --a=1,b  'c d'", "gtp:prog --a=1,b 'c d'"),
            ("gtpx:a=1", "gtpx:a=1"),
        ] {
            assert_eq!(parse_contestant(text).unwrap().to_string(), spelled);
        }
        for (text, error) in [
            ("gtp", "the command is missing: expected gtp:COMMAND"),
            ("gtp: ", "the command is missing"),
            (
                "gtp:a 'b",
                "the quotation mark ' at character 3 is never closed",
            ),
            ("uct:x", "'x' has no '='"),
        ] {
            let found = parse_contestant(text).unwrap_err();
            assert!(found.contains(error), "{text}: {found}");
        }
    }
}
