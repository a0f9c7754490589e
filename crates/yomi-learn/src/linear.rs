//! A linear value function.
//!
//! The value of a position for the player `p` to move is
//!
//! `V(s) = 1 / (1 + exp(-w . phi(s, p)))`
//!
//! where `phi(s, p)` are the features of the position as `p` sees it ([`Encode`]). One set of
//! weights serves both players. The gradient of the cross-entropy between `V` and a target `z` is
//! `(V - z) phi`, so a step of learning is
//!
//! `w += alpha (z - V) phi`
//!
//! Limits: what is not in the features, or only in their combination, cannot be learned.

use yomi_core::{Encode, Evaluator, FirstValue, MoverValue, Rng, Scratch, logistic};

/// Weights of a linear value function.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearValue {
    weights: Vec<f32>,
}

impl LinearValue {
    /// All weights zero: every position is even.
    pub fn zero(features: usize) -> LinearValue {
        LinearValue {
            weights: vec![0.0; features],
        }
    }

    /// These weights, one per feature.
    pub fn from_weights(weights: Vec<f32>) -> LinearValue {
        LinearValue { weights }
    }

    /// The weights, one per feature.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The value of a position given by its features. Features without a weight count nothing.
    pub fn value(&self, features: &[(u32, f32)]) -> MoverValue {
        let sum: f32 = features
            .iter()
            .filter_map(|&(index, amount)| Some(self.weights.get(index as usize)? * amount))
            .sum();
        MoverValue(logistic(f64::from(sum)))
    }

    /// One step towards the target; returns the cross-entropy loss before it.
    pub fn learn(&mut self, features: &[(u32, f32)], target: MoverValue, step: f32) -> f64 {
        let value = self.value(features);
        let error = (target.0 - value.0) as f32;
        for &(index, amount) in features {
            if let Some(weight) = self.weights.get_mut(index as usize) {
                *weight += step * error * amount;
            }
        }
        loss(value, target)
    }
}

/// The cross-entropy between a value and its target.
pub fn loss(value: MoverValue, target: MoverValue) -> f64 {
    // Away from certainty by less than an f32 can tell, so that a wrong certainty costs much
    // but not everything.
    let value = value.0.clamp(1e-7, 1.0 - 1e-7);
    -(target.0 * libm::log(value) + (1.0 - target.0) * libm::log(1.0 - value))
}

impl<G: Encode> Evaluator<G> for LinearValue {
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        let mover = game.to_move(state);
        let mut features = std::mem::take(&mut scratch.features);
        game.encode(state, mover, &mut features);
        let value = self.value(&features).to_first(mover);
        scratch.features = features;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_follows_the_gradient() {
        // The step must be minus alpha times the numeric derivative of the loss.
        let features = [(0, 1.0), (2, -2.0), (3, 0.5)];
        let start = LinearValue::from_weights(vec![0.3, 9.0, -0.2, 0.7]);
        let target = MoverValue(0.9);
        let mut stepped = start.clone();
        stepped.learn(&features, target, 1.0);
        for i in 0..4 {
            let loss_at = |offset: f32| {
                let mut moved = start.clone();
                moved.weights[i] += offset;
                loss(moved.value(&features), target)
            };
            let numeric = (loss_at(0.01) - loss_at(-0.01)) / 0.02;
            let step = f64::from(stepped.weights[i] - start.weights[i]);
            assert!(
                (step + numeric).abs() < 1e-3,
                "weight {i}: {step} {numeric}"
            );
        }
    }

    #[test]
    fn features_beyond_the_weights_are_ignored() {
        let mut value = LinearValue::zero(1);
        value.learn(&[(5, 1.0)], MoverValue(1.0), 1.0);
        assert_eq!(value.value(&[(5, 1.0)]), MoverValue(0.5));
    }
}
