//! Why a conversation ended, and whether it is worth another.

use crate::line::LineError;
use crate::tcp::ConnectError;
use thiserror::Error;
use yomi_core::EngineError;

/// Why a client stopped playing.
#[derive(Debug, Error)]
pub enum ClientError {
    /// There is no server.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Nothing came, or nothing that can be read.
    #[error("waiting for the server {stage}: {source}")]
    Line {
        /// What was going on.
        stage: String,
        /// What came instead.
        source: LineError,
    },
    /// The server cannot be told anything.
    #[error("answering the server {stage}: {source}")]
    Send {
        /// What was going on.
        stage: String,
        /// Why not.
        source: LineError,
    },
    /// The server said something wrong, or at the wrong time.
    #[error("from the server: {place}: {reason}")]
    Wrong {
        /// The command or the line.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server does not want us.
    #[error("the server refused: {0}")]
    Refused(String),
    /// The server's game cannot be played here.
    #[error("cannot set the server's game up: {0}")]
    Setup(String),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// What to do about an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Remedy {
    /// Connect again: the network fails at times.
    Again,
    /// Connect again, since the server may tell it better the next time, but not for ever.
    AgainAtMost(u32),
    /// Give up.
    GiveUp,
}

impl ClientError {
    /// What to do, given whether the server ever welcomed us.
    pub(crate) fn remedy(&self, welcomed: bool) -> Remedy {
        match self {
            // A name that is wrong stays wrong; a server that was there comes back.
            ClientError::Connect(_) if !welcomed => Remedy::GiveUp,
            ClientError::Refused(_) if !welcomed => Remedy::GiveUp,
            // Servers that have not noticed that a connection is lost take us for an impostor.
            ClientError::Refused(_) => Remedy::AgainAtMost(20),
            ClientError::Line {
                source: LineError::TooLong { .. },
                ..
            } => Remedy::AgainAtMost(3),
            ClientError::Connect(_) | ClientError::Line { .. } | ClientError::Send { .. } => {
                Remedy::Again
            }
            ClientError::Wrong { .. } => Remedy::AgainAtMost(3),
            ClientError::Setup(_) | ClientError::Engine(_) => Remedy::GiveUp,
        }
    }
}
