//! An engine of curling that uses all the time it is given.

use super::table::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use yomi_core::engine::{Effort, GameRules, Host, Question, TextReport};
use yomi_core::params::{Param, Parameters as _, Spec};
use yomi_core::{Engine, EngineError, Seed};
use yomi_curling::Curling;

/// Makes engines that always throw the same, after as long as their clock allows.
#[derive(Clone)]
pub struct Thinkers {
    throw: &'static str,
    is_prepared: Arc<AtomicBool>,
}

impl Thinkers {
    /// Engines that throw this.
    pub fn new(throw: &'static str) -> Thinkers {
        Thinkers {
            throw,
            is_prepared: Arc::default(),
        }
    }

    /// Whether one of them has searched to fill its tables, for no more than one node.
    pub fn is_prepared(&self) -> bool {
        self.is_prepared.load(Ordering::SeqCst)
    }
}

impl Host for Thinkers {
    fn settings(&self, _: &str) -> Vec<Param> {
        Curling::table()
    }

    fn game(&self, _: &Spec) -> Result<Arc<dyn GameRules>, String> {
        let thinkers = self.clone();
        let engine = move || -> Result<Box<dyn Engine>, String> { Ok(Box::new(thinkers.clone())) };
        Ok(Table::rules(
            || unreachable!("the server keeps the rules"),
            engine,
        ))
    }
}

impl Engine for Thinkers {
    fn name(&self) -> &str {
        "thinker"
    }

    fn new_game(&mut self, _: Seed) -> Result<(), EngineError> {
        Ok(())
    }

    fn play(&mut self, _: &str, _: Seed) -> Result<(), EngineError> {
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        Err(EngineError::NothingToUndo)
    }

    fn set_position(&mut self, _: &str) -> Result<(), EngineError> {
        Ok(())
    }

    fn think(
        &mut self,
        question: &Question,
        _: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        match question.effort {
            Effort::Own(Some(clock)) => std::thread::sleep(clock.budget()),
            Effort::Own(None) => {}
            _ => self.is_prepared.store(true, Ordering::SeqCst),
        }
        Ok(TextReport::of_move(self.throw))
    }
}
