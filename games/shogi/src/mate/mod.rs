//! Mate.
//!
//! | module | what it holds |
//! |---|---|
//! | `one`, `attack` | mate in one move, fast enough for every ply of a playout |
//! | `exact` | mates within a few plies, exactly |
//! | `dfpn`, `children`, `value`, `table`, `proof` | mates of any length: proof-number search |
//! | `prover` | mates for tree searches, which ask about many positions |
//! | `checks`, `evasions` | the moves that give check, and those that answer one |
//! | `army`, `posts` | who guards which squares; from where checks come |
//!
//! Mate here means mate by checks alone, whatever the defender does; the attacker may be without
//! a king, as in composed problems.

mod army;
mod attack;
mod checks;
mod children;
mod dfpn;
mod evasions;
mod exact;
mod one;
mod posts;
mod proof;
mod prover;
mod table;
mod value;

pub use checks::list_checks;
pub use dfpn::{MateSolver, MateVerdict};
pub use evasions::list_evasions;
pub use exact::ExactMate;
pub use one::mate_in_one;
pub use prover::Mates;
