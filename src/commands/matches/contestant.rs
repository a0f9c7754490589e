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
const PREFIX: &str = "gtp:";

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
pub struct Terms {
    pub patience: Patience,
    pub stop: Stop,
}

/// The contestants under names that differ: one given twice, however it is written, is numbered.
/// Each is tried once now, so that what cannot play is told before anything is played.
pub fn participants(
    game: &Arc<dyn AnyGame>,
    contestants: &[Contestant],
    terms: &Terms,
) -> anyhow::Result<Vec<Participant>> {
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
            Contestant::Program(command) => program(game, command, &name, terms)?,
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

fn program(
    game: &Arc<dyn AnyGame>,
    command: &CommandLine,
    name: &str,
    terms: &Terms,
) -> anyhow::Result<Participant> {
    if !game.capabilities().contains(&"deterministic") {
        let game = game.name();
        return Err(usage(format!(
            "'{name}' cannot play {game}: GTP has no words for chance"
        )));
    }
    let make = {
        let (game, command, name) = (Arc::clone(game), command.clone(), name.to_owned());
        let (patience, stop) = (terms.patience, terms.stop.clone());
        move || {
            GtpEngine::new(&name, command.clone(), game.referee())
                .with_dialect(Dialect::of(game.name()))
                .with_patience(patience)
                .with_stop(&stop)
        }
    };
    let mut trial = make();
    // The program's own version goes into the record: another one is another opponent.
    let introduction = trial.introduce().map_err(usage)?;
    trial.new_game(Seed::new(0)).map_err(usage)?;
    drop(trial);
    let Patience { start, answer } = terms.patience;
    let details = format!(
        "{PREFIX}{command} ({introduction}; at most {} s to start and {} s to answer)",
        start.as_secs_f64(),
        answer.as_secs_f64()
    );
    Ok(Participant::new(name, move || Ok(Box::new(make()))).with_details(&details))
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
