//! Digital Curling 2: the messages of its servers and players, and its logs.
//!
//! A server says who plays, where the stones lie and whose turn it is; a player answers with a
//! shot. Everything is one short line of words and numbers, and the logs repeat these lines.
//! `docs/digital-curling.md` lists every message, where it is known from, and what we decided where
//! the sources are silent or disagree.
//!
//! | module | what it holds |
//! |---|---|
//! | [`from_server`], [`from_client`] | the messages, read and written |
//! | [`situation`] | what POSITION, SETSTATE and SCORE say together |
//! | [`log`] | `.dcl` files |

mod fields;
pub mod from_client;
pub mod from_server;
pub mod log;
pub mod situation;

pub use fields::MessageError;
