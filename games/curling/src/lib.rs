//! Digital curling: two worlds, exact and noisy throws, all rules.
//!
//! [`Curling`] is the game: a world, the number of ends, the noise of the hand, the rules. A
//! [`State`] is a position in it, a [`Shot`] a throw. The physics in [`physics`] agrees with the
//! official simulators and is hundreds to thousands of times faster; [`aim`] inverts it, from
//! a target to the throw that reaches it.

pub mod aim;
mod cells;
mod end_scores;
mod game;
mod grid;
mod interactive;
pub mod layout;
mod noise;
mod notation;
pub mod physics;
pub mod players;
mod propose;
mod relations;
mod rules;
mod sheet;
mod shot;
mod state;
mod stones;
mod trajectory;
mod vector;
mod win_probability;

pub use cells::Coordinates;
pub use end_scores::{EndScores, PRIOR_ENDS, SCORES};
pub use grid::{GridKernel, ShotGrid};
pub use noise::{FCV1_MAX_SPEED, Noise, fcv1_noise};
pub use rules::{Curling, FreeGuard, Landing};
pub use sheet::{Edge, Sheet, World};
pub use shot::{Shot, Spin};
pub use state::{MAX_ENDS, State};
pub use stones::{STONES, Stones, owner};
pub use trajectory::Moment;
pub use vector::Vector;

/// Radius of a stone in metres.
pub const STONE_RADIUS: f64 = 0.145;
