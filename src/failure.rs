//! What went wrong, in one line, and the exit code that goes with it.

use crate::interrupt;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// A command that asks for something that does not exist or is not allowed: exit code 2.
#[derive(Debug)]
pub struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// The error for a command that was not understood.
pub fn usage(message: impl fmt::Display) -> anyhow::Error {
    Usage(message.to_string()).into()
}

/// Says what went wrong on standard error, and gives the exit code for it.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if reader_left(error) {
        return ExitCode::SUCCESS;
    }
    // Nothing can be done if even standard error is closed.
    let _ = writeln!(io::stderr(), "error: {}", one_line(error));
    if error.is::<Usage>() {
        ExitCode::from(2)
    } else {
        // Shells call it so when a command was cut short by a signal.
        interrupt::exit_code().map_or(ExitCode::FAILURE, ExitCode::from)
    }
}

/// Whether the error is only that whoever read our output (`| head`) has seen enough.
fn reader_left(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// The error and its causes, leaving out causes that the message before already tells.
fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain() {
        let message = squeeze(&cause.to_string());
        if line.is_empty() {
            line = message;
        } else if !line.contains(&message) {
            line = format!("{line}: {message}");
        }
    }
    line
}

/// The text with every run of white space made a single space.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn causes_are_told_once() {
        let cause = || Err::<(), _>(io::Error::other("disk on\nfire"));
        let error = cause().context("cannot write a.jsonl").unwrap_err();
        assert_eq!(one_line(&error), "cannot write a.jsonl: disk on fire");
        let error = cause().context("cannot write: disk on fire").unwrap_err();
        assert_eq!(one_line(&error), "cannot write: disk on fire");
    }

    #[test]
    fn a_reader_who_left_is_no_failure() {
        let left = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(reader_left(
            &anyhow::Error::from(left).context("cannot write")
        ));
        assert!(!reader_left(&usage("no such game")));
    }
}
