//! The messages: one JSON object a line, told apart by `cmd`.
//!
//! Fields that are not known here are passed over, so that servers and clients of later versions
//! can still be talked to; a command that is not known is an error that names it.

use super::{GameState, PerTeam, Rules, Team, Trajectory};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use yomi_core::foreign::{quoted, sentence};
use yomi_curling::{Shot, Spin, Vector};

/// The version of the protocol that is spoken here.
pub const VERSION: Version = Version { major: 1, minor: 0 };

/// A version of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Version {
    /// Grows when old clients no longer understand.
    pub major: u32,
    /// Grows when they still do.
    pub minor: u32,
}

/// What a server says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Who is there?
    Dc(Dc),
    /// These are the rules: get ready.
    IsReady(IsReady),
    /// The game begins.
    NewGame(NewGame),
    /// This is how things stand. Whoever is next throws.
    Update(Box<Update>),
    /// The game is over; the result came with the last update.
    GameOver,
}

/// What a client says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum ClientMessage {
    /// It is me.
    DcOk(DcOk),
    /// I am ready.
    ReadyOk(ReadyOk),
    /// This is what I do.
    Move(MoveMessage),
}

/// The first message: who serves which game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Dc {
    /// The version of the protocol.
    pub version: Version,
    /// A name of the game that no other game has.
    #[serde(default)]
    pub game_id: String,
    /// When the server was started.
    #[serde(default)]
    pub date_time: String,
}

/// The answer to [`Dc`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DcOk {
    /// The client's name.
    pub name: String,
}

/// The rules, and the team the client plays for. (In logs, where it is meant for both, without.)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct IsReady {
    /// The client's team.
    pub team: Option<Team>,
    /// The rules.
    pub game: Rules,
}

/// The answer to [`IsReady`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReadyOk {
    /// Which player throws the team's first two stones, the next two, and so on.
    pub player_order: Vec<usize>,
}

/// The game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NewGame {
    /// The teams' names.
    pub name: PerTeam<String>,
}

/// How things stand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// Who throws now; nobody when the game is over.
    #[serde(default)]
    pub next_team: Option<Team>,
    /// The state of the game.
    pub state: GameState,
    /// What led to it; nothing at the start.
    #[serde(default)]
    pub last_move: Option<LastMove>,
}

/// What was done last, and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LastMove {
    /// The move as it was carried out, with the player's error.
    pub actual_move: Move,
    /// Whether all stones were put back because a guard was removed.
    #[serde(default)]
    pub free_guard_zone_foul: bool,
    /// How the stones moved. Written, but passed over when read: nobody here needs it, and it is
    /// by far the longest part.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub trajectory: Option<Trajectory>,
}

/// A move with the command around it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveMessage {
    /// The move.
    #[serde(rename = "move")]
    pub content: Move,
}

/// What a team can do.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    /// Throw a stone.
    Shot {
        /// The velocity at the release, in m/s.
        velocity: Vector,
        /// The sense of rotation.
        rotation: Spin,
    },
    /// Give the game up.
    Concede,
}

impl From<Shot> for Move {
    fn from(shot: Shot) -> Move {
        Move::Shot {
            velocity: shot.velocity,
            rotation: shot.spin,
        }
    }
}

impl Move {
    /// The throw, if it is one.
    pub fn shot(self) -> Option<Shot> {
        match self {
            Move::Shot { velocity, rotation } => Some(Shot {
                velocity,
                spin: rotation,
            }),
            Move::Concede => None,
        }
    }
}

/// A line that is no message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// Not a JSON object with a command.
    #[error("expected a JSON object with a cmd: {reason}; got {line}")]
    NotAMessage {
        /// What the parser says.
        reason: String,
        /// The line, or its beginning, in quotes.
        line: String,
    },
    /// A command that should not come now, or never.
    #[error("unexpected command {command}: expected {expected}")]
    Unexpected {
        /// What came, in quotes.
        command: String,
        /// What should have come.
        expected: &'static str,
    },
    /// A field is missing or wrong.
    #[error("command {command}: {reason}")]
    BadField {
        /// The command.
        command: &'static str,
        /// What the parser says.
        reason: String,
    },
}

#[derive(Deserialize)]
struct Head {
    cmd: String,
}

/// Reads a message that must have this command.
pub fn read_as<T: DeserializeOwned>(line: &str, command: &'static str) -> Result<T, MessageError> {
    let head = command_of(line)?;
    if head == command {
        body(line, command)
    } else {
        Err(MessageError::Unexpected {
            command: quoted(&head),
            expected: command,
        })
    }
}

/// The command of a message.
fn command_of(line: &str) -> Result<String, MessageError> {
    let head: Head = serde_json::from_str(line).map_err(|error| MessageError::NotAMessage {
        reason: sentence(&error.to_string()),
        line: quoted(line),
    })?;
    Ok(head.cmd)
}

/// The rest of a message whose command is known.
fn body<T: DeserializeOwned>(line: &str, command: &'static str) -> Result<T, MessageError> {
    serde_json::from_str(line).map_err(|error| MessageError::BadField {
        command,
        reason: sentence(&error.to_string()),
    })
}
