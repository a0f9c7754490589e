//! Matches of one pair between a program and its well-behaved twin.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use yomi_arena::{Contest, Ending, LocalFactory, MatchResult, Openings, Reason, RunOptions};
use yomi_core::engine::{GameReferee, list_all};
use yomi_core::{Engine, EngineError, Player, Referee, Seed, Stop};
use yomi_protocol::program::Patience;
use yomi_toy::TicTacToe;

/// Makes the program that behaves in a certain mode.
pub type Program = fn(mode: &str, patience: Patience, stop: &Stop) -> Box<dyn Engine>;

/// A referee of tic-tac-toe.
pub fn referee() -> Box<dyn Referee> {
    Box::new(GameReferee::new(Arc::new(TicTacToe), list_all))
}

/// Waits no longer than this.
pub fn impatience(milliseconds: u64) -> Patience {
    Patience {
        start: Duration::from_millis(milliseconds),
        answer: Duration::from_millis(milliseconds),
    }
}

fn run(program: Program, mode: &str, patience: Patience, stop: &Stop) -> MatchResult {
    let (own_mode, own_stop) = (mode.to_owned(), stop.clone());
    let mut players = LocalFactory::of(&Arc::new(TicTacToe));
    let rude = players.add("rude", "", move || {
        Ok(program(&own_mode, patience, &own_stop))
    });
    let polite = players.add("polite", "", move || {
        Ok(program("polite", Patience::default(), &Stop::default()))
    });
    let result = Contest::new("tic-tac-toe")
        .participant(rude)
        .participant(polite)
        .pairs(1)
        .openings(Openings::Random { plies: 0 })
        .run(&players, &RunOptions::new().stop(stop));
    result.unwrap_or_else(|error| panic!("{mode}: {error}"))
}

fn play(program: Program, mode: &str, patience: Patience) -> MatchResult {
    run(program, mode, patience, &Stop::default())
}

/// Misconduct loses the game, for this reason and with this detail, and the match goes on.
pub fn loses(program: Program, mode: &str, patience: Patience, reason: Reason, detail: &str) {
    let result = play(program, mode, patience);
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

/// These oddities are borne.
pub fn are_borne(program: Program, modes: &[&str]) {
    for mode in modes {
        for game in play(program, mode, Patience::default()).games {
            assert_eq!((game.reason, game.detail), (Reason::Rules, None), "{mode}");
        }
    }
}

/// Resigning is a loss and no misconduct.
pub fn may_resign(program: Program) {
    let result = play(program, "resign", Patience::default());
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

/// A match that is stopped does not wait for a program in one of these modes.
pub fn are_not_waited_for(program: Program, modes: &[&str]) {
    for &mode in modes {
        let stop = Stop::default();
        let result = thread::scope(|scope| {
            let match_stop = stop.clone();
            let playing = scope.spawn(move || run(program, mode, Patience::default(), &match_stop));
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
pub fn heard<E>(make: impl FnOnce(&Path) -> E, scene: impl FnOnce(&mut E)) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("it's a log.txt");
    let mut rude = make(&file);
    scene(&mut rude);
    drop(rude);
    let text = fs::read_to_string(&file).expect("the program has written");
    text.lines().map(str::to_owned).collect()
}

/// A program that crashes when it is asked for a move is started again for the next game.
pub fn is_started_again<E: Engine>(make: impl FnOnce(&Path) -> E, command: &str) {
    let heard = heard(make, |rude| {
        for _ in 0..2 {
            rude.new_game(Seed::new(0)).unwrap();
            for text in ["a1", "b1", "c1"] {
                rude.play(text, Seed::new(0)).unwrap();
            }
            let error = rude.choose(None, &Stop::default()).unwrap_err().to_string();
            let told = format!("ended at '{command}' with exit status: 3");
            assert!(error.contains(&told), "{error}");
            let error = rude.play("a2", Seed::new(0)).unwrap_err();
            assert!(error.to_string().contains("there is no game"), "{error}");
        }
    });
    assert_eq!(heard.iter().filter(|line| *line == "start").count(), 2);
}

/// An engine of a program that does not exist names it, here in what it says instead of its name.
pub fn names_what_is_missing(mut nobody: impl Engine, introduced: Result<String, EngineError>) {
    let error = introduced.unwrap_err().to_string();
    assert!(
        error.contains("engine 'nobody' failed: cannot start 'no-such-program 'a b'': "),
        "{error}"
    );
    let error = nobody.choose(None, &Stop::default()).unwrap_err();
    assert!(error.to_string().contains("there is no game"), "{error}");
}

/// The child that a program leaves behind ends with it.
#[cfg(unix)]
pub fn ends_with_its_children<E: Engine>(make: impl FnOnce(&Path) -> E) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("beats.txt");
    let length = || fs::metadata(&file).map_or(0, |file| file.len());
    let mut rude = make(&file);
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
