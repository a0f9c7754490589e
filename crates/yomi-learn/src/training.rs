//! The training loop: epochs, a file of weights after each of them, and a report at the end.
//!
//! The loop trains a [`Learner`]. After every epoch the file of weights and the
//! [snapshot] are replaced, so that a training that was stopped or killed resumes
//! with the next epoch and ends with the same weights as an uninterrupted one: the order of the examples
//! in an epoch derives from the seed and the epoch's number alone.

use crate::adam::Adam;
use crate::epoch::Epoch;
use crate::report::Report;
use crate::snapshot::{self, SnapshotError, replace_file};
use std::io;
use std::path::PathBuf;
use thiserror::Error;
use yomi_core::{Rng, Seed, Stop};

/// Examples to learn from, examples to test on, and what has been learned so far.
pub trait Learner {
    /// Learns all examples once, in random order; returns the loss and the test error as a line of text.
    fn epoch(&mut self, epoch: Epoch, rng: &mut Rng) -> String;

    /// The state on which further learning depends.
    fn memory(&mut self) -> Vec<&mut Adam>;

    /// Called after what [`Learner::memory`] gave has been replaced.
    fn restored(&mut self) {}

    /// The bytes of a file of weights, which was made by this command.
    fn weights(&self, made_by: &str) -> Vec<u8>;

    /// How good the weights are on the games held out.
    fn report(&self) -> Report;
}

/// How long something is learned, and where it is kept.
#[derive(Clone, Debug)]
pub struct Training {
    /// How often all examples are learned.
    pub epochs: u32,
    /// The seed of all randomness.
    pub seed: Seed,
    /// The file of weights.
    pub out: PathBuf,
    /// The file to go on from; gone when all is done.
    pub checkpoint: PathBuf,
    /// Settings and games in few words, for the file of weights.
    pub made_by: String,
    /// Settings and games, to the last move: what a checkpoint must have in common.
    pub fingerprint: String,
    /// Ends the training after the epoch at hand when raised.
    pub stop: Stop,
}

/// Why nothing was learned, or not all of it.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The checkpoint.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The file of weights.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// The games have nothing to learn from.
    #[error("there is no {0} in these games")]
    NothingToLearn(&'static str),
    /// The user wanted to stop.
    #[error("stopped after {epochs} epochs; the same command goes on from there")]
    Stopped {
        /// How many epochs are done.
        epochs: u32,
    },
}

impl Training {
    /// Goes through the epochs that are still to be done. `watch` hears of each when it is on file:
    /// how many are done, and what the learner tells.
    pub fn run(
        &self,
        learner: &mut dyn Learner,
        mut watch: impl FnMut(u32, &str),
    ) -> Result<Report, TrainingError> {
        let begun = snapshot::load(&self.checkpoint, &self.fingerprint, &mut learner.memory())?;
        learner.restored();
        for number in begun..self.epochs {
            let of = self.epochs;
            let mut rng = self.seed.child("epoch").index(number.into()).rng();
            let told = learner.epoch(Epoch { number, of }, &mut rng);
            let epochs = number + 1;
            let weights = learner.weights(&self.made_by);
            replace_file(&self.out, &weights).map_err(|source| TrainingError::Write {
                path: self.out.clone(),
                source,
            })?;
            let memory = &mut learner.memory();
            snapshot::save(&self.checkpoint, &self.fingerprint, epochs, memory)?;
            watch(epochs, &told);
            if self.stop.is_raised() && epochs < self.epochs {
                return Err(TrainingError::Stopped { epochs });
            }
        }
        let report = learner.report();
        // What it was for is done.
        let _ = std::fs::remove_file(&self.checkpoint);
        Ok(report)
    }
}
