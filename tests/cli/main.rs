//! The real program, run as a user runs it.

mod cases;
mod csa;
mod curling;
mod dc2;
mod dc3;
mod external;
mod formats;
mod gtp;
mod json;
mod judge;
mod pipes;
mod processor_time;
mod records;
mod resources;
mod resume;
mod signals;
mod signatures;
mod support;
mod train;
mod usi;
