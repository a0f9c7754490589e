//! Engines that crash, panic, cheat or dawdle lose; referees and factories that fail end it all.

use crate::support::digits::Digits;
use crate::support::habits::{Habit, habitual};
use crate::support::{Contest, Participant, play, random};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use yomi_arena::{
    ArenaError, GameRecord, Observer, Openings, Reason, RunOptions, Scoreboard, read_record,
};
use yomi_core::engine::TextReport;
use yomi_core::{Clock, Engine, EngineError, Player, Seed, Stop};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    ErrorOnNewGame,
    ErrorOnPlay,
    ErrorOnThink,
    PanicOnThink,
    PanicOnPlayAndOnDrop,
    IllegalMove,
    Slow,
    TimeOutOnThink,
    Resign,
    StopOnPlay,
}

/// Plays at random until the ply at which it goes wrong.
struct Faulty {
    fault: Fault,
    ply: usize,
    stop: Stop,
}

const PLY: usize = 4;

impl Faulty {
    fn engine(fault: Fault, game: &Arc<Digits>, stop: &Stop) -> Box<dyn Engine> {
        let habit = Faulty {
            fault,
            ply: 0,
            stop: stop.clone(),
        };
        habitual("faulty", game, habit)
    }

    fn go_wrong(&self, fault: Fault) -> Result<(), EngineError> {
        if self.fault == fault && self.ply >= PLY {
            return Err(EngineError::Broken {
                engine: "faulty".into(),
                reason: "a leak".into(),
            });
        }
        Ok(())
    }
}

impl Habit for Faulty {
    fn new_game(&mut self, _: Seed) -> Result<(), EngineError> {
        self.ply = if self.fault == Fault::ErrorOnNewGame {
            PLY
        } else {
            0
        };
        self.go_wrong(Fault::ErrorOnNewGame)
    }
    fn play(&mut self) -> Result<(), EngineError> {
        self.ply += 1;
        self.go_wrong(Fault::ErrorOnPlay)?;
        if self.go_wrong(Fault::PanicOnPlayAndOnDrop).is_err() {
            panic!("an assertion failed in play");
        }
        self.go_wrong(Fault::StopOnPlay)
            .inspect_err(|_| self.stop.raise())
    }
    fn think(
        &mut self,
        random: &mut dyn FnMut() -> Result<TextReport, EngineError>,
    ) -> Result<TextReport, EngineError> {
        self.go_wrong(Fault::ErrorOnThink)?;
        if self.go_wrong(Fault::PanicOnThink).is_err() {
            panic!("an assertion failed at ply {}", self.ply);
        }
        if self.go_wrong(Fault::TimeOutOnThink).is_err() {
            return Err(EngineError::TimedOut {
                engine: "faulty".into(),
                reason: "no answer".into(),
            });
        }
        if self.go_wrong(Fault::Resign).is_err() {
            return Err(EngineError::Resigned);
        }
        let mut report = random()?;
        if self.go_wrong(Fault::IllegalMove).is_err() {
            report.best = "resign".to_owned();
        }
        if self.go_wrong(Fault::Slow).is_err() {
            std::thread::sleep(Duration::from_millis(320));
        }
        Ok(report)
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        if self.go_wrong(Fault::PanicOnPlayAndOnDrop).is_err() {
            panic!("and another one in drop");
        }
    }
}

fn faulty(fault: Fault, game: &Arc<Digits>, made: &Arc<AtomicUsize>) -> Participant {
    stoppable(fault, game, made, &Stop::default())
}

fn stoppable(
    fault: Fault,
    game: &Arc<Digits>,
    made: &Arc<AtomicUsize>,
    stop: &Stop,
) -> Participant {
    let (game, made, stop) = (Arc::clone(game), Arc::clone(made), stop.clone());
    Participant::new("faulty", move || {
        made.fetch_add(1, Ordering::Relaxed);
        Ok(Faulty::engine(fault, &game, &stop))
    })
}

#[test]
fn failing_engines_lose_and_the_match_goes_on() {
    for (fault, reason, detail) in [
        (
            Fault::ErrorOnNewGame,
            Reason::Crash,
            "engine 'faulty' failed: a leak",
        ),
        (
            Fault::ErrorOnPlay,
            Reason::Crash,
            "engine 'faulty' failed: a leak",
        ),
        (
            Fault::ErrorOnThink,
            Reason::Crash,
            "engine 'faulty' failed: a leak",
        ),
        (
            Fault::PanicOnThink,
            Reason::Crash,
            "panicked: an assertion failed at ply ",
        ),
        (
            Fault::PanicOnPlayAndOnDrop,
            Reason::Crash,
            "panicked: an assertion failed in play",
        ),
        (
            Fault::IllegalMove,
            Reason::Illegal,
            "'resign' is not a legal move here",
        ),
        (Fault::Slow, Reason::Time, "overstepped the clock"),
        (
            Fault::TimeOutOnThink,
            Reason::Time,
            "engine 'faulty' failed: no answer",
        ),
    ] {
        let made = Arc::new(AtomicUsize::new(0));
        let game = Arc::new(Digits::default());
        let mut contest = Contest::of("digits", &game)
            .participant(faulty(fault, &game, &made))
            .participant(random("sound", &game))
            .pairs(3);
        if fault == Fault::Slow {
            let remaining = Duration::from_millis(300);
            contest = contest.clock(Clock {
                remaining,
                ..Clock::default()
            });
        }
        let result = play(&contest, 1);
        assert_eq!(result.games.len(), 6);
        for game in &result.games {
            let loser = if game.first == "faulty" {
                Player::First
            } else {
                Player::Second
            };
            assert_eq!(game.forfeited_by(), Some(loser), "{fault:?}");
            assert_eq!(game.reason, reason, "{fault:?}");
            assert!(
                game.detail.as_ref().unwrap().starts_with(detail),
                "{fault:?}: {game:?}"
            );
        }
        assert_eq!(
            made.load(Ordering::Relaxed),
            6,
            "{fault:?}: a new one for every game"
        );
        let standing = &result.table.standings[0];
        assert_eq!(
            (standing.games.losses, standing.forfeits_a.total()),
            (6, 6),
            "{fault:?}"
        );
        assert_eq!(standing.forfeits_b.total(), 0, "{fault:?}");
        assert!(
            result
                .table
                .render()
                .contains("faulty forfeited 6 games to sound")
        );
    }
}

#[test]
fn resigning_is_no_misconduct() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("match.jsonl");
    let made = Arc::new(AtomicUsize::new(0));
    let game = Arc::new(Digits::default());
    let contest = Contest::of("digits", &game)
        .participant(faulty(Fault::Resign, &game, &made))
        .participant(random("sound", &game))
        .pairs(2);
    let run = || contest.run(&RunOptions::new().record(&path)).unwrap();
    let result = run();
    for game in &result.games {
        assert_eq!((game.reason, &game.detail), (Reason::Resignation, &None));
        assert_eq!(game.forfeited_by(), None);
        assert_eq!(
            game.score_first,
            if game.first == "faulty" { 0.0 } else { 1.0 }
        );
    }
    assert_eq!(made.load(Ordering::Relaxed), 1, "the engine is kept");
    assert!(!result.table.render().contains("forfeited"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(r#""reason":"resignation""#).count(), 4);
    assert_eq!(run().table, result.table, "the record is read again");
}

#[test]
fn an_engine_that_gives_up_because_the_match_is_stopped_does_not_lose() {
    let stop = Stop::default();
    let made = Arc::new(AtomicUsize::new(0));
    let game = Arc::new(Digits::default());
    let result = Contest::of("digits", &game)
        .participant(stoppable(Fault::StopOnPlay, &game, &made, &stop))
        .participant(random("sound", &game))
        .pairs(2)
        .run(&RunOptions::new().stop(&stop))
        .unwrap();
    assert_eq!(result.ending, yomi_arena::Ending::Stopped);
    assert!(result.games.is_empty());
}

#[test]
fn a_table_tells_the_most_frequent_causes() {
    let game = Arc::new(Digits::default());
    let engine = Arc::clone(&game);
    let count = Arc::new(AtomicUsize::new(0));
    let moody = Participant::new("moody", move || {
        let number = count.fetch_add(1, Ordering::Relaxed);
        let mood = [
            "rain\n and\thail",
            "fog",
            "rain\n and\thail",
            "heat",
            "frost",
            "snow",
        ][number % 6]
            .repeat(if number % 6 == 1 { 99 } else { 1 });
        Ok(habitual("moody", &engine, Moody { mood }))
    });
    let table = play(
        &Contest::of("digits", &game)
            .participant(moody)
            .participant(random("sound", &game))
            .pairs(3),
        1,
    )
    .table;
    let causes = &table.standings[0].forfeits_a.causes;
    assert_eq!((causes.len(), causes[0].games), (5, 2));
    let text = table.render();
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("forfeited"))
        .collect();
    assert_eq!(lines[1], "  2 x rain and hail");
    assert!(
        lines[2].starts_with("  1 x fogfog") && lines[2].ends_with('…'),
        "{text}"
    );
    assert_eq!(lines[2].chars().count(), 100);
    assert_eq!(lines[3], "  1 x frost");
    assert_eq!(lines[4], "  and 2 games for other reasons");
}

/// Fails for a reason of its own.
struct Moody {
    mood: String,
}

impl Habit for Moody {
    fn think(
        &mut self,
        _: &mut dyn FnMut() -> Result<TextReport, EngineError>,
    ) -> Result<TextReport, EngineError> {
        Err(EngineError::Broken {
            engine: "moody".into(),
            reason: self.mood.clone(),
        })
    }
}

#[test]
fn a_game_decided_on_the_board_cannot_be_lost_any_more() {
    let made = Arc::new(AtomicUsize::new(0));
    let game = Arc::new(Digits {
        plies: PLY as u32,
        ..Digits::default()
    });
    let contest = Contest::of("digits", &game)
        .participant(faulty(Fault::ErrorOnPlay, &game, &made))
        .participant(random("sound", &game))
        .pairs(3);
    let result = play(&contest, 1);
    assert!(result.games.iter().all(|game| game.reason == Reason::Rules));
    assert_eq!(
        made.load(Ordering::Relaxed),
        1,
        "an engine that does not fail is kept"
    );
}

#[test]
fn clocks_are_kept_within_their_means() {
    let game = Arc::new(Digits::default());
    let made = Arc::new(AtomicUsize::new(0));
    let contest = Contest::of("digits", &game)
        .participant(faulty(Fault::Slow, &game, &made))
        .participant(random("sound", &game))
        .pairs(1)
        .clock(Clock {
            remaining: Duration::from_secs(600),
            ..Clock::default()
        });
    let result = play(&contest, 1);
    assert!(result.games.iter().all(|game| game.reason == Reason::Rules));
    let slow = result.games[0].wall.thinking;
    assert!(slow[0] >= 0.64, "two slow moves are on the clock: {slow:?}");
}

#[test]
fn a_failing_factory_ends_the_match_and_keeps_the_record() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("match.jsonl");
    let game = Arc::new(Digits::default());
    let made = Arc::new(AtomicUsize::new(0));
    // Crashes in every game, and can be made three times only.
    let crashing = faulty(Fault::ErrorOnThink, &game, &made);
    let (factory_game, factory_made) = (Arc::clone(&game), Arc::clone(&made));
    let limited = Participant::new("faulty", move || {
        if factory_made.fetch_add(1, Ordering::Relaxed) == 3 {
            return Err("out of licences".into());
        }
        let stop = Stop::default();
        Ok(Faulty::engine(Fault::ErrorOnThink, &factory_game, &stop))
    });
    let contest = |participant| {
        Contest::of("digits", &game)
            .participant(participant)
            .participant(random("sound", &game))
            .pairs(4)
    };
    let error = contest(limited)
        .run(&RunOptions::new().record(&path))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the engine of participant 'faulty' could not be made: out of licences"
    );
    assert_eq!(read_record(&path).unwrap().1.len(), 3);
    let result = contest(crashing)
        .run(&RunOptions::new().record(&path))
        .unwrap();
    assert_eq!((result.resumed, result.played), (3, 5));
}

#[test]
fn factories_and_observers_that_panic_are_errors() {
    let game = Arc::new(Digits::default());
    let contest = |participant| {
        Contest::of("digits", &game)
            .participant(participant)
            .participant(random("b", &game))
    };
    let panicking = Participant::new("a", || panic!("no such file"));
    let error = contest(panicking)
        .run(&RunOptions::new().workers(2))
        .unwrap_err();
    assert!(matches!(&error, ArenaError::Factory { participant, .. } if participant == "a"));
    assert!(error.to_string().contains("panicked: no such file"));

    struct Clumsy;
    impl Observer for Clumsy {
        fn game_finished(&self, _: &GameRecord, _: &Scoreboard) {
            panic!("dropped the pen");
        }
    }
    let error = contest(random("a", &game))
        .run(&RunOptions::new().workers(2).observer(&Clumsy))
        .unwrap_err();
    assert!(
        error.to_string().contains("panicked: dropped the pen"),
        "{error}"
    );
}

#[test]
fn a_referee_that_fails_ends_the_match() {
    let game = Arc::new(Digits::default());
    let error = Contest::new("digits", || Err("is ill".into()))
        .participant(random("a", &game))
        .participant(random("b", &game))
        .run(&RunOptions::new())
        .unwrap_err();
    assert_eq!(error.to_string(), "the referee failed: is ill");

    // A game without any move: over before it begins.
    let empty = Arc::new(Digits {
        plies: 0,
        ..Digits::default()
    });
    let error = Contest::of("nothing", &empty)
        .participant(random("a", &empty))
        .participant(random("b", &empty))
        .openings(Openings::Random { plies: 0 })
        .run(&RunOptions::new())
        .unwrap_err();
    assert!(
        error.to_string().contains("over before its first move"),
        "{error}"
    );
}
