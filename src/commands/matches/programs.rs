//! Programs of others: started under the terms of a match, described for its record, and made again
//! from that description.

use super::contestant::{Contestant, parse_contestant};
use super::judge;
use crate::failure::usage;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use yomi_arena::{BoxError, Factory, HostFactory, Judge, Participant};
use yomi_core::engine::{GameRules, Host};
use yomi_core::params::{Param, Spec};
use yomi_core::{Engine, EngineError, Referee, Stop};
use yomi_engine::{AnyGame, Registry};
use yomi_protocol::gtp::client::{Dialect, GtpEngine};
use yomi_protocol::program::{CommandLine, Patience};
use yomi_protocol::usi::client::{UsiEngine, UsiRecipe};

/// What all programs of a match share.
pub struct Terms {
    /// How programs that speak GTP are told what is played.
    dialect: Dialect,
    patience: Patience,
    stop: Stop,
}

/// What stands around the two times in a description.
const PATIENCE: [&str; 3] = ["; at most ", " s to start and ", " s to answer)"];

impl Terms {
    /// The terms of this game, given with all its settings.
    pub fn new(game: &Spec, patience: Patience, stop: &Stop) -> Terms {
        Terms {
            dialect: Dialect::of(game),
            patience,
            stop: stop.clone(),
        }
    }

    /// A program that plays or judges under these terms; it is not started yet.
    pub fn gtp(&self, name: &str, command: &CommandLine, referee: Box<dyn Referee>) -> GtpEngine {
        GtpEngine::new(name, command.clone(), referee)
            .with_dialect(self.dialect.clone())
            .with_patience(self.patience)
            .with_stop(&self.stop)
    }

    /// A program that plays under these terms; it is not started yet.
    pub fn usi(&self, name: &str, recipe: &UsiRecipe, referee: Box<dyn Referee>) -> UsiEngine {
        UsiEngine::new(name, recipe.clone(), referee)
            .with_patience(self.patience)
            .with_stop(&self.stop)
    }

    /// What a program is, for the record. Its own version is part of that: another one is another
    /// opponent.
    pub fn details(&self, written: &impl fmt::Display, introduction: &str) -> String {
        let Patience { start, answer } = self.patience;
        let [start, answer] = [start, answer].map(|time| time.as_secs_f64());
        let [before, between, after] = PATIENCE;
        format!("{written} ({introduction}{before}{start}{between}{answer}{after}")
    }
}

/// The program that [`Terms::details`] describes, and how long to wait for it.
fn read_details(details: &str) -> Option<(Contestant, Patience)> {
    let [before, between, after] = PATIENCE;
    let (program, times) = details.strip_suffix(after)?.rsplit_once(before)?;
    let (start, answer) = times.split_once(between)?;
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    let patience = Patience {
        start: seconds(start)?,
        answer: seconds(answer)?,
    };
    // Words with brackets are quoted, and what ends within quotation marks is no command.
    let mut brackets = program.match_indices(" (");
    let written = brackets.find_map(|(end, _)| parse_contestant(&program[..end]).ok())?;
    Some((written, patience))
}

/// An error if a game cannot be told in this protocol.
pub fn refuse_chance(game: &dyn AnyGame, who: &str, protocol: &str) -> anyhow::Result<()> {
    if game.capabilities().contains(&"deterministic") {
        return Ok(());
    }
    let game = game.name();
    Err(usage(format!(
        "{who} {game}: {protocol} has no words for chance"
    )))
}

/// A program that cannot play is a fault of the command; a machine that cannot start it is not.
pub fn trial_error(error: EngineError) -> anyhow::Error {
    match error {
        EngineError::OutOfResources { .. } => error.into(),
        _ => usage(error),
    }
}

/// The program of others that [`Terms::details`] describes, not started yet; `None` if it is none.
fn program(
    game: &str,
    [name, details]: [&str; 2],
    stop: &Stop,
    referee: impl FnOnce() -> Result<Box<dyn Referee>, BoxError>,
) -> Result<Option<Box<dyn Engine>>, BoxError> {
    let Some((written, patience)) = read_details(details) else {
        return Ok(None);
    };
    let terms = Terms::new(&game.parse()?, patience, stop);
    Ok(match written {
        Contestant::Gtp(command) => Some(Box::new(terms.gtp(name, &command, referee()?))),
        Contestant::Usi(recipe) => Some(Box::new(terms.usi(name, &recipe, referee()?))),
        Contestant::Ours(_) => None,
    })
}

/// Makes what a match is played with: games and engines of the registry, and programs of others.
pub struct MatchFactory<'r> {
    ours: HostFactory<'r>,
    stop: Stop,
}

impl<'r> MatchFactory<'r> {
    /// Programs give up waiting when `stop` is raised.
    pub fn new(registry: &'r Registry, stop: &Stop) -> MatchFactory<'r> {
        MatchFactory {
            ours: HostFactory::new(registry),
            stop: stop.clone(),
        }
    }
}

impl Factory for MatchFactory<'_> {
    fn referee(&self, game: &str) -> Result<Box<dyn Referee>, BoxError> {
        self.ours.referee(game)
    }

    fn engine(&self, game: &str, player: &Participant) -> Result<Box<dyn Engine>, BoxError> {
        let names = [player.name.as_str(), &player.details];
        let program = program(game, names, &self.stop, || self.referee(game))?;
        match program {
            Some(program) => Ok(program),
            None => self.ours.engine(game, player),
        }
    }

    fn judge(&self, game: &str, details: &str) -> Result<Judge, BoxError> {
        let Some((Contestant::Gtp(command), patience)) = read_details(details) else {
            return Err(format!("'{details}' is no program that judges").into());
        };
        let terms = Terms::new(&game.parse()?, patience, &self.stop);
        let program = terms.gtp(judge::NAME, &command, self.referee(game)?);
        Ok(judge::judge(program))
    }
}

/// The games of the registry; engines may be programs of others, as [`Terms::details`] describes them.
pub struct ProgramHost<'r> {
    registry: &'r Registry,
    stop: Stop,
}

impl<'r> ProgramHost<'r> {
    /// Programs give up waiting when `stop` is raised.
    pub fn new(registry: &'r Registry, stop: &Stop) -> ProgramHost<'r> {
        let stop = stop.clone();
        ProgramHost { registry, stop }
    }
}

impl Host for ProgramHost<'_> {
    fn settings(&self, game: &str) -> Vec<Param> {
        Host::settings(self.registry, game)
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        Host::game(self.registry, spec)
    }

    fn engine(
        &self,
        game: &str,
        rules: &dyn GameRules,
        text: &str,
    ) -> Result<Box<dyn Engine>, String> {
        let program = program(game, [text; 2], &self.stop, || Ok(rules.referee()));
        match program.map_err(|error| error.to_string())? {
            Some(program) => Ok(program),
            None => self.registry.engine(game, rules, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_made_again_from_their_descriptions() {
        let patience = Patience {
            start: Duration::from_millis(1500),
            answer: Duration::from_secs(60),
        };
        let terms = Terms::new(&Spec::named("go"), patience, &Stop::default());
        for written in [
            "gtp:prog",
            "gtp:prog '(a' \"b'c (d\" -e=(f)",
            "usi:nodes=9 'option.Book (old)=x (y)' prog",
        ] {
            let written = parse_contestant(written).unwrap();
            for introduction in ["GNU Go 3.8", "Prog (beta); at most 7 s to start and run"] {
                let details = terms.details(&written, introduction);
                assert_eq!(read_details(&details), Some((written.clone(), patience)));
            }
        }
        for details in [
            "gtp:prog",
            "gtp:prog (x; at most 1 s to start and b s to answer)",
        ] {
            assert_eq!(read_details(details), None);
        }
    }
}
