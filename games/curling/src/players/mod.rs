//! Players that need no search, and what searches value positions by.
//!
//! | policy | plays |
//! |---|---|
//! | [`Simple`] | a draw to the tee or a hit of the opponent's innermost stone, at random |
//! | [`HitOrDraw`] | the hit if the opponent lies shot, else the draw |
//! | [`Heuristic`] | one of some eight shots from curling knowledge, by learned preferences |
//! | [`Rules`] | by a list of rules, each throw checked on the exact simulator |
//!
//! [`EndPlayout`] makes an evaluation of any of them: play the end out, then take the chance to
//! win with that score.

mod aims;
mod end_playout;
mod heuristic;
mod rules;
mod simple;
mod situation;

pub(crate) use aims::Aims;
pub use end_playout::EndPlayout;
pub(crate) use heuristic::Passes;
pub use heuristic::{Heuristic, ShotKind, Teaching};
pub use rules::Rules;
pub use simple::{HitOrDraw, Simple};
