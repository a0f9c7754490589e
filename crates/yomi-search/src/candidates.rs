//! The actions that a search of a continuum begins with.

use yomi_core::{Game, Proposes};

/// Replaces the contents of a list by the actions that a search of the state begins with: at least one if it is not over.
///
/// Returns how many of them, at the head of the list, are favourites, the most promising first; 0 if all are alike.
pub type Candidates<G> =
    Box<dyn Fn(&G, &<G as Game>::State, &mut Vec<<G as Game>::Action>) -> usize + Send + Sync>;

/// The game's own [candidates](Proposes::candidates), all alike.
pub fn proposed<G: Proposes>() -> Candidates<G> {
    Box::new(|game, state, actions| {
        game.candidates(state, actions);
        0
    })
}
