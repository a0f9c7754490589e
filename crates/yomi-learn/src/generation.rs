//! Generation of self-play games into a journal.
//!
//! A run that was stopped or killed resumes from its journal, and a larger number of games extends it.

use crate::games::{SelfPlayGame, SelfPlayHeader};
use crate::numbered::{Numbered, numbered};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use thiserror::Error;
use yomi_core::engine::Host;
use yomi_core::{EngineError, Stop};
use yomi_run::{Executor, Header, Job, Journal, JournalError, Players, RunError, WorkQueue};

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
    /// The teacher or the rules failed at a position to be valued.
    #[error("position {number}: {source}")]
    Position {
        /// The number of the position.
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
    /// Plays games until the file has all numbers of its part; returns how many of these it has. `watch`
    /// hears of every game on file.
    pub fn run(
        &self,
        path: &Path,
        part: Part,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, GenerationError> {
        let executor = Executor {
            workers: self.workers.max(1),
            stop: self.stop.clone(),
        };
        let job = |number| self.recipe.job(number);
        generate(&self.recipe, job, (path, part), &executor, watch, || {
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

/// Which records of a run a file gets: those with a number below `games`, or every so many of them where
/// several processes or machines share the work, each with a file of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The number of records that all files have together in the end.
    pub games: u64,
    /// The number of this file, counted from 0, and the number of all files.
    pub shard: [u64; 2],
}

impl Part {
    /// All of them.
    pub fn whole(games: u64) -> Part {
        Part {
            games,
            shard: [0, 1],
        }
    }

    /// The numbers of the records of this file.
    ///
    /// ```
    /// use yomi_learn::generation::Part;
    /// let part = Part { games: 8, shard: [1, 3] };
    /// assert!(part.numbers().eq([1, 4, 7]));
    /// assert!(Part::whole(3).numbers().eq([0, 1, 2]));
    /// ```
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let [first, of] = self.shard;
        (first..self.games).step_by(of.max(1) as usize)
    }
}

/// Has workers made by `make` play games until the file has all numbers of its part; returns how many
/// of these it has. `job` makes the job of a number; `watch` hears of every game on file.
pub fn generate<H, J, W>(
    header: &H,
    job: impl Fn(u64) -> J + Sync,
    (path, part): (&Path, Part),
    executor: &Executor,
    watch: &(dyn Fn(u64) + Sync),
    make: impl Fn() -> Result<W, GenerationError> + Sync,
) -> Result<u64, GenerationError>
where
    H: Header,
    J: Job<Output: Numbered>,
    W: FnMut(&J) -> Result<Option<J::Output>, GenerationError>,
{
    let mut done = BTreeMap::new();
    let mut journal = Journal::open(path, header, |game: J::Output, place| {
        numbered(&mut done, game, place)
    })?;
    let mut count = part
        .numbers()
        .filter(|number| done.contains_key(number))
        .count() as u64;
    watch(count);
    let done: Vec<_> = done.into_keys().map(|number| job(number).id()).collect();
    let jobs = part
        .numbers()
        .map(|number| Ok::<_, GenerationError>(job(number)));
    let queue = WorkQueue::new(jobs, |_: &J, _| {
        count += 1;
        watch(count);
        Ok(ControlFlow::Continue(()))
    });
    executor.run(queue.with_journal(&mut journal, done), || {
        let mut play = make()?;
        Ok(move |job: &J| {
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
