//! The text interface of training: the job and its results.

use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_core::Stop;
use yomi_core::params::{ParamError, Spec};
use yomi_learn::checkpoint::CheckpointError;
use yomi_learn::examples::ReplayError;
use yomi_learn::learner::TrainingReport;
use yomi_learn::selective::{SelectiveError, SelectiveReport};
use yomi_learn::training::TrainingError;
use yomi_run::JournalError;

/// The inputs of a training.
#[derive(Clone, Debug)]
pub struct TrainingJob<'a> {
    /// Files of games, made by `yomi train games` or, where moves are learned, records of other programs
    /// that the game can read.
    pub games: &'a [PathBuf],
    /// The seed of all randomness.
    pub seed: u64,
    /// A file to keep checkpoints in, and to go on from if it is there.
    pub checkpoint: Option<&'a Path>,
    /// Ends the training early when raised.
    pub stop: Stop,
}

/// How an evaluation is learned.
#[derive(Clone, Debug)]
pub struct EvaluationJob<'a> {
    /// The game with its settings, as the command that is recorded in the file names it.
    pub game: &'a str,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads; it changes no weight.
    pub workers: usize,
    /// A file to keep checkpoints in, and to go on from if it is there.
    pub checkpoint: Option<&'a Path>,
    /// Ends the learning early when raised.
    pub stop: Stop,
}

impl EvaluationJob<'_> {
    /// The command that learns this evaluation, as its file of weights names it.
    pub fn made_by(&self, evaluation: &Spec) -> String {
        let EvaluationJob { game, seed, .. } = self;
        format!("yomi train evaluation {game} {evaluation} --seed {seed}")
    }
}

/// What an evaluation is tested on: the positions of one game.
#[derive(Clone, Debug)]
pub struct EvaluationTest {
    /// The seed of all randomness of all games.
    pub seed: u64,
    /// Which game.
    pub number: u64,
    /// The most moves of it.
    pub moves: u32,
    /// Ends the test early when raised.
    pub stop: Stop,
}

/// An evaluation that was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedEvaluation {
    /// The contents of a weights file.
    pub weights: Vec<u8>,
    /// The learning curve.
    pub report: SelectiveReport,
}

/// The results of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The contents of a weights file.
    pub weights: Vec<u8>,
    /// The errors, over epochs and by number of moves.
    pub report: TrainingReport,
}

/// Why nothing came out.
#[derive(Debug, Error)]
pub enum TrainError {
    /// There is no such thing to train.
    #[error("unknown {what} '{name}' for game '{game}': expected {known}")]
    UnknownLearner {
        /// The kind of thing to train.
        what: &'static str,
        /// The requested name.
        name: String,
        /// The game.
        game: String,
        /// The available ones.
        known: String,
    },
    /// A setting is unknown or out of range.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// The file of games.
    #[error(transparent)]
    Games(#[from] JournalError),
    /// The games are those of another game.
    #[error("{}: the games are of '{found}': expected '{expected}'", path.display())]
    OtherGame {
        /// Which file.
        path: PathBuf,
        /// The value in the file.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// A record of another program.
    #[error("{0}")]
    Log(String),
    /// A game has an illegal move.
    #[error("{}: {source}", path.display())]
    Replay {
        /// Which file.
        path: PathBuf,
        /// The problem.
        source: ReplayError,
    },
    /// The checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// No position to learn from.
    #[error("there is no position to learn from in these games")]
    Nothing,
    /// The weights grew without bounds.
    #[error("the weights grew without bounds: try a smaller rate or decay")]
    Diverged,
    /// An evaluation could not be learned.
    #[error(transparent)]
    Selective(#[from] SelectiveError),
    /// Probabilities of moves could not be learned.
    #[error(transparent)]
    Moves(#[from] TrainingError),
    /// The learning of an evaluation was stopped from outside.
    #[error("stopped after {updates} updates")]
    StoppedEarly {
        /// How many updates are done.
        updates: u32,
    },
    /// Stopped from outside.
    #[error("stopped after {epochs} epochs")]
    Stopped {
        /// How many epochs are done.
        epochs: u32,
    },
}

impl TrainError {
    /// There is no such thing to train, but these.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        spec: &Spec,
        game: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> TrainError {
        let names: Vec<&str> = known.collect();
        TrainError::UnknownLearner {
            what,
            name: spec.name.clone(),
            game: game.to_owned(),
            known: match names[..] {
                [] => "nothing: the game has none".to_owned(),
                _ => format!("one of {}", names.join(", ")),
            },
        }
    }
}
