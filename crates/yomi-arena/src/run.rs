//! Playing a contest: the options, the workers, and what comes out.
//!
//! Workers take games from the schedule in order; each has its own referee and engines.

use crate::fixture::{Fixture, Fixtures};
use crate::game::{Circumstances, Seats, play_game};
use crate::guard::{Seat, make_referee};
use crate::judge::Bench;
use crate::record::GameRecord;
use crate::schedule::Schedule;
use crate::{ArenaError, Contest, Factory, Participant, Scoreboard, Table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use yomi_core::Stop;
use yomi_core::engine::{History, Session};
use yomi_run::{Executor, Job, Journal, WorkQueue, guarded};

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
    /// Plays the contest, or the rest of it, with what this factory makes.
    ///
    /// Engines that fail lose their game. An error means that the match could not go on (the
    /// record, a factory or the referee failed); games finished before are on file.
    pub fn run(
        &self,
        factory: &dyn Factory,
        options: &RunOptions,
    ) -> Result<MatchResult, ArenaError> {
        if options.workers == 0 {
            return Err(ArenaError::Contest(
                "0 workers play nothing, expected one or more".into(),
            ));
        }
        let schedule = self.schedule()?;
        let header = self.header();
        let mut fixtures = Fixtures::new(&header, schedule.clone(), factory)?;
        let mut results = Results {
            board: Scoreboard::new(&header, &schedule)?,
            schedule,
            observer: options.observer,
            lines: BTreeMap::new(),
            games: options.keep_games.then(BTreeMap::new),
        };
        let mut done = Vec::new();
        let mut journal = match &options.record {
            None => None,
            Some(path) => Some(Journal::open(path, &header, |game, place| {
                let fixture = fixtures.resumed(&game, place)?;
                if let Some(earlier) = results.lines.get(&results.place(&game)) {
                    let reason = format!("{} is already on line {earlier}", game.id());
                    return Err(place.bad(reason).into());
                }
                done.push(fixture.id());
                results.board.add(&game);
                results.keep(place.line, game);
                Ok::<_, ArenaError>(())
            })?),
        };
        let torn_line = journal.as_ref().is_some_and(Journal::torn_line);
        let resumed = done.len();
        results.notify(|observer, board| observer.begun(board))?;

        let games_left = match results.board.is_decided() {
            true => 0,
            false => results.schedule.games() - resumed,
        };
        let workers = options.workers.min(games_left);
        let executor = Executor {
            workers,
            stop: options.stop.clone(),
        };
        let mut queue = WorkQueue::new(fixtures, |_, game| results.receive(game));
        if let Some(journal) = &mut journal {
            queue = queue.with_journal(journal, done);
        }
        executor.run(queue, || {
            let circumstances = Circumstances {
                alone: workers == 1,
                stop: &options.stop,
            };
            let mut worker = Worker {
                factory,
                circumstances,
                room: None,
            };
            Ok(move |fixture: &Fixture| worker.play(fixture))
        })?;

        let recorded = results.lines.len();
        let ending = if results.board.is_decided() {
            Ending::Decided
        } else if recorded == results.schedule.games() {
            Ending::Complete
        } else {
            Ending::Stopped
        };
        Ok(MatchResult {
            table: results.board.table()?,
            ending,
            played: recorded - resumed,
            resumed,
            torn_line,
            games: results.games.unwrap_or_default().into_values().collect(),
        })
    }
}

/// What has been played so far.
struct Results<'a> {
    schedule: Schedule,
    board: Scoreboard,
    observer: &'a dyn Observer,
    /// Finished games by their place in the schedule, with their line in the record (0 for those of
    /// this run).
    lines: BTreeMap<usize, usize>,
    games: Option<BTreeMap<usize, GameRecord>>,
}

impl Results<'_> {
    /// The place of a game of this contest in the schedule.
    fn place(&self, game: &GameRecord) -> usize {
        self.schedule.job(game.id()).unwrap_or(usize::MAX)
    }

    /// Takes a finished game, which is on file already.
    fn receive(&mut self, game: GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        self.board.add(&game);
        self.notify(|observer, board| observer.game_finished(&game, board))?;
        self.keep(0, game);
        Ok(match self.board.is_decided() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    fn keep(&mut self, line: usize, game: GameRecord) {
        let place = self.place(&game);
        self.lines.insert(place, line);
        if let Some(games) = &mut self.games {
            games.insert(place, game);
        }
    }

    fn notify(&self, call: impl FnOnce(&dyn Observer, &Scoreboard)) -> Result<(), ArenaError> {
        guarded(|| call(self.observer, &self.board)).map_err(ArenaError::Observer)
    }
}

/// Plays games, knowing nothing but their fixtures and who makes what they are played with.
struct Worker<'a> {
    factory: &'a dyn Factory,
    circumstances: Circumstances<'a>,
    room: Option<Room<'a>>,
}

/// What a worker plays games with, kept for as long as its fixtures name the same game, judge and finisher.
struct Room<'a> {
    game: String,
    session: Session<()>,
    seats: Vec<Seat<'a>>,
    bench: Option<Bench<'a>>,
    /// Who finishes games that change hands, one engine for each side.
    finishers: Option<[Seat<'a>; 2]>,
}

impl Worker<'_> {
    /// Plays a game; `None` if it was stopped before its end.
    fn play(&mut self, fixture: &Fixture) -> Result<Option<GameRecord>, ArenaError> {
        self.room.take_if(|room| !room.fits(fixture));
        let room = match &mut self.room {
            Some(room) => room,
            none => none.insert(Room::new(self.factory, fixture)?),
        };
        let places = fixture
            .players
            .each_ref()
            .map(|player| room.seat(self.factory, player));
        let Ok(players) = room.seats.get_disjoint_mut(places) else {
            return Err(ArenaError::Contest("a participant met itself".to_owned()));
        };
        let (session, bench) = (&mut room.session, room.bench.as_mut());
        let finishers = room.finishers.as_mut().map(|seats| seats.each_mut());
        let seats = Seats { players, finishers };
        // Engines are guarded one by one: a panic that comes up here is the referee's.
        guarded(|| play_game(fixture, &self.circumstances, session, seats, bench))
            .map_err(ArenaError::Referee)?
    }
}

impl<'a> Room<'a> {
    fn new(factory: &'a dyn Factory, fixture: &Fixture) -> Result<Room<'a>, ArenaError> {
        let game = fixture.game.clone();
        let judge = fixture.judge.as_ref();
        let referee = make_referee(factory, &game)?;
        let start = History::new(fixture.opening_seed, fixture.seed);
        let session = guarded(|| Session::without_engine(referee, start));
        let finisher = fixture.handover.as_ref().map(|handover| &handover.finisher);
        Ok(Room {
            session: session.map_err(ArenaError::Referee)?,
            seats: Vec::new(),
            bench: judge.map(|details| Bench::new(factory, &game, details)),
            finishers: finisher.map(|player| [(); 2].map(|()| Seat::new(factory, player))),
            game,
        })
    }

    fn fits(&self, fixture: &Fixture) -> bool {
        let judge = self.bench.as_ref().map(|bench| &bench.details);
        let finisher = self.finishers.as_ref().map(|[seat, _]| &seat.player);
        let handover = fixture.handover.as_ref();
        let wanted = handover.map(|handover| &handover.finisher);
        (&self.game, judge, finisher) == (&fixture.game, fixture.judge.as_ref(), wanted)
    }

    /// The place of a player, which is given one if it has none.
    fn seat(&mut self, factory: &'a dyn Factory, player: &Participant) -> usize {
        let seats = &mut self.seats;
        let taken = seats.iter().position(|seat| seat.player == *player);
        taken.unwrap_or_else(|| {
            seats.push(Seat::new(factory, player));
            seats.len() - 1
        })
    }
}
