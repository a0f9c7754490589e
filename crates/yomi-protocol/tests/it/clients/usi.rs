//! Programs that speak USI in a match: whatever they do, the match goes on.
//!
//! The opponent is `rude-usi`, a real process (see `tests/programs`), in a game of tic-tac-toe.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use yomi_arena::{Contest, Ending, LocalFactory, MatchResult, Openings, Reason, RunOptions};
use yomi_core::engine::{GameReferee, RefereeParts, list_all};
use yomi_core::{Clock, Engine, EngineError, Outcome, Player, Referee, Seed, Stop};
use yomi_go::{Rules, SmallGo};
use yomi_protocol::program::Patience;
use yomi_protocol::usi::client::{UsiEngine, UsiRecipe};
use yomi_toy::TicTacToe;

const RUDE: &str = env!("CARGO_BIN_EXE_rude-usi");

fn referee() -> Box<dyn Referee> {
    Box::new(GameReferee::new(Arc::new(TicTacToe), list_all))
}

fn recipe(settings: &str, mode: &str, file: Option<&Path>) -> UsiRecipe {
    let file = file.map_or(String::new(), |path| format!("\"{}\"", path.display()));
    format!("{settings} '{RUDE}' {mode} {file}")
        .parse()
        .expect("a recipe")
}

fn engine(mode: &str, file: Option<&Path>) -> UsiEngine {
    UsiEngine::new("rude", recipe("nodes=9", mode, file), referee())
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
        "chatty",
        "flood-stderr",
        "ignore-quit",
        "crash-at-end",
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
    for mode in ["hang-at-start", "hang-on-ready", "hang-on-go", "flood-info"] {
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
fn commands(
    settings: &str,
    mode: &str,
    referee: Box<dyn Referee>,
    scene: impl FnOnce(&mut UsiEngine),
) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("it's a log.txt");
    let mut rude = UsiEngine::new("rude", recipe(settings, mode, Some(&file)), referee);
    scene(&mut rude);
    drop(rude);
    let text = fs::read_to_string(&file).expect("the program has written");
    text.lines().map(str::to_owned).collect()
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
    let heard = commands("nodes=9", "crash-on-go", referee(), |rude| {
        for _ in 0..2 {
            rude.new_game(Seed::new(0)).unwrap();
            for text in ["a1", "b1", "c1"] {
                rude.play(text, Seed::new(0)).unwrap();
            }
            let error = rude.choose(None, &Stop::default()).unwrap_err();
            assert!(
                error
                    .to_string()
                    .contains("ended at 'go nodes 9' with exit status: 3")
            );
            let error = rude.play("a2", Seed::new(0)).unwrap_err();
            assert!(error.to_string().contains("there is no game"), "{error}");
        }
    });
    assert_eq!(heard.iter().filter(|line| *line == "start").count(), 2);
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let recipe = "nodes=1 no-such-program 'a b'".parse().unwrap();
    let mut nobody = UsiEngine::new("nobody", recipe, referee());
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
