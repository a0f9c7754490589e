//! The program on a machine that has little memory: a limit on its addresses stands for that.

use crate::support::{root, yomi};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with so many KiB of addresses, and `input` on its standard input.
fn run_within(kibibytes: u32, args: &[&str], input: &str) -> Output {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .arg(yomi().get_program())
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let _ = child
        .stdin
        .take()
        .expect("piped")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// With less than the usual engine of shogi wants, the error says what is wanted and what there is.
#[test]
fn a_machine_that_is_too_small_is_told_so() {
    let commands: [&[&str]; 3] = [
        &["analyze", "shogi"],
        &["match", "shogi", "best", "best:nodes=10", "--pairs", "1"],
        &["usi"],
    ];
    for args in commands {
        let output = run_within(100_000, args, "usi\nisready\nquit\n");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.starts_with("error: "), "{args:?}: {errors}");
        assert!(
            errors.contains("'memory': '128' is not what this machine can give: 128 MiB of memory"),
            "{args:?}: {errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    }
}

/// What a board asks for beyond that is refused, and the engine plays on with what it has.
#[test]
fn a_hash_that_cannot_be_had_is_refused_and_the_game_goes_on() {
    let talk = "usi\nsetoption name USI_Hash value 4096\nisready\n\
                setoption name USI_Hash value 8\nisready\nposition startpos\ngo nodes 100\n";
    let args = ["usi", "--engine", "best:memory=16"];
    let output = run_within(1_000_000, &args, talk);
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{errors}");
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
