//! When engines of Go pass: by agreement about dead stones, by the letter, in the opening.

use super::support::spec;
use yomi_core::Seed;
use yomi_core::engine::{Question, TextReport};
use yomi_engine::Registry;

/// What an engine plays in a position, after these moves.
fn answer(game: &str, position: Option<&str>, moves: &[&str], engine: &str) -> String {
    report(game, position, moves, engine, &[]).best
}

/// The same as a whole, about these moves only.
fn report(
    game: &str,
    position: Option<&str>,
    moves: &[&str],
    engine: &str,
    only: &[&str],
) -> TextReport {
    let game = Registry::standard().game(&spec(game)).unwrap();
    let mut engine = game.engine(&spec(engine)).unwrap();
    engine.new_game(Seed::new(1)).unwrap();
    if let Some(position) = position {
        engine.set_position(position).unwrap();
    }
    for text in moves {
        engine.play(text, Seed::new(0)).unwrap();
    }
    let question = Question {
        only: only.iter().map(|&text| text.to_owned()).collect(),
        ..Question::default()
    };
    engine.think(&question, &mut |_| ()).unwrap()
}

const ENGINES: [&str; 2] = ["uct:simulations=3000", "best:simulations=3000"];

/// White has the left, where a black stone is dead, and Black the right. With komi 5 Black leads by
/// the letter, 22 to 19, since the dead stone makes the edge nobody's; and is behind by agreement,
/// 21 to 26.
const DISPUTE: &str = "1OO1XX1/1OO1XX1/1OO1XX1/XOO1XX1/1OO1XX1/1OO1XX1/1OO1XX1 b";

#[test]
fn a_dispute_about_dead_stones_is_not_ended_by_a_pass_that_loses() {
    for engine in ENGINES {
        let best = answer("go:size=7,komi=5", Some(DISPUTE), &["D4", "pass"], engine);
        assert_ne!(best, "pass", "{engine}");
        let game = "go:size=7,komi=5,agreement=false";
        let by_the_letter = answer(game, Some(DISPUTE), &["D4", "pass"], engine);
        assert_eq!(by_the_letter, "pass", "{engine}");
    }
}

/// Each side has its part of the board.
const SETTLED: &str = "1OOXX2/1OOXX2/1OOXX2/1OOXX2/1OOXX2/1OOXX2/1OOXX2 w";

#[test]
fn a_settled_game_is_ended_when_the_opponent_passes_and_a_pass_wins() {
    for engine in ENGINES {
        let best = answer("go:size=7,komi=2", Some(SETTLED), &["pass"], engine);
        assert_eq!(best, "pass", "{engine}");
    }
}

#[test]
fn nobody_passes_in_the_opening_unless_every_stone_counts() {
    for engine in ENGINES {
        let best = answer("go", None, &["pass"], engine);
        assert_ne!(best, "pass", "{engine}");
    }
    let by_the_letter = answer(
        "go:size=7,agreement=false",
        None,
        &["pass"],
        "uct:simulations=3000",
    );
    assert_eq!(by_the_letter, "pass");
}

#[test]
fn a_pass_that_wins_is_found_however_bad_all_else_is() {
    // Neither side can fill a point of the seki in the middle.
    let seki = "OOX1OXX/1OXOOX1/OOXOOXX/OOXOOXX/OOXXOXX/1OXXOX1/OOX1OXX b";
    for engine in ENGINES {
        let best = answer("go:size=7,komi=-1.5", Some(seki), &[], engine);
        assert_eq!(best, "pass", "{engine}");
    }
}

#[test]
fn an_engine_that_is_to_look_at_other_moves_does_not_pass() {
    for engine in ENGINES {
        let game = "go:size=7,komi=2";
        let found = report(game, Some(SETTLED), &["pass"], engine, &["G1", "G2"]);
        assert!(["G1", "G2"].contains(&found.best.as_str()), "{engine}");
    }
}

/// Who excludes a move does not ask for those into own eyes.
#[test]
fn own_eyes_are_looked_at_only_where_nothing_else_is_asked_for() {
    let eyes = "1X1XXXX/XXXXXXX/7/7/7/OOOOOOO/1O1OOOO b";
    for engine in ENGINES {
        let moves = |only: &[&str]| {
            let found = report("go:size=7", Some(eyes), &[], engine, only);
            let mut moves: Vec<String> = found.moves.into_iter().map(|it| it.text).collect();
            moves.sort();
            moves
        };
        assert_eq!(moves(&["A7", "D4", "C7", "D5"]), ["D4", "D5"], "{engine}");
        assert_eq!(moves(&["A7", "C7"]), ["A7", "C7"], "{engine}");
    }
}
