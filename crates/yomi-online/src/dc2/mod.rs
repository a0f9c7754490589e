//! Digital Curling 2: a player of the text protocol of its servers.
//!
//! The [messages](yomi_records::dc2) go over a TCP connection (servers of 2015 and 2016, which want
//! a login) or over the standard input and output of a player that the server starts as its child
//! (servers of 2018 and later).
//!
//! | module | what it holds |
//! |---|---|
//! | [`frames`] | a stream of bytes as messages |
//! | [`client`] | a player: the conversation from the greeting to the last game |

pub mod client;
pub mod frames;
