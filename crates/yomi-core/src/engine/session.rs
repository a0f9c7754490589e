//! A game in progress: a referee that decides about the rules, and an engine kept in step with it.
//!
//! The GTP server, the clients of CGOS and CSA servers and the terminal board keep their game in a
//! session; where an engine searches on another thread or sees positions only, a [`Follower`] does.
//! Steps are made on the referee; the engine is brought in step before a search, or when there is time
//! for it ([`Session::sync_engine`]).
//!
//! Where stones may be set up by hand, a game is more than its moves: positions are set up in between.
//! A referee cannot undo beyond such a position, but the session can: it replays all steps but the last.

use super::{Engine, EngineError, Follower, History, Question, Referee, Step, TextReport};

/// A game in progress.
pub struct Session {
    referee: Box<dyn Referee>,
    follower: Follower,
    history: History,
}

impl Session {
    /// A session at the start of a game.
    pub fn new(mut referee: Box<dyn Referee>, engine: Box<dyn Engine>, start: History) -> Session {
        referee.new_game(start.seed);
        Session {
            referee,
            follower: Follower::new(engine),
            history: start,
        }
    }

    /// A session in the middle of a game. The referee must already be at the end of the history.
    pub fn resume(referee: Box<dyn Referee>, follower: Follower, history: History) -> Session {
        Session {
            referee,
            follower,
            history,
        }
    }

    /// Begins a new game.
    pub fn new_game(&mut self, start: History) {
        self.referee.new_game(start.seed);
        self.history = start;
    }

    /// Makes later randomness depend on the seeds of this start; earlier chance events stay.
    pub fn reseed(&mut self, start: &History) {
        self.referee.reseed(start.seed);
        self.history.seed = start.seed;
        self.history.engine_seed = start.engine_seed;
    }

    /// The referee.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// The engine, with the history it has been sent.
    pub fn follower(&mut self) -> &mut Follower {
        &mut self.follower
    }

    /// Replaces the engine.
    pub fn set_engine(&mut self, engine: Box<dyn Engine>) {
        self.follower = Follower::new(engine);
    }

    /// The steps so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Plays a move of the side to move, and returns it in the game's spelling.
    pub fn play(&mut self, text: &str) -> Result<String, EngineError> {
        self.play_from(None, text)
    }

    /// Plays a move, after `set_up` is set up where it is given: the same position with the mover on
    /// turn, for a move out of turn.
    pub fn play_from(&mut self, set_up: Option<String>, text: &str) -> Result<String, EngineError> {
        if let Some(position) = &set_up {
            self.referee.set_position(position)?;
        }
        let mover = self.referee.to_move();
        let (text, chance) = match self.referee.play(text) {
            Ok(played) => played,
            Err(error) => {
                if set_up.is_some() {
                    self.replay()?;
                }
                return Err(error);
            }
        };
        self.history.steps.push(Step::Move {
            set_up,
            mover,
            text: text.clone(),
            chance,
            remark: None,
        });
        Ok(text)
    }

    /// Attaches a comment to the last move.
    pub fn remark(&mut self, text: String) {
        if let Some(Step::Move { remark, .. }) = self.history.steps.last_mut() {
            *remark = Some(text);
        }
    }

    /// Sets up a position as the next step of the game.
    pub fn set_up(&mut self, position: &str) -> Result<(), EngineError> {
        self.referee.set_position(position)?;
        self.history.steps.push(Step::SetUp(position.to_owned()));
        Ok(())
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        let last = self.history.steps.pop().ok_or(EngineError::NothingToUndo)?;
        let done = match last {
            Step::Move { set_up: None, .. } => self.referee.undo(),
            _ => self.replay(),
        };
        if done.is_err() {
            self.history.steps.push(last);
        }
        done
    }

    /// Takes steps back until so many are left.
    pub fn undo_to(&mut self, steps: usize) -> Result<(), EngineError> {
        while self.history.steps.len() > steps {
            self.undo()?;
        }
        Ok(())
    }

    /// Replays all steps on the referee.
    fn replay(&mut self) -> Result<(), EngineError> {
        self.referee.new_game(self.history.seed);
        replay_steps(self.referee.as_mut(), &self.history.steps).map(|_| ())
    }

    /// Replays the game under other rules. If a step is not legal under them, nothing is changed.
    pub fn change_rules(
        &mut self,
        mut referee: Box<dyn Referee>,
        engine: Box<dyn Engine>,
    ) -> Result<(), EngineError> {
        referee.new_game(self.history.seed);
        self.history.steps = replay_steps(referee.as_mut(), &self.history.steps)?;
        self.referee = referee;
        self.set_engine(engine);
        Ok(())
    }

    /// Replaces the game by another one, on another referee, at the end of this history. If one of its
    /// steps is not legal, nothing is changed.
    pub fn replace(
        &mut self,
        mut referee: Box<dyn Referee>,
        mut history: History,
    ) -> Result<(), EngineError> {
        referee.new_game(history.seed);
        history.steps = replay_steps(referee.as_mut(), &history.steps)?;
        self.referee = referee;
        self.history = history;
        Ok(())
    }

    /// Brings the engine to the current position.
    pub fn sync_engine(&mut self) -> Result<(), EngineError> {
        self.follower.follow(&self.history, None)
    }

    /// Brings the engine to `position` if one is given, in place of the current one.
    pub fn sync_engine_at(&mut self, position: Option<&str>) -> Result<(), EngineError> {
        self.follower.follow(&self.history, position)
    }

    /// Brings the engine to the current position and searches it.
    pub fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.think_at(None, question, tell)
    }

    /// Searches `position` if one is given, in place of the current one.
    pub fn think_at(
        &mut self,
        position: Option<&str>,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.sync_engine_at(position)?;
        self.follower.think(question, tell)
    }
}

/// Replays steps on a referee at the start of a game. Returns them with the chance seeds of this
/// replay, or the error of the first illegal one.
fn replay_steps(referee: &mut dyn Referee, steps: &[Step]) -> Result<Vec<Step>, EngineError> {
    let replayed = steps.iter().map(|step| {
        Ok(match step {
            Step::SetUp(position) => {
                referee.set_position(position)?;
                step.clone()
            }
            Step::Move {
                set_up,
                mover,
                text,
                remark,
                ..
            } => {
                if let Some(position) = set_up {
                    referee.set_position(position)?;
                }
                let (text, chance) = referee.play(text)?;
                Step::Move {
                    set_up: set_up.clone(),
                    mover: *mover,
                    text,
                    chance,
                    remark: remark.clone(),
                }
            }
        })
    });
    replayed.collect()
}
