//! The USI server and an engine that can be foretold, in one process.

mod fuzz;
mod random_talk;
mod support;
mod talks;
