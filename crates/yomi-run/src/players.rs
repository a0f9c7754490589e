//! The rules and the engine of a worker, made from the texts in a job.

use std::sync::Arc;
use yomi_core::engine::{GameRules, Host};
use yomi_core::params::Spec;
use yomi_core::{Engine, Referee};

/// The rules and the engine of a worker, kept for as long as its jobs name the same ones.
pub struct Players<'a> {
    host: &'a dyn Host,
    made: Option<Made>,
}

struct Made {
    /// The game and the engine.
    names: [String; 2],
    referee: Box<dyn Referee>,
    engine: Box<dyn Engine>,
}

impl<'a> Players<'a> {
    /// None yet.
    pub fn new(host: &'a dyn Host) -> Players<'a> {
        Players { host, made: None }
    }

    /// The rules and the engine that a job names, each as text with all its settings; or a one-line
    /// error message.
    pub fn get(
        &mut self,
        game: &str,
        engine: &str,
    ) -> Result<(&mut dyn Referee, &mut dyn Engine), String> {
        self.made.take_if(|made| made.names != [game, engine]);
        let made = match &mut self.made {
            Some(made) => made,
            none => none.insert(Made::new(self.host, [game, engine])?),
        };
        Ok((made.referee.as_mut(), made.engine.as_mut()))
    }
}

impl Made {
    fn new(host: &dyn Host, names: [&str; 2]) -> Result<Made, String> {
        let rules = read_game(host, names[0])?;
        Ok(Made {
            names: names.map(str::to_owned),
            referee: rules.referee(),
            engine: host.engine(names[0], rules.as_ref(), names[1])?,
        })
    }
}

/// A game as text with all its settings, or in one line why there is none.
pub fn read_game(host: &dyn Host, text: &str) -> Result<Arc<dyn GameRules>, String> {
    let spec = text.parse::<Spec>();
    host.game(&spec.map_err(|error| format!("'{text}': {error}"))?)
}
