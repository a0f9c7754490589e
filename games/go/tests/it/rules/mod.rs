//! The rules of Go against a second implementation that is slow and plain.
//!
//! | module | what it holds |
//! |---|---|
//! | `oracle` | the second implementation |
//! | `compare` | both side by side |
//! | `perft` | counts of move paths and of boards |
//! | `random_games` | games of all kinds on all kinds of boards |
//! | `repetitions` | known ways to repeat a board |
//! | `uniform` | whether random play favours a move |

mod compare;
mod oracle;
mod perft;
mod random_games;
mod repetitions;
mod uniform;
