//! An engine, and how far it has followed a game.
//!
//! An engine hears of the steps since it last thought, and keeps what it knows. If the last step it
//! heard of was taken back, it takes that back; anything else is the game from its beginning. So
//! whatever happens in between (a game loaded, a move taken back that the engine cannot take back)
//! the two never disagree.

use super::{Effort, Engine, EngineError, Question, TextReport};
use crate::{Limits, Player, Seed};

/// What happened in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A move was made.
    Move {
        /// The position set up for it, where the mover was not on turn or the game was over.
        turned: Option<String>,
        /// Who made it.
        mover: Player,
        /// The move as the game spells it.
        text: String,
        /// Where its chance was drawn from.
        chance: Seed,
        /// What the one who chose it thought of it.
        remark: Option<String>,
    },
    /// A position was set up.
    SetUp(String),
}

impl Step {
    /// Whether both steps do the same, whatever is thought of them.
    fn does_as(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::SetUp(a), Step::SetUp(b)) => a == b,
            (
                Step::Move {
                    turned,
                    text,
                    chance,
                    ..
                },
                Step::Move {
                    turned: other_turned,
                    text: other_text,
                    chance: other_chance,
                    ..
                },
            ) => (turned, text, chance) == (other_turned, other_text, other_chance),
            _ => false,
        }
    }
}

/// The way to a position.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// The seed of the game that it is part of.
    pub seed: Seed,
    /// What the randomness of the engines in that game derives from.
    pub engine_seed: Seed,
    /// What happened.
    pub steps: Vec<Step>,
}

impl History {
    /// The start of a game whose chance derives from `seed`.
    pub fn new(seed: Seed, engine_seed: Seed) -> History {
        History {
            seed,
            engine_seed,
            steps: Vec::new(),
        }
    }

    /// The start of a game with this number, of many whose randomness derives from one seed.
    pub fn numbered(seed: Seed, number: u64) -> History {
        let game = seed.child("game").index(number);
        History::new(game, game.child("engine"))
    }

    /// Who made the last move.
    pub fn last_mover(&self) -> Option<Player> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Move { mover, .. } => Some(*mover),
            Step::SetUp(_) => None,
        })
    }

    fn is_same_game(&self, other: &History) -> bool {
        (self.seed, self.engine_seed) == (other.seed, other.engine_seed)
    }
}

/// Where an engine stands.
struct Place {
    history: History,
    /// The position it was shown there.
    aside: Option<String>,
}

/// An engine that is led from position to position.
pub struct Follower {
    engine: Box<dyn Engine>,
    /// `None` is anywhere.
    place: Option<Place>,
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

    /// The engine, to be told what is no step of a game.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        self.engine.as_mut()
    }

    /// Leads the engine to the start of a game, before a clock runs. Many engines set their tables
    /// up only when they think, so one that never did does so for a moment; and many clean them
    /// when a game begins. What is wrong with an engine will show when it matters.
    pub fn prepare(&mut self, start: &History) {
        let moment = Question {
            effort: Effort::Within(Limits::nodes(1)),
            ..Question::default()
        };
        if !self.is_warm && self.follow(start, None).is_ok() {
            let _ = self.think(&moment, &mut |_| ());
            self.place = None;
        }
        let _ = self.follow(start, None);
    }

    /// Leads the engine to the end of the history, or to the position `aside` there.
    pub fn follow(&mut self, history: &History, aside: Option<&str>) -> Result<(), EngineError> {
        // An engine that fails on the way is anywhere.
        let place = self.place.take();
        let mut place = match self.kept_of(place, history, aside)? {
            Some(place) => place,
            None => Place {
                history: History::new(history.seed, history.engine_seed),
                aside: None,
            },
        };
        for step in history.steps.iter().skip(place.history.steps.len()) {
            let shown = place.aside.take();
            match step {
                Step::SetUp(position) => self.engine.set_position(position)?,
                Step::Move {
                    turned,
                    text,
                    chance,
                    ..
                } => {
                    if let Some(position) = turned
                        && shown.as_ref() != turned.as_ref()
                    {
                        self.engine.set_position(position)?;
                    }
                    self.engine.play(text, *chance)?;
                }
            }
            place.history.steps.push(step.clone());
        }
        if let Some(position) = aside.filter(|aside| place.aside.as_deref() != Some(*aside)) {
            self.engine.set_position(position)?;
            place.aside = Some(position.to_owned());
        }
        self.place = Some(place);
        Ok(())
    }

    /// Takes back what is not part of the history, and returns where the engine then stands;
    /// `None` if it was led to the start of the game.
    fn kept_of(
        &mut self,
        place: Option<Place>,
        history: &History,
        aside: Option<&str>,
    ) -> Result<Option<Place>, EngineError> {
        let is_same_game = place
            .as_ref()
            .is_some_and(|place| place.history.is_same_game(history));
        let kept = place.and_then(|place| self.go_back(place, history, aside));
        let begins_set_up = matches!(history.steps.first(), Some(Step::SetUp(_)));
        // A position that is set up makes an engine forget as much as a new game does.
        if kept.is_none() && !(is_same_game && begins_set_up) {
            self.engine.new_game(history.engine_seed)?;
        }
        Ok(kept)
    }

    fn go_back(
        &mut self,
        mut place: Place,
        history: &History,
        aside: Option<&str>,
    ) -> Option<Place> {
        if !place.history.is_same_game(history) {
            return None;
        }
        let pairs = place.history.steps.iter().zip(&history.steps);
        let same = pairs.take_while(|(a, b)| a.does_as(b)).count();
        let next = history.steps.get(same);
        let beyond = &place.history.steps[same..];
        match (&place.aside, beyond) {
            (None, []) => {}
            // It was shown a position: from there it can only go where that is wanted.
            (Some(shown), []) => {
                let is_wanted = match next {
                    None => aside == Some(shown),
                    Some(Step::SetUp(_)) => false,
                    Some(Step::Move { turned, .. }) => turned.as_ref() == Some(shown),
                };
                return is_wanted.then_some(place);
            }
            // What was before a position that was set up is forgotten; and each move that is taken
            // back costs an engine what it knows: once is enough.
            (None, [Step::Move { turned: None, .. }]) => {
                self.engine.undo().ok()?;
                place.history.steps.truncate(same);
            }
            _ => return None,
        }
        Some(place)
    }

    /// Thinks about where it was led.
    pub fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.is_warm = true;
        self.engine.think(question, tell)
    }
}
