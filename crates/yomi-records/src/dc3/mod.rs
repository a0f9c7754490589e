//! Digital Curling 3: its messages, one line of JSON each, and its logs.
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
//! | [`message`], [`GameState`], [`Rules`], [`Trajectory`] | what is said |
//! | [`MatchResult`] | how a match ended, in more words than the protocol has |
//! | [`log`] | the game logs, `*.dcl2` |

mod check;
pub mod log;
pub mod message;
mod result;
mod rules;
mod seconds;
mod state;
mod team;
mod trajectory;

pub use result::{Ending, MatchResult};
pub use rules::{Rules, SHEET_WIDTH, Setting, Simulator, Thrower, spec_of};
pub use seconds::Seconds;
pub use state::{
    GameResult, GameState, STONES, StateError, Stone, THROWS, WireStones, wire_stones,
};
pub use team::{PerTeam, Team};
pub use trajectory::{Change, Trajectory};
