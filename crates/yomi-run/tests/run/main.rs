//! Jobs, journals and runs.

mod journal;
mod runs;
mod support;
