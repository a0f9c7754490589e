//! The game under way: a referee whose word counts, and an engine that follows.
//!
//! The engine is brought in step only when it must think. So whatever happens in between (a game
//! loaded, an engine exchanged, a move taken back that the engine could not take back) the two
//! never disagree; and as long as nothing of that kind happens, the engine hears of each move at
//! once and keeps its tree.
//!
//! Where stones may be put down by hand, a game is more than its moves: positions are set up on
//! the way. A referee forgets what was before such a position, the session does not: taking back
//! goes through all the steps again, up to the last but one.

use yomi_core::engine::{Question, TextReport};
use yomi_core::{Engine, EngineError, Player, Referee, Seed};

/// What happened in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A move was made.
    Move {
        /// The position set up for it, where the mover was not on turn.
        turned: Option<String>,
        /// Who made it.
        mover: Player,
        /// The move as the game spells it.
        text: String,
        /// What the one who chose it thought of it.
        remark: Option<String>,
    },
    /// A position was set up.
    SetUp(String),
}

/// The seed of a step that draws nothing.
const NO_CHANCE: Seed = Seed::new(0);

/// Goes through the steps on a referee at the start of a game. Each with the seed of its chance, or
/// why one of them was not legal.
fn retrace<'a>(
    referee: &mut dyn Referee,
    steps: impl IntoIterator<Item = &'a Step>,
) -> Result<Vec<(Step, Seed)>, EngineError> {
    let mut done = Vec::new();
    for step in steps {
        let chance = match step {
            Step::SetUp(position) => {
                referee.set_position(position)?;
                NO_CHANCE
            }
            Step::Move { turned, text, .. } => {
                if let Some(position) = turned {
                    referee.set_position(position)?;
                }
                referee.play(text)?.1
            }
        };
        done.push((step.clone(), chance));
    }
    Ok(done)
}

/// Where the engine stands.
#[derive(PartialEq)]
enum Standing {
    /// Where the game does.
    InStep,
    /// At this position, to which the game may come.
    Aside(String),
    /// Somewhere else.
    Elsewhere,
}

/// A game under way.
pub struct Session {
    referee: Box<dyn Referee>,
    engine: Box<dyn Engine>,
    standing: Standing,
    /// Each with the seed of its chance.
    steps: Vec<(Step, Seed)>,
    seed: Seed,
    games: u64,
}

impl Session {
    /// A session at the start of a game.
    pub fn new(referee: Box<dyn Referee>, engine: Box<dyn Engine>, seed: Seed) -> Session {
        let mut session = Session {
            referee,
            engine,
            standing: Standing::Elsewhere,
            steps: Vec::new(),
            seed,
            games: 0,
        };
        session.referee.new_game(session.game_seed());
        session
    }

    /// Every game since the seed was set has a seed of its own.
    fn game_seed(&self) -> Seed {
        self.seed.child("game").index(self.games)
    }

    /// The seed that everything here derives from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The referee.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// Begins a new game.
    pub fn clear(&mut self) {
        self.games += 1;
        self.referee.new_game(self.game_seed());
        self.steps.clear();
        self.standing = Standing::Elsewhere;
    }

    /// Lets everything from here on, and the games to come, depend on this seed alone.
    pub fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        self.games = 0;
        self.referee.reseed(self.game_seed());
        self.standing = Standing::Elsewhere;
    }

    /// Replaces the engine.
    pub fn set_engine(&mut self, engine: Box<dyn Engine>) {
        self.engine = engine;
        self.standing = Standing::Elsewhere;
    }

    /// What happened so far.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().map(|(step, _)| step)
    }

    /// Who made the last move.
    pub fn last_mover(&self) -> Option<Player> {
        self.steps().fold(None, |last, step| match step {
            Step::Move { mover, .. } => Some(*mover),
            Step::SetUp(_) => last,
        })
    }

    /// Plays a move of the side to move, and returns it as the game spells it. Where the mover is
    /// not on turn, the same position with the mover on turn is `turned`.
    pub fn play(&mut self, turned: Option<String>, text: &str) -> Result<String, EngineError> {
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
        let is_there = match (&self.standing, &turned) {
            (Standing::InStep, None) => true,
            (Standing::InStep, Some(position)) => self.engine.set_position(position).is_ok(),
            (Standing::Aside(place), Some(position)) => place == position,
            _ => false,
        };
        let follows = is_there && self.engine.play(&text, chance).is_ok();
        self.standing = standing(follows);
        let step = Step::Move {
            turned,
            mover,
            text: text.clone(),
            remark: None,
        };
        self.steps.push((step, chance));
        Ok(text)
    }

    /// Notes something about the last move.
    pub fn remark(&mut self, text: String) {
        if let Some((Step::Move { remark, .. }, _)) = self.steps.last_mut() {
            *remark = Some(text);
        }
    }

    /// Goes on from another position.
    pub fn set_up(&mut self, position: String) -> Result<(), EngineError> {
        self.referee.set_position(&position)?;
        let follows =
            self.standing == Standing::InStep && self.engine.set_position(&position).is_ok();
        self.standing = standing(follows);
        self.steps.push((Step::SetUp(position), NO_CHANCE));
        Ok(())
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        let (last, chance) = self.steps.pop().ok_or(EngineError::NothingToUndo)?;
        let done = match last {
            Step::Move { turned: None, .. } => self.referee.undo(),
            _ => self.go_through_again(),
        };
        if let Err(error) = done {
            self.steps.push((last, chance));
            return Err(error);
        }
        let simple = matches!(last, Step::Move { turned: None, .. });
        let follows = simple && self.standing == Standing::InStep && self.engine.undo().is_ok();
        self.standing = standing(follows);
        Ok(())
    }

    /// How many steps there were: for [`Session::back_to`].
    pub fn mark(&self) -> usize {
        self.steps.len()
    }

    /// Takes back whatever happened since there were so many steps.
    pub fn back_to(&mut self, mark: usize) -> Result<(), EngineError> {
        while self.steps.len() > mark {
            self.undo()?;
        }
        Ok(())
    }

    /// Brings the referee to where the steps lead.
    fn go_through_again(&mut self) -> Result<(), EngineError> {
        self.referee.new_game(self.game_seed());
        let steps = self.steps.iter().map(|(step, _)| step);
        retrace(self.referee.as_mut(), steps).map(|_| ())
    }

    /// The same game by other rules. If a step is not legal by them, nothing has changed.
    pub fn reopen(
        &mut self,
        mut referee: Box<dyn Referee>,
        engine: Box<dyn Engine>,
    ) -> Result<(), EngineError> {
        referee.new_game(self.game_seed());
        self.steps = retrace(referee.as_mut(), self.steps())?;
        self.referee = referee;
        self.set_engine(engine);
        Ok(())
    }

    /// Begins a new game on another board, with these steps. If one of them is not legal, nothing
    /// has changed.
    pub fn replace<'a>(
        &mut self,
        mut referee: Box<dyn Referee>,
        steps: impl IntoIterator<Item = &'a Step>,
    ) -> Result<(), EngineError> {
        referee.new_game(self.seed.child("game").index(self.games + 1));
        self.steps = retrace(referee.as_mut(), steps)?;
        self.games += 1;
        self.referee = referee;
        self.standing = Standing::Elsewhere;
        Ok(())
    }

    /// Brings the engine to where the game stands, or to the position `aside` of it.
    pub fn prepare(&mut self, aside: Option<&str>) -> Result<(), EngineError> {
        let is_there = match (&self.standing, aside) {
            (Standing::InStep, None) => true,
            (Standing::Aside(place), Some(position)) => place == position,
            _ => false,
        };
        if is_there {
            return Ok(());
        }
        self.standing = Standing::Elsewhere;
        self.engine.new_game(self.game_seed().child("engine"))?;
        if let Some(position) = aside {
            self.engine.set_position(position)?;
            self.standing = Standing::Aside(position.to_owned());
            return Ok(());
        }
        for (step, chance) in &self.steps {
            match step {
                Step::SetUp(position) => self.engine.set_position(position)?,
                Step::Move { turned, text, .. } => {
                    if let Some(position) = turned {
                        self.engine.set_position(position)?;
                    }
                    self.engine.play(text, *chance)?;
                }
            }
        }
        self.standing = Standing::InStep;
        Ok(())
    }

    /// Lets the engine think about the position it was brought to.
    pub fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.engine.think(question, tell)
    }
}

fn standing(in_step: bool) -> Standing {
    if in_step {
        Standing::InStep
    } else {
        Standing::Elsewhere
    }
}
