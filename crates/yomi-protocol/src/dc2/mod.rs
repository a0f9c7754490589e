//! Digital Curling 2: the text protocol of its servers, and its logs.
//!
//! A server says who plays, where the stones lie and whose turn it is; a player answers with a
//! shot. Everything is one short line of words and numbers. The same words go over a TCP
//! connection (servers of 2015 and 2016, which want a login) and over the standard input and
//! output of a player that the server starts as its child (servers of 2018 and later).
//! `docs/digital-curling.md` lists every message, where it is known from, and what we decided where
//! the sources are silent or disagree.
//!
//! | module | what it holds |
//! |---|---|
//! | [`frames`] | a stream of bytes as messages |
//! | [`from_server`], [`from_client`] | the messages, read and written |
//! | [`situation`] | what POSITION, SETSTATE and SCORE say together |
//! | [`client`] | a player: the conversation from the greeting to the last game |
//! | [`log`] | `.dcl` files |

pub mod client;
mod clock;
mod fields;
pub mod frames;
pub mod from_client;
pub mod from_server;
pub mod log;
pub mod situation;

pub use fields::MessageError;
