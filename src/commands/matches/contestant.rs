//! Who takes part in a match: one of our engines, or a program of others.
//!
//! A program is written `gtp:COMMAND` or `usi:[SETTINGS] COMMAND`, among the engines and like them:
//! its place in the list matters (the first of a gauntlet meets all others), and any number of
//! programs can meet. All that follows the colon is the command, since command lines are full of
//! `=` and `,`; the settings of a program that speaks USI are words before its command.

use super::programs::{Terms, refuse_chance, trial_error};
use crate::failure::usage;
use crate::setup::make_engine;
use std::fmt;
use std::time::Duration;
use yomi_arena::Participant;
use yomi_core::params::Spec;
use yomi_core::{Engine, EngineError, Seed, Stop, cpu_time};
use yomi_engine::AnyGame;
use yomi_protocol::gtp::client::GtpEngine;
use yomi_protocol::program::{CommandLine, Patience};
use yomi_protocol::usi::client::{UsiEngine, UsiRecipe};

/// What a program that speaks GTP begins with.
pub const GTP: &str = "gtp:";

/// What a program that speaks USI begins with.
const USI: &str = "usi:";

/// A participant as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// One of our engines.
    Ours(Spec),
    /// A program that speaks GTP.
    Gtp(CommandLine),
    /// A program that speaks USI.
    Usi(UsiRecipe),
}

/// Reads `name:key=value,...`, `gtp:COMMAND` or `usi:[SETTINGS] COMMAND`.
pub fn parse_contestant(text: &str) -> Result<Contestant, String> {
    for prefix in [GTP, USI] {
        if text.trim() == prefix.trim_end_matches(':') {
            return Err(format!("the command is missing: expected {prefix}COMMAND"));
        }
    }
    let begun = text.trim_start();
    if let Some(command) = begun.strip_prefix(GTP) {
        read(command, Contestant::Gtp)
    } else if let Some(recipe) = begun.strip_prefix(USI) {
        read(recipe, Contestant::Usi)
    } else {
        read(text, Contestant::Ours)
    }
}

fn read<T: std::str::FromStr<Err: fmt::Display>>(
    text: &str,
    make: fn(T) -> Contestant,
) -> Result<Contestant, String> {
    text.parse().map(make).map_err(|error| error.to_string())
}

impl Contestant {
    /// An error if this contestant would never end its move, or could not begin the game.
    pub fn check(&self, has_clock: bool, has_positions: bool) -> anyhow::Result<()> {
        match self {
            Contestant::Usi(recipe) if recipe.limits().is_unlimited() && !has_clock => {
                Err(usage(format!(
                    "'{self}' would think without end: give it nodes=N, depth=N, time=SECONDS or \
                     byoyomi=SECONDS before the command, or all players a --clock"
                )))
            }
            Contestant::Usi(recipe) if recipe.limits().byoyomi.is_some() && has_clock => {
                Err(usage(format!(
                    "'{self}' has a byoyomi of its own, but all players have a --clock"
                )))
            }
            Contestant::Gtp(_) if has_positions => Err(usage(format!(
                "'{self}' can only be told moves, and some openings begin from positions"
            ))),
            _ => Ok(()),
        }
    }

    /// Whether it is one of our engines.
    pub fn is_ours(&self) -> bool {
        matches!(self, Contestant::Ours(_))
    }

    /// The same, told to count its limits of time in processor seconds if it is one of ours and
    /// does not say itself what it counts; an error if its processor time could not be read.
    pub fn in_processor_time(
        &self,
        game: &dyn AnyGame,
        workers: usize,
    ) -> anyhow::Result<Contestant> {
        const TIMING: &str = "timing";
        let Contestant::Ours(spec) = self else {
            return match cpu_time::of_process(std::process::id()) {
                Some(_) => Ok(self.clone()),
                None => Err(usage(
                    "--cpu-time: this system does not tell the processor time of other programs",
                )),
            };
        };
        if workers > 1
            && spec
                .get("threads")
                .is_some_and(|threads| threads.trim() != "1")
        {
            return Err(usage(format!(
                "'{self}' has several threads: with --cpu-time their work can only be told from \
                 that of other games with --workers 1"
            )));
        }
        let known = game.parameters(&spec.name);
        let is_known = known.iter().any(|param| param.name == TIMING);
        Ok(Contestant::Ours(match spec.get(TIMING) {
            None if is_known => spec.with(TIMING, "processor"),
            _ => spec.clone(),
        }))
    }

    /// The protocol that a program of others speaks.
    fn protocol(&self) -> Option<&'static str> {
        match self {
            Contestant::Ours(_) => None,
            Contestant::Gtp(_) => Some("GTP"),
            Contestant::Usi(_) => Some("USI"),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Ours(spec) => spec.fmt(f),
            Contestant::Gtp(command) => write!(f, "{GTP}{command}"),
            Contestant::Usi(recipe) => write!(f, "{USI}{recipe}"),
        }
    }
}

/// The contestants under names that differ: one given twice, however it is written, is numbered.
/// Each is tried once now, so that what cannot play is told before anything is played.
pub fn participants(
    contestants: &[Contestant],
    game: &dyn AnyGame,
    terms: &Terms,
) -> anyhow::Result<Vec<Participant>> {
    let mut participants = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for contestant in contestants {
        let short = match contestant {
            Contestant::Ours(spec) => game.in_short(spec),
            Contestant::Gtp(_) | Contestant::Usi(_) => contestant.to_string(),
        };
        let namesakes = names.iter().filter(|name| **name == short).count();
        let name = match namesakes {
            0 => short.clone(),
            _ => format!("{short} #{}", namesakes + 1),
        };
        names.push(short);
        if let Some(protocol) = contestant.protocol() {
            refuse_chance(game, &format!("'{name}' cannot play"), protocol)?;
        }
        let referee = || game.referee();
        let details = match contestant {
            Contestant::Ours(spec) => {
                make_engine(game, spec)?;
                game.in_full(spec)
            }
            Contestant::Gtp(command) => {
                let trial = terms.gtp(&name, command, referee());
                terms.details(contestant, &tried(trial, GtpEngine::introduce)?)
            }
            Contestant::Usi(recipe) => {
                let trial = terms.usi(&name, recipe, referee());
                terms.details(contestant, &tried(trial, UsiEngine::introduce)?)
            }
        };
        participants.push(Participant::new(&name, &details));
    }
    Ok(participants)
}

/// What plays by itself, for the record: one of our engines, or a program of others, which is tried once now. Programs get
/// the time to start and to answer that they have in matches by default.
pub fn details_of(
    contestant: &Contestant,
    game: &dyn AnyGame,
    in_full: &str,
    stop: &Stop,
) -> anyhow::Result<String> {
    contestant.check(false, false)?;
    const MINUTE: Duration = Duration::from_secs(60);
    let patience = Patience {
        start: MINUTE,
        answer: MINUTE,
    };
    let terms = Terms::new(&in_full.parse().map_err(usage)?, patience, stop);
    let mut participants = participants(std::slice::from_ref(contestant), game, &terms)?;
    Ok(participants.remove(0).details)
}

/// How a program introduces itself, once it has shown that it can begin a game.
fn tried<E: Engine>(
    mut trial: E,
    introduce: fn(&mut E) -> Result<String, EngineError>,
) -> anyhow::Result<String> {
    let introduction = introduce(&mut trial).map_err(trial_error)?;
    trial.new_game(Seed::new(0)).map_err(trial_error)?;
    Ok(introduction)
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
            (
                " usi: depth=3  nodes=1_000 prog --a=1,b",
                "usi:nodes=1000 depth=3 prog --a=1,b",
            ),
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
            ("usi", "the command is missing: expected usi:COMMAND"),
            ("usi:nodes=4", "the command is missing"),
            ("usi:limit=4 prog", "there is no setting 'limit'"),
            ("uct:x", "'x' has no '='"),
        ] {
            let found = parse_contestant(text).unwrap_err();
            assert!(found.contains(error), "{text}: {found}");
        }
    }
}
