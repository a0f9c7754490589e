//! Games by name.

use std::sync::Arc;
use yomi_core::engine::{EngineInfo, GameRules, Host};
use yomi_core::params::{Param, ParamError, Settings, Spec};
use yomi_core::{Engine, Referee};

use crate::kit::{checked_path, with_contents};
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
    /// Those of them that name files.
    files: Vec<String>,
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
            files: Vec::new(),
            build: Box::new(build),
        }
    }

    /// This setting names a file that decides what the game is, or how it is played: records name it
    /// by its contents ([`Registry::identified`]).
    #[must_use]
    pub fn with_file(mut self, setting: &str) -> GameEntry {
        self.files.push(setting.to_owned());
        self
    }

    /// The names of files among these settings, other than what stands for none.
    fn files_of<'a>(
        &'a self,
        settings: &'a mut Settings,
    ) -> impl Iterator<Item = (&'a str, &'a mut String)> {
        let is_default = |name: &str, value: &str| {
            let mut known = self.parameters.iter();
            known.any(|known| known.name == name && known.default == value)
        };
        settings.0.iter_mut().filter_map(move |(name, value)| {
            let is_file = self.files.contains(name) && !is_default(name, value);
            is_file.then_some((name.as_str(), value))
        })
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

    /// The same game with every file that it is made of named by its contents too, as `path#hash`: for
    /// records, which must notice when a file has changed. [`Registry::game`] reads such names, and
    /// refuses a file with other contents.
    pub fn identified(&self, spec: &Spec) -> Spec {
        let mut spec = spec.clone();
        if let Some(entry) = self.entries.iter().find(|entry| entry.name == spec.name) {
            for (_, path) in entry.files_of(&mut spec.settings) {
                *path = with_contents(path);
            }
        }
        spec
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
        for (name, path) in entry.files_of(&mut settings) {
            let checked = checked_path(path).map_err(|problem| {
                wrong(ParamError::BadValue {
                    name: name.to_owned(),
                    value: path.clone(),
                    expected: format!("a file with these contents ({problem})"),
                })
            })?;
            *path = checked.to_owned();
        }
        let game = (entry.build)(&mut settings).map_err(wrong)?;
        settings.finish(&entry.parameters).map_err(wrong)?;
        Ok(game)
    }
}

/// How the engines of a game are made, or a one-line error message.
pub type MakeEngine = fn(&dyn AnyGame, &Spec) -> Result<Box<dyn Engine>, String>;

impl Host for Registry {
    fn settings(&self, game: &str) -> Vec<Param> {
        self.parameters(game).to_vec()
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        let make: MakeEngine = |game, spec| game.engine(spec).map_err(|error| error.to_string());
        RegistryHost::new(self, make).game(spec)
    }
}

/// A registry as a host that makes engines in a way of its own: one that reports remarks on their
/// files, for example.
pub struct RegistryHost<'r> {
    registry: &'r Registry,
    make: MakeEngine,
}

impl RegistryHost<'_> {
    /// The games of a registry, whose engines `make` makes.
    pub fn new(registry: &Registry, make: MakeEngine) -> RegistryHost<'_> {
        RegistryHost { registry, make }
    }
}

impl Host for RegistryHost<'_> {
    fn settings(&self, game: &str) -> Vec<Param> {
        self.registry.settings(game)
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        let game = self
            .registry
            .game(spec)
            .map_err(|error| error.to_string())?;
        let make = self.make;
        Ok(Arc::new(Registered { game, make }))
    }
}

/// A game as its host gives it away.
struct Registered {
    game: Arc<dyn AnyGame>,
    make: MakeEngine,
}

impl GameRules for Registered {
    fn referee(&self) -> Box<dyn Referee> {
        self.game.referee()
    }

    fn engines(&self) -> Vec<EngineInfo> {
        self.game.engines()
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        (self.make)(self.game.as_ref(), spec)
    }
}
