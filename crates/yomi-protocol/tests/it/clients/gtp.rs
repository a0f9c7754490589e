//! Programs of others in a match: whatever they do, the match goes on.
//!
//! The opponent is `rude-gtp`, a real process (see `tests/programs`), in a game of tic-tac-toe.

#[cfg(unix)]
use super::matches::ends_with_its_children;
use super::matches::{
    are_borne, are_not_waited_for, heard, impatience, is_started_again, loses, may_resign,
    names_what_is_missing, referee,
};
use std::path::Path;
use std::time::Duration;
use yomi_arena::Reason;
use yomi_core::{Clock, Engine, EngineError, Seed, Stop};
use yomi_protocol::gtp::client::{Dialect, GtpEngine};
use yomi_protocol::program::{CommandLine, Patience};

const RUDE: &str = env!("CARGO_BIN_EXE_rude-gtp");

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

/// The program in a match.
fn program(mode: &str, patience: Patience, stop: &Stop) -> Box<dyn Engine> {
    let engine = engine(mode, None).with_patience(patience);
    Box::new(engine.with_stop(stop))
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
        loses(program, mode, patience, reason, detail);
    }
}

#[test]
fn oddities_are_borne() {
    are_borne(
        program,
        &[
            "polite",
            "no-id",
            "refuse-list",
            "flood-stderr",
            "ignore-quit",
        ],
    );
}

#[test]
fn resigning_is_a_loss_and_no_misconduct() {
    may_resign(program);
}

#[test]
fn a_stopped_match_does_not_wait_for_anybody() {
    are_not_waited_for(
        program,
        &["hang-at-start", "hang-on-genmove", "hang-on-play"],
    );
}

/// The commands that a program got while `scene` was played.
fn commands(mode: &str, scene: impl FnOnce(&mut GtpEngine)) -> Vec<String> {
    heard(|file| engine(mode, Some(file)), scene)
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
    is_started_again(|file| engine("crash-on-genmove", Some(file)), "genmove w");
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let command = "no-such-program 'a b'".parse().unwrap();
    let mut nobody = GtpEngine::new("nobody", command, referee());
    let introduced = nobody.introduce();
    names_what_is_missing(nobody, introduced);
}

#[cfg(unix)]
#[test]
fn children_that_a_program_leaves_behind_end_with_it() {
    ends_with_its_children(|file| engine("leave-child", Some(file)));
}
