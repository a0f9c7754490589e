//! Running the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A command for the program under test.
pub fn yomi() -> Command {
    Command::new(env!("CARGO_BIN_EXE_yomi"))
}

/// Runs the program with `input` on its standard input, in `folder`.
pub fn run_in(folder: &Path, args: &[&str], input: &str) -> Output {
    talk(yomi().args(args).current_dir(folder), input)
}

/// Runs a command with `input` on its standard input.
pub fn talk(command: &mut Command, input: &str) -> Output {
    let mut child = piped(command);
    let mut stdin = child.stdin.take().expect("piped");
    // A program that fails early closes its input; that is no fault of the test.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Starts a command with pipes at all its ends.
pub fn piped(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program, which must succeed, and returns what it printed.
pub fn printed(args: &[&str]) -> String {
    let output = run_in(&root(), args, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?} failed: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
