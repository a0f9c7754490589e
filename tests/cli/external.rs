//! Programs of others in a match: real processes, started by the real program.

use crate::support::{run_in, yomi};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The program itself as a program of others.
fn ourselves(game: &str, engine: &str) -> String {
    let program = env!("CARGO_BIN_EXE_yomi");
    format!("gtp:'{program}' gtp --game {game} --engine {engine}")
}

/// Runs a match and returns what it printed for machines.
fn play(folder: &Path, args: &[&str]) -> Value {
    let args: Vec<&str> = ["match"]
        .iter()
        .chain(args)
        .chain(&["--json"])
        .copied()
        .collect();
    let output = run_in(folder, &args, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("an object")
}

#[test]
fn our_own_program_plays_as_one_of_others_and_a_match_with_it_resumes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for game in ["tic-tac-toe", "blokus-duo"] {
        let rival = ourselves(game, "uct:simulations=30");
        let record = format!("{game}.jsonl");
        let args = [game, "flat:simulations=30", &rival, "--out", &record];
        let longer =
            |pairs: &'static str| [&args[..], &["--pairs", pairs, "--workers", "2"]].concat();
        let first = play(folder.path(), &longer("2"));
        assert_eq!(
            (&first["resumed"], &first["played"]),
            (&0.into(), &4.into())
        );
        let second = play(folder.path(), &longer("3"));
        assert_eq!(
            (&second["resumed"], &second["played"]),
            (&4.into(), &2.into())
        );
        for side in ["forfeits_a", "forfeits_b"] {
            let forfeits = &second["table"]["standings"][0][side];
            let counts = ["crash", "illegal", "time"].map(|kind| forfeits[kind].as_u64());
            assert_eq!(counts, [Some(0); 3], "{second}");
        }
        let (header, games) =
            yomi_arena::read_record(&folder.path().join(&record)).expect("a sound record");
        assert_eq!(games.len(), 6);
        let details = &header.participants[1].details;
        assert!(
            details.contains("(Yomi "),
            "the version is on record: {details}"
        );
    }
}

#[test]
fn two_programs_can_meet_under_a_clock() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rival = ourselves("tic-tac-toe", "uct");
    let args = [
        "tic-tac-toe",
        &rival,
        &rival,
        "--pairs",
        "1",
        "--clock",
        "60+1/5",
    ];
    let result = play(folder.path(), &args);
    assert_eq!(result["ending"], "complete");
    let names = result["table"]["participants"].as_array().expect("a list");
    assert!(
        names[1].as_str().expect("a name").ends_with(" #2"),
        "{names:?}"
    );
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    /// A program in the language of the shell: what it does at each command.
    const SCRIPT: &str = r#"
while read id command rest; do
    case $command in
        list_commands) printf '=%s clear_board\nplay\ngenmove\nquit\n\n' $id ;;
        genmove) GENMOVE ;;
        *) printf '=%s\n\n' $id ;;
    esac
done
"#;

    fn write_program(folder: &Path, genmove: &str) {
        let text = SCRIPT.replace("GENMOVE", genmove);
        fs::write(folder.join("my program.sh"), text).expect("writable");
    }

    const PROGRAM: &str = "gtp:sh 'my program.sh' --level=1,2";

    #[test]
    fn the_table_says_who_forfeited_and_why() {
        for (genmove, told) in [
            (
                "echo 'no more moves' >&2; exit 4",
                [
                    "2 by crashing, 0 by illegal moves, 0 on time",
                    "x ended at 'genmove w' with exit status: 4; its last words: no more moves",
                ],
            ),
            (
                "printf '=%s pass\\n\\n' $id",
                [
                    "0 by crashing, 2 by illegal moves, 0 on time",
                    "  2 x 'pass' is not a legal move here",
                ],
            ),
            (
                "sleep 1000",
                [
                    "0 by crashing, 0 by illegal moves, 2 on time",
                    "x no answer to 'genmove b' within 0.3 s",
                ],
            ),
        ] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            write_program(folder.path(), genmove);
            let args = ["match", "tic-tac-toe", "flat:simulations=9", PROGRAM];
            let more = ["--pairs", "1", "--gtp-timeout", "0.3"];
            let output = run_in(folder.path(), &[&args[..], &more].concat(), "");
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success());
            assert!(
                out.contains("forfeited 2 games to flat:simulations=9:"),
                "{out}"
            );
            for text in told {
                assert!(out.contains(text), "expected {text} in {out}");
            }
        }
    }

    #[test]
    fn ctrl_c_ends_a_match_whose_program_hangs() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_program(folder.path(), "touch thinking; sleep 1000");
        let child = yomi()
            .args(["match", "tic-tac-toe", "flat:simulations=9", PROGRAM])
            .args(["--gtp-timeout", "600", "--workers", "1"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        while !folder.path().join("thinking").exists() {
            sleep(Duration::from_millis(5));
        }
        let started = Instant::now();
        let interrupt = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(interrupt.expect("kill starts").success());
        let output = child.wait_with_output().expect("a child");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("error: stopped; "), "{errors}");
        // Far less than the time-out, far more than it takes.
        assert!(started.elapsed() < Duration::from_secs(60));
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.contains("0 games in 0 pairs"), "{out}");
    }
}
