//! Small games, each in one file: every algorithm is proven here first, and every file is a model
//! of how to write a game.
//!
//! | game | file | kind | capabilities beyond [`Game`](yomi_core::Game) and [`Notation`](yomi_core::Notation) |
//! |---|---|---|---|
//! | [`TicTacToe`] | [`tic_tac_toe`] | perfect information | discrete, deterministic, keyed, indexed, symmetric (8), encode |
//! | [`ConnectFour`] | [`connect_four`] | perfect information | discrete, deterministic, keyed, indexed, symmetric (2), encode, measured; an evaluator and a prior |
//! | [`TreeGame`] | [`tree_game`] | any explicit tree, read from text or built | discrete, deterministic, keyed, indexed |
//! | [`Pig`] | [`pig`] | dice | discrete, keyed, indexed, proposes |
//! | [`TwoPeaks`] | [`two_peaks`] | one player, one continuous action, noise | proposes |

pub mod connect_four;
mod hash;
pub mod pig;
pub mod tic_tac_toe;
pub mod tree_game;
pub mod two_peaks;

pub use connect_four::{CentrePrior, ConnectFour, ConnectFourWalk, WindowEvaluator};
pub use pig::Pig;
pub use tic_tac_toe::TicTacToe;
pub use tree_game::{Trap, TreeError, TreeGame};
pub use two_peaks::TwoPeaks;
