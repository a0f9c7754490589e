//! A prior by features of moves: a softmax with learned weights.
//!
//! With the features `phi(a)` of move `a`, the weights `w` and the temperature `T`,
//!
//! `p(a) ~ exp((w . phi(a) - max_b w . phi(b)) / T)`,
//!
//! so the best move has weight 1. At `T = 1` these are the probabilities the weights were learned for; a
//! higher temperature makes moves more equal.

use yomi_core::{Game, MoveFeatures, Prior, Scratch};

/// Weighs moves by their features.
///
/// ```
/// use yomi_blokus::{BlokusDuo, Moves};
/// use yomi_core::{Discrete, Game, MoveFeatures, Prior, Scratch};
/// use yomi_search::prior::SoftmaxPrior;
///
/// let weights = vec![0.0; Moves.count()];
/// let prior = SoftmaxPrior::new(Moves, weights, 1.0).unwrap();
/// let game = BlokusDuo::default();
/// let (board, mut moves) = (game.initial(), Vec::new());
/// game.actions(&board, &mut moves);
/// let mut weights = vec![0.0; moves.len()];
/// prior.weigh(&game, &board, &moves, &mut weights, &mut Scratch::default());
/// assert!(weights.iter().all(|&weight| weight == 1.0), "nothing is known yet");
/// assert!(SoftmaxPrior::new(Moves, vec![0.0; 3], 1.0).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct SoftmaxPrior<M> {
    features: M,
    /// The weights divided by the temperature.
    weights: Vec<f32>,
}

impl<M> SoftmaxPrior<M> {
    /// A prior with these weights; `None` unless there is one for each feature.
    pub fn new<G: Game>(features: M, mut weights: Vec<f32>, temperature: f32) -> Option<Self>
    where
        M: MoveFeatures<G>,
    {
        if weights.len() != features.count() {
            return None;
        }
        for weight in &mut weights {
            *weight /= temperature;
        }
        Some(SoftmaxPrior { features, weights })
    }
}

impl<G: Game, M: MoveFeatures<G>> Prior<G> for SoftmaxPrior<M> {
    fn weigh(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        weights: &mut [f32],
        scratch: &mut Scratch<G::Action>,
    ) {
        let lists = &mut scratch.move_features;
        self.features.encode(game, state, actions, lists);
        let mut best = f32::NEG_INFINITY;
        for (weight, features) in weights.iter_mut().zip(lists.iter()) {
            let known = features.iter().map(|&feature| self.weights[feature as usize]);
            *weight = known.sum();
            best = best.max(*weight);
        }
        for weight in weights {
            *weight = libm::expf(*weight - best);
        }
    }
}
