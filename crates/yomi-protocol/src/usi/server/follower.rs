//! An engine, and where it was led.
//!
//! An engine hears of the moves since it last thought, and keeps what it knows. If the last of them
//! was another, it takes that back; anything else is the game from its beginning.

use super::game::{Route, Step};
use yomi_core::engine::{Effort, Engine, Question, TextReport};
use yomi_core::{Clock, EngineError, Limits};

/// An engine that is led from position to position.
pub struct Follower {
    engine: Box<dyn Engine>,
    /// Where it stands; `None` is anywhere.
    place: Option<Route>,
    /// Whether it has thought already.
    is_warm: bool,
}

impl Follower {
    /// An engine that was not led anywhere yet.
    pub fn new(engine: Box<dyn Engine>) -> Follower {
        Follower {
            engine,
            place: None,
            is_warm: false,
        }
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        self.engine.name()
    }

    /// Leads the engine to the start of a game, before a clock runs. Many engines set their tables
    /// up only when they think, so one that never did does so for a moment; and many clean them
    /// when a game begins. What is wrong with an engine will show when it matters.
    pub fn prepare(&mut self, start: &Route) {
        let moment = Question {
            effort: Effort::Within(Limits::nodes(1)),
            ..Question::default()
        };
        if !self.is_warm && self.follow(start, None).is_ok() {
            self.is_warm = true;
            let _ = self.engine.think(&moment, &mut |_| ());
            self.place = None;
        }
        let _ = self.follow(start, None);
    }

    /// Leads the engine to the end of the route, or to the position `anew` there.
    pub fn follow(&mut self, route: &Route, anew: Option<&str>) -> Result<(), EngineError> {
        // An engine that fails on the way is anywhere.
        let place = self.place.take();
        let is_same_game = place.as_ref().is_some_and(|place| place.seed == route.seed);
        let kept = place.as_ref().and_then(|place| self.go_back(place, route));
        let kept = match (kept, &route.start) {
            (Some(kept), _) => kept,
            (None, start) => {
                // A position that is set up makes an engine forget as much as a new game does.
                if !is_same_game || start.is_none() {
                    self.engine.new_game(route.seed.child("engine"))?;
                }
                if let Some(text) = start {
                    self.engine.set_position(text)?;
                }
                0
            }
        };
        for step in route.steps.iter().skip(kept) {
            if let Some(text) = &step.anew {
                self.engine.set_position(text)?;
            }
            self.engine.play(&step.text, step.chance)?;
        }
        match anew {
            Some(text) => self.engine.set_position(text)?,
            None => self.place = Some(route.clone()),
        }
        Ok(())
    }

    /// Takes back what is not part of the route. How many moves are left, or `None` if it must be
    /// gone from its beginning.
    fn go_back(&mut self, place: &Route, route: &Route) -> Option<usize> {
        if (place.seed, &place.start) != (route.seed, &route.start) {
            return None;
        }
        let same = |(a, b): &(&Step, &Step)| a == b;
        let pairs = place.steps.iter().zip(&route.steps);
        let kept = pairs.take_while(same).count();
        let beyond = place.steps.get(kept..)?;
        match beyond {
            [] => Some(kept),
            // What was before a position that was set up is forgotten.
            [last] if last.anew.is_none() => self.engine.undo().ok().map(|()| kept),
            // Each move that is taken back costs an engine what it knows. Once is enough.
            _ => None,
        }
    }

    /// Thinks about where it was led. An engine that cannot be asked within limits of others
    /// thinks as it always does.
    pub fn think(
        &mut self,
        question: &Question,
        clock: Option<Clock>,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.is_warm = true;
        let found = self.engine.think(question, tell);
        if found != Err(EngineError::NoAnalysis) {
            return found;
        }
        let own = Question {
            progress: question.progress,
            ..Question::to_move(clock, &question.stop)
        };
        self.engine.think(&own, tell)
    }
}
