//! Logistic regression: a probability from sparse features.
//!
//! `p = 1 / (1 + exp(-(b + sum of w_i over the features i that are on)))`
//!
//! fitted to observed shares `z` by cross-entropy, whose gradient with respect to the sum is `p - z`.
//! The optimiser is [`Adam`]. The constant `b` is the last weight and is always on.

use crate::adam::{Adam, Step};
use yomi_core::logistic;

/// No weight grows larger, so that weights fit into small whole numbers.
const LARGEST: f32 = 7.5;

/// Learns a share.
#[derive(Clone, Debug)]
pub struct Logistic {
    weights: Adam,
    batch: f32,
}

impl Logistic {
    /// So many features and a constant, all zero.
    pub fn new(features: usize) -> Logistic {
        Logistic {
            weights: Adam::new(vec![0.0; features + 1]),
            batch: 0.0,
        }
    }

    /// The weights of the features, and the constant.
    pub fn weights(&self) -> &[f32] {
        &self.weights.weights
    }

    /// The state on which further learning depends, for snapshots.
    pub fn memory(&mut self) -> [&mut Adam; 1] {
        [&mut self.weights]
    }

    /// Adds an example to the batch; returns the share as it was before.
    pub fn learn(&mut self, features: &[u32], share: f64) -> f64 {
        let weights = &self.weights.weights;
        let constant = weights.len() - 1;
        let on = features.iter().map(|&feature| weights[feature as usize]);
        let sum = weights[constant] + on.sum::<f32>();
        let guess = logistic(f64::from(sum));
        let slope = (guess - share) as f32;
        self.weights.gradient[constant] += slope;
        for &feature in features {
            self.weights.gradient[feature as usize] += slope;
        }
        self.batch += 1.0;
        guess
    }

    /// Moves the weights by the mean gradient of the batch.
    pub fn step(&mut self, rate: f32, decay: f32) {
        self.weights.step(Step {
            rate,
            decay,
            largest: LARGEST,
            batch: self.batch,
        });
        self.batch = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_found() {
        let mut logistic = Logistic::new(2);
        let cases: [(&[u32], f64); 4] = [(&[], 0.2), (&[0], 0.5), (&[1], 0.1), (&[0, 0], 0.8)];
        let mut error = 0.0;
        for _ in 0..2000 {
            error = 0.0;
            for (features, share) in cases {
                error += (logistic.learn(features, share) - share).abs();
            }
            logistic.step(0.02, 0.0);
        }
        assert!(error < 0.01, "{error}");
    }
}
