//! Go, from 5x5 to 19x19.
//!
//! | module | what it holds |
//! |---|---|
//! | [`vertex`] | points of the board and the pass |
//! | [`bits`] | sets of points |
//! | [`board`] | stones, chains, liberties, captures |
//! | [`surroundings`] | the eight points around a point as a number |
//! | [`position`] | a board with who moves and what repetition forbids |
//! | `trail`, `zobrist` | earlier positions of a game, for the rule against repetition |
//! | [`game`] | the rules, as the searches see them |
//! | `notation`, `picture` | moves and positions as text; the board for pictures |
//! | `territory` | whose the points will be, which stones are dead |
//! | `light` | playouts of any move that fills no own eye |
//! | `tactics`, `patterns` | captures, escapes, self-atari; small shapes |
//! | `ladder`, `nakade`, `self_atari` | reading ladders; the vital point of a small eye space, filling one |
//! | `experience` | what to expect of moves before they are tried |
//! | [`pattern`] | learned patterns: extraction, matching, playouts, a prior |
//! | `packed` | positions in little memory |
//! | `passing` | when to pass, and when not |
//! | `tactical` | playouts that answer the last move |

pub mod bits;
pub mod board;
mod experience;
pub mod game;
mod interactive;
mod ladder;
mod light;
mod nakade;
mod notation;
mod packed;
mod passing;
pub mod pattern;
mod patterns;
mod picture;
pub mod position;
mod self_atari;
pub mod surroundings;
mod tactical;
mod tactics;
mod territory;
mod trail;
pub mod vertex;
mod zobrist;

pub use bits::Bits;
pub use board::{Board, Placed, Point};
pub use experience::Shapes;
pub use game::{Go, LargeGo, Rules, SmallGo};
pub use packed::PackedPosition;
pub use position::Position;
pub use surroundings::Surroundings;
pub use tactical::Tactical;
pub use vertex::{MAX_SIZE, Vertex};
