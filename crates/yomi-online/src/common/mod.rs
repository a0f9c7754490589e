//! What clients of game servers share, whatever they speak.
//!
//! | module | what it holds |
//! |---|---|
//! | `password` | names and passwords: what may be sent, and what is never shown |
//! | `client_state` | how to play, what a client keeps from one connection to the next, and who is told what happens |
//! | `talk` | a connection: lines in, lines out, also while an engine thinks |
//! | `error` | why a conversation ended, and whether it is worth another |
//! | `persist` | connections, one after the other, with pauses that grow |

mod client_state;
mod error;
mod password;
mod persist;
mod talk;

pub use client_state::{Options, SessionWatcher};
pub use error::ClientError;
pub use password::{Password, check_name};
pub use persist::Connect;

pub(crate) use client_state::{ClientState, start};
pub(crate) use error::Remedy;
pub(crate) use persist::{After, PersistentClient, persist};
pub(crate) use talk::{Heard, Talk};
