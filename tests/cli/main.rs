//! The real program, run as a user runs it; the command line as a library (`own_games`), and the files
//! of weights that ship with it (`weights_files`).

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
mod own_games;
mod pipes;
mod processor_time;
mod readme;
mod records;
mod resources;
mod resume;
mod signals;
mod signatures;
mod suite;
mod support;
#[cfg(unix)]
mod terminal;
mod train;
mod usi;
mod weights_files;
