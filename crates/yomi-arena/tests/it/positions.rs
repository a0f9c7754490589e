//! Openings that begin from positions, and how engines hear of the end of a game.

use crate::support::digits::Digits;
use crate::support::habits::{Habit, habitual};
use crate::support::{Contest, Participant, timeless, unequal, without_checksums};
use std::sync::{Arc, Mutex};
use yomi_arena::{GameRecord, OpeningLine, Openings, Reason, RunOptions, Verdict, read_record};
use yomi_core::engine::{GameReferee, RefereeParts, TextReport, list_all};
use yomi_core::{EngineError, Outcome, Player, Referee};

fn game() -> Arc<Digits> {
    Arc::new(Digits::default())
}

fn referee() -> Box<dyn Referee> {
    let parts = RefereeParts::new(list_all).setup();
    Box::new(GameReferee::with_parts(game(), parts))
}

/// Has no habit.
struct Plain;

impl Habit for Plain {}

fn player(name: &str) -> Participant {
    let own_name = name.to_owned();
    Participant::new(name, move || Ok(habitual(&own_name, &game(), Plain)))
}

/// Two random players, from these openings.
fn contest(openings: &str) -> Contest {
    Contest::new("digits", || Ok(referee()))
        .participant(player("a"))
        .participant(player("b"))
        .openings(Openings::from_lines(openings))
}

#[test]
fn openings_are_read_in_every_spelling() {
    let from = |position: Option<&str>, moves: &[&str]| OpeningLine {
        position: position.map(str::to_owned),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    };
    for (text, line, spelled) in [
        ("4 3 5", from(None, &["4", "3", "5"]), "4 3 5"),
        ("startpos moves 4 3", from(None, &["4", "3"]), "4 3"),
        ("position startpos moves 4", from(None, &["4"]), "4"),
        ("startpos", from(None, &[]), ""),
        (
            "sfen a/b  b - 1",
            from(Some("a/b b - 1"), &[]),
            "sfen a/b b - 1",
        ),
        (
            "sfen a/b w Pp 1 moves 4 3",
            from(Some("a/b w Pp 1"), &["4", "3"]),
            "sfen a/b w Pp 1 moves 4 3",
        ),
        ("sfen", from(Some(""), &[]), "sfen "),
    ] {
        let Ok(read) = text.parse::<OpeningLine>();
        assert_eq!(read, line, "{text}");
        assert_eq!(line.to_string(), spelled);
        let Ok(again) = spelled.parse::<OpeningLine>();
        assert_eq!(again, line, "{text}");
        let written = serde_json::to_string(&line).expect("JSON");
        assert_eq!(serde_json::from_str::<OpeningLine>(&written).unwrap(), line);
        assert_eq!(
            written.starts_with('['),
            line.position.is_none(),
            "{written}"
        );
    }
}

#[test]
fn games_begin_from_the_positions_in_the_list_and_resume() {
    let contest = contest("sfen 3 7 moves 4 1\n5 5\nsfen 7 0\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    let short = contest.clone().pairs(2);
    let first = short.run(&RunOptions::new().record(&path)).unwrap();
    assert_eq!(first.played, 4);
    let longer = contest.clone().pairs(4);
    let second = longer.run(&RunOptions::new().record(&path)).unwrap();
    assert_eq!((second.resumed, second.played), (4, 4));
    let anew = longer.run(&RunOptions::new().workers(3)).unwrap();
    assert_eq!(timeless(&anew.games), timeless(&second.games));
    for game in &anew.games {
        let (position, opening, moves) = match game.pair % 3 {
            0 => (Some("3 7"), &["4", "1"][..], 3),
            1 => (None, &["5", "5"][..], 6),
            _ => (Some("7 0"), &[][..], 1),
        };
        assert_eq!(game.position.as_deref(), position);
        assert_eq!(game.opening, opening);
        assert_eq!(game.moves.len(), moves);
        let mut referee = referee();
        game.replay(referee.as_mut()).unwrap();
        assert_eq!(referee.outcome(), Some(game.outcome));
    }
    let (header, games) = read_record(&path).unwrap();
    assert!(header.openings.have_positions());
    assert_eq!(games.len(), 8);
    // Another position is another game, though the moves are the same.
    let text = without_checksums(&std::fs::read_to_string(&path).unwrap());
    let [from, to] = ["7 0", "7 1"].map(|position| format!(r#""position":"{position}","opening""#));
    assert!(text.contains(&from));
    std::fs::write(&path, text.replacen(&from, &to, 1)).unwrap();
    let error = longer.run(&RunOptions::new().record(&path)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("is 'sfen 7 1', expected 'sfen 7 0'"),
        "{error}"
    );
}

#[test]
fn positions_that_cannot_be_set_up_are_told_before_the_match() {
    let error = |contest: Contest| contest.run(&RunOptions::new()).unwrap_err().to_string();
    assert_eq!(
        error(contest("4 4\nsfen seven moves 1")),
        "opening 2, position 'seven': this is no position: expected two numbers"
    );
    assert_eq!(
        error(contest("sfen 8 3")),
        "opening 1, position '8 3': the game is over there (first wins), nothing is left to play"
    );
    assert_eq!(
        error(contest("sfen 7 3 moves 1")),
        "opening 1, move 1 ('1'): this ends the game (second wins), nothing is left to play"
    );
    let elsewhere = unequal(Digits::default(), 1).openings(Openings::from_lines("sfen 1 1"));
    assert_eq!(
        error(elsewhere),
        "opening 1, position '1 1': a position cannot be set up: moves must lead to it"
    );
    let judged = contest("sfen 1 1").judge("a judge", || {
        let draw = || Verdict {
            outcome: Outcome::Draw,
            answer: "0".to_owned(),
        };
        Ok(Box::new(move |_: &[String]| Ok(draw())))
    });
    assert!(error(judged).contains("a judge is told moves only"));
}

/// Notes what it is told of the end; what else it does, its name says.
struct Listener {
    name: &'static str,
    heard: Arc<Mutex<Vec<(String, Outcome)>>>,
}

impl Habit for Listener {
    fn think(
        &mut self,
        random: &mut dyn FnMut() -> Result<TextReport, EngineError>,
    ) -> Result<TextReport, EngineError> {
        match self.name {
            "quitter" => Err(EngineError::Resigned),
            "broken" => panic!("a leak"),
            _ => random(),
        }
    }
    fn conclude(&mut self, outcome: Outcome) {
        let mut heard = self.heard.lock().unwrap();
        heard.push((self.name.to_owned(), outcome));
        drop(heard);
        assert_ne!(self.name, "startled", "it is over?");
    }
}

/// The games of a pair between two such engines, and what the engines heard.
fn listen(names: [&'static str; 2]) -> (Vec<GameRecord>, Vec<(String, Outcome)>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut contest = Contest::of("digits", &game()).pairs(1);
    for name in names {
        let heard = Arc::clone(&heard);
        contest = contest.participant(Participant::new(name, move || {
            let heard = Arc::clone(&heard);
            Ok(habitual(name, &game(), Listener { name, heard }))
        }));
    }
    let games = contest.run(&RunOptions::new()).unwrap().games;
    let heard = heard.lock().unwrap().clone();
    (games, heard)
}

#[test]
fn engines_hear_how_a_game_ended_unless_they_were_thrown_away() {
    for (rival, reason, hears) in [
        ("calm", Reason::Rules, true),
        ("quitter", Reason::Resignation, true),
        ("broken", Reason::Crash, false),
        ("startled", Reason::Rules, true),
    ] {
        let (games, heard) = listen(["other", rival]);
        let mut expected = Vec::new();
        for game in &games {
            assert_eq!(game.reason, reason, "{rival}");
            for name in [&game.first, &game.second] {
                if hears || name == "other" {
                    expected.push((name.clone(), game.outcome));
                }
            }
        }
        assert_eq!(heard, expected, "{rival}");
    }
    let (games, _) = listen(["other", "quitter"]);
    assert_eq!(games[0].outcome, Outcome::Win(Player::First));
}
