//! Playing a contest: workers, the record, and what comes out.
//!
//! Workers take games from the schedule in order; each has its own referee and engines.

use crate::desk::{Desk, lock};
use crate::game::{Terms, play_game};
use crate::guard::{Seat, guarded, make_referee};
use crate::journal::Journal;
use crate::judge::Bench;
use crate::openings::Book;
use crate::record::{GameRecord, Header};
use crate::{ArenaError, Contest, Scoreboard, Table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use yomi_core::Stop;
use yomi_core::resources::run_workers;

/// Watches a match. Calls come one at a time, from the workers' threads, with the record already
/// on file; a match waits while its observer looks.
pub trait Observer: Sync {
    /// The match begins. Games of an earlier run that is being resumed are on the board.
    fn begun(&self, _board: &Scoreboard) {}

    /// A game was finished.
    fn game_finished(&self, _game: &GameRecord, _board: &Scoreboard) {}
}

/// Looks away.
impl Observer for () {}

/// How to play a contest, as opposed to what: nothing here changes any game.
#[derive(Clone)]
pub struct RunOptions<'a> {
    workers: usize,
    record: Option<PathBuf>,
    stop: Stop,
    observer: &'a dyn Observer,
    keep_games: bool,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        RunOptions {
            workers: 1,
            record: None,
            stop: Stop::default(),
            observer: &(),
            keep_games: true,
        }
    }
}

impl<'a> RunOptions<'a> {
    /// One worker, no record, nobody watching.
    pub fn new() -> RunOptions<'a> {
        RunOptions::default()
    }

    /// How many games are played at the same time.
    #[must_use]
    pub fn workers(self, workers: usize) -> Self {
        RunOptions { workers, ..self }
    }

    /// Appends every finished game to this file, and first takes from it what an earlier run of
    /// the same contest has finished.
    #[must_use]
    pub fn record(self, path: impl AsRef<Path>) -> Self {
        RunOptions {
            record: Some(path.as_ref().to_owned()),
            ..self
        }
    }

    /// Ends the match early when raised (and not lowered before the run returns). Games being
    /// played are abandoned and not recorded, since their engines were hurried; a record can be
    /// resumed later.
    #[must_use]
    pub fn stop(self, stop: &Stop) -> Self {
        RunOptions {
            stop: stop.clone(),
            ..self
        }
    }

    /// Has somebody watch.
    #[must_use]
    pub fn observer(self, observer: &'a dyn Observer) -> Self {
        RunOptions { observer, ..self }
    }

    /// Leaves [`MatchResult::games`] empty, for long matches whose games are on file anyway.
    #[must_use]
    pub fn forget_games(self) -> Self {
        RunOptions {
            keep_games: false,
            ..self
        }
    }
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All games were played.
    Complete,
    /// The sequential test decided.
    Decided,
    /// It was stopped from outside.
    Stopped,
}

/// What came out of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchResult {
    /// The results with their statistics.
    pub table: Table,
    /// Why it ended.
    pub ending: Ending,
    /// Games played in this run.
    pub played: usize,
    /// Games taken over from the record of an earlier run.
    pub resumed: usize,
    /// Whether the record ended in a torn line, which was cut off.
    pub torn_line: bool,
    /// All games, in the order of the schedule.
    pub games: Vec<GameRecord>,
}

impl Contest {
    /// Plays the contest, or the rest of it.
    ///
    /// Engines that fail lose their game. An error means that the match could not go on (the
    /// record, a factory or the referee failed); games finished before are on file.
    pub fn run(&self, options: &RunOptions) -> Result<MatchResult, ArenaError> {
        if options.workers == 0 {
            return Err(ArenaError::Contest(
                "0 workers play nothing, expected one or more".into(),
            ));
        }
        let schedule = self.schedule()?;
        let header = self.header();
        let book = guarded(|| Book::new(&header.openings, &schedule, &self.referee))
            .map_err(ArenaError::Referee)??;
        let mut desk = Desk {
            book,
            board: Scoreboard::new(&header, &schedule)?,
            judged: header.judge.is_some(),
            cpu_time: header.cpu_time,
            names: header
                .participants
                .iter()
                .map(|entry| entry.name.clone())
                .collect(),
            schedule,
            journal: None,
            observer: options.observer,
            done: BTreeMap::new(),
            games: options.keep_games.then(BTreeMap::new),
            next_job: 0,
            played: 0,
            failure: None,
        };
        let mut torn_line = false;
        if let Some(path) = &options.record {
            let mut referee = make_referee(&self.referee)?;
            let (journal, torn) = Journal::open(path, &header, |line, game| {
                desk.resume(path, line, game, referee.as_mut())
            })?;
            torn_line = torn;
            desk.journal = Some(journal);
        }
        let resumed = desk.done.len();
        let games_left = desk.schedule.games() - resumed;
        desk.notify(|observer, board| observer.begun(board))?;

        let desk = Mutex::new(desk);
        let workers = options.workers.min(games_left);
        run_workers(workers, || {
            if let Err(error) = self.work(&header, options, workers == 1, &desk) {
                lock(&desk).failure.get_or_insert(error);
            }
        })?;

        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = desk.failure {
            return Err(error);
        }
        let ending = if desk.board.is_decided() {
            Ending::Decided
        } else if desk.done.len() == desk.schedule.games() {
            Ending::Complete
        } else {
            Ending::Stopped
        };
        Ok(MatchResult {
            table: desk.board.table()?,
            ending,
            played: desk.played,
            resumed,
            torn_line,
            games: desk.games.unwrap_or_default().into_values().collect(),
        })
    }

    /// What a worker does until nothing is left to do; `alone` if there is no other.
    fn work(
        &self,
        header: &Header,
        options: &RunOptions,
        alone: bool,
        desk: &Mutex<Desk>,
    ) -> Result<(), ArenaError> {
        let terms = Terms {
            clock: header.clock,
            cpu_time: header.cpu_time,
            alone,
            max_plies: header.max_plies,
            resign: header.resign,
            stop: &options.stop,
        };
        let mut seats: Vec<Seat> = self.participants.iter().map(Seat::new).collect();
        let mut referee = make_referee(&self.referee)?;
        let mut bench = self.judge_factory().map(Bench::new);
        while !options.stop.is_raised() {
            let Some((fixture, players)) = lock(desk).next(referee.as_mut())? else {
                break;
            };
            let Ok(players) = seats.get_disjoint_mut(players) else {
                return Err(ArenaError::Contest("a participant met itself".to_owned()));
            };
            // Engines are guarded one by one: a panic that comes up here is the referee's.
            let played =
                guarded(|| play_game(&fixture, &terms, referee.as_mut(), players, bench.as_mut()))
                    .map_err(ArenaError::Referee)??;
            if let Some(game) = played {
                lock(desk).finish(game)?;
            }
        }
        Ok(())
    }
}
