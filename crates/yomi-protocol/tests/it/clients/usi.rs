//! Programs that speak USI in a match: whatever they do, the match goes on.
//!
//! The opponent is `rude-usi`, a real process (see `tests/programs`), in a game of tic-tac-toe.

#[cfg(unix)]
use super::matches::ends_with_its_children;
use super::matches::{
    are_borne, are_not_waited_for, heard, impatience, is_started_again, loses, may_resign,
    names_what_is_missing, referee,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use yomi_arena::Reason;
use yomi_core::engine::{GameReferee, RefereeParts, list_all};
use yomi_core::{Clock, Engine, EngineError, Outcome, Player, Referee, Seed, Stop};
use yomi_go::{Rules, SmallGo};
use yomi_protocol::program::Patience;
use yomi_protocol::usi::client::{UsiEngine, UsiRecipe};

const RUDE: &str = env!("CARGO_BIN_EXE_rude-usi");

fn recipe(settings: &str, mode: &str, file: Option<&Path>) -> UsiRecipe {
    let file = file.map_or(String::new(), |path| format!("\"{}\"", path.display()));
    format!("{settings} '{RUDE}' {mode} {file}")
        .parse()
        .expect("a recipe")
}

fn engine(mode: &str, file: Option<&Path>) -> UsiEngine {
    UsiEngine::new("rude", recipe("nodes=9", mode, file), referee())
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
        ("crash-on-ready", patient, Crash, last_words),
        ("crash-on-position", patient, Crash, last_words),
        ("crash-on-go", patient, Crash, last_words),
        (
            "hang-at-start",
            hasty,
            Time,
            "no answer to 'usi' within 0.4 s",
        ),
        (
            "hang-on-ready",
            hasty,
            Time,
            "no answer to 'isready' within 0.4 s",
        ),
        (
            "hang-on-go",
            hasty,
            Time,
            "no answer to 'go nodes 9' within 0.4 s",
        ),
        (
            "flood-usi",
            patient,
            Crash,
            "answered 'usi' with more than 65536 bytes",
        ),
        (
            "flood-info",
            hasty,
            Time,
            "no answer to 'go nodes 9' within 0.4 s",
        ),
        (
            "flood-one-line",
            patient,
            Crash,
            "answered 'go nodes 9' with a line of more than 65536 bytes",
        ),
        (
            "garbage",
            hasty,
            Time,
            "no answer to 'go nodes 9' within 0.4 s",
        ),
        (
            "illegal-move",
            patient,
            Illegal,
            "'z99' is not a legal move here",
        ),
        ("win", patient, Illegal, "'win' is not a legal move here"),
        (
            "none",
            patient,
            Illegal,
            "'(none)' is not a legal move here",
        ),
        (
            "empty-move",
            patient,
            Crash,
            "answered 'go nodes 9' with no move: 'bestmove'",
        ),
        (
            "long-move",
            patient,
            Crash,
            "with no move: 'bestmove a1,a1,",
        ),
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
            "chatty",
            "flood-stderr",
            "ignore-quit",
            "crash-at-end",
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
        &["hang-at-start", "hang-on-ready", "hang-on-go", "flood-info"],
    );
}

/// The commands that a program got while `scene` was played.
fn commands(
    settings: &str,
    mode: &str,
    referee: Box<dyn Referee>,
    scene: impl FnOnce(&mut UsiEngine),
) -> Vec<String> {
    let make = |file: &Path| UsiEngine::new("rude", recipe(settings, mode, Some(file)), referee);
    heard(make, scene)
}

#[test]
fn a_program_hears_the_whole_game_before_each_move() {
    let (chance, stop) = (Seed::new(0), Stop::default());
    let settings = "depth=3 option.Level=4 'option.Opening Book=false' option.Clear";
    let heard = commands(settings, "polite", referee(), |rude| {
        assert_eq!(rude.introduce().unwrap(), "Rude 1.5");
        rude.new_game(Seed::new(1)).unwrap();
        assert_eq!(rude.choose(None, &stop).unwrap().best, "a1");
        rude.play("A1", chance).unwrap();
        rude.play("b2", chance).unwrap();
        rude.undo().unwrap();
        rude.play("c3", chance).unwrap();
        assert_eq!(rude.choose(None, &stop).unwrap().best, "b1");
        // A move that cannot be played does not reach the program.
        assert!(matches!(
            rude.play("z9", chance),
            Err(EngineError::IllegalMove(_))
        ));
        rude.conclude(Outcome::Win(Player::First));
        // It is told once, and not by one that was never asked for a move.
        rude.conclude(Outcome::Win(Player::First));
        rude.new_game(Seed::new(2)).unwrap();
        rude.play("a1", chance).unwrap();
        rude.conclude(Outcome::Draw);
        rude.new_game(Seed::new(3)).unwrap();
        rude.play("a1", chance).unwrap();
        rude.choose(None, &stop).unwrap();
        rude.conclude(Outcome::Win(Player::First));
    });
    let expected = [
        "start",
        "usi",
        "setoption name Level value 4",
        "setoption name Opening Book value false",
        "setoption name Clear",
        "isready",
        "usinewgame",
        "position startpos",
        "go depth 3",
        "position startpos moves a1 c3",
        "go depth 3",
        "gameover win",
        "isready",
        "usinewgame",
        "isready",
        "usinewgame",
        "position startpos moves a1",
        "go depth 3",
        "gameover lose",
        "quit",
    ];
    assert_eq!(heard, expected);
}

#[test]
fn positions_that_were_set_up_are_told_in_the_notation_of_the_game() {
    let go = Arc::new(SmallGo::new(Rules::default()).expect("a board of 9x9"));
    let parts = RefereeParts::new(list_all).setup();
    let kept = || GameReferee::with_parts(Arc::clone(&go), parts);
    let mut other = kept();
    other.play("D4").unwrap();
    let position = other.position().expect("Go has positions");
    let heard = commands("nodes=1", "polite", Box::new(kept()), |rude| {
        rude.new_game(Seed::new(0)).unwrap();
        rude.set_position(&position).unwrap();
        rude.choose(None, &Stop::default()).unwrap();
        rude.play("C3", Seed::new(0)).unwrap();
        rude.choose(None, &Stop::default()).unwrap();
        rude.new_game(Seed::new(0)).unwrap();
        rude.choose(None, &Stop::default()).unwrap();
    });
    let told: Vec<&String> = heard
        .iter()
        .filter(|line| line.starts_with("position"))
        .collect();
    let expected = [
        format!("position sfen {position}"),
        format!("position sfen {position} moves C3"),
        "position startpos".to_owned(),
    ];
    assert_eq!(told, expected.iter().collect::<Vec<_>>());
    // Tic-tac-toe has no positions.
    let mut rude = engine("polite", None);
    rude.new_game(Seed::new(0)).unwrap();
    assert_eq!(rude.set_position("x"), Err(EngineError::NoSetup));
}

#[test]
fn a_report_tells_what_the_program_told() {
    let mut rude = engine("polite", None);
    rude.new_game(Seed::new(0)).unwrap();
    for text in ["a1", "b1", "c1", "a2", "c2"] {
        rude.play(text, Seed::new(0)).unwrap();
    }
    let report = rude.choose(None, &Stop::default()).unwrap();
    assert_eq!(report.best, "b2");
    assert_eq!(report.line, ["b2", "a3", "b3", "c3"]);
    assert!((report.value.0 - 0.7311).abs() < 1e-4, "{:?}", report.value);
    assert_eq!((report.depth, report.deepest, report.nodes), (1, 2, 7));
    assert_eq!((report.fill, report.proven), (Some(0.25), None));
    assert!(!report.reproducible && !rude.is_reproducible());
}

#[test]
fn clocks_are_told_in_milliseconds() {
    let clock = Clock {
        remaining: Duration::from_millis(60_250),
        increment: Duration::ZERO,
        byoyomi: Duration::from_secs(5),
    };
    let heard = commands("option.Level=2", "polite", referee(), |rude| {
        rude.new_game(Seed::new(0)).unwrap();
        rude.choose(Some(clock), &Stop::default()).unwrap();
    });
    assert!(
        heard.contains(&"go btime 60250 wtime 60250 byoyomi 5000".to_owned()),
        "{heard:?}"
    );
}

#[test]
fn options_that_a_program_does_not_have_are_refused() {
    for (option, told) in [
        (
            "option.Depth=3",
            "engine 'rude' failed: has no option 'Depth'; it has: Clear, Level, Opening Book",
        ),
        (
            "option.Level=10",
            "cannot set 'Level' to '10': expected a whole number from 1 to 9",
        ),
    ] {
        let mut rude = UsiEngine::new("rude", recipe(option, "polite", None), referee());
        let error = rude.introduce().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_program_that_ended_is_started_again() {
    is_started_again(|file| engine("crash-on-go", Some(file)), "go nodes 9");
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let recipe = "nodes=1 no-such-program 'a b'".parse().unwrap();
    let mut nobody = UsiEngine::new("nobody", recipe, referee());
    let introduced = nobody.introduce();
    names_what_is_missing(nobody, introduced);
}

#[cfg(unix)]
#[test]
fn children_that_a_program_leaves_behind_end_with_it() {
    ends_with_its_children(|file| engine("leave-child", Some(file)));
}
