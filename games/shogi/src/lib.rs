//! Shogi.
//!
//! | module | what it holds |
//! |---|---|
//! | [`square`], [`piece`], [`action`] | squares; kinds, pieces and hands; moves |
//! | [`bitboard`], [`attacks`] | sets of squares; what pieces attack |
//! | [`board`], `zobrist` | a position without its history: playing moves and taking them back |
//! | [`generate`], [`check`] | legal moves: listed, counted, drawn; which give check |
//! | [`mod@perft`] | counting move paths |
//! | [`exchange`] | who wins a series of captures |
//! | `sfen` | positions as text |
//! | [`rules`], `trail` | declarations, the longest game; repetition |
//! | [`walk`] | moves played and taken back, for searches |
//! | [`mate`] | mates in one, three, five, seven, and long ones |
//! | [`traps`] | moves after which the opponent mates soon |
//! | `measures` | numbers by which experiments tell positions and moves apart |
//! | [`playout`], [`likely`] | random play; play among the most probable moves |
//! | [`evaluation`], [`knowledge`], [`quiet`] | what a position is worth, learned from records; after captures |
//! | [`transition`], [`progress`] | how probable moves are and how far a game has come, likewise |
//! | [`position`], [`game`], `notation` | a game, as the searches see it and as people write it |

pub mod action;
pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod check;
pub mod evaluation;
pub mod exchange;
pub mod game;
pub mod generate;
mod interactive;
pub mod japanese;
pub mod knowledge;
pub mod likely;
pub mod mate;
mod measures;
mod notation;
pub mod perft;
pub mod piece;
pub mod playout;
pub mod position;
pub mod progress;
pub mod quiet;
pub mod rules;
mod sfen;
pub mod square;
mod trail;
pub mod transition;
pub mod traps;
mod typed;
pub mod walk;
mod weights_file;
mod zobrist;

pub use action::Move;
pub use bitboard::Bitboard;
pub use board::{Board, Undo};
pub use check::CheckInfo;
pub use game::Shogi;
pub use knowledge::StaticEvaluation;
pub use likely::{Likely, Preference};
pub use perft::{divide, perft};
pub use piece::{Hand, Kind, Piece};
pub use playout::Mating;
pub use position::Position;
pub use quiet::Quiet;
pub use rules::{Declaration, Rules};
pub use sfen::{HAND_ORDER, PIECE_COUNTS, START, write_sfen};
pub use square::Square;
pub use walk::ShogiWalk;
pub use weights_file::WeightsError;
