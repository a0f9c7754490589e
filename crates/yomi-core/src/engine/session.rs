//! A game in progress: a referee that decides about the rules, the way to the position, the clocks, the
//! rule of resignation, and an engine that is kept in step.
//!
//! The GTP server, the clients of CGOS and CSA servers and the terminal board keep their game and their
//! engine in a session. Steps are made on the referee; the engine is brought in step before a search, or
//! when there is time for it ([`Session::sync_engine`]).
//!
//! A `Session<()>` is the game alone, for programs whose engines cannot live in it: those of the USI
//! server search on another thread, those of a match are two, and each failure of one is a loss of its
//! side. Such engines are [`Follower`]s of [`Session::history`].
//!
//! Where stones may be set up by hand, a game is more than its moves: positions are set up in between.
//! A referee cannot undo beyond such a position, but the session can: it replays all steps but the last.

use super::resignation::ResignationState;
use super::{
    Engine, EngineError, Follower, History, Question, Referee, Resignation, Step, TextReport,
};
use crate::{Clock, Clocks, Player};
use std::time::Duration;

/// A game in progress, with an engine (a [`Follower`]) or without one (`()`).
pub struct Session<E = Follower> {
    referee: Box<dyn Referee>,
    engine: E,
    history: History,
    clocks: Clocks,
    resignation: Option<Resignation>,
    resignation_state: ResignationState,
}

impl Session<()> {
    /// A session without an engine at the start of a game.
    pub fn without_engine(mut referee: Box<dyn Referee>, start: History) -> Session<()> {
        referee.new_game(start.seed);
        Session::resume(referee, start)
    }

    /// A session in the middle of a game. The referee must already be at the end of the history.
    pub fn resume(referee: Box<dyn Referee>, history: History) -> Session<()> {
        Session {
            referee,
            engine: (),
            history,
            clocks: Clocks::default(),
            resignation: None,
            resignation_state: ResignationState::default(),
        }
    }

    /// The same session with an engine.
    pub fn with_engine(self, follower: Follower) -> Session {
        Session {
            referee: self.referee,
            engine: follower,
            history: self.history,
            clocks: self.clocks,
            resignation: self.resignation,
            resignation_state: self.resignation_state,
        }
    }
}

impl<E> Session<E> {
    /// Begins a new game, with full clocks.
    pub fn new_game(&mut self, start: History) {
        self.referee.new_game(start.seed);
        self.history = start;
        self.clocks.restart();
        self.forget_values();
    }

    /// Makes later randomness depend on the seeds of this start; earlier chance events stay.
    pub fn reseed(&mut self, start: &History) {
        self.referee.reseed(start.seed);
        self.history.reseed(start.seed);
        self.history.engine_seed = start.engine_seed;
    }

    /// The referee.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
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
                    self.replay(self.history.steps.len())?;
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
        match self.history.steps.split_last() {
            None => return Err(EngineError::NothingToUndo),
            Some((Step::Move { set_up: None, .. }, _)) => self.referee.undo()?,
            Some((_, before)) => self.replay(before.len())?,
        }
        self.history.remove_last();
        Ok(())
    }

    /// Takes steps back until so many are left.
    pub fn undo_to(&mut self, steps: usize) -> Result<(), EngineError> {
        while self.history.steps.len() > steps {
            self.undo()?;
        }
        Ok(())
    }

    /// Replays the first steps on the referee.
    fn replay(&mut self, steps: usize) -> Result<(), EngineError> {
        replay_steps(self.referee.as_mut(), &self.history, steps).map(|_| ())
    }

    /// Replaces the game by another one, on another referee, at the end of this history. If one of its
    /// steps is not legal, nothing is changed.
    pub fn replace(
        &mut self,
        mut referee: Box<dyn Referee>,
        mut history: History,
    ) -> Result<(), EngineError> {
        history.steps = replay_steps(referee.as_mut(), &history, history.steps.len())?;
        if !history.is_same_game(&self.history) {
            self.clocks.restart();
            self.forget_values();
        }
        self.referee = referee;
        self.history = history;
        Ok(())
    }

    /// Sets both clocks to the start of a game; `None` for no limit.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clocks = Clocks::new(clock);
    }

    /// The clock of a side before its next move.
    pub fn clock(&self, side: Player) -> Option<Clock> {
        self.clocks.of(side)
    }

    /// See [`Clocks::charge`].
    #[must_use = "a side that oversteps its clock has lost"]
    pub fn charge(&mut self, side: Player, spent: Duration) -> bool {
        self.clocks.charge(side, spent)
    }

    /// Lets engines resign by this rule, or never.
    pub fn set_resignation(&mut self, rule: Option<Resignation>) {
        self.resignation = rule;
    }

    /// The rule by which engines resign.
    pub fn resignation(&self) -> Option<Resignation> {
        self.resignation
    }

    /// Whether the side that found this report in its turn resigns.
    pub fn resigns(&self, side: Player, report: &TextReport) -> bool {
        let state = self.resignation_state;
        state.gives_up(self.resignation, side, report)
    }

    /// Counts the report as that of a move that the side plays, for [`Session::resigns`] at its next.
    pub fn note_report(&mut self, side: Player, report: &TextReport) {
        self.resignation_state.note(self.resignation, side, report);
    }

    /// Forgets the reports of earlier moves, as a new game does.
    pub fn forget_values(&mut self) {
        self.resignation_state = ResignationState::default();
    }
}

impl Session {
    /// A session at the start of a game.
    pub fn new(referee: Box<dyn Referee>, engine: Box<dyn Engine>, start: History) -> Session {
        Session::without_engine(referee, start).with_engine(Follower::new(engine))
    }

    /// The engine, with the history it has been sent.
    pub fn follower(&mut self) -> &mut Follower {
        &mut self.engine
    }

    /// Replaces the engine.
    pub fn set_engine(&mut self, engine: Box<dyn Engine>) {
        self.engine = Follower::new(engine);
    }

    /// Replays the game under other rules. If a step is not legal under them, nothing is changed.
    pub fn change_rules(
        &mut self,
        mut referee: Box<dyn Referee>,
        engine: Box<dyn Engine>,
    ) -> Result<(), EngineError> {
        let steps = self.history.steps.len();
        self.history.steps = replay_steps(referee.as_mut(), &self.history, steps)?;
        self.referee = referee;
        self.set_engine(engine);
        Ok(())
    }

    /// Brings the engine to the current position.
    pub fn sync_engine(&mut self) -> Result<(), EngineError> {
        self.engine.follow(&self.history, None)
    }

    /// Brings the engine to `position` if one is given, in place of the current one.
    pub fn sync_engine_at(&mut self, position: Option<&str>) -> Result<(), EngineError> {
        self.engine.follow(&self.history, position)
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
        self.engine.think(question, tell)
    }
}

/// Replays the first steps of a game on a referee. Returns them with the chance seeds of this replay, or
/// the error of the first illegal one.
fn replay_steps(
    referee: &mut dyn Referee,
    history: &History,
    steps: usize,
) -> Result<Vec<Step>, EngineError> {
    referee.new_game(history.seed);
    let mut seeds = history.reseeded.iter().peekable();
    let mut replayed = Vec::with_capacity(steps);
    for (i, step) in history.steps.iter().take(steps).enumerate() {
        while let Some((_, seed)) = seeds.next_if(|(from, _)| *from <= i) {
            referee.reseed(*seed);
        }
        replayed.push(replay_step(referee, step)?);
    }
    for (_, seed) in seeds {
        referee.reseed(*seed);
    }
    Ok(replayed)
}

fn replay_step(referee: &mut dyn Referee, step: &Step) -> Result<Step, EngineError> {
    let mut step = step.clone();
    match &mut step {
        Step::SetUp(position) => referee.set_position(position)?,
        Step::Move {
            set_up,
            text,
            chance,
            ..
        } => {
            if let Some(position) = set_up {
                referee.set_position(position)?;
            }
            (*text, *chance) = referee.play(text)?;
        }
    }
    Ok(step)
}
