//! The commands and how they are written.

use crate::commands::{
    analyze, bench, cgos, check, completions, csa, curling, dc2, dc3, dc3_server, engines, games,
    gtp, matches, perft, play, records, reproduce, show, suite, train, usi, weights,
};
use crate::failure::{squeeze, usage};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use yomi_engine::Registry;

/// One Monte Carlo search engine for many games, and the laboratory around it.
#[derive(Parser)]
#[command(name = "yomi", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
A game or an engine is written as its name, or with settings as name:key=value,key=value.

Examples:
  yomi games                                  which games there are
  yomi engines connect-four                   which engines, with all their parameters
  yomi play connect-four                      play against the default engine
  yomi analyze connect-four --moves \"4 4 3\" --engine uct:simulations=100000
  yomi match connect-four uct flat --pairs 100 --workers 2 --out games.jsonl
  yomi reproduce --scale quick                run every experiment, write a report";

/// What to do. The help of each command is the page of its arguments.
#[derive(Subcommand)]
pub enum Command {
    Games(games::Args),
    Engines(engines::Args),
    Show(show::Args),
    Perft(perft::Args),
    Play(play::Args),
    Analyze(analyze::Args),
    Match(matches::Args),
    Suite(suite::Args),
    Records(records::Args),
    Curling(curling::Args),
    Gtp(gtp::Args),
    Usi(usi::Args),
    Dc2(dc2::Args),
    Dc3(dc3::Args),
    Dc3Server(dc3_server::Args),
    Cgos(cgos::Args),
    Csa(csa::Args),
    Train(train::Args),
    Weights(weights::Args),
    Reproduce(reproduce::Args),
    Bench(bench::Args),
    Check(check::Args),
    Completions(completions::Args),
}

impl Command {
    /// Carries the command out; results go to `out`.
    pub fn run(
        self,
        program: &str,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        match self {
            Command::Games(args) => args.run(registry, out),
            Command::Engines(args) => args.run(registry, out),
            Command::Show(args) => args.run(registry, out),
            Command::Perft(args) => args.run(registry, out),
            Command::Play(args) => args.run(registry, out),
            Command::Analyze(args) => args.run(registry, out),
            Command::Match(args) => args.run(registry, out),
            Command::Suite(args) => args.run(registry, out),
            Command::Records(args) => args.run(registry, out),
            Command::Curling(args) => args.run(out),
            Command::Gtp(args) => args.run(registry, out),
            Command::Usi(args) => args.run(registry, out),
            Command::Dc2(args) => args.run(registry, out),
            Command::Dc3(args) => args.run(registry, out),
            Command::Dc3Server(args) => args.run(registry, out),
            Command::Cgos(args) => args.run(registry, out),
            Command::Csa(args) => args.run(registry, out),
            Command::Train(args) => args.run(registry, out),
            Command::Weights(args) => args.run(registry, out),
            Command::Reproduce(args) => args.run(registry, out),
            Command::Bench(args) => args.run(registry, out),
            Command::Check(args) => args.run(registry, out),
            Command::Completions(args) => args.run(program, definition(), registry, out),
        }
    }
}

/// What the arguments ask for.
pub enum Parsed {
    /// A text, such as the help.
    Print(String),
    /// Nothing: the help, and what was missed.
    Nothing {
        /// The page to show.
        help: String,
        /// What to say after it.
        error: anyhow::Error,
    },
    /// A command.
    Run(Box<Command>),
}

/// Reads the arguments; an error is one line.
pub fn parse(args: &[OsString]) -> anyhow::Result<Parsed> {
    match Cli::try_parse_from(usi::by_name(args)) {
        Ok(cli) => Ok(Parsed::Run(Box::new(cli.command))),
        Err(error) if !error.use_stderr() => Ok(Parsed::Print(error.render().to_string())),
        Err(error)
            if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =>
        {
            Ok(Parsed::Nothing {
                help: definition().render_help().to_string(),
                error: usage(format!(
                    "no command given: expected one of {}",
                    command_names()
                )),
            })
        }
        Err(error) => Err(usage(flattened(&error.render().to_string()))),
    }
}

/// An error page in one line: the message, the tips, the usage; not the advice to read the help.
fn flattened(page: &str) -> String {
    let page = page.strip_prefix("error: ").unwrap_or(page);
    page.split("\n\n")
        .filter(|part| !part.starts_with("For more information"))
        .map(|part| squeeze(&part.replacen("Usage:", "usage:", 1)))
        .collect::<Vec<_>>()
        .join("; ")
}

fn command_names() -> String {
    let definition = definition();
    let names: Vec<&str> = definition
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    names.join(", ")
}

fn definition() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }
}
