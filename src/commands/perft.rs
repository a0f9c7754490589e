//! `yomi perft GAME DEPTH`: the standard test of a move generator.

use crate::setup::{PositionArgs, setup_error};
use crate::text::{Align, Table, grouped, rate};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Instant;
use yomi_core::params::Spec;
use yomi_engine::Registry;

/// Counts the move sequences of a given length.
///
/// Games that end earlier count nothing. The count stands alone on the last line of standard
/// output; time and speed go to standard error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi perft connect-four 6
  yomi perft connect-four 6 --moves \"4 4\" --divide")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// How many moves long, at most 1000.
    #[arg(value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: u32,

    /// Also print the count for each first move.
    #[arg(long)]
    divide: bool,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

/// The counts for machines.
#[derive(Serialize)]
struct Counted<'a> {
    game: &'a Spec,
    /// The moves before.
    moves: Vec<String>,
    depth: u32,
    count: u64,
    seconds: f64,
    /// By first move, in the order of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<FirstMove>>,
}

#[derive(Serialize)]
struct FirstMove {
    #[serde(rename = "move")]
    text: String,
    count: u64,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let opened = self.position.open(registry)?;
        let started = Instant::now();
        let counts = opened
            .game
            .divide(
                opened.position(),
                &opened.session.referee().moves(),
                self.depth,
            )
            .map_err(setup_error)?;
        let elapsed = started.elapsed().as_secs_f64();
        // There is one sequence of no moves at all, and it has no first move.
        let total = match self.depth {
            0 => 1,
            _ => counts.iter().map(|(_, count)| count).sum::<u64>(),
        };
        if self.json {
            let counts = counts.into_iter();
            let counted = Counted {
                game: &opened.spec,
                moves: opened.session.referee().moves(),
                depth: self.depth,
                count: total,
                seconds: elapsed,
                divide: (self.divide).then(|| {
                    counts
                        .map(|(text, count)| FirstMove { text, count })
                        .collect()
                }),
            };
            writeln!(out, "{}", serde_json::to_string(&counted)?)?;
            return Ok(());
        }
        if self.divide {
            let mut table = Table::new(&[("move", Align::Left), ("count", Align::Right)]);
            for (text, count) in counts {
                table.row(vec![text, count.to_string()]);
            }
            writeln!(out, "{}", table.render())?;
        }
        let speed = total as f64 / elapsed.max(1e-9);
        writeln!(
            io::stderr(),
            "{} in {elapsed:.3} s, {} per second",
            grouped(total),
            rate(speed)
        )?;
        writeln!(out, "{total}")?;
        Ok(())
    }
}
