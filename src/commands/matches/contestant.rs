//! Who takes part in a match: one of our engines, or a program of others.
//!
//! A program is written `gtp:COMMAND` or `usi:[SETTINGS] COMMAND`, among the engines and like them:
//! its place in the list matters (the first of a gauntlet meets all others), and any number of
//! programs can meet. All that follows the colon is the command, since command lines are full of
//! `=` and `,`; the settings of a program that speaks USI are words before its command.

use crate::failure::usage;
use crate::setup::make_engine;
use std::fmt;
use std::sync::Arc;
use yomi_arena::Participant;
use yomi_core::params::Spec;
use yomi_core::{Engine, EngineError, Seed, Stop, cpu_time};
use yomi_engine::AnyGame;
use yomi_protocol::gtp::client::{Dialect, GtpEngine};
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

/// What all programs of a match share.
#[derive(Clone)]
pub struct Terms {
    pub game: Arc<dyn AnyGame>,
    /// How programs that speak GTP are told what is played.
    pub dialect: Dialect,
    pub patience: Patience,
    pub stop: Stop,
}

impl Terms {
    /// A program that plays or judges under these terms; it is not started yet.
    pub fn gtp(&self, name: &str, command: &CommandLine) -> GtpEngine {
        GtpEngine::new(name, command.clone(), self.game.referee())
            .with_dialect(self.dialect.clone())
            .with_patience(self.patience)
            .with_stop(&self.stop)
    }

    /// A program that plays under these terms; it is not started yet.
    fn usi(&self, name: &str, recipe: &UsiRecipe) -> UsiEngine {
        UsiEngine::new(name, recipe.clone(), self.game.referee())
            .with_patience(self.patience)
            .with_stop(&self.stop)
    }

    /// What a program is, for the record. Its own version is part of that: another one is another
    /// opponent.
    pub fn details(&self, written: &str, introduction: &str) -> String {
        let Patience { start, answer } = self.patience;
        format!(
            "{written} ({introduction}; at most {} s to start and {} s to answer)",
            start.as_secs_f64(),
            answer.as_secs_f64()
        )
    }

    /// An error if the game cannot be told in this protocol.
    pub fn refuse_chance(&self, who: &str, protocol: &str) -> anyhow::Result<()> {
        if self.game.capabilities().contains(&"deterministic") {
            return Ok(());
        }
        let game = self.game.name();
        Err(usage(format!(
            "{who} {game}: {protocol} has no words for chance"
        )))
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
            terms.refuse_chance(&format!("'{name}' cannot play"), protocol)?;
        }
        participants.push(match contestant {
            Contestant::Ours(spec) => ours(game, spec, &name)?,
            Contestant::Gtp(command) => {
                let command = command.clone();
                let program = move |terms: &Terms, name: &str| terms.gtp(name, &command);
                foreign(contestant, &name, terms, program, GtpEngine::introduce)?
            }
            Contestant::Usi(recipe) => {
                let recipe = recipe.clone();
                let program = move |terms: &Terms, name: &str| terms.usi(name, &recipe);
                foreign(contestant, &name, terms, program, UsiEngine::introduce)?
            }
        });
    }
    Ok(participants)
}

fn ours(game: &Arc<dyn AnyGame>, spec: &Spec, name: &str) -> anyhow::Result<Participant> {
    make_engine(game.as_ref(), spec)?;
    let details = game.in_full(spec);
    let (game, spec) = (Arc::clone(game), spec.clone());
    let participant = Participant::new(name, move || Ok(game.engine(&spec)?));
    Ok(participant.with_details(&details))
}

/// A program that cannot play is a fault of the command; a machine that cannot start it is not.
pub fn trial_error(error: EngineError) -> anyhow::Error {
    match error {
        EngineError::OutOfResources { .. } => error.into(),
        _ => usage(error),
    }
}

/// A program of others, which is tried once now.
fn foreign<E: Engine + 'static>(
    written: &Contestant,
    name: &str,
    terms: &Terms,
    program: impl Fn(&Terms, &str) -> E + Send + Sync + 'static,
    introduce: fn(&mut E) -> Result<String, EngineError>,
) -> anyhow::Result<Participant> {
    let mut trial = program(terms, name);
    let introduction = introduce(&mut trial).map_err(trial_error)?;
    trial.new_game(Seed::new(0)).map_err(trial_error)?;
    drop(trial);
    let details = terms.details(&written.to_string(), &introduction);
    let (own_name, terms) = (name.to_owned(), terms.clone());
    let participant = Participant::new(name, move || Ok(Box::new(program(&terms, &own_name))));
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
