//! Playouts of a part of the game as an evaluation, for searches that value leaves.

use super::PartPlayout;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi_core::{Evaluator, FirstValue, Game, Rng, Scratch};

/// Values a state within a part by a playout to the part's end, for one thread: others would wait.
pub struct PartEvaluator<P>(Mutex<P>);

impl<P> PartEvaluator<P> {
    /// An evaluation by this playout.
    pub fn new(playout: P) -> PartEvaluator<P> {
        PartEvaluator(Mutex::new(playout))
    }

    /// The playout. What a panic left half done is forgotten when the next search begins.
    fn playout(&self) -> MutexGuard<'_, P> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game, P: PartPlayout<G>> Evaluator<G> for PartEvaluator<P> {
    fn begin(&self, game: &G, root: &G::State) {
        self.playout().begin(game, root);
    }

    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        _: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        self.playout().play(game, state, &mut state.clone(), rng)
    }
}
