//! A game of a test's own host: what makes its referees and its engines.

use std::sync::Arc;
use yomi_core::engine::{Engine, EngineInfo, GameRules, Referee};
use yomi_core::params::Spec;

type Make<T> = Box<dyn Fn() -> T + Send + Sync>;

/// A game with one engine.
pub struct Table {
    referee: Make<Box<dyn Referee>>,
    engine: Make<Result<Box<dyn Engine>, String>>,
}

impl Table {
    /// The game of these referees, played by this engine whatever is asked for.
    pub fn rules(
        referee: impl Fn() -> Box<dyn Referee> + Send + Sync + 'static,
        engine: impl Fn() -> Result<Box<dyn Engine>, String> + Send + Sync + 'static,
    ) -> Arc<dyn GameRules> {
        Arc::new(Table {
            referee: Box::new(referee),
            engine: Box::new(engine),
        })
    }
}

impl GameRules for Table {
    fn referee(&self) -> Box<dyn Referee> {
        (self.referee)()
    }

    fn engines(&self) -> Vec<EngineInfo> {
        Vec::new()
    }

    fn engine(&self, _: &Spec) -> Result<Box<dyn Engine>, String> {
        (self.engine)()
    }
}
