//! Games by name.

use std::sync::Arc;
use yomi_core::engine::{EngineInfo, GameRules, Host};
use yomi_core::params::{Param, ParamError, Settings, Spec};
use yomi_core::{Engine, Referee};

use crate::{AnyGame, SetupError};

type Build = Box<dyn Fn(&mut Settings) -> Result<Arc<dyn AnyGame>, ParamError> + Send + Sync>;

/// A game on offer: its name, its settings and how to make it.
pub struct GameEntry {
    /// The name to ask for it by.
    pub name: String,
    /// What it is.
    pub summary: String,
    /// The settings of its rules.
    pub parameters: Vec<Param>,
    build: Build,
}

impl GameEntry {
    /// A game made by `build`, which takes its settings out of what the user wrote.
    pub fn new(
        name: &str,
        summary: &str,
        parameters: Vec<Param>,
        build: impl Fn(&mut Settings) -> Result<Arc<dyn AnyGame>, ParamError> + Send + Sync + 'static,
    ) -> GameEntry {
        GameEntry {
            name: name.to_owned(),
            summary: summary.to_owned(),
            parameters,
            build: Box::new(build),
        }
    }
}

/// All games on offer.
#[derive(Default)]
pub struct Registry {
    entries: Vec<GameEntry>,
}

impl Registry {
    /// No games at all.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a game; a later one replaces an earlier one of the same name.
    #[must_use]
    pub fn with(mut self, entry: GameEntry) -> Registry {
        self.entries.retain(|known| known.name != entry.name);
        self.entries.push(entry);
        self
    }

    /// The games, in the order in which they were added.
    pub fn entries(&self) -> &[GameEntry] {
        &self.entries
    }

    /// The settings of a game's rules; none if there is no such game.
    pub fn parameters(&self, game: &str) -> &[Param] {
        let mut entries = self.entries.iter();
        let named = entries.find(|entry| entry.name == game);
        named.map_or(&[], |entry| &entry.parameters)
    }

    /// Sets a game up from `name` or `name:key=value,...`.
    pub fn game(&self, spec: &Spec) -> Result<Arc<dyn AnyGame>, SetupError> {
        let entry = self
            .entries
            .iter()
            .find(|entry| entry.name == spec.name)
            .ok_or_else(|| SetupError::UnknownGame {
                name: spec.name.clone(),
                known: self
                    .entries
                    .iter()
                    .map(|e| e.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            })?;
        let wrong = |source| SetupError::Parameter {
            of: format!("game '{}'", spec.name),
            source,
        };
        let mut settings = spec.settings.clone();
        let game = (entry.build)(&mut settings).map_err(wrong)?;
        settings.finish(&entry.parameters).map_err(wrong)?;
        Ok(game)
    }
}

impl Host for Registry {
    fn settings(&self, game: &str) -> Vec<Param> {
        self.parameters(game).to_vec()
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        let game = Registry::game(self, spec).map_err(|error| error.to_string())?;
        Ok(Arc::new(Registered(game)))
    }
}

/// A game as its host gives it away.
struct Registered(Arc<dyn AnyGame>);

impl GameRules for Registered {
    fn referee(&self) -> Box<dyn Referee> {
        self.0.referee()
    }

    fn engines(&self) -> Vec<EngineInfo> {
        self.0.engines()
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        self.0.engine(spec).map_err(|error| error.to_string())
    }
}
