//! What clients of game servers share, whatever they speak.
//!
//! | module | what it holds |
//! |---|---|
//! | `password` | names and passwords: what may be sent, and what is never shown |
//! | `options` | how to play, what a game is played with, and who makes it |
//! | `talk` | a connection: lines in, lines out, also while an engine thinks |
//! | `error` | why a conversation ended, and whether it is worth another |
//! | `persist` | connections, one after the other, with pauses that grow |

mod error;
mod options;
mod password;
mod persist;
mod talk;

pub use error::ClientError;
pub use options::{Options, Seat};
pub use password::{Password, check_name};
pub use persist::Connect;

pub(crate) use error::Remedy;
pub(crate) use persist::{After, Progress, Visitor, persist};
pub(crate) use talk::{Heard, Talk};
