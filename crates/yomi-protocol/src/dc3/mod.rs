//! Digital Curling 3: messages of one line of JSON over TCP, one port for each team.
//!
//! The protocol is version 1.0 of the Digital Curling 3 project. Seen from a client:
//!
//! ```text
//! server  dc          who are you?
//! client  dc_ok       my name
//! server  is_ready    your team, the rules, the players, the clocks
//! client  ready_ok    the order in which my players throw
//! server  new_game    both names
//! server  update      how things stand, whose turn it is, what was done last
//! client  move        (in our turn) a throw, or that we give up
//! ...                 updates and moves until an update holds a result
//! server  game_over
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`], [`GameState`], [`Rules`] | what is said |
//! | [`mod@line`] | how long lines may be, and how messages are sent |
//! | [`client`] | playing on a server, ours or another |
//! | [`server`] | hosting a match |
//! | [`log`] | the game logs, `*.dcl2` |

pub mod client;
mod config;
pub mod line;
pub mod log;
pub mod message;
mod players;
mod rules;
mod seconds;
pub mod server;
mod state;
mod team;
mod trajectory;

pub use config::{Config, ServerConfig};
pub use players::Roster;
pub use rules::{Rules, SHEET_WIDTH, Setting, Simulator, Thrower, spec_of};
pub use seconds::Seconds;
pub use state::{GameResult, GameState, STONES, StateError, Stone, WireStones};
pub use team::{PerTeam, Team};
pub use trajectory::{Change, Trajectory};
