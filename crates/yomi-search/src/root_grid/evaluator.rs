//! Playouts of a part of the game as an evaluation, for searches that value leaves.

use super::PartPlayout;
use std::sync::{Mutex, PoisonError};
use yomi_core::{Evaluator, FirstValue, Game, Rng, Scratch};

/// Values a state within a part by a playout to the part's end, for one thread: others would wait. What the playout
/// learns is never forgotten: this is for those that learn nothing, like [`Sampling`](super::Sampling).
pub struct PartEvaluator<P>(Mutex<P>);

impl<P> PartEvaluator<P> {
    /// An evaluation by this playout.
    pub fn new(playout: P) -> PartEvaluator<P> {
        PartEvaluator(Mutex::new(playout))
    }
}

impl<G: Game, P: PartPlayout<G>> Evaluator<G> for PartEvaluator<P> {
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        _: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        // A panic between two playouts leaves nothing half done.
        let mut playout = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        playout.play(game, state, &mut state.clone(), rng)
    }
}
