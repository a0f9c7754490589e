//! Game logs of the official server: files named `*.dcl2`, one JSON object a line.
//!
//! Each line is `{"ver", "tag", "id", "date_time", "thread", "log"}`. With the tag `gam` the log is
//! a message of the protocol, in the order in which they came: `dc`, `meta` (the machine, the
//! configuration), `dc_ok` and `ready_ok` with the field `team`, `is_ready` without, `new_game`,
//! then `update` and `move` in turn, at last `game_over`. With the tag `err` it is a text. Our
//! server adds one more `meta` line, `result`, which says how a game ended that the protocol has no
//! word for: the official viewer passes over it.
//!
//! Beside the game log there may be shot logs, `shot_eEEEsSS.json`, each with the way of all
//! stones during one throw.

mod read;
mod write;

pub use read::{Log, LogError, LoggedShot, read};
pub use write::LogWriter;

/// The version of the format.
pub const VERSION: [u32; 2] = [1, 0];
