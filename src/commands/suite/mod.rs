//! `yomi suite GAME FILE...`: do engines find the known answers of positions?

mod ask;
mod counting;
mod load;
mod report;

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{cores, make_engine, open_game, parse_seed, working_engine};
use anyhow::bail;
use report::Report;
use std::io::Write;
use std::path::PathBuf;
use yomi_core::Seed;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, Registry};

/// Asks engines about positions with known answers, and counts the right ones.
///
/// A suite is a text file of positions, each with its kind and all moves that are right there (docs/formats.md); any game
/// whose positions can be set up may have one. Every position is a game of its own with a seed of its own, so that neither
/// the order of positions nor the number of workers changes an answer (unless time decides).
///
/// Where a position says which stones are dead or live in seki, the count of our referee, as final_status_list and
/// final_score of GTP give it, is compared with that and with the score.
///
/// The exit code is 0 whether or not all positions are solved.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi suite go suites/go/life-and-death.txt
  yomi suite go suites/go/life-and-death.txt --engine best:simulations=1000 --engine uct:simulations=1000
  yomi suite shogi mates.txt --engine mate --json")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The suites.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// An engine; may be given several times [default: the one that `yomi engines GAME` marks].
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<Spec>,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// Positions searched at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let questions = load::read(&self.files, (registry, &self.game), game.as_ref())?;
        let engines = self.engines(game.as_ref())?;
        let seed = Seed::new(self.seed);
        // Before the engines, since a point without a stone is an error in the file.
        let counts = counting::count(&questions, game.as_ref(), seed)?;
        let stop = stop_on_interrupt();
        let asking = ask::Asking {
            registry,
            game: &self.game,
            engines: &engines,
            questions: &questions,
            seed,
            workers: self.workers.map_or_else(cores, usize::from),
            stop: &stop,
        };
        let answers = asking.run()?;
        let answered: usize = answers.iter().map(|answers| answers.len()).sum();
        let names: Vec<String> = engines.iter().map(|spec| game.in_short(spec)).collect();
        let report = Report {
            game: &self.game,
            files: &self.files,
            seed: self.seed,
            questions: &questions,
            engines: names.iter().zip(&answers).collect(),
            counts: &counts,
        };
        match self.json {
            true => report.write_json(out)?,
            false => report.write(out)?,
        }
        if stop.is_raised() {
            out.flush()?;
            let asked = engines.len() * questions.len();
            bail!("stopped after {answered} of {asked} answers");
        }
        Ok(())
    }

    /// The engines to ask, each of which can be made.
    fn engines(&self, game: &dyn AnyGame) -> anyhow::Result<Vec<Spec>> {
        if self.engines.is_empty() {
            return Ok(vec![working_engine(game, None)?]);
        }
        let mut known = Vec::new();
        for spec in &self.engines {
            if !make_engine(game, spec)?.is_reproducible() {
                eprintln!("note: {spec} does not answer alike twice (time, or shared tree)");
            }
            let name = game.in_full(spec);
            if known.contains(&name) {
                return Err(usage(format!(
                    "--engine {spec} is given twice: expected different engines"
                )));
            }
            known.push(name);
        }
        Ok(self.engines.clone())
    }
}
