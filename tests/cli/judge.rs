//! Matches with a judge, and engines that resign.

use crate::support::run_in;
use serde_json::Value;
use std::path::Path;
use yomi_arena::{GameRecord, Reason, read_record};
use yomi_core::{Outcome, Player};

/// Plays four games of tic-tac-toe and returns what was printed, and what is on record.
fn play(folder: &Path, game: &str, more: &[&str]) -> (String, Vec<GameRecord>) {
    let record = folder.join("games.jsonl");
    let args = ["match", game, "uct:simulations=60", "flat:simulations=5"];
    let fixed = ["--pairs", "2", "--seed", "4", "--out", "games.jsonl"];
    let output = run_in(folder, &[&args[..], &fixed, more].concat(), "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    (printed, read_record(&record).expect("a sound record").1)
}

fn by_number(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    games.sort_by_key(|game| (game.pair, game.game));
    games.iter().map(GameRecord::without_wall).collect()
}

#[test]
fn our_own_program_judges_as_our_own_referee() {
    let program = env!("CARGO_BIN_EXE_yomi");
    for game in ["tic-tac-toe", "blokus-duo"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let judge = format!("gtp:'{program}' gtp --game {game}");
        let (printed, games) = play(folder.path(), game, &["--referee", &judge]);
        assert!(
            printed.contains("the judge decided 4 games, 0 of them otherwise than our referee\n"),
            "{printed}"
        );
        for game in &games {
            let judgement = game.judgement.as_ref().expect("a judgement");
            assert_eq!(judgement.referee, game.outcome);
            assert_eq!(game.detail, None);
        }
        // The same command resumes; another judge or none is another contest.
        let (_, again) = play(folder.path(), game, &["--referee", &judge]);
        assert_eq!(again, games);
        let args = ["match", game, "uct:simulations=60", "flat:simulations=5"];
        let fixed = ["--pairs", "2", "--seed", "4", "--out", "games.jsonl"];
        let output = run_in(folder.path(), &[&args[..], &fixed].concat(), "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.contains("belongs to another contest: its judge is gtp:"),
            "{errors}"
        );
    }
}

#[test]
fn a_judge_of_go_is_told_the_board_and_the_komi() {
    let program = env!("CARGO_BIN_EXE_yomi");
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The program's own defaults are others: without boardsize it would refuse moves.
    let judge = format!("gtp:'{program}' gtp --game go");
    let more = ["--referee", &judge];
    let (_, games) = play(folder.path(), "go:size=5,komi=60.5", &more);
    for game in &games {
        assert_eq!(game.detail, None);
        let answer = game.judgement.as_ref().and_then(|it| it.answer.as_ref());
        let answer = answer.expect("an answer");
        let margin: f64 = answer
            .strip_prefix("W+")
            .expect(answer)
            .parse()
            .expect(answer);
        // 25 points at most, against 60.5 at least.
        assert!((35.5..=85.5).contains(&margin), "{answer}");
    }
}

#[test]
fn nobody_passes_in_a_random_opening() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let more = ["--openings", "random:20", "--max-plies", "21"];
    let (_, games) = play(folder.path(), "go:size=5", &more);
    for game in games {
        assert_eq!(game.opening.len(), 20);
        assert!(!game.opening.iter().any(|text| text == "pass"), "{game:?}");
    }
}

#[test]
fn resigning_shortens_games_and_changes_no_move() {
    let [plain, resigning] = [&[][..], &["--resign", "0.4"]].map(|more| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        by_number(play(folder.path(), "connect-four", more).1)
    });
    let mut resigned = 0;
    for (game, played_on) in resigning.iter().zip(&plain) {
        assert!(played_on.moves.starts_with(&game.moves));
        if game.reason == Reason::Resignation {
            resigned += 1;
        } else {
            assert_eq!(game, played_on);
        }
    }
    assert!(resigned > 0, "nobody gave up");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::fs;

    /// A program in the language of the shell that answers `final_score` by SCORE.
    const SCRIPT: &str = r#"
while read id command rest; do
    case $command in
        list_commands) printf '=%s clear_board\nplay\ngenmove\nfinal_score\nquit\n\n' $id ;;
        final_score) SCORE ;;
        *) printf '=%s\n\n' $id ;;
    esac
done
"#;

    #[test]
    fn the_judge_decides_unless_it_fails() {
        let second = Outcome::Win(Player::Second);
        for (score, told) in [
            ("printf '=%s W+1\\n\\n' $id", None),
            ("exit 4", Some("ended at 'final_score' with exit status: 4")),
            (
                "printf '=%s who knows\\n\\n' $id",
                Some("with 'who knows', expected"),
            ),
            (
                "sleep 1000",
                Some("no answer to 'final_score' within 0.3 s"),
            ),
        ] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let text = SCRIPT.replace("SCORE", score);
            fs::write(folder.path().join("judge.sh"), text).expect("writable");
            let more = [
                "--referee",
                "gtp:sh judge.sh",
                "--gtp-timeout",
                "0.3",
                "--json",
            ];
            let (printed, games) = play(folder.path(), "tic-tac-toe", &more);
            let judged: Value =
                serde_json::from_str::<Value>(&printed).expect("an object")["table"]["standings"]
                    [0]["judged"]
                    .take();
            for game in &games {
                let judgement = game.judgement.as_ref().expect("a judgement");
                let detail = game.detail.as_deref().unwrap_or_default();
                match told {
                    None => {
                        assert_eq!(game.outcome, second);
                        assert_eq!(judgement.answer.as_deref(), Some("W+1"));
                    }
                    Some(told) => {
                        assert_eq!(game.outcome, judgement.referee);
                        assert_eq!(judgement.answer, None);
                        assert!(detail.contains(told), "{detail}");
                    }
                }
            }
            let (decided, failed) = if told.is_none() { (4, 0) } else { (0, 4) };
            assert_eq!(judged["games"], decided, "{judged}");
            assert_eq!(judged["failed"], failed, "{judged}");
            let changed = |game: &&GameRecord| {
                game.judgement
                    .as_ref()
                    .is_some_and(|judgement| judgement.referee != game.outcome)
            };
            let changes = [&judged["changed_for_a"], &judged["changed_for_b"]]
                .map(|count| count.as_u64().expect("a number"));
            assert_eq!(
                changes[0] + changes[1],
                games.iter().filter(changed).count() as u64
            );
        }
    }
}
