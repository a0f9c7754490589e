//! What servers of engines ask of the program around them.

use std::time::Duration;
use yomi_core::params::{Param, Spec};
use yomi_core::{Engine, Referee};

/// An engine that can be chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// The name to ask for it by.
    pub name: String,
    /// What it is.
    pub summary: String,
    /// Its one table of parameters.
    pub parameters: Vec<Param>,
}

/// Makes referees and engines of one game by certain rules. It keeps this crate from knowing where
/// they come from.
pub trait Host {
    /// A referee at the start of a game.
    fn referee(&self) -> Box<dyn Referee>;

    /// The engines there are.
    fn engines(&self) -> Vec<Offer>;

    /// Sets an engine up, or says in one line why that cannot be done.
    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String>;

    /// The processor time this process has used; `None` where nobody knows.
    fn cpu_time(&self) -> Option<Duration>;

    /// The settings of the rules there are.
    fn settings(&self) -> Vec<Param> {
        Vec::new()
    }

    /// A setting of the rules, such as `size` or `komi`; `None` if the game has no such setting.
    fn setting(&self, name: &str) -> Option<String>;

    /// A host of the same game by rules that differ in these settings, or why there cannot be one.
    fn with_settings<'h>(
        &self,
        settings: &[(String, String)],
    ) -> Result<Box<dyn Host + 'h>, String>
    where
        Self: 'h;
}
