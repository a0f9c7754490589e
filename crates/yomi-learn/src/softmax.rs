//! Which of several: a softmax over sparse features, fitted to choices.
//!
//! Option `a` with features `phi(a)` (a list of numbers; one that is listed twice counts twice) is
//! chosen with probability
//!
//! `p(a) = exp(w . phi(a)) / sum_b exp(w . phi(b))`
//!
//! The loss of a choice `c` is `-ln p(c)`, its gradient `sum_a p(a) phi(a) - phi(c)`. The problem is
//! convex, so every seed finds the same weights in the end; steps are [`Adam`]'s.

use crate::adam::{Adam, Step};

/// No weight grows larger, so that weights fit into small whole numbers.
const LARGEST: f32 = 16.0;

/// Learns to choose.
#[derive(Clone, Debug)]
pub struct Softmax {
    weights: Adam,
    batch: usize,
    scores: Vec<f32>,
}

/// The options of one choice: all features one after the other, and where each option's end.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The features of the first option, of the second, and so on.
    pub features: &'a [u16],
    /// Where those of each option end.
    pub ends: &'a [u32],
}

impl<'a> Options<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a [u16]> + use<'a> {
        let features = self.features;
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let option = &features[start..end as usize];
            start = end as usize;
            option
        })
    }
}

impl Softmax {
    /// So many features, all options equal.
    pub fn new(features: usize) -> Softmax {
        Softmax {
            weights: Adam::new(vec![0.0; features]),
            batch: 0,
            scores: Vec::new(),
        }
    }

    /// The weights of the features.
    pub fn weights(&self) -> &[f32] {
        &self.weights.weights
    }

    /// What all further learning depends on, for snapshots.
    pub fn memory(&mut self) -> [&mut Adam; 1] {
        [&mut self.weights]
    }

    /// Adds a choice to the batch; returns `-ln p` of it as it was before.
    pub fn learn(&mut self, options: Options, chosen: usize) -> f64 {
        let weights = &self.weights.weights;
        self.scores.clear();
        self.scores.extend(options.iter().map(|option| {
            option
                .iter()
                .map(|&feature| weights[feature as usize])
                .sum::<f32>()
        }));
        let highest = self
            .scores
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        let wanted = f64::from(self.scores[chosen] - highest);
        let mut total = 0.0;
        for score in &mut self.scores {
            *score = libm::expf(*score - highest);
            total += *score;
        }
        let share = 1.0 / total;
        for (i, (option, score)) in options.iter().zip(&self.scores).enumerate() {
            let slope = score * share - if i == chosen { 1.0 } else { 0.0 };
            for &feature in option {
                self.weights.gradient[feature as usize] += slope;
            }
        }
        self.batch += 1;
        libm::log(f64::from(total)) - wanted
    }

    /// Moves the weights by the mean gradient of the batch.
    pub fn step(&mut self, rate: f32, decay: f32) {
        self.weights.step(Step {
            rate,
            decay,
            largest: LARGEST,
            batch: self.batch,
        });
        self.batch = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: Options = Options {
        features: &[0, 1, 1, 2, 0],
        ends: &[2, 4, 4, 5],
    };

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut start = Softmax::new(3);
        start.weights.weights = vec![0.3, -0.4, 0.8];
        for chosen in 0..4 {
            let mut learned = start.clone();
            learned.learn(OPTIONS, chosen);
            for i in 0..3 {
                let at = |offset: f32| {
                    let mut moved = start.clone();
                    moved.weights.weights[i] += offset;
                    moved.learn(OPTIONS, chosen)
                };
                let numeric = (at(0.01) - at(-0.01)) / 0.02;
                let analytic = f64::from(learned.weights.gradient[i]);
                assert!((numeric - analytic).abs() < 1e-3, "{numeric} {analytic}");
            }
        }
    }

    #[test]
    fn frequencies_are_found() {
        // Option 0 three times out of four, option 2, which has no features, otherwise.
        let mut softmax = Softmax::new(3);
        let options = Options {
            features: &[0],
            ends: &[1, 1],
        };
        let mut loss = 0.0;
        for _ in 0..600 {
            loss = (0..4)
                .map(|i| softmax.learn(options, usize::from(i == 3)))
                .sum();
            softmax.step(0.02, 0.0);
        }
        assert!((softmax.weights()[0] - libm::logf(3.0)).abs() < 0.01);
        assert!((loss / 4.0 - 0.5623).abs() < 1e-3, "{loss}");
    }
}
