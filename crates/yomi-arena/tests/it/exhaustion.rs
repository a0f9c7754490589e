//! What this machine cannot give is nobody's loss: the match ends, and goes on later.

use crate::support::digits::Digits;
use crate::support::habits::{Habit, habitual};
use crate::support::{Contest, Participant, random};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tempfile::TempDir;
use yomi_arena::{ArenaError, BoxError, Judge, MatchResult, RunOptions, Verdict, read_record};
use yomi_core::{EngineError, Outcome, Player, Seed};

fn no_handles() -> EngineError {
    EngineError::OutOfResources {
        engine: "program".into(),
        reason: "too many open files".into(),
    }
}

/// An engine in need of something that the machine gives only so often.
struct Needy {
    left: Arc<AtomicUsize>,
}

impl Habit for Needy {
    fn new_game(&mut self, _: Seed) -> Result<(), EngineError> {
        let take = |left: usize| left.checked_sub(1);
        let (set, get) = (Ordering::Relaxed, Ordering::Relaxed);
        let taken = self.left.fetch_update(set, get, take);
        taken.map(|_| ()).map_err(|_| no_handles())
    }
}

fn contest(left: &Arc<AtomicUsize>) -> Contest {
    let (game, left) = (Arc::new(Digits::default()), Arc::clone(left));
    let rules = Arc::clone(&game);
    let needy = Participant::new("needy", move || {
        let left = Arc::clone(&left);
        Ok(habitual("needy", &rules, Needy { left }))
    });
    Contest::of("digits", &game)
        .participant(needy)
        .participant(random("random", &game))
        .pairs(5)
}

/// Plays until the machine has nothing left, and then the rest.
fn play_in_two_parts(contest: &Contest, finished: usize, relief: impl Fn()) -> MatchResult {
    let folder = TempDir::new().unwrap();
    let record = folder.path().join("games.jsonl");
    let options = RunOptions::new().record(&record);
    let error = contest.run(&options).unwrap_err();
    assert!(matches!(error, ArenaError::OutOfResources(_)), "{error}");
    assert!(error.to_string().contains("too many open files"), "{error}");
    let (_, games) = read_record(&record).unwrap();
    assert_eq!(games.len(), finished, "the others stay to be played");
    relief();
    let result = contest.run(&options).unwrap();
    assert_eq!((result.resumed, result.played), (finished, 10 - finished));
    for game in &result.games {
        assert_eq!((game.forfeited_by(), &game.detail), (None, &None));
    }
    result
}

#[test]
fn an_engine_that_this_machine_cannot_serve_loses_nothing() {
    let left = Arc::new(AtomicUsize::new(3));
    play_in_two_parts(&contest(&left), 3, || left.store(100, Ordering::Relaxed));
}

#[test]
fn an_engine_that_this_machine_cannot_make_loses_nothing() {
    let game = Arc::new(Digits::default());
    let left = Arc::new(AtomicUsize::new(0));
    let (rules, stock) = (Arc::clone(&game), Arc::clone(&left));
    let heavy = Participant::new("heavy", move || match stock.load(Ordering::Relaxed) {
        0 => Err(no_handles().into()),
        _ => Ok(habitual(
            "heavy",
            &rules,
            Needy {
                left: Arc::clone(&stock),
            },
        )),
    });
    let contest = Contest::of("digits", &game)
        .participant(random("random", &game))
        .participant(heavy)
        .pairs(5);
    play_in_two_parts(&contest, 0, || left.store(100, Ordering::Relaxed));
}

#[test]
fn a_judge_that_this_machine_cannot_serve_is_not_passed_over() {
    let plenty = Arc::new(AtomicUsize::new(100));
    let served = Arc::new(AtomicBool::new(false));
    let relief = Arc::clone(&served);
    let contest = contest(&plenty).judge("first wins", move || {
        let served = Arc::clone(&served);
        let judge = move |_: &[String]| -> Result<Verdict, BoxError> {
            match served.load(Ordering::Relaxed) {
                false => Err(no_handles().into()),
                true => Ok(Verdict {
                    outcome: Outcome::Win(Player::First),
                    answer: "B+".into(),
                }),
            }
        };
        Ok(Box::new(judge) as Judge)
    });
    let result = play_in_two_parts(&contest, 0, || relief.store(true, Ordering::Relaxed));
    assert_eq!(result.table.standings[0].judged.unwrap().games, 10);
}
