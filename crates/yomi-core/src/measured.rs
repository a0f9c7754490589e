//! Numbers by which experiments tell positions and moves apart: how far a game has come, how soon a move loses.

use crate::{Discrete, Game};

/// Games that tell numbers of their positions and of moves there.
///
/// A number is a fact that needs no opponent and no chance: the same position always has the same. A position or a move
/// may lack one (a position without a mate has no number of plies to it).
pub trait Measured: Discrete + Sized {
    /// The numbers of positions, with distinct names.
    const POSITION_NUMBERS: &'static [PositionNumber<Self>];

    /// The numbers of moves, with distinct names.
    const MOVE_NUMBERS: &'static [MoveNumber<Self>];
}

/// A number that positions of a game may have.
pub struct PositionNumber<G: Game> {
    /// Its name, as experiments spell it.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The number in a position in which the game is not over.
    pub of: fn(&G, &G::State) -> Option<f64>,
}

/// A number that moves of a game may have.
pub struct MoveNumber<G: Game> {
    /// Its name, as experiments spell it.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The legal moves that have it, each once, in a position in which the game is not over.
    pub of: MovesNumbered<G>,
}

/// Tells which moves of a position have a number, and which.
pub type MovesNumbered<G> = fn(&G, &<G as Game>::State) -> Vec<(<G as Game>::Action, f64)>;
