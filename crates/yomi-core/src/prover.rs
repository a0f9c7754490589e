//! Forced wins that a game can prove faster than a search sees them, such as mates.

use crate::Game;

/// Looks for a forced win of the side to move.
///
/// A tree search that averages over what may happen sees little of a win that takes one exact line. Some games
/// have a search of their own for such lines, which is complete as far as it goes: mate by checks, a
/// ladder. A prover has memory of its own, so every thread has one.
pub trait Prover<G: Game>: Send {
    /// Whether the side to move has a forced win of this level at the most. Every level above 0 costs some times as much as the
    /// one before it.
    fn is_won(&mut self, game: &G, state: &G::State, level: u32) -> bool;

    /// The moves of a forced win of this level at the most, both sides playing their best.
    fn winning_line(&mut self, game: &G, state: &G::State, level: u32) -> Option<Vec<G::Action>>;
}

/// What a search makes provers with.
pub trait Provers<G: Game>: Send + Sync {
    /// A prover.
    fn prover(&self) -> Box<dyn Prover<G>>;

    /// How many levels there are, at least one.
    fn levels(&self) -> u32;
}

impl<G: Game, P: Provers<G> + ?Sized> Provers<G> for std::sync::Arc<P> {
    fn prover(&self) -> Box<dyn Prover<G>> {
        (**self).prover()
    }

    fn levels(&self) -> u32 {
        (**self).levels()
    }
}
