//! The Computer Go Server: games of Go between programs, one after the other, round the clock.
//!
//! Both sides speak in lines over one connection; the server asks and the client answers.
//!
//! | the server says | the client answers |
//! |---|---|
//! | `protocol [genmove_analyze]` | `e1 PROGRAM [genmove_analyze]` |
//! | `username`, `password` | the name, the password |
//! | `info TEXT` | nothing |
//! | `setup GAME SIZE KOMI MS WHITE(RATING) BLACK(RATING) [MOVE MS]...` | nothing |
//! | `play COLOUR MOVE MS` | nothing: the opponent moved and has so many milliseconds left |
//! | `genmove COLOUR MS` | a move, `pass` or `resign`; with an analysis if both want it |
//! | `gameover DATE RESULT [REMARK]` | `ready` for the next game, or `quit` |
//! | `Error: TEXT`, `Sorry, TEXT` | nothing: the server is about to hang up |
//!
//! The moves in `setup` are those of a game that was under way when a client lost its connection:
//! whoever logs in again goes on where the server says that the game is. Rules are area scoring
//! with every stone on the board alive, positional superko and no suicide; moves are written as
//! in GTP.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`] | what a server says |
//! | `analysis` | what a client thinks of a move, for those who watch |
//! | [`client`] | playing on a server |

mod analysis;
pub mod client;
pub mod message;
mod setup;
mod words;

pub use crate::common::{Password, check_name};
