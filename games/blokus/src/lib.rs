//! Blokus Duo: two players, 21 pieces each, a board of 14 by 14.
//!
//! **Rules.** The first player's first piece covers the square (5, 5), the second's (10, 10),
//! counted from 1 at the top left. Every later piece touches an own piece corner to corner and
//! never edge to edge. A player who cannot move is passed over; the game ends when neither can.
//! Who has covered more squares wins, and equal is a draw. The box's bonus for placing everything
//! is a setting ([`BlokusDuo::bonus`]).
//!
//! **Notation.** A move is the list of its squares in any order, columns `a` to `n` from the left
//! and rows `1` to `14` from the bottom: `e10,f10,f11`. The first player starts on `e10`, the
//! second on `j5`. There is no pass: a player without a move is skipped. The [`contest`] codes
//! such as `56t2` are read too. A position is its rows from the top, `X` and `O` and numbers of free
//! squares, and the side to move, `b` or `w`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`pieces`] | the 21 polyominoes and their 91 orientations |
//! | [`tables`] | the 13,729 placements, and how legal moves are looked up |
//! | `side` | one side's view of the board: rows of bits, and the moves read off them |
//! | [`plane`] | sets of squares |
//! | [`board`] | a position |
//! | [`game`] | the rules as a [`Game`](yomi_core::Game) |
//! | [`contest`] | moves as four-character codes |
//! | [`bouzy`] | an evaluation by influence |
//! | [`influence`] | a linear evaluation whose weights are learned |
//! | [`moves`] | features of moves, for a learned prior |
//! | [`patterns`], [`room`] | what networks see |
//!
//! ```
//! use yomi_blokus::BlokusDuo;
//! use yomi_core::{Deterministic, Game, Notation, perft::perft};
//!
//! let game = BlokusDuo::default();
//! let mut board = game.initial();
//! assert_eq!(perft(&game, &board, 2), 171_396);
//! let first = game.parse_action(&board, "e10,e9,d9,e8,f8").unwrap();
//! game.apply(&mut board, first);
//! assert!(game.parse_action(&board, "a1").is_err());
//! ```

pub mod board;
pub mod bouzy;
pub mod contest;
pub mod game;
pub mod influence;
mod interactive;
pub mod moves;
mod notation;
pub mod patterns;
pub mod pieces;
pub mod plane;
mod position;
pub mod room;
mod side;
pub mod tables;

pub use board::Board;
pub use bouzy::Bouzy;
pub use game::{BlokusDuo, Placement};
pub use influence::Influence;
pub use moves::Moves;
pub use notation::parse_placement;
pub use patterns::Patterns;
pub use room::Room;
