//! Generation of self-play games into a journal.
//!
//! A run that was stopped or killed resumes from its journal, and a larger number of games extends it.

use crate::games::{LabelledGame, SelfPlayGame, SelfPlayHeader, numbered};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use thiserror::Error;
use yomi_core::engine::Host;
use yomi_core::{EngineError, Stop};
use yomi_run::{Executor, Job, Journal, JournalError, Players, RunError, WorkQueue};

/// Errors of the generation of games.
#[derive(Debug, Error)]
pub enum GenerationError {
    /// The file, the workers' threads, or a worker.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The teacher or the rules failed.
    #[error("game {number}: {source}")]
    Game {
        /// The number of the game.
        number: u64,
        /// The error.
        source: EngineError,
    },
    /// The teacher reported an invalid value.
    #[error("{0}")]
    Value(String),
    /// The teacher could not be made.
    #[error("the teacher could not be made: {0}")]
    Teacher(String),
}

impl From<JournalError> for GenerationError {
    fn from(error: JournalError) -> GenerationError {
        GenerationError::Run(error.into())
    }
}

/// Plays games to learn from.
pub struct GameGenerator<'a> {
    /// How the games are played.
    pub recipe: SelfPlayHeader,
    /// Makes the rules and the engine.
    pub host: &'a dyn Host,
    /// The number of games played at the same time, which does not affect their moves.
    pub workers: usize,
    /// Ends the run early when raised.
    pub stop: Stop,
}

impl GameGenerator<'_> {
    /// Plays games until the file has numbers `0..games`; returns how many it has. `watch` hears
    /// of every game on file.
    pub fn run(
        &self,
        path: &Path,
        games: u64,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, GenerationError> {
        let executor = Executor {
            workers: self.workers.max(1),
            stop: self.stop.clone(),
        };
        generate(&self.recipe, path, games, &executor, watch, || {
            let mut players = Players::new(self.host);
            Ok(move |job: &SelfPlayGame| {
                let players = players.get(&job.game, &job.teacher);
                let (referee, teacher) = players.map_err(GenerationError::Teacher)?;
                let played = job.play(referee, teacher, &self.stop);
                played.map_err(|source| GenerationError::Game {
                    number: job.number,
                    source,
                })
            })
        })
    }
}

/// Has workers made by `make` play games until the file has numbers `0..games`; returns how many it
/// has. `watch` hears of every game on file.
pub fn generate<W>(
    recipe: &SelfPlayHeader,
    path: &Path,
    games: u64,
    executor: &Executor,
    watch: &(dyn Fn(u64) + Sync),
    make: impl Fn() -> Result<W, GenerationError> + Sync,
) -> Result<u64, GenerationError>
where
    W: FnMut(&SelfPlayGame) -> Result<Option<LabelledGame>, GenerationError>,
{
    let mut done = BTreeMap::new();
    let mut journal = Journal::open(path, recipe, |game, place| numbered(&mut done, game, place))?;
    let mut count = done.range(..games).count() as u64;
    watch(count);
    let jobs = (0..games).map(|number| Ok::<_, GenerationError>(recipe.job(number)));
    let queue = WorkQueue::new(jobs, |_: &SelfPlayGame, _| {
        count += 1;
        watch(count);
        Ok(ControlFlow::Continue(()))
    });
    let done = done.into_keys().map(|number| recipe.job(number).id());
    executor.run(queue.with_journal(&mut journal, done), || {
        let mut play = make()?;
        Ok(move |job: &SelfPlayGame| {
            let played = play(job)?;
            // What contradicts itself could not be read again.
            if let Some(game) = &played {
                game.check().map_err(GenerationError::Value)?;
            }
            Ok(played)
        })
    })?;
    Ok(count)
}
