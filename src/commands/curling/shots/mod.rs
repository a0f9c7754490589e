//! `yomi curling shots`: a file of throws simulated, a line each.

mod accuracy;
mod case;

use super::RulesArgs;
use crate::setup::parse_seed;
use accuracy::Accuracy;
use anyhow::{Context as _, bail};
use case::Case;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use yomi_core::Seed;
use yomi_curling::{Curling, Landing};
use yomi_protocol::lines::Lines;

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
        let input: Box<dyn BufRead> = match &self.file {
            Some(path) => {
                let open = || format!("cannot open '{}'", path.display());
                Box::new(BufReader::new(File::open(path).with_context(open)?))
            }
            None => Box::new(io::stdin().lock()),
        };
        let mut accuracy = Accuracy::default();
        let mut wrong = Wrong::default();
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_bytes() {
            let number = lines.number();
            let line = line.with_context(|| format!("cannot read line {number}"))?;
            let (line, case) = match line {
                Ok(line) => {
                    let case = Case::parse(game.world, &line);
                    (line, case)
                }
                Err(too_long) => (Vec::new(), Err(too_long.to_string())),
            };
            match case {
                Ok(case) if self.compare => {
                    let landing = self.throw(&game, &case, number);
                    match case.official(game.world) {
                        Ok(official) => accuracy.add(&game, &case, &landing, &official),
                        Err(message) => wrong.add(number, message),
                    }
                }
                Ok(case) => {
                    let landing = self.throw(&game, &case, number);
                    let answer = case.answer(game.world, &landing);
                    writeln!(out, "{}", serde_json::to_string(&answer)?)?;
                }
                Err(message) => {
                    if !self.compare {
                        let id = case::id_of(&line);
                        writeln!(
                            out,
                            "{}",
                            json!({"id": id, "line": number, "error": message})
                        )?;
                    }
                    wrong.add(number, message);
                }
            }
        }
        if self.compare {
            write!(out, "{}", accuracy.table())?;
        }
        wrong.report()
    }

    fn throw(&self, game: &Curling, case: &Case, line: usize) -> Landing {
        let mut shot = case.throw;
        if self.noisy {
            let seed = Seed::new(self.seed).child("throw").index(line as u64);
            shot = game.with_noise(shot, &mut seed.rng());
        }
        if self.frames {
            game.simulate_by_frames(&case.stones, case.shot, shot)
        } else {
            game.simulate(&case.stones, case.shot, shot)
        }
    }
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
        self.first.get_or_insert((line, message));
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
