//! The game under way: a referee whose word counts, and an engine that follows.
//!
//! The engine is brought in step only when it must think. So whatever happens in between (a game
//! loaded, an engine exchanged, a move taken back that the engine could not take back) the two
//! never disagree; and as long as nothing of that kind happens, the engine hears of each move at
//! once and keeps its tree.

use yomi_core::engine::TextReport;
use yomi_core::{Clock, Engine, EngineError, Player, Referee, Seed, Stop};

/// A move that was made.
struct Step {
    mover: Player,
    text: String,
    chance: Seed,
}

/// A game under way.
pub struct Session {
    referee: Box<dyn Referee>,
    engine: Box<dyn Engine>,
    in_step: bool,
    played: Vec<Step>,
    seed: Seed,
    games: u64,
}

impl Session {
    /// A session at the start of a game.
    pub fn new(referee: Box<dyn Referee>, engine: Box<dyn Engine>, seed: Seed) -> Session {
        let mut session = Session {
            referee,
            engine,
            in_step: false,
            played: Vec::new(),
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
        self.played.clear();
        self.in_step = false;
    }

    /// Lets everything from here on, and the games to come, depend on this seed alone.
    pub fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        self.games = 0;
        self.referee.reseed(self.game_seed());
        self.in_step = false;
    }

    /// Replaces the engine.
    pub fn set_engine(&mut self, engine: Box<dyn Engine>) {
        self.engine = engine;
        self.in_step = false;
    }

    /// Who made which move so far.
    pub fn moves(&self) -> impl Iterator<Item = (Player, &str)> {
        self.played
            .iter()
            .map(|step| (step.mover, step.text.as_str()))
    }

    /// Whether this player has no move: the game is over, or the other one is on turn again.
    pub fn is_skipped(&self, player: Player) -> bool {
        let to_move = self.referee.to_move();
        let last = self.played.last().map(|step| step.mover);
        self.referee.outcome().is_some() || (to_move != player && last == Some(to_move))
    }

    /// Plays a move of the side to move, and returns it as the game spells it.
    pub fn play(&mut self, text: &str) -> Result<String, EngineError> {
        let mover = self.referee.to_move();
        let (text, chance) = self.referee.play(text)?;
        self.in_step = self.in_step && self.engine.play(&text, chance).is_ok();
        self.played.push(Step {
            mover,
            text: text.clone(),
            chance,
        });
        Ok(text)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        self.referee.undo()?;
        self.played.pop();
        self.in_step = self.in_step && self.engine.undo().is_ok();
        Ok(())
    }

    /// Begins a new game on another board, with these moves. If one of them is not legal, nothing
    /// has changed.
    pub fn replace(
        &mut self,
        mut referee: Box<dyn Referee>,
        moves: &[String],
    ) -> Result<(), EngineError> {
        referee.new_game(self.seed.child("game").index(self.games + 1));
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            let mover = referee.to_move();
            let (text, chance) = referee.play(text)?;
            played.push(Step {
                mover,
                text,
                chance,
            });
        }
        self.games += 1;
        self.referee = referee;
        self.played = played;
        self.in_step = false;
        Ok(())
    }

    /// Lets the engine think about the position.
    pub fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<TextReport, EngineError> {
        if !self.in_step {
            self.engine.new_game(self.game_seed().child("engine"))?;
            for step in &self.played {
                self.engine.play(&step.text, step.chance)?;
            }
            self.in_step = true;
        }
        self.engine.think(clock, stop)
    }
}
