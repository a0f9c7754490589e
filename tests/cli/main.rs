//! The real program, run as a user runs it.

mod cases;
mod formats;
mod json;
mod pipes;
mod resume;
mod signatures;
mod support;
