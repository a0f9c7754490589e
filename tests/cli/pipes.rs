//! Readers who leave early.

use crate::support::yomi;
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
