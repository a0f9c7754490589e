//! Programs of others in a match: whatever they do, the match goes on.
//!
//! The opponent is `rude-gtp`, a real process (see `tests/programs`), in a game of tic-tac-toe.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use yomi_arena::{Contest, Ending, LocalFactory, MatchResult, Openings, Reason, RunOptions};
use yomi_core::engine::{GameReferee, list_all};
use yomi_core::{Clock, Engine, EngineError, Player, Referee, Seed, Stop};
use yomi_protocol::gtp::client::{Dialect, GtpEngine};
use yomi_protocol::program::{CommandLine, Patience};
use yomi_toy::TicTacToe;

const RUDE: &str = env!("CARGO_BIN_EXE_rude-gtp");

fn referee() -> Box<dyn Referee> {
    Box::new(GameReferee::new(Arc::new(TicTacToe), list_all))
}

fn command(mode: &str, file: Option<&Path>) -> CommandLine {
    let file = file.map_or(String::new(), |path| format!("\"{}\"", path.display()));
    format!("'{RUDE}' {mode} {file}")
        .parse()
        .expect("a command line")
}

fn engine(mode: &str, file: Option<&Path>) -> GtpEngine {
    GtpEngine::new("rude", command(mode, file), referee())
        .with_dialect(Dialect::new(["set_game Tic Tac Toe", "komi 7"]))
}

/// A match of one pair between a program and its well-behaved twin.
fn run(mode: &str, patience: Patience, stop: &Stop) -> MatchResult {
    let (own_mode, own_stop) = (mode.to_owned(), stop.clone());
    let mut players = LocalFactory::of(&Arc::new(TicTacToe));
    let rude = players.add("rude", "", move || {
        let engine = engine(&own_mode, None).with_patience(patience);
        Ok(Box::new(engine.with_stop(&own_stop)))
    });
    let polite = players.add("polite", "", || Ok(Box::new(engine("polite", None))));
    let result = Contest::new("tic-tac-toe")
        .participant(rude)
        .participant(polite)
        .pairs(1)
        .openings(Openings::Random { plies: 0 })
        .run(&players, &RunOptions::new().stop(stop));
    result.unwrap_or_else(|error| panic!("{mode}: {error}"))
}

fn play(mode: &str, patience: Patience) -> MatchResult {
    run(mode, patience, &Stop::default())
}

fn impatience(milliseconds: u64) -> Patience {
    Patience {
        start: Duration::from_millis(milliseconds),
        answer: Duration::from_millis(milliseconds),
    }
}

#[test]
fn misconduct_loses_the_game_and_the_match_goes_on() {
    use Reason::{Crash, Illegal, Time};
    let patient = Patience::default();
    let hasty = impatience(400);
    let last_words = "with exit status: 3; its last words: out of cheese redo from start";
    for (mode, patience, reason, detail) in [
        ("crash-at-start", patient, Crash, last_words),
        ("crash-on-clear", patient, Crash, last_words),
        ("crash-on-genmove", patient, Crash, last_words),
        ("crash-on-play", patient, Crash, last_words),
        (
            "hang-at-start",
            hasty,
            Time,
            "no answer to 'list_commands' within 0.4 s",
        ),
        ("hang-on-genmove", hasty, Time, "within 0.4 s"),
        ("hang-on-play", hasty, Time, "no answer to 'play "),
        ("unfinished-answer", hasty, Time, "no answer to 'genmove"),
        (
            "short-list",
            patient,
            Crash,
            "does not know the command 'clear_board'",
        ),
        (
            "refuse-game",
            patient,
            Crash,
            "refused 'set_game Tic Tac Toe': invalid argument",
        ),
        ("refuse-play", patient, Crash, ": illegal move"),
        ("refuse-genmove", patient, Crash, ": cannot"),
        (
            "flood-stdout",
            patient,
            Crash,
            "'what a lovely day' where =ID",
        ),
        (
            "flood-one-line",
            patient,
            Crash,
            "with a line of more than 65536 bytes",
        ),
        (
            "flood-empty-lines",
            patient,
            Crash,
            "with more than 65536 bytes",
        ),
        (
            "endless-answer",
            patient,
            Crash,
            "with more than 65536 bytes",
        ),
        (
            "garbage",
            patient,
            Crash,
            "' segmentation violets' where =ID",
        ),
        ("wrong-id", patient, Crash, "'=999999 a1' where =ID"),
        (
            "illegal-move",
            patient,
            Illegal,
            "'z99' is not a legal move here",
        ),
        ("pass", patient, Illegal, "'pass' is not a legal move here"),
        ("empty-move", patient, Crash, "with no move: ''"),
        ("long-move", patient, Crash, "with no move: 'a1,a1,"),
    ] {
        let result = play(mode, patience);
        assert_eq!(result.games.len(), 2, "{mode}");
        for game in &result.games {
            let side = if game.first == "rude" {
                Player::First
            } else {
                Player::Second
            };
            assert_eq!(game.forfeited_by(), Some(side), "{mode}: {game:?}");
            assert_eq!(game.reason, reason, "{mode}: {game:?}");
            let told = game.detail.as_deref().unwrap_or_default();
            assert!(told.contains(detail), "{mode}: {told}");
            assert!(told.len() < 600, "{mode}: {told}");
        }
        let table = result.table.render();
        assert!(
            table.contains("rude forfeited 2 games to polite"),
            "{mode}: {table}"
        );
    }
}

#[test]
fn oddities_are_borne() {
    for mode in [
        "polite",
        "no-id",
        "refuse-list",
        "flood-stderr",
        "ignore-quit",
    ] {
        for game in play(mode, Patience::default()).games {
            assert_eq!((game.reason, game.detail), (Reason::Rules, None), "{mode}");
        }
    }
}

#[test]
fn resigning_is_a_loss_and_no_misconduct() {
    let result = play("resign", Patience::default());
    for game in &result.games {
        assert_eq!(
            (game.reason, game.detail.as_deref()),
            (Reason::Resignation, None)
        );
        assert_eq!(game.forfeited_by(), None);
        assert!(game.moves.len() >= 3, "the game was under way");
    }
    assert_eq!(result.table.standings[0].games.losses, 2);
    assert!(!result.table.render().contains("forfeited"));
}

#[test]
fn a_stopped_match_does_not_wait_for_anybody() {
    for mode in ["hang-at-start", "hang-on-genmove", "hang-on-play"] {
        let stop = Stop::default();
        let result = thread::scope(|scope| {
            let match_stop = stop.clone();
            let playing = scope.spawn(move || run(mode, Patience::default(), &match_stop));
            thread::sleep(Duration::from_millis(300));
            stop.raise();
            playing.join().expect("no panic")
        });
        assert_eq!(result.ending, Ending::Stopped, "{mode}");
        assert!(
            result.games.is_empty(),
            "{mode}: a game that was stopped is not recorded"
        );
    }
}

/// The commands that a program got while `scene` was played.
fn commands(mode: &str, scene: impl FnOnce(&mut GtpEngine)) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("it's a log.txt");
    let mut rude = engine(mode, Some(&file));
    scene(&mut rude);
    drop(rude);
    let text = fs::read_to_string(&file).expect("the program has written");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_program_hears_what_it_must_and_nothing_twice() {
    let (chance, stop) = (Seed::new(0), Stop::default());
    let heard = commands("polite", |rude| {
        assert_eq!(rude.introduce().unwrap(), "Rude 1.5");
        rude.new_game(Seed::new(u64::MAX)).unwrap();
        let report = rude.choose(None, &stop).unwrap();
        assert_eq!((report.best.as_str(), report.value.0), ("A1", 0.5));
        assert!(!report.reproducible && !rude.is_reproducible());
        // The move it played itself is not sent again, however it is spelled.
        rude.play("a1", chance).unwrap();
        rude.play("b2", chance).unwrap();
        // Another move than it wanted to play.
        assert_eq!(rude.choose(None, &stop).unwrap().best, "B1");
        rude.play("c3", chance).unwrap();
        // Thinking twice, and taking back.
        assert_eq!(rude.choose(None, &stop).unwrap().best, "B1");
        assert_eq!(rude.choose(None, &stop).unwrap().best, "B1");
        rude.undo().unwrap();
        // A move that cannot be played does not reach the program.
        assert!(matches!(
            rude.play("z9", chance),
            Err(EngineError::IllegalMove(_))
        ));
        rude.new_game(Seed::new(0)).unwrap();
    });
    let expected = [
        "start",
        "list_commands",
        "name",
        "version",
        "set_game Tic Tac Toe",
        "clear_board",
        "set_random_seed 2147483647",
        "genmove b",
        "play w b2",
        "genmove b",
        "undo",
        "play b c3",
        "genmove w",
        "undo",
        "genmove w",
        "undo",
        "undo",
        "set_game Tic Tac Toe",
        "clear_board",
        "set_random_seed 0",
        "quit",
    ];
    assert_eq!(heard, expected);
}

#[test]
fn clocks_are_told_in_whole_seconds() {
    let clock = |remaining: f64, byoyomi: f64| {
        let [remaining, byoyomi] = [remaining, byoyomi].map(Duration::from_secs_f64);
        Some(Clock {
            remaining,
            byoyomi,
            ..Clock::default()
        })
    };
    let (chance, stop) = (Seed::new(0), Stop::default());
    let heard = commands("polite", |rude| {
        rude.new_game(Seed::new(0)).unwrap();
        rude.choose(clock(60.9, 5.0), &stop).unwrap();
        rude.play("a1", chance).unwrap();
        rude.choose(clock(0.3, 5.0), &stop).unwrap();
        rude.play("b1", chance).unwrap();
        rude.choose(clock(0.0, 5.0), &stop).unwrap();
        rude.new_game(Seed::new(0)).unwrap();
        rude.choose(clock(0.5, 0.0), &stop).unwrap();
    });
    let times: Vec<&String> = heard
        .iter()
        .filter(|line| line.starts_with("time"))
        .collect();
    let expected = [
        "time_settings 60 5 1",
        "time_left b 60 0",
        "time_left w 1 0",
        "time_left b 5 1",
        "time_settings 1 0 0",
        "time_left b 1 0",
    ];
    assert_eq!(times, expected);
}

#[test]
fn a_program_that_ended_is_started_again() {
    let heard = commands("crash-on-genmove", |rude| {
        for _ in 0..2 {
            rude.new_game(Seed::new(0)).unwrap();
            for text in ["a1", "b1", "c1"] {
                rude.play(text, Seed::new(0)).unwrap();
            }
            let error = rude.choose(None, &Stop::default()).unwrap_err();
            assert!(
                error
                    .to_string()
                    .contains("ended at 'genmove w' with exit status: 3")
            );
            let error = rude.play("a2", Seed::new(0)).unwrap_err();
            assert!(error.to_string().contains("there is no game"), "{error}");
        }
    });
    assert_eq!(heard.iter().filter(|line| *line == "start").count(), 2);
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let command = "no-such-program 'a b'".parse().unwrap();
    let mut nobody = GtpEngine::new("nobody", command, referee());
    let error = nobody.introduce().unwrap_err().to_string();
    assert!(
        error.contains("engine 'nobody' failed: cannot start 'no-such-program 'a b'': "),
        "{error}"
    );
    let error = nobody
        .choose(None, &Stop::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("there is no game"), "{error}");
}

#[cfg(unix)]
#[test]
fn children_that_a_program_leaves_behind_end_with_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("beats.txt");
    let length = || fs::metadata(&file).map_or(0, |file| file.len());
    let mut rude = engine("leave-child", Some(&file));
    rude.new_game(Seed::new(0)).unwrap();
    let before = length();
    while length() < before + 20 {
        thread::sleep(Duration::from_millis(1));
    }
    drop(rude);
    let after = length();
    thread::sleep(Duration::from_millis(200));
    assert_eq!(length(), after, "the child still writes");
}
