//! `yomi bench`: how fast things are.

mod time_limits;

use crate::failure::usage;
use crate::setup::{cores, every_game, open_game};
use crate::text::rate;
use anyhow::Context as _;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use yomi_core::memory;
use yomi_core::params::Spec;
use yomi_core::resources::run_workers;
use yomi_engine::{Bench, Measurement, Registry};

/// What the engines of all benchmarks may hold at a time.
const MEMORY: u64 = 512 << 20;

/// Measures speed.
///
/// Each benchmark also has a signature: a count of what was done at a fixed seed, which changes
/// only when behaviour changes, never with speed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi bench
  yomi bench connect-four --seconds 10
  yomi bench --only connect-four/uct --json
  yomi bench connect-four --time-limits --only uct
  yomi bench --signatures")]
pub struct Args {
    /// The game [default: all].
    game: Option<Spec>,

    /// Run only the benchmark of this name or, if there is none, those whose names contain it; with
    /// --time-limits, only engines whose specification contains it.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,

    /// How long each benchmark takes.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = parse_seconds, allow_negative_numbers = true)]
    seconds: Duration,

    /// Instead of speeds, measure how long engines take that are given 10 ms, 100 ms and 1 s, with
    /// 1, 2 and 8 threads where they have them.
    #[arg(long, conflicts_with = "signatures")]
    time_limits: bool,

    /// Print one object a line for machines.
    #[arg(long)]
    json: bool,

    /// Print only the names and signatures, on all cores, and measure nothing.
    #[arg(long, conflicts_with_all = ["seconds", "json"])]
    signatures: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.time_limits {
            for spec in self.games(registry) {
                let game = open_game(registry, &spec)?;
                time_limits::run(&*game, self.only.as_deref(), self.seconds, self.json, out)?;
            }
            return Ok(());
        }
        memory::check(MEMORY).context("benchmarks need tables of the usual size")?;
        let benches = self.benches(registry)?;
        if self.signatures {
            return write_signatures(&benches, out);
        }
        let width = benches
            .iter()
            .map(|bench| bench.name.len())
            .max()
            .unwrap_or(0);
        for bench in benches {
            let measured = bench.run(self.seconds);
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&measured)?)?;
            } else {
                writeln!(out, "{}", in_words(&measured, width))?;
            }
            out.flush()?;
        }
        Ok(())
    }

    fn games(&self, registry: &Registry) -> Vec<Spec> {
        match &self.game {
            Some(spec) => vec![spec.clone()],
            None => every_game(registry),
        }
    }

    fn benches(&self, registry: &Registry) -> anyhow::Result<Vec<Bench>> {
        let mut benches = Vec::new();
        for spec in &self.games(registry) {
            benches.extend(open_game(registry, spec)?.benches());
        }
        let Some(only) = &self.only else {
            return Ok(benches);
        };
        let names: Vec<String> = benches.iter().map(|bench| bench.name.clone()).collect();
        let exact = benches.iter().any(|bench| bench.name == *only);
        benches.retain(|bench| match exact {
            true => bench.name == *only,
            false => bench.name.contains(only.as_str()),
        });
        if benches.is_empty() {
            let known = if names.is_empty() {
                "none here".to_owned()
            } else {
                names.join(", ")
            };
            return Err(usage(format!(
                "no benchmark is called '{only}': there are {known}"
            )));
        }
        Ok(benches)
    }
}

/// Works the signatures out side by side, and then writes them in order.
fn write_signatures(benches: &[Bench], out: &mut dyn Write) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let found = run_workers(cores().min(benches.len()), || {
        let mut found = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(bench) = benches.get(place) else {
                return found;
            };
            found.push((place, bench.signature()));
        }
    })?;
    let mut found: Vec<_> = found.into_iter().flatten().collect();
    found.sort_unstable();
    for (place, signature) in found {
        let signature = signature.map_or("none".to_owned(), |number| number.to_string());
        writeln!(out, "{} {signature}", benches[place].name)?;
    }
    Ok(())
}

/// One line for people.
fn in_words(measured: &Measurement, width: usize) -> String {
    let mut line = format!(
        "{:<width$}  {:>8} {}",
        measured.bench,
        rate(measured.rate),
        measured.unit
    );
    if let Some(signature) = measured.signature {
        line.push_str(&format!("  signature {signature}"));
    }
    if let Some(note) = &measured.note {
        line.push_str(&format!("  ({note})"));
    }
    line
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.0..=3600.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds in 0..=3600".to_owned())
}
