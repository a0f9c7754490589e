//! The knowledge of shogi's engines, learned from records.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tables`] | records of games as tables |
//! | [`evaluation`], [`moves`], [`progress`], [`balancing`] | the learners |
//! | [`self_play`] | self-play games of the classical search |

pub mod balancing;
pub mod evaluation;
pub mod moves;
pub mod progress;
pub mod self_play;
pub mod tables;
#[cfg(test)]
mod tests;

use crate::table::TableError;
use crate::training::{Learner, Training, TrainingError};
use std::path::{Path, PathBuf};
use tables::Recorded;
use yomi_core::{Seed, Stop};

/// The kinds of knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// The static evaluation, from games with evaluations.
    Evaluation,
    /// Probabilities of moves, from the moves played.
    Moves,
    /// How far games have come, from how long they lasted.
    Progress,
}

impl Knowledge {
    /// Everything that can be learned.
    pub const ALL: [Knowledge; 3] = [Knowledge::Evaluation, Knowledge::Moves, Knowledge::Progress];

    /// What it is called, on the command line and in files of weights.
    pub fn name(self) -> &'static str {
        match self {
            Knowledge::Evaluation => "evaluation",
            Knowledge::Moves => "moves",
            Knowledge::Progress => "progress",
        }
    }

    /// After how many epochs more are of no use.
    pub fn default_epochs(self) -> u32 {
        match self {
            Knowledge::Evaluation => 10,
            Knowledge::Moves | Knowledge::Progress => 4,
        }
    }

    /// A learner before its first epoch.
    pub fn learner(self, games: &Games, seed: Seed) -> Result<Box<dyn Learner>, TrainingError> {
        Ok(match self {
            Knowledge::Evaluation => Box::new(evaluation::EvaluationLearner::new(games, seed)?),
            Knowledge::Moves => Box::new(moves::MoveLearner::new(games)?),
            Knowledge::Progress => Box::new(progress::ProgressLearner::new(games)?),
        })
    }
}

/// Games to learn from and to test on.
#[derive(Clone, Debug)]
pub struct Games {
    /// Games of which some are held out.
    pub games: Vec<Recorded>,
    /// More games to learn from, none of which is held out.
    pub extra: Vec<Recorded>,
    /// One game in so many is held out, the last of each group.
    pub hold_out: u32,
}

impl Games {
    /// Reads tables of games.
    pub fn read(games: &[PathBuf], extra: &[PathBuf], hold_out: u32) -> Result<Games, TableError> {
        let read = |paths: &[PathBuf]| -> Result<Vec<Recorded>, TableError> {
            let tables: Vec<_> = paths
                .iter()
                .map(|path| tables::read(path))
                .collect::<Result<_, _>>()?;
            Ok(tables.into_iter().flatten().collect())
        };
        Ok(Games {
            games: read(games)?,
            extra: read(extra)?,
            hold_out,
        })
    }

    /// Those to learn from.
    pub fn learned(&self) -> impl Iterator<Item = &Recorded> {
        self.part(false).chain(&self.extra)
    }

    /// Those held out.
    pub fn tested(&self) -> impl Iterator<Item = &Recorded> {
        self.part(true)
    }

    fn part(&self, held_out: bool) -> impl Iterator<Item = &Recorded> {
        let group = self.hold_out.max(1) as usize;
        let numbered = self.games.iter().enumerate();
        numbered
            .filter(move |&(index, _)| (index % group == group - 1) == held_out)
            .map(|(_, game)| game)
    }

    /// The training of what is named here, with its settings, from these games, into this file.
    pub fn training(&self, what: &str, epochs: u32, seed: u64, out: &Path, stop: Stop) -> Training {
        let made_by = format!(
            "yomi train shogi {what} --epochs {epochs} --hold-out {} --seed {seed}, from {} games and {} extra",
            self.hold_out,
            self.games.len(),
            self.extra.len()
        );
        Training {
            epochs,
            seed: Seed::new(seed),
            out: out.to_owned(),
            checkpoint: checkpoint(out),
            fingerprint: format!(
                "yomi {} {made_by}; contents {:016x} {:016x}",
                env!("CARGO_PKG_VERSION"),
                contents(&self.games),
                contents(&self.extra)
            ),
            made_by,
            stop,
        }
    }
}

/// Where the checkpoint of a training into this file is kept.
pub fn checkpoint(out: &Path) -> PathBuf {
    out.with_extension("checkpoint")
}

/// FNV-1a over everything that is learned from, number by number.
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
