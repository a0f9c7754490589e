//! GameRules and engines by name.
//!
//! Protocols and clients of servers know games only as text. What they play by and with comes from
//! a [`Host`]: the registry of all games, or in a test a few puppets. [`HostedGame`] is one game of a
//! host by certain rules, which can be changed.

use super::{Engine, Referee};
use crate::cpu_time;
use crate::params::{Param, Spec};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// An engine on offer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineInfo {
    /// The name to ask for it by.
    pub name: String,
    /// What it is.
    pub summary: String,
    /// Every parameter, out of the algorithm's one table.
    pub parameters: Vec<Param>,
}

/// A game by certain rules.
pub trait GameRules: Send + Sync {
    /// A referee at the start of a game.
    fn referee(&self) -> Box<dyn Referee>;

    /// The engines there are.
    fn engines(&self) -> Vec<EngineInfo>;

    /// Sets an engine up, or says in one line why that cannot be done.
    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String>;
}

/// Games by name.
pub trait Host: Sync {
    /// The settings of a game's rules; none if the game is not known.
    fn settings(&self, game: &str) -> Vec<Param>;

    /// A game such as `go:size=9,komi=7`, or in one line why there is none.
    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String>;

    /// The processor time this process has used; `None` where nobody knows.
    fn cpu_time(&self) -> Option<Duration> {
        cpu_time::of_this_process()
    }
}

/// A game of a host, and how it was asked for.
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

    /// The engines there are.
    pub fn engines(&self) -> Vec<EngineInfo> {
        self.rules.engines()
    }

    /// Sets an engine up, or says in one line why that cannot be done.
    pub fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        self.rules.engine(spec)
    }

    /// The processor time this process has used; `None` where nobody knows.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.host.cpu_time()
    }

    /// The parameters of an engine; none if there is no such engine.
    pub fn parameters(&self, engine: &str) -> Vec<Param> {
        let mut engines = self.engines().into_iter();
        let named = engines.find(|info| info.name == engine);
        named.map(|info| info.parameters).unwrap_or_default()
    }

    /// The settings of the rules there are.
    pub fn settings(&self) -> Vec<Param> {
        self.host.settings(&self.spec.name)
    }

    /// A setting of the rules, such as `size` or `komi`; `None` if the game has no such setting.
    pub fn setting(&self, name: &str) -> Option<String> {
        let value = self.spec.value(name, &self.settings())?.to_owned();
        Some(value)
    }

    /// The same game by rules that differ in these settings, or why there cannot be one.
    pub fn with_settings(&self, settings: &[(String, String)]) -> Result<HostedGame<'h>, String> {
        let changed = settings
            .iter()
            .fold(self.spec.clone(), |spec, (name, value)| {
                spec.with(name, value)
            });
        HostedGame::new(self.host, &changed)
    }
}
