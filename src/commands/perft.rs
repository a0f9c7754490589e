//! `yomi perft GAME DEPTH`: the standard test of a move generator.

use crate::setup::{PositionArgs, setup_error};
use crate::text::{Align, Table, grouped, rate};
use std::io::{self, Write};
use std::time::Instant;
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
