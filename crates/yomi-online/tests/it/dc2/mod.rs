//! The player of Digital Curling 2 as a server sees it, and the logs.

mod conversations;
mod fuzz;
mod network;
mod script;
mod support;
