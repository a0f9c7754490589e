//! Records of the Computer Shogi Association, versions 1 to 3
//! (<http://www2.computer-shogi.org/protocol/record_v3.html>).
//!
//! ```text
//! V2.2
//! N+Ann
//! N-Bob
//! $EVENT:a game
//! PI
//! +
//! +7776FU
//! T12
//! '** 30 -3334FU +2726FU
//! -3334FU
//! T6
//! %TORYO
//! 'summary:toryo:Ann lose:Bob win
//! ```
//!
//! **What is read.** Statements on lines of their own or separated by commas; positions in all
//! three ways (`PI`, `P1` to `P9`, `P+` and `P-`); several games separated by `/`. Where nothing is
//! said about the position, it is the usual one. Comments that begin with `'*` are kept, Floodgate's
//! values (`'** 30 ...`) among them; others are passed over but for Floodgate's `'summary:` and
//! `'$END_TIME:`. What the summary says about the winner counts more than the `%` word, for a
//! `%SENNICHITE` can be a loss and a `%KACHI` a mistake; one that is called won where its conditions do
//! not hold is an error. Keywords (`$`) may stand anywhere. Anything
//! else is an error.
//!
//! **Fouls.** A move that cannot be played is an error, unless the next statement says that the game
//! ended by it (`%ILLEGAL_MOVE`, `%+ILLEGAL_ACTION`, `%-ILLEGAL_ACTION`): then it becomes a comment.

pub mod csa_move;
mod ends;
mod position;
mod read;
pub mod start_position;
mod write;

pub(super) use read::read_all;
pub(super) use write::write;
