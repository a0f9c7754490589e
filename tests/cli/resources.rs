//! A machine that has too little: file handles, threads, memory.
#![cfg(unix)]

use crate::support::talk;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const YOMI: &str = env!("CARGO_BIN_EXE_yomi");

/// Runs the program under a limit of the shell's.
fn run_under(limit: &str, folder: &Path, args: &[&str]) -> Output {
    talk_under(limit, folder, args, "")
}

/// The same, with `input` on its standard input.
fn talk_under(limit: &str, folder: &Path, args: &[&str], input: &str) -> Output {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\""), YOMI])
        .args(args)
        .current_dir(folder);
    talk(&mut shell, input)
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn no_game_is_forfeited_for_want_of_file_handles_of_ours() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rival = format!("gtp:'{YOMI}' gtp --game tic-tac-toe --engine flat:simulations=9");
    let play = |workers: &str| {
        let args = ["match", "tic-tac-toe", "flat:simulations=9", &rival];
        let more = ["--pairs", "20", "--out", "games.jsonl", "--json"];
        let all = [&args[..], &more, &["--workers", workers]].concat();
        run_under("-n 24", folder.path(), &all)
    };
    let record = folder.path().join("games.jsonl");
    // Every worker's program takes three file handles.
    let output = play("20");
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in [
        "out of resources",
        "cannot start",
        "Too many open files",
        "the same command goes on from games.jsonl",
    ] {
        assert!(said.contains(part), "expected {part} in {said}");
    }
    let (_, finished) = yomi_arena::read_record(&record).expect("a sound record");
    assert!(finished.len() < 40);

    let output = play("1");
    assert!(output.status.success(), "{}", errors(&output));
    let result: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(result["resumed"], finished.len());
    let (_, games) = yomi_arena::read_record(&record).expect("a sound record");
    assert_eq!(games.len(), 40);
    for game in games {
        assert_eq!(game.forfeited_by(), None, "{game:?}");
    }
}

/// There is memory for the engines of one worker, and not for those of six.
#[test]
fn a_match_that_runs_out_of_memory_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let play = |workers: &str| {
        let engines = ["best:memory=300,depth=1", "classical:memory=300,depth=1"];
        let more = ["--pairs", "4", "--max-plies", "40", "--out", "games.jsonl"];
        let args = [&["match", "shogi"], &engines[..], &more].concat();
        let all = [&args[..], &["--workers", workers]].concat();
        run_under("-v 1000000", folder.path(), &all)
    };
    let output = play("6");
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in [
        "300 MiB of memory cannot be had",
        "the same command goes on from games.jsonl, whatever its --workers",
    ] {
        assert!(said.contains(part), "expected {part} in {said}");
    }
    let output = play("1");
    assert!(output.status.success(), "{}", errors(&output));
}

#[test]
fn too_many_workers_are_an_error_and_no_panic() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A gigabyte has no room for a thousand stacks.
    let args = ["match", "tic-tac-toe", "flat:simulations=9", "random"];
    let more = ["--pairs", "1000", "--workers", "1024"];
    let output = run_under("-v 1000000", folder.path(), &[&args[..], &more].concat());
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("of 1024 threads for workers"), "{said}");
    assert!(said.contains("try fewer workers"), "{said}");
}

/// Memory and threads that an engine cannot have are an error that says what there is.
#[test]
fn an_engine_that_asks_for_too_much_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (limit, game, engine, told) in [
        (
            "-v 600000",
            "connect-four",
            "uct:threads=256",
            "'threads': '256' is not what",
        ),
        (
            "-v 600000",
            "connect-four",
            "uct:memory=4000",
            "'memory': '4000' is not what",
        ),
        (
            "-v 600000",
            "pig",
            "dpw:memory=4000",
            "4000 MiB of memory cannot be had",
        ),
        (
            "-v 100000",
            "shogi",
            "best",
            "128 MiB of memory cannot be had",
        ),
    ] {
        for command in [
            vec!["analyze", game, "--engine", engine],
            vec!["match", game, engine, "random", "--pairs", "1"],
        ] {
            let output = run_under(limit, folder.path(), &command);
            let said = errors(&output);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
            assert!(said.starts_with("error: "), "{command:?}: {said}");
            assert!(said.contains(told), "{command:?}: {said}");
            assert_eq!(said.lines().count(), 1, "{command:?}: {said}");
        }
    }
}

/// A table takes the place of the one before: both together need not fit.
#[test]
fn a_hash_can_be_made_smaller_where_two_do_not_fit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let talk = "usi\nisready\nsetoption name USI_Hash value 400\nisready\nquit\n";
    let args = ["usi", "--engine", "best:memory=500"];
    let output = talk_under("-v 1000000", folder.path(), &args, talk);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", errors(&output));
    assert!(!said.contains("cannot be had"), "{said}");
    assert_eq!(said.matches("readyok").count(), 2, "{said}");
}

/// What a board asks for beyond that is refused, and the engine plays on with what it has.
#[test]
fn a_hash_that_cannot_be_had_is_refused_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let talk = "usi\nsetoption name USI_Hash value 4096\nisready\n\
                setoption name USI_Hash value 8\nisready\nposition startpos\ngo nodes 100\n";
    let args = ["usi", "--engine", "best:memory=16"];
    let output = talk_under("-v 1000000", folder.path(), &args, talk);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", errors(&output));
    let after = said.split("usiok\n").nth(1).expect("an introduction");
    let mut lines = after.lines();
    let refused = lines.next().expect("a refusal");
    assert!(
        refused.starts_with("info string ")
            && refused.contains("4096 MiB of memory cannot be had: ")
            && refused.ends_with(" MiB are available"),
        "{said}"
    );
    let kept = lines.next();
    assert_eq!(kept, Some("info string the engine is still best:memory=16"));
    assert_eq!(lines.next(), Some("readyok"));
    assert_eq!(lines.next(), Some("readyok"), "a size that fits is taken");
    assert!(
        after.lines().any(|line| line.starts_with("bestmove ")),
        "{said}"
    );
}
