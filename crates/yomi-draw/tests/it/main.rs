//! Pictures of curling and of boards.

mod boards;
mod pictures;
mod points;
mod throws;
