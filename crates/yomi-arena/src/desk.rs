//! The desk the workers share: the schedule, the openings, the scoreboard, the record.
//!
//! It lies behind a mutex that is held only between games.

use crate::game::Fixture;
use crate::guard::guarded;
use crate::journal::Journal;
use crate::openings::Book;
use crate::record::{GameRecord, Reason};
use crate::schedule::Schedule;
use crate::{ArenaError, Observer, OpeningLine, Scoreboard};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi_core::Referee;

/// What the workers share.
pub(crate) struct Desk<'a> {
    pub schedule: Schedule,
    pub names: Vec<String>,
    pub book: Book,
    pub board: Scoreboard,
    /// Whether the contest has a judge.
    pub judged: bool,
    /// Whether the contest counts processor time.
    pub cpu_time: bool,
    pub journal: Option<Journal>,
    pub observer: &'a dyn Observer,
    /// Finished games by their place in the schedule, with their line in the record (0 for those
    /// of this run).
    pub done: BTreeMap<usize, usize>,
    pub games: Option<BTreeMap<usize, GameRecord>>,
    pub next_job: usize,
    pub played: usize,
    pub failure: Option<ArenaError>,
}

/// A panic while the desk is locked could only come from a bug of this crate, and the record is
/// valid at every moment: going on is safe.
pub(crate) fn lock<'a, 'b>(desk: &'a Mutex<Desk<'b>>) -> MutexGuard<'a, Desk<'b>> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk<'_> {
    /// The next game to play and who sits where; `None` when nothing is to be started any more.
    pub fn next(
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
    pub fn finish(&mut self, game: GameRecord) -> Result<(), ArenaError> {
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
    pub fn resume(
        &mut self,
        path: &Path,
        line: usize,
        game: GameRecord,
        referee: &mut dyn Referee,
    ) -> Result<(), ArenaError> {
        let fail = |reason| ArenaError::BadLine {
            path: path.to_owned(),
            line,
            reason,
        };
        let id = game.id();
        let Some(job) = self.schedule.job(id) else {
            return Err(fail(format!("the contest has no {id}")));
        };
        if let Some(&earlier) = self.done.get(&job) {
            return Err(ArenaError::Duplicate {
                path: path.to_owned(),
                line,
                earlier,
                game: id,
            });
        }
        let opening = guarded(|| self.book.opening(referee, id.pairing, id.pair))
            .map_err(ArenaError::Referee)??;
        let [first, second] = self.schedule.pairings[id.pairing]
            .seats(id.game)
            .map(|seat| &self.names[seat]);
        let differs = |what: &str, found: String, expected: String| {
            fail(format!(
                "the {what} of {id} is {found}, expected {expected}"
            ))
        };
        if (&game.first, &game.second) != (first, second) {
            let found = format!("{} - {}", game.first, game.second);
            return Err(differs("seating", found, format!("{first} - {second}")));
        }
        let seed = self.schedule.game_seed(id);
        for (what, found, expected) in [
            ("seed", game.seed, seed),
            ("opening_seed", game.opening_seed, opening.seed),
        ] {
            if found != expected {
                let (found, expected) = (found.number(), expected.number());
                return Err(differs(what, found.to_string(), expected.to_string()));
            }
        }
        let begun = OpeningLine {
            position: game.position.clone(),
            moves: game.opening.clone(),
        };
        let listed = opening.line();
        if begun != listed {
            let quoted = |line: OpeningLine| format!("'{line}'");
            return Err(differs("opening", quoted(begun), quoted(listed)));
        }
        guarded(|| game.replay(referee))
            .map_err(ArenaError::Referee)?
            .map_err(|error| fail(format!("the moves of {id} cannot be replayed: {error}")))?;
        if game.reason == Reason::Rules && game.judgement.is_some() != self.judged {
            let [has, contest_has] = [game.judgement.is_some(), self.judged]
                .map(|is_there| if is_there { "a" } else { "no" });
            return Err(fail(format!(
                "{id} has {has} judgement, but the contest has {contest_has} judge"
            )));
        }
        if game.processor.is_some() != self.cpu_time {
            let [has, contest_does] = match self.cpu_time {
                true => ["has no processor times", "counts them"],
                false => ["has processor times", "does not count them"],
            };
            return Err(fail(format!("{id} {has}, but the contest {contest_does}")));
        }
        let by_referee = game
            .judgement
            .as_ref()
            .map_or(game.outcome, |judgement| judgement.referee);
        if game.reason == Reason::Rules && referee.outcome() != Some(by_referee) {
            let found = referee
                .outcome()
                .map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
            return Err(fail(format!(
                "the outcome of {id} is '{by_referee}', but its moves leave the game {found}"
            )));
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

    pub fn notify(&self, call: impl FnOnce(&dyn Observer, &Scoreboard)) -> Result<(), ArenaError> {
        guarded(|| call(self.observer, &self.board)).map_err(ArenaError::Observer)
    }
}
