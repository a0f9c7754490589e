//! An engine together with the history of moves it has been sent.
//!
//! Before a search an engine is sent the steps since its last search, so that it can reuse its tree. If
//! the last step it was sent has been taken back, it undoes that step; after any other change the whole
//! game is replayed. So the engine's position always agrees with the game, whatever happened in between
//! (a game was loaded, a move was taken back that the engine cannot undo).

use super::{Effort, Engine, EngineError, Question, TextReport};
use crate::{Limits, Player, Seed};

/// A step of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A move was made.
    Move {
        /// The position set up for it, where the mover was not on turn or the game was over.
        set_up: Option<String>,
        /// Who made it.
        mover: Player,
        /// The move as the game spells it.
        text: String,
        /// The seed of its chance.
        chance: Seed,
        /// A comment on the move, such as the evaluation of the engine that chose it.
        remark: Option<String>,
    },
    /// A position was set up.
    SetUp(String),
}

impl Step {
    /// Whether both steps lead to the same position; comments are ignored.
    fn has_same_effect(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::SetUp(a), Step::SetUp(b)) => a == b,
            (
                Step::Move {
                    set_up,
                    text,
                    chance,
                    ..
                },
                Step::Move {
                    set_up: other_set_up,
                    text: other_text,
                    chance: other_chance,
                    ..
                },
            ) => (set_up, text, chance) == (other_set_up, other_text, other_chance),
            _ => false,
        }
    }
}

/// The steps that lead to a position, with the seeds of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// The seed of the game's chance, from its start.
    pub seed: Seed,
    /// The seeds that took its place later ([`Session::reseed`](super::Session::reseed)), each with the
    /// number of the step from which on chance derives from it.
    pub reseeded: Vec<(usize, Seed)>,
    /// The seed of the engines' randomness in that game.
    pub engine_seed: Seed,
    /// The steps from the start of the game.
    pub steps: Vec<Step>,
}

impl History {
    /// The start of a game whose chance derives from `seed`.
    pub fn new(seed: Seed, engine_seed: Seed) -> History {
        History {
            seed,
            reseeded: Vec::new(),
            engine_seed,
            steps: Vec::new(),
        }
    }

    /// A game that begins with a position that was set up.
    pub fn at(seed: Seed, position: &str) -> History {
        History {
            steps: vec![Step::SetUp(position.to_owned())],
            ..History::new(seed, seed)
        }
    }

    /// The start of game `number` in a series whose randomness derives from one seed.
    pub fn numbered(seed: Seed, number: u64) -> History {
        let game = seed.child("game").index(number);
        History::new(game, game.child("engine"))
    }

    /// The start of the same game.
    pub fn start(&self) -> History {
        History::new(self.seed, self.engine_seed)
    }

    /// Who made the last move.
    pub fn last_mover(&self) -> Option<Player> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Move { mover, .. } => Some(*mover),
            Step::SetUp(_) => None,
        })
    }

    /// Lets the chance of later steps derive from `seed`.
    pub(super) fn reseed(&mut self, seed: Seed) {
        let next = self.steps.len();
        self.reseeded.retain(|&(from, _)| from < next);
        self.reseeded.push((next, seed));
    }

    /// Removes the last step. A seed that was to serve after it serves in its place.
    pub(super) fn remove_last(&mut self) {
        self.steps.pop();
        if let Some(&(from, seed)) = self.reseeded.last()
            && from > self.steps.len()
        {
            self.reseed(seed);
        }
    }

    pub(super) fn is_same_game(&self, other: &History) -> bool {
        (self.seed, self.engine_seed) == (other.seed, other.engine_seed)
    }
}

/// The position of an engine.
struct Place {
    history: History,
    /// The position that was set up in place of the end of the history.
    substitute: Option<String>,
}

impl Place {
    fn is_at(&self, history: &History, substitute: &str) -> bool {
        let steps = self.history.steps.iter();
        self.substitute.as_deref() == Some(substitute)
            && self.history.is_same_game(history)
            && self.history.steps.len() == history.steps.len()
            && steps.zip(&history.steps).all(|(a, b)| a.has_same_effect(b))
    }
}

/// An engine whose position is kept in step with a game.
pub struct Follower {
    engine: Box<dyn Engine>,
    /// `None` if the position is unknown.
    place: Option<Place>,
    /// Whether it has searched before, so that its tables are allocated.
    is_warm: bool,
    /// See [`Follower::within_games`].
    is_within_games: bool,
    /// See [`Follower::take_side`].
    side: Option<Player>,
}

impl Follower {
    /// An engine that has not been sent a position yet.
    pub fn new(engine: Box<dyn Engine>) -> Follower {
        Follower {
            engine,
            place: None,
            is_warm: false,
            is_within_games: false,
            side: None,
        }
    }

    /// Lets a position that is set up take the place of a new game, as long as the game is the same:
    /// for boards that go from position to position. The randomness of a search then depends on how
    /// many positions there were before; otherwise it depends on the history alone.
    #[must_use]
    pub fn within_games(mut self) -> Follower {
        self.is_within_games = true;
        self
    }

    /// Gives the engine a side, in games between several engines: its randomness then derives from a
    /// seed of that side, and the next history it follows begins with a new game.
    pub fn take_side(&mut self, side: Player) {
        self.side = Some(side);
        self.place = None;
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        self.engine.name()
    }

    /// See [`Engine::process_id`].
    pub fn process_id(&self) -> Option<u32> {
        self.engine.process_id()
    }

    /// The engine, for calls that do not change its position.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        self.engine.as_mut()
    }

    /// Brings the engine to the start of a game, before a clock runs. Many engines allocate their
    /// tables in the first search, so an engine that has never searched makes a search of one node; and
    /// many clear them when a game begins. Errors are ignored here: they will occur again in the game.
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

    /// Brings the engine to the end of the history, or to the position `substitute` in its place.
    pub fn follow(
        &mut self,
        history: &History,
        substitute: Option<&str>,
    ) -> Result<(), EngineError> {
        // An engine that fails on the way is anywhere.
        let place = self.place.take();
        if let Some(position) = substitute
            && !self.is_within_games
            && !place
                .as_ref()
                .is_some_and(|place| place.is_at(history, position))
        {
            self.begin_game(history)?;
            self.engine.set_position(position)?;
            self.place = Some(Place {
                history: history.clone(),
                substitute: Some(position.to_owned()),
            });
            return Ok(());
        }
        let mut place = match self.kept_of(place, history, substitute)? {
            Some(place) => place,
            None => Place {
                history: history.start(),
                substitute: None,
            },
        };
        for step in history.steps.iter().skip(place.history.steps.len()) {
            let shown = place.substitute.take();
            match step {
                Step::SetUp(position) => self.engine.set_position(position)?,
                Step::Move {
                    set_up,
                    text,
                    chance,
                    ..
                } => {
                    if let Some(position) = set_up
                        && shown.as_ref() != set_up.as_ref()
                    {
                        self.engine.set_position(position)?;
                    }
                    self.engine.play(text, *chance)?;
                }
            }
            place.history.steps.push(step.clone());
        }
        if let Some(position) =
            substitute.filter(|substitute| place.substitute.as_deref() != Some(*substitute))
        {
            self.engine.set_position(position)?;
            place.substitute = Some(position.to_owned());
        }
        self.place = Some(place);
        Ok(())
    }

    /// Undoes steps that are not part of the history, and returns the engine's position then;
    /// `None` if that is the start of the game.
    fn kept_of(
        &mut self,
        place: Option<Place>,
        history: &History,
        substitute: Option<&str>,
    ) -> Result<Option<Place>, EngineError> {
        let is_same_game = place
            .as_ref()
            .is_some_and(|place| place.history.is_same_game(history));
        let kept = place.and_then(|place| self.go_back(place, history, substitute));
        let begins_set_up = matches!(history.steps.first(), Some(Step::SetUp(_)));
        // A position that is set up makes an engine forget as much as a new game does.
        if kept.is_none() && !(self.is_within_games && is_same_game && begins_set_up) {
            self.begin_game(history)?;
        }
        Ok(kept)
    }

    fn begin_game(&mut self, history: &History) -> Result<(), EngineError> {
        let seed = history.engine_seed;
        self.engine.new_game(match self.side {
            None => seed,
            Some(side) => seed.index(side.index() as u64),
        })
    }

    fn go_back(
        &mut self,
        mut place: Place,
        history: &History,
        substitute: Option<&str>,
    ) -> Option<Place> {
        if !place.history.is_same_game(history) {
            return None;
        }
        let pairs = place.history.steps.iter().zip(&history.steps);
        let same = pairs.take_while(|(a, b)| a.has_same_effect(b)).count();
        let next = history.steps.get(same);
        let beyond = &place.history.steps[same..];
        match (&place.substitute, beyond) {
            (None, []) => {}
            // It was shown a position: from there it can only go where that is wanted.
            (Some(shown), []) => {
                let is_wanted = match next {
                    None => substitute == Some(shown),
                    Some(Step::SetUp(_)) => false,
                    Some(Step::Move { set_up, .. }) => set_up.as_ref() == Some(shown),
                };
                return is_wanted.then_some(place);
            }
            // What was before a position that was set up is forgotten; and each move that is taken
            // back costs an engine what it knows: once is enough.
            (None, [Step::Move { set_up: None, .. }]) => {
                self.engine.undo().ok()?;
                place.history.steps.truncate(same);
            }
            _ => return None,
        }
        Some(place)
    }

    /// Searches the engine's current position.
    pub fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.is_warm = true;
        self.engine.think(question, tell)
    }
}
