//! `yomi completions SHELL`: the tab key.

use clap_complete::Shell;
use std::io::Write;

/// Prints the completion script for a shell.
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
        mut definition: clap::Command,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        // The generator panics where it cannot write; memory always can be written to.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition, program, &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
