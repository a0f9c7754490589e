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
/// use yomi_core::{Discrete, FeatureLists, Game, MoveFeatures, Prior, Scratch};
/// use yomi_search::prior::SoftmaxPrior;
/// use yomi_toy::ConnectFour;
///
/// /// Steps from the middle.
/// struct Middle;
///
/// impl MoveFeatures<ConnectFour> for Middle {
///     fn count(&self) -> usize {
///         4
///     }
///
///     fn encode(
///         &self,
///         game: &ConnectFour,
///         state: &<ConnectFour as Game>::State,
///         columns: &[<ConnectFour as Game>::Action],
///         lists: &mut FeatureLists,
///     ) {
///         lists.clear();
///         for &column in columns {
///             lists.push(u32::from(column.number()).abs_diff(3));
///             lists.end_action();
///         }
///     }
/// }
///
/// let prior = SoftmaxPrior::new(Middle, vec![2.0, 1.0, 0.0, 0.0], 1.0).unwrap();
/// let game = ConnectFour;
/// let (state, mut columns) = (game.initial(), Vec::new());
/// game.actions(&state, &mut columns);
/// let mut weights = vec![0.0; columns.len()];
/// prior.weigh(&game, &state, &columns, &mut weights, &mut Scratch::default());
/// assert_eq!(weights[3], 1.0, "the best move");
/// assert!((weights[2] - (-1.0_f32).exp()).abs() < 1e-6 && weights[0] < weights[2]);
/// assert!(SoftmaxPrior::new(Middle, vec![0.0; 3], 1.0).is_none());
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
            let known = features
                .iter()
                .map(|&feature| self.weights[feature as usize]);
            *weight = known.sum();
            best = best.max(*weight);
        }
        for weight in weights {
            *weight = libm::expf(*weight - best);
        }
    }
}
