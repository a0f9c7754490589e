//! Readers who leave early, and writers who never end a line.

use crate::support::{root, run_in, yomi};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// `yomi ... | head -1`: whoever reads has seen enough, and that is no error.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = yomi()
        .args([
            "play",
            "connect-four",
            "--side",
            "none",
            "--engine",
            "uct:simulations=2000",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("piped"));
    reader.read_line(&mut first).expect("readable");
    assert!(first.contains("connect-four"), "{first}");
    drop(reader);
    let status = child.wait().expect("the program ends");
    let mut errors = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut errors)
        .expect("readable");
    assert_eq!(errors, "");
    assert!(status.success());
}

/// A line that does not end is answered without waiting for its end, and the next one counts again.
#[test]
fn endless_lines_are_refused_by_number_and_limit() {
    let long = "x".repeat(3 << 20);
    let told = "the line is too long: expected at most 65536 bytes";
    let output = run_in(
        &root(),
        &[
            "play",
            "tic-tac-toe",
            "--side",
            "both",
            "--engine",
            "random",
        ],
        &format!("a1\n{long}\nb2\nquit\n"),
    );
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    assert_eq!(out.matches(told).count(), 1, "{out}");
    assert!(
        out.contains(&format!("Not played: line 2: {told}")),
        "{out}"
    );
    assert!(out.ends_with("Goodbye.\n"), "{out}");

    let output = run_in(
        &root(),
        &["curling", "shots"],
        &format!("{{}}\n{long}\n{{}}"),
    );
    assert_eq!(output.status.code(), Some(1));
    let out = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(
        lines[1].contains(told) && lines[1].contains("\"line\":2"),
        "{out}"
    );
}

#[cfg(unix)]
#[test]
fn a_position_in_a_file_without_end_is_refused() {
    let output = run_in(
        &root(),
        &["show", "tic-tac-toe", "--position", "@/dev/zero"],
        "",
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("longer than 1048576 bytes"), "{errors}");
}
