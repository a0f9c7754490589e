//! Lines of USI: what a board sends and what an engine answers.
//!
//! The protocol is Romstad's *Universal Shogi Interface* (2007) with what the author of
//! Shogidokoro made of it (byoyomi, increments, mate problems, the end of the game), and the one
//! extension by YaneuraOu that boards use, times after `ponderhit`. A line is words between
//! spaces. There are no replies as such: each command says what may follow it.
//!
//! | module | what it holds |
//! |---|---|
//! | `command` | what a board asks |
//! | `go` | within which limits it asks for a move |
//! | `declaration` | which options an engine has |
//! | `info` | what an engine tells while it thinks |

mod command;
mod declaration;
mod go;
mod info;

pub use command::{Command, Place};
pub use declaration::{Declaration, EMPTY, Widget};
pub use go::{Go, MateLimit};
pub use info::{Info, Score, remark};
