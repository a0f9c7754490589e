//! A game under way: a referee whose word counts, and an engine that follows.
//!
//! Protocols, clients of servers and boards on a terminal all keep a game this way. Steps are made on
//! the referee; the engine is brought in step when it must think, or when there is time for it
//! ([`Session::catch_up`]).
//!
//! Where stones may be put down by hand, a game is more than its moves: positions are set up on
//! the way. A referee forgets what was before such a position, the session does not: taking back
//! goes through all the steps again, up to the last but one.

use super::{Engine, EngineError, Follower, History, Question, Referee, Step, TextReport};

/// A game under way.
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

    /// Begins a new game.
    pub fn new_game(&mut self, start: History) {
        self.referee.new_game(start.seed);
        self.history = start;
    }

    /// Lets everything from here on depend on the seeds of this start; what chance drew before
    /// stays.
    pub fn reseed(&mut self, start: &History) {
        self.referee.reseed(start.seed);
        self.history.seed = start.seed;
        self.history.engine_seed = start.engine_seed;
    }

    /// The referee.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// The engine, and how far it has followed.
    pub fn follower(&mut self) -> &mut Follower {
        &mut self.follower
    }

    /// Replaces the engine.
    pub fn set_engine(&mut self, engine: Box<dyn Engine>) {
        self.follower = Follower::new(engine);
    }

    /// What happened so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Plays a move of the side to move, and returns it as the game spells it.
    pub fn play(&mut self, text: &str) -> Result<String, EngineError> {
        self.play_from(None, text)
    }

    /// Plays a move. Where the mover is not on turn, the same position with the mover on turn is
    /// `turned`.
    pub fn play_from(&mut self, turned: Option<String>, text: &str) -> Result<String, EngineError> {
        if let Some(position) = &turned {
            self.referee.set_position(position)?;
        }
        let mover = self.referee.to_move();
        let (text, chance) = match self.referee.play(text) {
            Ok(played) => played,
            Err(error) => {
                if turned.is_some() {
                    self.go_through_again()?;
                }
                return Err(error);
            }
        };
        self.history.steps.push(Step::Move {
            turned,
            mover,
            text: text.clone(),
            chance,
            remark: None,
        });
        Ok(text)
    }

    /// Notes something about the last move.
    pub fn remark(&mut self, text: String) {
        if let Some(Step::Move { remark, .. }) = self.history.steps.last_mut() {
            *remark = Some(text);
        }
    }

    /// Goes on from another position.
    pub fn set_up(&mut self, position: &str) -> Result<(), EngineError> {
        self.referee.set_position(position)?;
        self.history.steps.push(Step::SetUp(position.to_owned()));
        Ok(())
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        let last = self.history.steps.pop().ok_or(EngineError::NothingToUndo)?;
        let done = match last {
            Step::Move { turned: None, .. } => self.referee.undo(),
            _ => self.go_through_again(),
        };
        if done.is_err() {
            self.history.steps.push(last);
        }
        done
    }

    /// Takes back whatever happened since there were so many steps.
    pub fn undo_to(&mut self, steps: usize) -> Result<(), EngineError> {
        while self.history.steps.len() > steps {
            self.undo()?;
        }
        Ok(())
    }

    /// Brings the referee to where the steps lead.
    fn go_through_again(&mut self) -> Result<(), EngineError> {
        self.referee.new_game(self.history.seed);
        retrace(self.referee.as_mut(), &self.history.steps).map(|_| ())
    }

    /// The same game by other rules. If a step is not legal by them, nothing has changed.
    pub fn change_rules(
        &mut self,
        mut referee: Box<dyn Referee>,
        engine: Box<dyn Engine>,
    ) -> Result<(), EngineError> {
        referee.new_game(self.history.seed);
        self.history.steps = retrace(referee.as_mut(), &self.history.steps)?;
        self.referee = referee;
        self.set_engine(engine);
        Ok(())
    }

    /// Goes over to another game, on another board, up to the end of this history. If one of its
    /// steps is not legal, nothing has changed.
    pub fn replace(
        &mut self,
        mut referee: Box<dyn Referee>,
        mut history: History,
    ) -> Result<(), EngineError> {
        referee.new_game(history.seed);
        history.steps = retrace(referee.as_mut(), &history.steps)?;
        self.referee = referee;
        self.history = history;
        Ok(())
    }

    /// Brings the engine to where the game stands.
    pub fn catch_up(&mut self) -> Result<(), EngineError> {
        self.follower.follow(&self.history, None)
    }

    /// Brings the engine to the position `aside` of where the game stands.
    pub fn show(&mut self, aside: Option<&str>) -> Result<(), EngineError> {
        self.follower.follow(&self.history, aside)
    }

    /// Lets the engine think about where the game stands.
    pub fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.think_aside(None, question, tell)
    }

    /// Lets the engine think about the position `aside` of where the game stands.
    pub fn think_aside(
        &mut self,
        aside: Option<&str>,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.show(aside)?;
        self.follower.think(question, tell)
    }
}

/// Goes through the steps on a referee at the start of a game. Each with the chance it drew there,
/// or why one of them was not legal.
fn retrace(referee: &mut dyn Referee, steps: &[Step]) -> Result<Vec<Step>, EngineError> {
    let retraced = steps.iter().map(|step| {
        Ok(match step {
            Step::SetUp(position) => {
                referee.set_position(position)?;
                step.clone()
            }
            Step::Move {
                turned,
                mover,
                text,
                remark,
                ..
            } => {
                if let Some(position) = turned {
                    referee.set_position(position)?;
                }
                let (text, chance) = referee.play(text)?;
                Step::Move {
                    turned: turned.clone(),
                    mover: *mover,
                    text,
                    chance,
                    remark: remark.clone(),
                }
            }
        })
    });
    retraced.collect()
}
