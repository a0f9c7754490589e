//! A machine that has too little: file handles, threads, memory.
#![cfg(unix)]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const YOMI: &str = env!("CARGO_BIN_EXE_yomi");

/// Runs the program under a limit of the shell's.
fn run_under(limit: &str, folder: &Path, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\""), YOMI])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("a shell")
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

/// Memory and threads that an engine cannot have are an error that says so, whoever asks for it.
#[test]
fn an_engine_that_asks_for_too_much_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (engine, told) in [
        ("uct:threads=256,simulations=1000", "cannot be had"),
        (
            "uct:memory=4000,simulations=1000",
            "4000 MiB of memory cannot be had",
        ),
        (
            "dpw:memory=4000,simulations=1000",
            "4000 MiB of memory cannot be had",
        ),
    ] {
        let game = if engine.starts_with("dpw") {
            "pig"
        } else {
            "connect-four"
        };
        for command in [
            vec!["analyze", game, "--engine", engine],
            vec!["match", game, engine, "random", "--pairs", "1"],
        ] {
            let output = run_under("-v 600000", folder.path(), &command);
            let said = errors(&output);
            assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
            assert!(said.contains(told), "{command:?}: {said}");
            assert!(!said.contains("panicked"), "{command:?}: {said}");
        }
    }
}
