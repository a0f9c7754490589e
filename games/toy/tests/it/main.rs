//! Toy games: rules, counts of move paths, conformance.

mod conformance;
mod connect_four;
mod perft;
mod pig;
mod session;
mod tic_tac_toe;
mod tree_game;
mod two_peaks;
