//! What can end a match before its last game.

use thiserror::Error;
use yomi_run::{JournalError, RunError};
use yomi_stats::StatsError;

/// Whatever a factory wants to say about its failure; a plain text will do (`"…".into()`).
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a match could not be begun, resumed or finished. Games already on file stay there.
///
/// An engine that fails is not among these: it loses its game and the match goes on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The contest contradicts itself.
    #[error("this contest cannot be played: {0}")]
    Contest(String),

    /// A participant's engine could not be made.
    #[error("the engine of participant '{participant}' could not be made: {reason}")]
    Factory {
        /// The participant.
        participant: String,
        /// What the factory said.
        reason: String,
    },

    /// The referee could not be made or broke down.
    #[error("the referee failed: {0}")]
    Referee(String),

    /// Who finishes games that change hands broke down: nobody's loss.
    #[error("{game}: the finisher '{finisher}' failed: {reason}")]
    Finisher {
        /// Which game.
        game: crate::GameId,
        /// Who was to finish it.
        finisher: String,
        /// What went wrong.
        reason: String,
    },

    /// The observer panicked.
    #[error("the observer of the match failed: {0}")]
    Observer(String),

    /// The record, the workers' threads, or a worker.
    #[error(transparent)]
    Run(#[from] RunError),

    /// This machine has no file handles, threads or memory left for an engine or a judge, which is
    /// no fault of theirs: their game is still to be played.
    #[error("{0}: try fewer workers")]
    OutOfResources(String),

    /// The system does not tell how much processor time a participant has used.
    #[error(
        "the processor time of participant '{participant}' cannot be read: only Linux tells that of \
         other programs, and only while they run"
    )]
    ProcessorTime {
        /// The participant.
        participant: String,
    },

    /// A listed opening cannot be played.
    #[error("opening {opening}, move {ply} ('{text}'): {reason}")]
    Opening {
        /// Which opening of the list, counted from one.
        opening: usize,
        /// Which move of it, counted from one.
        ply: usize,
        /// The move.
        text: String,
        /// What is wrong with it.
        reason: String,
    },

    /// A listed opening begins from what is no position, or not here.
    #[error("opening {opening}, position '{position}': {reason}")]
    OpeningPosition {
        /// Which opening of the list, counted from one.
        opening: usize,
        /// The position.
        position: String,
        /// What is wrong with it.
        reason: String,
    },

    /// A statistic could not be computed.
    #[error(transparent)]
    Stats(#[from] StatsError),
}

impl From<JournalError> for ArenaError {
    fn from(error: JournalError) -> ArenaError {
        ArenaError::Run(error.into())
    }
}
