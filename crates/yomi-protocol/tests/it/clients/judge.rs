//! Programs of others as judges of finished games.
//!
//! The judge is `judge-gtp`, a real process (see `tests/programs`), in games of tic-tac-toe.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use yomi_arena::{Contest, LocalFactory, MatchResult, Openings, Reason, RunOptions, Verdict};
use yomi_core::engine::{GameReferee, list_all};
use yomi_core::{Outcome, Player};
use yomi_protocol::gtp::client::{Dialect, GtpEngine, GtpJudge};
use yomi_protocol::program::Patience;
use yomi_toy::TicTacToe;

const PROGRAM: &str = env!("CARGO_BIN_EXE_judge-gtp");

/// The first player takes the upper row.
const GAME: [&str; 5] = ["a3", "a1", "b3", "b1", "c3"];

fn judge(mode: &str, file: Option<&Path>) -> GtpJudge {
    let file = file.map_or(String::new(), |path| format!("'{}'", path.display()));
    let command = format!("'{PROGRAM}' '{mode}' {file}").parse().unwrap();
    let referee = GameReferee::new(Arc::new(TicTacToe), list_all);
    let program = GtpEngine::new("judge", command, Box::new(referee))
        .with_dialect(Dialect::of(&"toy:size=9,komi=6.5".parse().unwrap()))
        .with_patience(Patience {
            answer: Duration::from_millis(400),
            ..Patience::default()
        });
    GtpJudge::new(program)
}

fn game() -> Vec<String> {
    GAME.map(str::to_owned).to_vec()
}

#[test]
fn a_judge_hears_the_whole_game_and_stays_for_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heard.txt");
    let mut program = judge("W+12.5", Some(&file));
    assert_eq!(program.introduce().unwrap(), "Judge");
    for _ in 0..2 {
        let (outcome, answer) = program.decide(&game()).unwrap();
        assert_eq!(outcome, Outcome::Win(Player::Second));
        assert_eq!(answer, "W+12.5");
    }
    drop(program);
    let heard = fs::read_to_string(file).unwrap();
    let begin = "boardsize 9\nkomi 6.5\nclear_board\n";
    let told = "play b a3\nplay w a1\nplay b b3\nplay w b1\nplay b c3\nfinal_score\n";
    let introduced = "start\nlist_commands\nname\nversion\n";
    let rest = heard.strip_prefix(introduced).expect("it is introduced");
    let once = format!("{begin}{told}");
    assert_eq!(rest, format!("{begin}{once}{once}quit\n"));
}

#[test]
fn bad_judges_are_errors_that_say_why() {
    for (mode, told) in [
        (
            "crash",
            "ended at 'final_score' with exit status: 3; its last words: scales out of balance",
        ),
        ("hang", "no answer to 'final_score' within 0.4 s"),
        ("refuse", "refused 'final_score': cannot score"),
        ("refuse-move", "refused 'play w b1': illegal move"),
        ("no-score", "does not know the command 'final_score'"),
        (
            "B+Resign",
            "answered 'final_score' with 'B+Resign', expected B+POINTS, W+POINTS or 0",
        ),
        ("", "answered 'final_score' with '', expected"),
    ] {
        let error = judge(mode, None).decide(&game()).unwrap_err().to_string();
        assert!(error.contains(told), "{mode}: {error}");
    }
    let error = judge("no-score", None).introduce().unwrap_err();
    assert!(error.to_string().contains("'final_score'"), "{error}");
    // Moves that are none do not reach the program.
    let error = judge("B+1", None).decide(&["z9".to_owned()]).unwrap_err();
    assert!(error.to_string().contains("not a legal move"), "{error}");
}

/// A match of one pair between two programs, `a` and `b`, that play the same game every time.
fn play(mode: &'static str, file: Option<&Path>) -> MatchResult {
    let mut players = LocalFactory::of(&Arc::new(TicTacToe));
    let [a, b] = ["a", "b"].map(|name| {
        players.add(name, "", move || {
            let command = format!("'{}' polite", env!("CARGO_BIN_EXE_rude-gtp"));
            let referee = GameReferee::new(Arc::new(TicTacToe), list_all);
            let engine = GtpEngine::new(name, command.parse()?, Box::new(referee));
            Ok(Box::new(engine))
        })
    });
    let file = file.map(Path::to_owned);
    players.add_judge(mode, move || {
        let mut program = judge(mode, file.as_deref());
        Ok(move |moves: &[String]| {
            let (outcome, answer) = program.decide(moves)?;
            Ok(Verdict { outcome, answer })
        })
    });
    let contest = Contest::new("tic-tac-toe")
        .participant(a)
        .participant(b)
        .pairs(1)
        .openings(Openings::Random { plies: 0 })
        .judge(mode);
    contest.run(&players, &RunOptions::new()).unwrap()
}

#[test]
fn a_match_goes_by_the_judges_word_or_says_that_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crashed once.txt");
    let (black, white) = (Outcome::Win(Player::First), Outcome::Win(Player::Second));
    for (mode, file, outcome, detail) in [
        ("B+3.5", None, black, None),
        ("W+2", None, white, None),
        ("0", None, Outcome::Draw, None),
        ("crash-once", Some(file.as_path()), white, None),
        (
            "crash",
            None,
            black,
            Some("ended at 'final_score' with exit status: 3"),
        ),
        (
            "hang",
            None,
            black,
            Some("no answer to 'final_score' within 0.4 s"),
        ),
        (
            "refuse-move",
            None,
            black,
            Some("refused 'play w a2': illegal move"),
        ),
        (
            "perhaps",
            None,
            black,
            Some("answered 'final_score' with 'perhaps'"),
        ),
    ] {
        let result = play(mode, file);
        assert_eq!(result.games.len(), 2);
        for game in &result.games {
            assert_eq!(
                (game.reason, game.outcome),
                (Reason::Rules, outcome),
                "{mode}"
            );
            let judgement = game.judgement.as_ref().unwrap();
            assert_eq!(judgement.referee, black, "{mode}");
            assert_eq!(judgement.answer.is_none(), detail.is_some(), "{mode}");
            let told = game.detail.as_deref().unwrap_or_default();
            assert!(told.contains(detail.unwrap_or_default()), "{mode}: {told}");
            assert_eq!(told.is_empty(), detail.is_none(), "{mode}: {told}");
        }
        let counted = result.table.standings[0].judged.unwrap();
        let failed = if detail.is_some() { 2 } else { 0 };
        assert_eq!(
            (counted.games, counted.failed),
            (2 - failed, failed),
            "{mode}"
        );
        let changed = if outcome == black { 0 } else { 2 };
        assert_eq!(counted.changed(), changed, "{mode}");
    }
}
