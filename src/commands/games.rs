//! `yomi games`: what can be played.

use crate::setup::{every_game, open_game};
use crate::text::wrap;
use serde_json::json;
use std::io::Write;
use yomi_core::params::Param;
use yomi_engine::{GameEntry, Registry};

/// Lists the games, what each can do and how it can be set.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomi games\n  yomi games --json")]
pub struct Args {
    /// Print an array of objects for machines.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut described = Vec::new();
        for (entry, spec) in registry.entries().iter().zip(every_game(registry)) {
            described.push((entry, open_game(registry, &spec)?.capabilities()));
        }
        if self.json {
            let games: Vec<_> = described
                .iter()
                .map(|(entry, capabilities)| {
                    json!({
                        "game": entry.name,
                        "summary": entry.summary,
                        "capabilities": capabilities,
                        "settings": entry.parameters,
                    })
                })
                .collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
            return Ok(());
        }
        for (i, (entry, capabilities)) in described.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            write_game(entry, capabilities, out)?;
        }
        Ok(())
    }
}

fn write_game(entry: &GameEntry, capabilities: &[&str], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", entry.name)?;
    write!(out, "{}", wrap(&entry.summary, 2))?;
    write!(
        out,
        "{}",
        wrap(&format!("Capabilities: {}.", capabilities.join(", ")), 2)
    )?;
    if !entry.parameters.is_empty() {
        writeln!(out, "  Settings:")?;
        write_parameters(&entry.parameters, out)?;
    }
    Ok(())
}

/// A table of parameters with the documentation of each below it.
pub fn write_parameters(parameters: &[Param], out: &mut dyn Write) -> anyhow::Result<()> {
    let width = parameters
        .iter()
        .map(|parameter| parameter.name.len() + 1 + parameter.default.len())
        .max()
        .unwrap_or(0);
    for parameter in parameters {
        let assignment = format!("{}={}", parameter.name, parameter.default);
        let none = if parameter.optional { " or none" } else { "" };
        writeln!(out, "    {assignment:<width$}  {}{none}", parameter.kind)?;
        write!(out, "{}", wrap(&parameter.doc, 8))?;
    }
    Ok(())
}
