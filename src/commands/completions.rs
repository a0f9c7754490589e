//! `yomi completions SHELL`: the tab key.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use std::io::Write;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_lab::Library;

/// Prints the completion script for a shell.
///
/// It knows the commands and their options, the games, the engines of all games and the experiments that ship.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi completions bash > ~/.local/share/bash-completion/completions/yomi
  yomi completions zsh > ~/.zfunc/_yomi
  yomi completions fish > ~/.config/fish/completions/yomi.fish")]
pub struct Args {
    /// The shell.
    shell: Shell,
}

impl Args {
    /// Carries the command out for a program called `program`.
    pub fn run(
        self,
        program: &str,
        definition: Command,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut definition = Names::of(registry)?.put_into(definition);
        // The generator panics where it cannot write; memory always can be written to.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition, program, &mut script);
        out.write_all(&script)?;
        if self.shell == Shell::Fish {
            write_positional(&definition, program, out)?;
        }
        Ok(())
    }
}

/// What stands in the place of an argument without a name, for fish: the generator leaves it out.
fn write_positional(
    definition: &Command,
    program: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let using = format!("__fish_{program}_using_subcommand");
    for command in definition.get_subcommands() {
        let name = command.get_name();
        write_values(command, program, &format!("{using} {name}"), out)?;
        for inner in command.get_subcommands() {
            let seen = format!("__fish_seen_subcommand_from {}", inner.get_name());
            write_values(inner, program, &format!("{using} {name}; and {seen}"), out)?;
        }
    }
    Ok(())
}

fn write_values(
    command: &Command,
    program: &str,
    condition: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let named = command.get_positionals().flat_map(Arg::get_possible_values);
    let names: Vec<String> = named.map(|value| value.get_name().to_owned()).collect();
    if !names.is_empty() {
        let names = names.join(" ");
        writeln!(
            out,
            "complete -c {program} -n \"{condition}\" -f -a \"{names}\""
        )?;
    }
    Ok(())
}

/// What arguments can be that the definition of the command line does not know.
struct Names {
    games: Vec<String>,
    engines: Vec<String>,
    experiments: Vec<String>,
}

impl Names {
    fn of(registry: &Registry) -> anyhow::Result<Names> {
        let entries = registry.entries().iter();
        let games: Vec<String> = entries.map(|entry| entry.name.clone()).collect();
        let mut engines = Vec::new();
        for name in &games {
            // Some games, such as a tree from a file, are nothing without settings.
            if let Ok(game) = registry.game(&name.parse::<Spec>()?) {
                engines.extend(game.engines().into_iter().map(|info| info.name));
            }
        }
        engines.sort();
        engines.dedup();
        let items = Library::embedded()?.items("")?;
        let mut experiments: Vec<String> =
            items.iter().map(|item| item.paper.name.clone()).collect();
        experiments.dedup();
        experiments.extend(items.iter().map(|item| item.path()));
        Ok(Names {
            games,
            engines,
            experiments,
        })
    }

    /// The definition with these names as values of its arguments. It is not to be parsed with: there are more
    /// values, with settings.
    fn put_into(&self, command: Command) -> Command {
        let name = command.get_name().to_owned();
        command
            .mut_args(|arg| match self.of_argument(&arg, &name) {
                Some(names) => arg.value_parser(PossibleValuesParser::new(names.to_vec())),
                None => arg,
            })
            .mut_subcommands(|command| self.put_into(command))
    }

    fn of_argument(&self, arg: &Arg, command: &str) -> Option<&[String]> {
        match (arg.get_id().as_str(), command) {
            ("game", _) | ("games", "check") => Some(&self.games),
            ("engine" | "engines" | "teacher", _) => Some(&self.engines),
            ("names", "reproduce") => Some(&self.experiments),
            _ => None,
        }
    }
}
