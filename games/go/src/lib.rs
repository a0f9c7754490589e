//! Go, from 5x5 to 19x19.
//!
//! | module | what it holds |
//! |---|---|
//! | [`vertex`] | points of the board and the pass |
//! | [`bits`] | sets of points |
//! | [`board`] | stones, chains, liberties, captures |
//! | [`position`] | a board with who moves and what repetition forbids |
//! | [`game`] | the rules, as the searches see them |
//! | `notation` | moves and positions as text |
//! | `territory` | whose the points will be, which stones are dead |
//! | `light` | playouts of any move that fills no own eye |

pub mod bits;
pub mod board;
pub mod game;
mod light;
mod notation;
pub mod position;
mod territory;
mod trail;
pub mod vertex;
mod zobrist;

pub use bits::Bits;
pub use board::{Board, Placed, Point};
pub use game::{Go, LargeGo, Rules, SmallGo};
pub use position::Position;
pub use vertex::{MAX_SIZE, Vertex};
