//! What clients of game servers share, whatever they speak.
//!
//! | module | what it holds |
//! |---|---|
//! | `password` | names and passwords: what may be sent, and what is never shown |
//! | `membership` | how to play, what a client keeps from one connection to the next, and who is told what happens |
//! | `talk` | a connection: lines in, lines out, also while an engine thinks |
//! | `error` | why a conversation ended, and whether it is worth another |
//! | `persist` | connections, one after the other, with pauses that grow |

mod error;
mod membership;
mod password;
mod persist;
mod talk;

pub use error::ClientError;
pub use membership::{Options, SessionWatcher};
pub use password::{Password, check_name};
pub use persist::Connect;

pub(crate) use error::Remedy;
pub(crate) use membership::{Membership, start};
pub(crate) use persist::{After, Visitor, persist};
pub(crate) use talk::{Heard, Talk};
