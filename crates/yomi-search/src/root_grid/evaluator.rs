//! Playouts of a part of the game as an evaluation, for searches that value leaves.

use super::PartPlayout;
use std::sync::{Mutex, PoisonError};
use yomi_core::{Evaluator, FirstValue, Game, Rng, Scratch};

/// Values a state within a part by a playout to the part's end. What playouts learn is never forgotten: this is for
/// those that learn nothing, like [`Sampling`](super::Sampling).
pub struct PartEvaluator<P> {
    make: Box<dyn Fn() -> P + Send + Sync>,
    /// Playouts that no thread uses just now.
    idle: Mutex<Vec<P>>,
}

impl<P> PartEvaluator<P> {
    /// An evaluation by what `make` makes, once for each thread.
    pub fn new(make: impl Fn() -> P + Send + Sync + 'static) -> PartEvaluator<P> {
        PartEvaluator {
            make: Box::new(make),
            idle: Mutex::default(),
        }
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
        // A list that is taken from and given back to is whole whenever a thread may panic.
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle().pop();
        let mut playout = found.unwrap_or_else(|| (self.make)());
        let value = playout.play(game, state, &mut state.clone(), rng);
        idle().push(playout);
        value
    }
}
