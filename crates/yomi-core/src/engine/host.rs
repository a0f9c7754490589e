//! Game rules and engines by name.
//!
//! Protocols and clients of servers know games only as text. They get rules and engines from
//! a [`Host`]: the registry of all games, or a test double. [`HostedGame`] is one game of a
//! host with settings of its rules, which can be changed.

use super::{Engine, Referee};
use crate::cpu_time;
use crate::params::{Param, Spec};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The description of an available engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineInfo {
    /// The name to ask for it by.
    pub name: String,
    /// A short description.
    pub summary: String,
    /// Every parameter, from the algorithm's table.
    pub parameters: Vec<Param>,
}

/// A game with certain settings of its rules.
pub trait GameRules: Send + Sync {
    /// A referee at the start of a game.
    fn referee(&self) -> Box<dyn Referee>;

    /// The available engines.
    fn engines(&self) -> Vec<EngineInfo>;

    /// Makes an engine, or returns a one-line error message.
    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String>;
}

/// Games by name.
pub trait Host: Sync {
    /// The settings of a game's rules; none if the game is not known.
    fn settings(&self, game: &str) -> Vec<Param>;

    /// A game such as `go:size=9,komi=7`, or a one-line error message.
    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String>;

    /// Makes an engine of a game (given as text and made before) from text with all its settings, or returns a one-line
    /// error message. A host may know of others than the game's own, such as external programs.
    fn engine(
        &self,
        game: &str,
        rules: &dyn GameRules,
        text: &str,
    ) -> Result<Box<dyn Engine>, String> {
        let _ = game;
        let spec = text.parse::<Spec>();
        rules.engine(&spec.map_err(|error| format!("'{text}': {error}"))?)
    }

    /// The processor time this process has used; `None` where it cannot be measured.
    fn cpu_time(&self) -> Option<Duration> {
        cpu_time::of_this_process()
    }
}

/// A game of a host, with its specification.
#[derive(Clone)]
pub struct HostedGame<'h> {
    host: &'h dyn Host,
    spec: Spec,
    rules: Arc<dyn GameRules>,
}

impl<'h> HostedGame<'h> {
    /// A game of this host.
    pub fn new(host: &'h dyn Host, spec: &Spec) -> Result<HostedGame<'h>, String> {
        Ok(HostedGame {
            host,
            rules: host.game(spec)?,
            spec: spec.clone(),
        })
    }

    /// A referee at the start of a game.
    pub fn referee(&self) -> Box<dyn Referee> {
        self.rules.referee()
    }

    /// The available engines.
    pub fn engines(&self) -> Vec<EngineInfo> {
        self.rules.engines()
    }

    /// Makes an engine, or returns a one-line error message.
    pub fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        self.rules.engine(spec)
    }

    /// The processor time this process has used; `None` where it cannot be measured.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.host.cpu_time()
    }

    /// The parameters of an engine; none if there is no such engine.
    pub fn parameters(&self, engine: &str) -> Vec<Param> {
        let mut engines = self.engines().into_iter();
        let named = engines.find(|info| info.name == engine);
        named.map(|info| info.parameters).unwrap_or_default()
    }

    /// The settings that the rules have.
    pub fn settings(&self) -> Vec<Param> {
        self.host.settings(&self.spec.name)
    }

    /// A setting of the rules, such as `size` or `komi`; `None` if the game has no such setting.
    pub fn setting(&self, name: &str) -> Option<String> {
        let value = self.spec.value(name, &self.settings())?.to_owned();
        Some(value)
    }

    /// The same game with other values of these settings, or a one-line error message.
    pub fn with_settings(&self, settings: &[(String, String)]) -> Result<HostedGame<'h>, String> {
        let changed = settings
            .iter()
            .fold(self.spec.clone(), |spec, (name, value)| {
                spec.with(name, value)
            });
        HostedGame::new(self.host, &changed)
    }
}
