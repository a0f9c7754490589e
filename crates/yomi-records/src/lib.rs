//! Game records: what was played, in the formats that other programs read and write.
//!
//! | module | files | game |
//! |---|---|---|
//! | [`sgf`] | `.sgf`, `.blksgf` | Go and Blokus Duo |
//! | [`shogi`] | `.csa`, `.kif`, `.usi` | shogi |
//! | [`dc2`] | `.dcl` | digital curling, second generation |
//! | [`dc3`] | `.dcl2` | digital curling, third generation |
//! | [`curling`] | `.dcl`, `.dcl2` | both of them in one form |
//! | [`calendar`] | | dates as records write them |
//!
//! SGF is read in the game's own notation and replayed on a [`Referee`](yomi_core::Referee), without
//! knowing a game. Moves of shogi cannot be read without the board, and logs of curling repeat the
//! messages of the servers that wrote them: those three know their one game, and the messages of
//! Digital Curling are defined here, where the logs need them.

#![forbid(unsafe_code)]

pub mod calendar;
pub mod curling;
pub mod dc2;
pub mod dc3;
pub mod sgf;
pub mod shogi;
