//! `yomi train shogi WHAT`: what shogi's engines know, learned from records.

mod evaluation;
mod figures;
mod games;
mod moves;
mod progress;
#[cfg(test)]
mod tests;

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::parse_seed;
use anyhow::{Context as _, bail};
use games::Recorded;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use yomi_core::Stop;
use yomi_learn::adam::Adam;
use yomi_learn::snapshot;

/// Learns what shogi's engines know from records of games.
///
/// Reads tables of games (tab-separated, plain or .gz; the first line names the columns: moves, and
/// result, start, evals where there are any). Every so many games are held out and tell how good
/// the weights are. Weights are on file after every epoch; the same command goes on where an
/// earlier one was stopped or killed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train shogi evaluation --games engine_games.tsv.gz --out evaluation.bin
  yomi train shogi moves --games engine_games.tsv.gz --games real_games.tsv.gz --out moves.bin
  yomi train shogi progress --games engine_games.tsv.gz --out progress.bin")]
pub struct Args {
    /// What to learn.
    #[arg(value_enum)]
    what: What,

    /// A table of games; may be given more than once.
    #[arg(long, value_name = "FILE", required = true)]
    games: Vec<PathBuf>,

    /// More games to learn from, none of which is held out: a table, or a file made by yomi train
    /// games; may be given more than once.
    #[arg(long, value_name = "FILE")]
    extra: Vec<PathBuf>,

    /// The file of weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How often all games are learned [default: what suits].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: Option<u32>,

    /// One game in so many is held out for the test.
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    hold_out: u32,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// The static evaluation, from games with evaluations.
    Evaluation,
    /// Probabilities of moves, from the moves played.
    Moves,
    /// How far games have come, from how long they lasted.
    Progress,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Evaluation => "evaluation",
            What::Moves => "moves",
            What::Progress => "progress",
        }
    }

    /// Learns it; tells how well.
    fn learn(self, games: &[Recorded], job: &Job) -> anyhow::Result<String> {
        match self {
            What::Evaluation => evaluation::learn(games, job),
            What::Moves => moves::learn(games, job),
            What::Progress => progress::learn(games, job),
        }
    }

    fn usual_epochs(self) -> u32 {
        match self {
            What::Evaluation => 10,
            What::Moves => 4,
            What::Progress => 4,
        }
    }
}

/// What all kinds of learning need.
struct Job {
    /// More games to learn from.
    extra: Vec<Recorded>,
    epochs: u32,
    hold_out: usize,
    seed: u64,
    out: PathBuf,
    checkpoint: PathBuf,
    /// Settings and games in few words, for the file of weights.
    made_by: String,
    /// Settings and games, to the last move: what a checkpoint must have in common.
    fingerprint: String,
    stop: Stop,
    progress: Progress,
}

/// Games to learn from, and those to test on.
struct Split<L, T> {
    learned: L,
    tested: T,
}

impl Job {
    /// Every so many games are held out, the last of each group.
    fn split<'a>(
        &'a self,
        games: &'a [Recorded],
    ) -> Split<impl Iterator<Item = &'a Recorded>, impl Iterator<Item = &'a Recorded>> {
        let group = self.hold_out;
        let held = move |index: usize| index % group == group - 1;
        let numbered = move || games.iter().enumerate();
        let learned = numbered().filter(move |&(i, _)| !held(i));
        let tested = numbered().filter(move |&(i, _)| held(i));
        Split {
            learned: learned.map(|(_, game)| game).chain(&self.extra),
            tested: tested.map(|(_, game)| game),
        }
    }

    /// Restores what was learned before the command was stopped; how many epochs that were.
    fn resume(&self, learners: &mut [&mut Adam]) -> anyhow::Result<u32> {
        Ok(snapshot::load(
            &self.checkpoint,
            &self.fingerprint,
            learners,
        )?)
    }

    /// Saves the weights and all that is needed to go on. Fails if the user wants to stop.
    fn save(
        &self,
        epoch: u32,
        learners: &mut [&mut Adam],
        weights: &[u8],
        message: &str,
    ) -> anyhow::Result<()> {
        write_whole(&self.out, weights)?;
        snapshot::save(&self.checkpoint, &self.fingerprint, epoch, learners)?;
        self.progress
            .update(epoch.into(), || format!("epoch {epoch}: {message}"));
        if self.stop.is_raised() && epoch < self.epochs {
            bail!("stopped after {epoch} epochs; the same command goes on from there");
        }
        Ok(())
    }
}

/// Replaces a file as a whole.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let draft = path.with_extension("writing");
    std::fs::write(&draft, bytes)
        .and_then(|()| std::fs::rename(&draft, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// FNV-1a over everything that is learned from.
fn contents(games: &[Recorded]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    let mut mix = |number: u64| {
        hash = (hash ^ number).wrapping_mul(0x0000_0100_0000_01B3);
    };
    for game in games {
        mix(game.start.key());
        mix(game.result.map_or(3, |score| (2.0 * score) as u64));
        game.moves
            .iter()
            .for_each(|action| mix(action.index() as u64));
        game.evals.iter().for_each(|&eval| mix(eval as u64));
    }
    hash
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        refuse_other_weights(&self.out, self.what.name())?;
        let checkpoint = self.out.with_extension("checkpoint");
        for file in [&self.out, &checkpoint] {
            if self.games.contains(file) || self.extra.contains(file) {
                let file = file.display();
                return Err(usage(format!(
                    "{file} would be overwritten: choose another --out"
                )));
            }
        }
        let read = |paths: &[PathBuf]| -> anyhow::Result<Vec<Recorded>> {
            let tables: Vec<_> = paths
                .iter()
                .map(|path| games::read(path))
                .collect::<Result<_, _>>()?;
            Ok(tables.into_iter().flatten().collect())
        };
        let (games, extra) = (read(&self.games)?, read(&self.extra)?);
        let epochs = self.epochs.unwrap_or(self.what.usual_epochs());
        let made_by = format!(
            "yomi train shogi {} --epochs {epochs} --hold-out {} --seed {}, from {} games and {} extra",
            self.what.name(),
            self.hold_out,
            self.seed,
            games.len(),
            extra.len()
        );
        let job = Job {
            epochs,
            hold_out: self.hold_out as usize,
            seed: self.seed,
            fingerprint: format!(
                "yomi {} {made_by}; contents {:016x} {:016x}",
                env!("CARGO_PKG_VERSION"),
                contents(&games),
                contents(&extra)
            ),
            made_by,
            extra,
            out: self.out,
            checkpoint,
            stop: stop_on_interrupt(),
            progress: Progress::new(epochs.into(), 0),
        };
        let report = self.what.learn(&games, &job)?;
        // What it was for is done.
        let _ = std::fs::remove_file(&job.checkpoint);
        drop(job);
        writeln!(out, "{report}")?;
        Ok(())
    }
}

/// What was learned about something else is not overwritten.
fn refuse_other_weights(file: &Path, what: &str) -> anyhow::Result<()> {
    let mut beginning = [0; 64];
    let read = std::fs::File::open(file).and_then(|mut file| file.read(&mut beginning));
    let text = String::from_utf8_lossy(&beginning[..read.unwrap_or(0)]).into_owned();
    match text
        .strip_prefix("yomi-shogi ")
        .and_then(|rest| rest.split(' ').next())
    {
        Some(other) if other != what => {
            let file = file.display();
            Err(usage(format!(
                "{file} holds weights of another kind ({other}): choose another --out"
            )))
        }
        _ => Ok(()),
    }
}
