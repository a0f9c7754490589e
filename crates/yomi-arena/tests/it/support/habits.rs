//! Players that write digits at random and have a habit besides: they fail, take notes or lie.

use super::digits::{Digits, Random};
use std::sync::Arc;
use yomi_core::engine::{PositionText, Question, SearchEngine, TextReport};
use yomi_core::{Engine, EngineError, Limits, Outcome, Seed};

type Answer = Result<TextReport, EngineError>;

/// What a player does besides playing at random. An error is the player's own.
pub trait Habit: Send {
    fn new_game(&mut self, _seed: Seed) -> Result<(), EngineError> {
        Ok(())
    }

    fn play(&mut self) -> Result<(), EngineError> {
        Ok(())
    }

    /// `random` gives the answer of a player without habits.
    fn think(&mut self, random: &mut dyn FnMut() -> Answer) -> Answer {
        random()
    }

    fn conclude(&mut self, _outcome: Outcome) {}
}

struct Habitual<H> {
    inner: SearchEngine<Digits>,
    habit: H,
}

/// A player with a habit.
pub fn habitual<H: Habit + 'static>(name: &str, game: &Arc<Digits>, habit: H) -> Box<dyn Engine> {
    let limits = Limits::simulations(1);
    let inner = SearchEngine::new(name, Arc::clone(game), Box::new(Random), limits);
    let inner = inner.with_setup(Some(PositionText::OF_GAME));
    Box::new(Habitual { inner, habit })
}

impl<H: Habit> Engine for Habitual<H> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.habit.new_game(seed)?;
        self.inner.new_game(seed)
    }

    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError> {
        self.habit.play()?;
        self.inner.play(text, chance)
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.inner.set_position(text)
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.inner.undo()
    }

    fn think(&mut self, question: &Question, tell: &mut dyn FnMut(&TextReport)) -> Answer {
        let Habitual { inner, habit } = self;
        habit.think(&mut || inner.think(question, tell))
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.habit.conclude(outcome);
    }
}
