//! Yomi's command line as a library, so that a program with its own games gets all of it.
//!
//! The `yomi` program is [`main_with`] given the games that ship. A program with games of its own
//! is the same line with a registry that holds them too:
//!
//! ```no_run
//! use yomi_engine::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     let registry = Registry::standard(); // .with(your own game)
//!     yomi::main_with(registry)
//! }
//! ```
//!
//! Results go to standard output, progress and errors to standard error. An error is one line
//! that begins with `error:` and says what was wrong and what would have been right. The exit
//! code is 0 for success, 1 for a failure and 2 for a command that was not understood; a command
//! that a signal cut short exits with 128 and the signal's number (130 after Ctrl-C).

mod cli;
mod clock;
mod commands;
mod failure;
mod filling;
mod game_files;
mod go_boards;
mod interrupt;
mod notation;
mod picture;
mod progress;
mod records;
mod serving;
mod setup;
mod suggest;
mod terminal;
mod text;
mod values;

use anyhow::Context as _;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use yomi_engine::Registry;

/// Runs the command that this process was started with.
pub fn main_with(registry: Registry) -> ExitCode {
    run(registry, std::env::args_os())
}

/// Runs the command in `args`, the first of which is the program's own name.
pub fn run(registry: Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = cli::parse(&args).and_then(|parsed| match parsed {
        cli::Parsed::Print(text) => Ok(out.write_all(text.as_bytes())?),
        cli::Parsed::Nothing { help, error } => {
            out.write_all(help.as_bytes())?;
            Err(error)
        }
        cli::Parsed::Run(command) => command.run(&program_name(&args), &registry, &mut out),
    });
    // What was found before a failure is still shown, and shown first.
    let flushed = out.flush().context("cannot write to standard output");
    match result.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}

/// What the user calls this program.
fn program_name(args: &[OsString]) -> String {
    args.first()
        .and_then(|path| Path::new(path).file_stem())
        .map_or_else(
            || "yomi".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
}
