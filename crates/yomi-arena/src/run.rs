//! Playing a contest: workers, the record, and what comes out.
//!
//! Workers take games from the schedule in order. Everything they share (the schedule, the
//! openings, the scoreboard, the record) lies on one [`Desk`] behind a mutex, which is held only
//! between games.

use crate::game::{Fixture, Terms, play_game};
use crate::guard::{Seat, guarded, make_referee};
use crate::journal::Journal;
use crate::openings::Book;
use crate::record::{GameRecord, Header};
use crate::schedule::Schedule;
use crate::{ArenaError, Contest, Scoreboard, Table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use yomi_core::{Referee, Stop};

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
        RunOptions { record: Some(path.as_ref().to_owned()), ..self }
    }

    /// Ends the match early when raised (and not lowered before the run returns). Games being
    /// played are abandoned and not recorded, since their engines were hurried; a record can be
    /// resumed later.
    #[must_use]
    pub fn stop(self, stop: &Stop) -> Self {
        RunOptions { stop: stop.clone(), ..self }
    }

    /// Has somebody watch.
    #[must_use]
    pub fn observer(self, observer: &'a dyn Observer) -> Self {
        RunOptions { observer, ..self }
    }

    /// Leaves [`MatchResult::games`] empty, for long matches whose games are on file anyway.
    #[must_use]
    pub fn forget_games(self) -> Self {
        RunOptions { keep_games: false, ..self }
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
            return Err(ArenaError::Contest("0 workers play nothing, expected one or more".into()));
        }
        let schedule = self.schedule()?;
        let header = self.header();
        let mut desk = Desk {
            book: Book::new(&header.openings, &schedule, &self.referee)?,
            board: Scoreboard::new(&header, &schedule)?,
            names: header.participants.iter().map(|entry| entry.name.clone()).collect(),
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
        thread::scope(|scope| {
            let work = || {
                if let Err(error) = self.work(&header, options, &desk) {
                    lock(&desk).failure.get_or_insert(error);
                }
            };
            for _ in 0..options.workers.min(games_left) {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    lock(&desk).failure.get_or_insert(ArenaError::Worker(error));
                    break;
                }
            }
        });

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

    /// What a worker does until nothing is left to do.
    fn work(
        &self,
        header: &Header,
        options: &RunOptions,
        desk: &Mutex<Desk>,
    ) -> Result<(), ArenaError> {
        let terms =
            Terms { clock: header.clock, max_plies: header.max_plies, stop: &options.stop };
        let mut seats: Vec<Seat> = self.participants.iter().map(Seat::new).collect();
        let mut referee = make_referee(&self.referee)?;
        while !options.stop.is_raised() {
            let Some((fixture, players)) = lock(desk).next(referee.as_mut())? else {
                break;
            };
            let Ok(players) = seats.get_disjoint_mut(players) else {
                return Err(ArenaError::Contest("a participant met itself".to_owned()));
            };
            // Engines are guarded one by one: a panic that comes up here is the referee's.
            let played = guarded(|| play_game(&fixture, &terms, referee.as_mut(), players))
                .map_err(ArenaError::Referee)??;
            if let Some(game) = played {
                lock(desk).finish(game)?;
            }
        }
        Ok(())
    }
}

/// What the workers share.
struct Desk<'a> {
    schedule: Schedule,
    names: Vec<String>,
    book: Book,
    board: Scoreboard,
    journal: Option<Journal>,
    observer: &'a dyn Observer,
    /// Finished games by their place in the schedule, with their line in the record (0 for those
    /// of this run).
    done: BTreeMap<usize, usize>,
    games: Option<BTreeMap<usize, GameRecord>>,
    next_job: usize,
    played: usize,
    failure: Option<ArenaError>,
}

/// A panic while the desk is locked could only come from a bug of this crate, and the record is
/// valid at every moment: going on is safe.
fn lock<'a, 'b>(desk: &'a Mutex<Desk<'b>>) -> MutexGuard<'a, Desk<'b>> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk<'_> {
    /// The next game to play and who sits where; `None` when nothing is to be started any more.
    fn next(
        &mut self,
        referee: &mut dyn Referee,
    ) -> Result<Option<(Fixture, [usize; 2])>, ArenaError> {
        while self.done.contains_key(&self.next_job) {
            self.next_job += 1;
        }
        if self.failure.is_some()
            || self.board.is_decided()
            || self.next_job >= self.schedule.games()
        {
            return Ok(None);
        }
        let id = self.schedule.id(self.next_job);
        self.next_job += 1;
        let opening = guarded(|| self.book.opening(referee, id.pairing, id.pair))
            .map_err(ArenaError::Referee)??;
        let seats = self.schedule.pairings[id.pairing].seats(id.game);
        let seed = self.schedule.game_seed(id);
        Ok(Some((Fixture { id, opening, seed }, seats)))
    }

    /// Takes a finished game: first onto the file, then onto the board.
    fn finish(&mut self, game: GameRecord) -> Result<(), ArenaError> {
        if let Some(journal) = &mut self.journal {
            journal.write(&game)?;
        }
        self.played += 1;
        self.board.add(&game);
        self.notify(|observer, board| observer.game_finished(&game, board))?;
        if let Some(job) = self.schedule.job(game.id()) {
            self.keep(job, 0, game);
        }
        Ok(())
    }

    /// Takes a game of an earlier run, if it is one of this contest.
    fn resume(
        &mut self,
        path: &Path,
        line: usize,
        game: GameRecord,
        referee: &mut dyn Referee,
    ) -> Result<(), ArenaError> {
        let fail = |reason| ArenaError::BadLine { path: path.to_owned(), line, reason };
        let id = game.id();
        let Some(job) = self.schedule.job(id) else {
            return Err(fail(format!("the contest has no {id}")));
        };
        if let Some(&earlier) = self.done.get(&job) {
            return Err(ArenaError::Duplicate { path: path.to_owned(), line, earlier, game: id });
        }
        let opening = guarded(|| self.book.opening(referee, id.pairing, id.pair))
            .map_err(ArenaError::Referee)??;
        let [first, second] =
            self.schedule.pairings[id.pairing].seats(id.game).map(|seat| &self.names[seat]);
        let differs = |what: &str, found: String, expected: String| {
            fail(format!("the {what} of {id} is {found}, expected {expected}"))
        };
        if (&game.first, &game.second) != (first, second) {
            let found = format!("{} - {}", game.first, game.second);
            return Err(differs("seating", found, format!("{first} - {second}")));
        }
        let seed = self.schedule.game_seed(id);
        for (what, found, expected) in
            [("seed", game.seed, seed), ("opening_seed", game.opening_seed, opening.seed)]
        {
            if found != expected {
                let (found, expected) = (found.number(), expected.number());
                return Err(differs(what, found.to_string(), expected.to_string()));
            }
        }
        if game.opening != *opening.moves {
            let quoted = |moves: &[String]| format!("'{}'", moves.join(" "));
            return Err(differs("opening", quoted(&game.opening), quoted(&opening.moves)));
        }
        self.board.add(&game);
        self.keep(job, line, game);
        Ok(())
    }

    fn keep(&mut self, job: usize, line: usize, game: GameRecord) {
        self.done.insert(job, line);
        if let Some(games) = &mut self.games {
            games.insert(job, game);
        }
    }

    fn notify(&self, call: impl FnOnce(&dyn Observer, &Scoreboard)) -> Result<(), ArenaError> {
        guarded(|| call(self.observer, &self.board)).map_err(ArenaError::Observer)
    }
}
