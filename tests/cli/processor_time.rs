//! Matches that count processor time.
#![cfg(target_os = "linux")]

use crate::support::run_in;
use serde_json::Value;
use std::fs;
use std::path::Path;
use yomi_arena::{GameRecord, Reason, read_record};

/// A program in the language of the shell: it plays the first of the MOVES that nobody has played
/// yet, after some WORK.
const PROGRAM: &str = r#"
remove() {
    rest=; gone=
    for move in $free; do
        if [ -z "$gone" ] && [ $move = $1 ]; then gone=yes; else rest="$rest $move"; fi
    done
    free=$rest
}
while read id command colour move; do
    answer=
    case $command in
        list_commands) printf '=%s clear_board\nplay\ngenmove\nquit\n\n' $id; continue ;;
        clear_board) free="MOVES" ;;
        play) remove $move ;;
        genmove) WORK; for answer in $free; do break; done; remove $answer ;;
    esac
    printf '=%s %s\n\n' $id $answer
done
"#;

const CELLS: &str = "a1 b1 c1 a2 b2 c2 a3 b3 c3";
/// Each of the columns of connect four holds six discs.
const COLUMNS: &str = "1 2 3 4 5 6 7 1 2 3 4 5 6 7 1 2 3 4 5 6 7 \
                       1 2 3 4 5 6 7 1 2 3 4 5 6 7 1 2 3 4 5 6 7";

/// Work of so many rounds: a processor of today needs about a microsecond for each.
fn burn(rounds: u32) -> String {
    format!("i=0; while [ $i -lt {rounds} ]; do i=$((i+1)); done")
}

fn write_program(folder: &Path, name: &str, moves: &str, work: &str) -> String {
    let text = PROGRAM.replace("MOVES", moves).replace("WORK", work);
    fs::write(folder.join(name), text).expect("writable");
    format!("gtp:sh {name}")
}

/// Runs a match; what it printed for machines, or its complaint.
fn play(folder: &Path, args: &[&str]) -> Result<Value, String> {
    let args = [&["match"], args, &["--json"]].concat();
    let output = run_in(folder, &args, "");
    match output.status.success() {
        true => Ok(serde_json::from_slice(&output.stdout).expect("an object")),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn games(folder: &Path) -> Vec<GameRecord> {
    let (header, games) = read_record(&folder.join("games.jsonl")).expect("a sound record");
    assert!(header.cpu_time);
    games
}

#[test]
fn work_is_told_from_sleep() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let busy = write_program(folder.path(), "busy.sh", CELLS, &burn(30_000));
    let lazy = write_program(folder.path(), "lazy.sh", CELLS, "sleep 0.05");
    let args = ["tic-tac-toe", &busy, &lazy, "--pairs", "1"];
    let rest = ["--cpu-time", "--workers", "2", "--out", "games.jsonl"];
    let result = play(folder.path(), &[&args[..], &rest].concat()).expect("a match");
    let standing = &result["table"]["standings"][0];
    let number = |side: &str, field: &str| standing[side][field].as_f64().expect("a number");
    let [busy, lazy] = ["processor_a", "processor_b"].map(|side| number(side, "mean"));
    assert!(busy > 5.0 * lazy, "{standing}");
    assert!(number("processor_b", "wall_mean") >= 0.05, "{standing}");
    assert!(number("processor_a", "max") >= number("processor_a", "percentile_99"));
    for game in games(folder.path()) {
        let times = game.processor.expect("it was counted");
        assert_eq!(times[0].len() + times[1].len(), game.moves.len());
    }
    let output = run_in(folder.path(), &[&["match"], &args[..], &rest].concat(), "");
    let table = String::from_utf8_lossy(&output.stdout);
    let head = "processor time per move, in seconds:\n    gtp:sh busy.sh: mean ";
    assert!(table.contains(head), "{table}");
}

#[test]
fn the_flag_falls_by_processor_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // More than its clock has, and far less; but on the wall the latter is far over.
    let busy = write_program(folder.path(), "busy.sh", CELLS, &burn(400_000));
    let lazy = write_program(folder.path(), "lazy.sh", CELLS, "sleep 0.15");
    for (program, reason) in [(lazy, Reason::Rules), (busy, Reason::Time)] {
        let args = ["tic-tac-toe", "random", &program, "--clock", "0.1"];
        let rest = ["--cpu-time", "--pairs", "1", "--out", "games.jsonl"];
        play(folder.path(), &[&args[..], &rest].concat()).expect("a match");
        for game in games(folder.path()) {
            assert_eq!(game.reason, reason, "{game:?}");
        }
        fs::remove_file(folder.path().join("games.jsonl")).expect("it is there");
    }
}

#[test]
fn a_match_goes_on_only_with_the_same_kind_of_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = write_program(folder.path(), "program.sh", CELLS, "true");
    let longer = |pairs: &str, record: &str, more: &[&str]| {
        let args = ["tic-tac-toe", "random", &program, "--pairs", pairs];
        let all = [&args[..], &["--out", record], more].concat();
        play(folder.path(), &all)
    };
    let cpu_time = ["--cpu-time"];
    longer("1", "games.jsonl", &cpu_time).expect("a match");
    let result = longer("2", "games.jsonl", &cpu_time).expect("a longer match");
    assert_eq!([&result["resumed"], &result["played"]], [2, 2]);
    assert!(
        games(folder.path())
            .iter()
            .all(|game| game.processor.is_some())
    );
    let refused = longer("2", "games.jsonl", &[]).expect_err("another contest");
    let complaint = "its cpu_time is true, this contest's is none";
    assert!(refused.contains(complaint), "{refused}");

    longer("1", "plain.jsonl", &[]).expect("a match");
    let plain = fs::read_to_string(folder.path().join("plain.jsonl")).expect("readable");
    assert!(!plain.contains("cpu_time") && !plain.contains("processor"));
    let refused = longer("2", "plain.jsonl", &cpu_time).expect_err("another contest");
    let complaint = "its cpu_time is none, this contest's is true";
    assert!(refused.contains(complaint), "{refused}");
}

#[test]
fn our_engines_keep_to_processor_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let args = ["connect-four", "flat:time=0.02", "random", "--pairs", "1"];
    let rest = ["--cpu-time", "--workers", "1"];
    let result = play(folder.path(), &[&args[..], &rest].concat()).expect("a match");
    let standing = &result["table"]["standings"][0];
    assert_eq!(standing["a"], "flat:time=0.02,timing=processor");
    // However long it had to wait for a core, it has had its time.
    let mean = standing["processor_a"]["mean"].as_f64().expect("a number");
    assert!(mean >= 0.0199, "{standing}");
}

#[test]
fn our_engine_can_use_what_its_opponent_uses() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rival = write_program(folder.path(), "rival.sh", COLUMNS, &burn(20_000));
    let args = ["connect-four", "flat:simulations=9", &rival, "--pairs", "1"];
    let rest = ["--cpu-time", "--time-of-opponent", "0.01"];
    let out = ["--out", "games.jsonl", "--openings", "none"];
    play(folder.path(), &[&args[..], &rest, &out].concat()).expect("a match");
    for game in games(folder.path()) {
        let [ours, theirs] = match game.processor.expect("it was counted") {
            [a, b] if game.game == 0 => [a, b],
            [a, b] => [b, a],
        };
        for (number, used) in ours.iter().enumerate() {
            let moves = &theirs[..number + game.game];
            let allowed = match moves.len() {
                0 => 0.01,
                count => moves.iter().sum::<f64>() / count as f64,
            };
            // Nothing else ends its search; what it does around that is little.
            assert!(*used >= 0.99 * allowed, "{number}: {used} of {allowed}");
            assert!(
                *used <= 2.0 * allowed + 0.02,
                "{number}: {used} of {allowed}"
            );
        }
    }
}

#[test]
fn what_cannot_be_counted_or_given_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (args, complaint) in [
        (
            &["uct:threads=2", "random", "--cpu-time", "--workers", "2"][..],
            "'uct:threads=2' has several threads: with --cpu-time",
        ),
        (
            &["uct", "random", "--cpu-time", "--time-of-opponent", "1"],
            "one engine of ours against programs of others, and there are 2 of ours",
        ),
        (&["uct", "random", "--time-of-opponent", "1"], "--cpu-time"),
    ] {
        let refused = play(folder.path(), &[&["tic-tac-toe"], args].concat());
        let refused = refused.expect_err("it cannot be played");
        assert!(refused.contains(complaint), "{refused}");
    }
}
