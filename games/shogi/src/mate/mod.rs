//! Mate.
mod army;
mod checks;
mod dfpn;
mod evasions;
mod exact;
mod one;
mod posts;
mod proof;
mod table;
pub use checks::list_checks;
pub use dfpn::{MateSolver, MateVerdict};
pub use evasions::list_evasions;
pub use exact::ExactMate;
pub use one::mate_in_one;
