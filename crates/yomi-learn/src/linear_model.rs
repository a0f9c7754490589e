//! A linear evaluation of either player's features, for any game that has some.
//!
//! `V(s) = 1 / (1 + exp(-k w . x))`, `x = phi(s, first) - phi(s, second)`,
//!
//! is the value of a position for the first player: see [`LinearModel`]. Unlike
//! [`LinearValue`](crate::LinearValue), which sees a position by the eyes of the player to move alone,
//! it is antisymmetric by construction: exchange the sides, and the value is `1 - V`, where both players have
//! the same features (those of connect four tell first and second player apart).
//!
//! [`LinearEvaluation`] computes it from scratch for every position, at the cost of two encodings. A game
//! whose features can be kept incrementally implements [`LinearModel`] itself. [`Encoded`] is the model of a
//! game that has one set of features ([`Encode`]).
//!
//! ```
//! use std::sync::Arc;
//! use yomi_core::{Evaluator, Features, Game, LinearModel, Scratch, Seed};
//! use yomi_learn::linear_model::Encoded;
//! use yomi_toy::TicTacToe;
//!
//! let game = TicTacToe;
//! let encoded = Encoded::of(&game);
//! let model: &dyn LinearModel<TicTacToe> = &encoded;
//! let evaluator = model.evaluator(&vec![0.0; model.count()], 0.02);
//! let (mut scratch, mut rng) = (Scratch::default(), Seed::new(1).rng());
//! assert_eq!(evaluator.evaluate(&game, &game.initial(), &mut scratch, &mut rng).0, 0.5);
//! ```

use std::hint::black_box;
use std::sync::Arc;
use yomi_core::{
    Discrete, Encode, Evaluator, Features, FirstValue, Game, LinearModel, Player, Policy, Rng,
    Scratch, logistic,
};
use yomi_search::policy::BestOf;

/// A linear evaluation that encodes every position anew.
#[derive(Clone, Debug)]
pub struct LinearEvaluation<F> {
    features: F,
    weights: Vec<f32>,
    gain: f64,
}

impl<F> LinearEvaluation<F> {
    /// The evaluation by these features, one weight for each, and this gain.
    pub fn new(features: F, weights: &[f32], gain: f64) -> LinearEvaluation<F> {
        LinearEvaluation {
            features,
            weights: weights.to_vec(),
            gain,
        }
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for LinearEvaluation<F> {
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        let mut sum_of = |viewer| {
            let features = &mut scratch.features;
            self.features.encode(game, state, viewer, 0, features);
            let weighted = features.iter().filter_map(|&(index, amount)| {
                let weight = self.weights.get(index as usize)?;
                Some(f64::from(*weight) * f64::from(amount))
            });
            weighted.sum::<f64>()
        };
        let difference = sum_of(Player::First) - sum_of(Player::Second);
        FirstValue(logistic(self.gain * difference))
    }

    fn prefers_batches(&self) -> bool {
        true
    }
}

/// The linear model over the features that [`Encode`] gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoded {
    count: usize,
}

impl Encoded {
    /// The model of this game.
    pub fn of(game: &impl Encode) -> Encoded {
        let count = game.feature_count();
        Encoded { count }
    }
}

impl<G: Encode> Features<G> for Encoded {
    fn count(&self) -> usize {
        self.count
    }

    fn encode(
        &self,
        game: &G,
        state: &G::State,
        viewer: Player,
        _: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        game.encode(state, viewer, features);
    }
}

impl<G: Encode + Discrete> LinearModel<G> for Encoded {
    fn evaluator(&self, weights: &[f32], gain: f64) -> Arc<dyn Evaluator<G>> {
        Arc::new(LinearEvaluation::new(*self, weights, gain))
    }

    fn best_of(&self, weights: &[f32], n: u32) -> Arc<dyn Policy<G>> {
        let evaluator = LinearEvaluation::new(*self, weights, ORDER_GAIN);
        Arc::new(BestOf { n, evaluator })
    }

    fn best_of_valuing_all(&self, weights: &[f32], n: u32) -> Arc<dyn Policy<G>> {
        let evaluator = LinearEvaluation::new(*self, weights, ORDER_GAIN);
        match n {
            0..=1 => Arc::new(ValuedRandom { evaluator }),
            _ => Arc::new(BestOf { n, evaluator }),
        }
    }
}

/// The gain where only the order of values counts. It changes none, as long as the function does not
/// saturate in single precision (here at differences of about 800) and tells apart what is near (1e-5).
const ORDER_GAIN: f64 = 0.02;

/// Uniformly random play in which every move is valued for nothing.
struct ValuedRandom<E> {
    evaluator: E,
}

impl<G: Discrete, E: Evaluator<G>> Policy<G> for ValuedRandom<E> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        let action = game.random_action(state, &mut scratch.actions, rng);
        let mut value = [FirstValue::EVEN];
        // On a copy of the generator: chance in the step must not change what is drawn later.
        let chance = &mut rng.clone();
        let actions = [action];
        self.evaluator
            .evaluate_children(game, state, &actions, &mut value, scratch, chance);
        black_box(value);
        action
    }
}
