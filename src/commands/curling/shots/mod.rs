//! `yomi curling shots`: a file of throws simulated, a line each.

mod accuracy;
mod case;

use super::RulesArgs;
use crate::setup::{cores, parse_seed};
use accuracy::{Accuracy, ThrowCompared};
use anyhow::{Context as _, bail};
use case::Case;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use yomi_core::params::Parameters as _;
use yomi_core::{Seed, Stop};
use yomi_curling::Curling;
use yomi_protocol::lines::Lines;
use yomi_run::{Executor, WorkQueue};

/// Simulates throws, one JSON object a line from standard input, one a line to standard output.
///
/// A throw is an object with the fields `shot` (throws already made in this end, 0 to 15),
/// `stones` ([[index, x, y], ...]), `vx`, `vy`, and `rotation` ("cw" or "ccw", fcv1) or `angle` (0
/// right, 1 left, dc2); `id` is handed through and other fields are ignored. Stones of dc2 have the
/// number of their throw; in fcv1 0 to 7 are the stones of team 0 and 8 to 15 those of team 1, and
/// `thrower` says which one is thrown (without it team 0 throws first).
///
/// The answer has the fields `id`, `final` (the stones in play after all have stopped) and
/// `fgz_foul` (whether the free guard rule was broken). As in the official programs, `final`
/// includes that rule in dc2, and in fcv1 does not; nor is there a verdict for the last throw of an
/// end there. A line that is not understood is answered by its number and what is wrong with it,
/// and the command fails in the end; so every line gets its answer.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"id\":1,\"shot\":0,\"stones\":[],\"vx\":-0.13,\"vy\":2.4,\"rotation\":\"cw\"}' | yomi curling shots
  yomi curling shots --world dc2 < cases.jsonl > results.jsonl
  yomi curling shots --world dc2 --compare < reference.jsonl")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// The file with the throws [default: standard input].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Throw with the noise of the game instead of exactly.
    #[arg(long, conflicts_with = "compare")]
    noisy: bool,

    /// Seed of the noise.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// Simulate frame by frame as the official programs do: thousands of times slower.
    #[arg(long)]
    frames: bool,

    /// The lines hold the official answer (`final`, `fgz_foul`): print how far ours is from it, by
    /// the number of stones moved, instead of the answers.
    #[arg(long)]
    compare: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.rules.game()?;
        // Workers that compare take turns at reading.
        let input: Box<dyn BufRead + Send> = match &self.file {
            Some(path) => {
                let open = || format!("cannot open '{}'", path.display());
                Box::new(BufReader::new(File::open(path).with_context(open)?))
            }
            None => Box::new(BufReader::new(io::stdin())),
        };
        let lines = Lines::new(input);
        match self.compare {
            true => self.compare(lines, out),
            false => self.answer(&game, lines, out),
        }
    }

    /// Answers each line before it reads the next.
    fn answer(
        &self,
        game: &Curling,
        mut lines: Lines<impl BufRead>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut wrong = Wrong::default();
        while let Some((number, line)) = next_line(&mut lines)? {
            let case = line.as_ref().map_err(Clone::clone);
            match case.and_then(|line| Case::parse(game.world, line)) {
                Ok(case) => {
                    let mut shot = case.throw;
                    if self.noisy {
                        let seed = Seed::new(self.seed).child("throw").index(number as u64);
                        shot = game.with_noise(shot, &mut seed.rng());
                    }
                    let landing = case.land(game, shot, self.frames);
                    let answer = case.answer(game.world, &landing);
                    writeln!(out, "{}", serde_json::to_string(&answer)?)?;
                }
                Err(message) => {
                    let id = line.map_or(Value::Null, |line| case::id_of(&line));
                    writeln!(
                        out,
                        "{}",
                        json!({"id": id, "line": number, "error": message})
                    )?;
                    wrong.add(number, message);
                }
            }
        }
        wrong.report()
    }

    /// Compares all lines with the official answers in them.
    fn compare(
        &self,
        mut lines: Lines<impl BufRead + Send>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let game = self.rules.spec().in_full(&Curling::table());
        let jobs = std::iter::from_fn(|| next_line(&mut lines).transpose()).map(|line| {
            line.map(|(line, throw)| ThrowCompared {
                game: game.clone(),
                line,
                throw,
                frames: self.frames,
            })
        });
        let mut accuracy = Accuracy::default();
        let mut wrong = Wrong::default();
        let queue = WorkQueue::new(jobs, |job: &ThrowCompared, compared| {
            match compared {
                Ok(difference) => accuracy.add(&difference),
                Err(message) => wrong.add(job.line, message),
            }
            Ok(ControlFlow::Continue(()))
        });
        let executor = Executor {
            workers: cores(),
            stop: Stop::default(),
        };
        executor.run(queue, || Ok(|job: &ThrowCompared| job.compare().map(Some)))?;
        write!(out, "{}", accuracy.table())?;
        wrong.report()
    }
}

/// The number of the next line, and the line or why it cannot be read.
type NextLine = Option<(usize, Result<String, String>)>;

fn next_line(lines: &mut Lines<impl BufRead>) -> anyhow::Result<NextLine> {
    let Some(line) = lines.next_bytes() else {
        return Ok(None);
    };
    let number = lines.number();
    let line = line.with_context(|| format!("cannot read line {number}"))?;
    let text = line.map_err(|too_long| too_long.to_string());
    let text = text.and_then(|bytes| {
        String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to() + 1;
            format!("expected UTF-8, byte {place} is not")
        })
    });
    Ok(Some((number, text)))
}

/// The lines that were not understood.
#[derive(Default)]
struct Wrong {
    count: usize,
    first: Option<(usize, String)>,
}

impl Wrong {
    fn add(&mut self, line: usize, message: String) {
        self.count += 1;
        // Lines that are compared come in any order.
        let is_first = self.first.as_ref().is_none_or(|(first, _)| line < *first);
        if is_first {
            self.first = Some((line, message));
        }
    }

    fn report(self) -> anyhow::Result<()> {
        match (self.count, self.first) {
            (1, Some((line, message))) => bail!("line {line}: {message}"),
            (count, Some((line, message))) => {
                bail!("{count} lines were not understood, the first is line {line}: {message}")
            }
            _ => Ok(()),
        }
    }
}
