//! Why a conversation ended badly.

use super::super::frames::LONGEST_MESSAGE;
use std::fmt;
use thiserror::Error;
use yomi_records::dc2::MessageError;

/// How far a conversation has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Nothing was said yet.
    #[default]
    Greeting,
    /// We have said who we are.
    LoggedIn,
    /// We have said that we are ready.
    Ready,
    /// A game is under way; end and shot are counted from 1, and are 0 before the server told.
    Playing {
        /// The end.
        end: u8,
        /// The shot.
        shot: u8,
    },
    /// A game is over.
    GameOver,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Greeting => f.write_str("before it said CONNECTED or ISREADY"),
            Stage::LoggedIn => f.write_str("after the login, before it said ISREADY"),
            Stage::Ready => f.write_str("before the game began"),
            Stage::Playing { end: 0, .. } => f.write_str("at the beginning of the game"),
            Stage::Playing { end, shot } => write!(f, "during the game (end {end}, shot {shot})"),
            Stage::GameOver => f.write_str("after the game"),
        }
    }
}

/// Why a conversation ended badly.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClientError {
    /// A message that cannot be read.
    #[error("message {number} from the server: {reason}")]
    Message {
        /// Which one, counted from 1.
        number: u64,
        /// What is wrong with it.
        reason: MessageError,
    },
    /// A message that makes no sense at this point.
    #[error("message {number} from the server: {reason}")]
    Order {
        /// Which one, counted from 1.
        number: u64,
        /// What is missing.
        reason: String,
    },
    /// A message without end.
    #[error(
        "message {number} from the server: expected at most {LONGEST_MESSAGE} bytes, found more"
    )]
    TooLong {
        /// Which one, counted from 1.
        number: u64,
    },
    /// The server left in the middle of a message.
    #[error("the server left {stage}, in the middle of message {number} ({found})")]
    Cut {
        /// Which one, counted from 1.
        number: u64,
        /// What there is of it.
        found: String,
        /// When.
        stage: Stage,
    },
    /// The server left.
    #[error("the server left {stage}{reason}")]
    Left {
        /// When.
        stage: Stage,
        /// What the system says, after a colon; or nothing.
        reason: String,
    },
    /// The server says nothing any more.
    #[error("the server fell silent {stage}: {reason}")]
    Silent {
        /// When.
        stage: Stage,
        /// How long that was waited for.
        reason: String,
    },
    /// The server does not want us.
    #[error("the server refused the login as '{0}'")]
    Refused(String),
    /// There is no engine, or it failed.
    #[error("{0}")]
    Engine(String),
}
