//! Panics in other people's code, turned into errors.
//!
//! Engines, referees and factories come from outside. One that panics must not take the match
//! and its workers down; it is treated as one that reported an error: the engine is thrown away, or
//! the match ends.

use crate::record::Reason;
use crate::{ArenaError, Factory, Participant};
use yomi_core::engine::Follower;
use yomi_core::{EngineError, Outcome, Player, Referee};
use yomi_run::guarded;

pub(crate) fn make_referee(
    factory: &dyn Factory,
    game: &str,
) -> Result<Box<dyn Referee>, ArenaError> {
    match guarded(|| factory.referee(game)) {
        Ok(Ok(referee)) => Ok(referee),
        Ok(Err(error)) => Err(ArenaError::Referee(error.to_string())),
        Err(panic) => Err(ArenaError::Referee(panic)),
    }
}

/// Why an engine did not answer.
pub(crate) enum Failure {
    /// It lost its game.
    Loss { reason: Reason, detail: String },
    /// This machine could not serve it, which is no fault of its own.
    OutOfResources(String),
}

impl Failure {
    fn crash(detail: String) -> Failure {
        let reason = Reason::Crash;
        Failure::Loss { reason, detail }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        let detail = error.to_string();
        let reason = match error {
            EngineError::OutOfResources { .. } => return Failure::OutOfResources(detail),
            EngineError::TimedOut { .. } => Reason::Time,
            EngineError::Resigned => Reason::Resignation,
            _ => Reason::Crash,
        };
        Failure::Loss { reason, detail }
    }
}

/// A worker's instance of a participant's engine.
pub(crate) struct Seat<'a> {
    factory: &'a dyn Factory,
    pub player: Participant,
    engine: Option<Follower>,
}

impl<'a> Seat<'a> {
    pub fn new(factory: &'a dyn Factory, player: &Participant) -> Seat<'a> {
        Seat {
            factory,
            player: player.clone(),
            engine: None,
        }
    }

    pub fn name(&self) -> &str {
        &self.player.name
    }

    /// The process that thinks for the engine, if it is not ours.
    pub fn process_id(&self) -> Option<u32> {
        self.engine.as_ref().and_then(Follower::process_id)
    }

    /// Gives the engine its side in the next game; makes one if there is none.
    pub fn prepare(&mut self, game: &str, side: Player) -> Result<(), ArenaError> {
        if let Some(engine) = &mut self.engine {
            engine.take_side(side);
            return Ok(());
        }
        let made = guarded(|| self.factory.engine(game, &self.player));
        let fail = |reason| ArenaError::Factory {
            participant: self.name().to_owned(),
            reason,
        };
        let engine = made.map_err(fail)?.map_err(|error| {
            let reason = error.to_string();
            match error.downcast_ref() {
                Some(EngineError::OutOfResources { .. }) => ArenaError::OutOfResources(reason),
                _ => fail(reason),
            }
        })?;
        let mut engine = Follower::new(engine);
        engine.take_side(side);
        self.engine = Some(engine);
        Ok(())
    }

    /// Asks the engine something. If it fails, it is thrown away and the reason comes back; one
    /// that resigns has not failed and is kept.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Follower) -> Result<T, EngineError>,
    ) -> Result<T, Failure> {
        let Some(engine) = &mut self.engine else {
            return Err(Failure::crash("there is no engine".to_owned()));
        };
        let failure = match guarded(|| question(engine)) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) => Failure::from(error),
            Err(panic) => Failure::crash(panic),
        };
        if !matches!(failure, Failure::Loss { reason, .. } if !reason.is_forfeit()) {
            self.dismiss();
        }
        Err(failure)
    }

    /// Tells the engine, if there is one, how the game ended. The game is decided: one that fails
    /// now is thrown away, and that is all.
    pub fn conclude(&mut self, outcome: Outcome) {
        if let Some(engine) = &mut self.engine
            && guarded(|| engine.engine_mut().conclude(outcome)).is_err()
        {
            self.dismiss();
        }
    }

    /// Throws the engine away, if there is one: the next game gets a new one.
    pub fn dismiss(&mut self) {
        if let Some(engine) = self.engine.take() {
            // A broken engine may panic once more as it is dropped; nobody needs to know.
            let _ = guarded(|| drop(engine));
        }
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.dismiss();
    }
}
