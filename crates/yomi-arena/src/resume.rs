//! Games of an earlier run: read from a record, and checked against the contest.

use crate::fixture::{Fixture, Fixtures};
use crate::record::{GameRecord, Header, Reason};
use crate::{ArenaError, Contest, HandedOver, OpeningLine, Scoreboard};
use std::path::Path;
use yomi_core::{EngineError, Referee};
use yomi_run::{JournalError, Place, guarded, read_journal};

/// Reads a record without touching it: its header and its games in the order in which they were
/// finished. A torn last line is left out.
pub fn read_record(path: &Path) -> Result<(Header, Vec<GameRecord>), ArenaError> {
    let mut games = Vec::new();
    let header = read_journal(path, |game: GameRecord, place| {
        consistent(&game, place)?;
        games.push(game);
        Ok::<_, ArenaError>(())
    })?;
    Ok((header, games))
}

/// Whether the sequential test of the contest on record, if it has one, has come to an answer: then no
/// game of it is missing.
pub fn is_decided(path: &Path) -> Result<bool, ArenaError> {
    let (header, games) = read_record(path)?;
    let schedule = Contest(header.clone()).schedule()?;
    let mut board = Scoreboard::new(&header, &schedule)?;
    let of_contest = |game: &&GameRecord| schedule.job(game.id()).is_some();
    for game in games.iter().filter(of_contest) {
        board.add(game);
    }
    Ok(board.is_decided())
}

/// A game must not contradict itself.
fn consistent(game: &GameRecord, place: Place) -> Result<(), JournalError> {
    match game.contradiction() {
        Some(contradiction) => Err(place.bad(contradiction)),
        None => Ok(()),
    }
}

impl Fixtures<'_> {
    /// The fixture that a recorded game is the result of, if it is one of this contest.
    pub fn resumed(&mut self, game: &GameRecord, place: Place) -> Result<Fixture, ArenaError> {
        consistent(game, place)?;
        let id = game.id();
        if self.schedule.job(id).is_none() {
            return Err(place.bad(format!("the contest has no {id}")).into());
        }
        let fixture = self.fixture(id)?;
        if let Some(reason) = misfit(game, &fixture) {
            return Err(place.bad(reason).into());
        }
        let referee = self.referee.as_mut();
        let due = guarded(|| replay(game, &fixture, referee))
            .map_err(ArenaError::Referee)?
            .map_err(|error| place.bad(format!("the moves of {id} cannot be replayed: {error}")))?;
        if due != game.handed_over {
            let [found, expected] = [&game.handed_over, &due].map(told);
            let reason = format!("{id} was {found}, expected {expected}");
            return Err(place.bad(reason).into());
        }
        match unearned(game, self.referee.as_ref()) {
            Some(reason) => Err(place.bad(reason).into()),
            None => Ok(fixture),
        }
    }
}

/// Plays a game again, and tells how it changes hands.
fn replay(
    game: &GameRecord,
    fixture: &Fixture,
    referee: &mut dyn Referee,
) -> Result<Option<HandedOver>, EngineError> {
    let mut due = None;
    let goes_on = |referee: &dyn Referee, moves| {
        referee.outcome().is_none() && game.opening.len() + moves < fixture.max_plies
    };
    game.replay_with(referee, |referee, moves| {
        if let Some(handover) = &fixture.handover
            && due.is_none()
            && goes_on(referee, moves)
            && handover.is_due(referee)
        {
            due = Some(HandedOver {
                to: handover.finisher.name.clone(),
                after: moves,
            });
        }
    })?;
    Ok(due)
}

fn told(handed_over: &Option<HandedOver>) -> String {
    match handed_over {
        None => "not handed over".to_owned(),
        Some(HandedOver { to, after }) => format!("handed over to '{to}' after {after} moves"),
    }
}

/// What in a record does not belong to the game that was to be played, if anything.
fn misfit(game: &GameRecord, fixture: &Fixture) -> Option<String> {
    let id = fixture.id;
    let differs = |what: &str, found: String, expected: String| {
        Some(format!(
            "the {what} of {id} is {found}, expected {expected}"
        ))
    };
    let [first, second] = &fixture.players;
    if (&game.first, &game.second) != (&first.name, &second.name) {
        let found = format!("{} - {}", game.first, game.second);
        let expected = format!("{} - {}", first.name, second.name);
        return differs("seating", found, expected);
    }
    for (what, found, expected) in [
        ("seed", game.seed, fixture.seed),
        ("opening_seed", game.opening_seed, fixture.opening_seed),
    ] {
        if found != expected {
            let [found, expected] = [found, expected].map(|seed| seed.number().to_string());
            return differs(what, found, expected);
        }
    }
    let begun = OpeningLine {
        position: game.position.clone(),
        moves: game.opening.clone(),
    };
    if begun != fixture.opening {
        let [found, expected] = [&begun, &fixture.opening].map(|line| format!("'{line}'"));
        return differs("opening", found, expected);
    }
    let judged = fixture.judge.is_some();
    if game.reason == Reason::Rules && game.judgement.is_some() != judged {
        let [has, contest_has] =
            [game.judgement.is_some(), judged].map(|is_there| if is_there { "a" } else { "no" });
        return Some(format!(
            "{id} has {has} judgement, but the contest has {contest_has} judge"
        ));
    }
    if game.processor.is_some() != fixture.cpu_time {
        let [has, contest_does] = match fixture.cpu_time {
            true => ["has no processor times", "counts them"],
            false => ["has processor times", "does not count them"],
        };
        return Some(format!("{id} {has}, but the contest {contest_does}"));
    }
    None
}

/// What is wrong with the result of a game whose moves have been replayed, if anything.
fn unearned(game: &GameRecord, referee: &dyn Referee) -> Option<String> {
    let by_referee = game
        .judgement
        .as_ref()
        .map_or(game.outcome, |judgement| judgement.referee);
    if game.reason != Reason::Rules || referee.outcome() == Some(by_referee) {
        return None;
    }
    let found = referee
        .outcome()
        .map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
    let id = game.id();
    Some(format!(
        "the outcome of {id} is '{by_referee}', but its moves leave the game {found}"
    ))
}
