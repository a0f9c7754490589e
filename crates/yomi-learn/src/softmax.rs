//! A softmax over options with sparse features, fitted to observed choices.
//!
//! Option `a` has features with amounts `phi(a)`: a list of feature numbers, each with an amount
//! (one by default; a feature that is listed twice counts twice). It is chosen with
//! probability
//!
//! `p(a) = exp(w . phi(a)) / sum_b exp(w . phi(b))`
//!
//! The targets `t(a)` are distributed over the options (all on the one that was
//! chosen, or in proportion to the visits of a search), in examples of weight `v`. With the total of the
//! targets `T`, which is 1 for a distribution, the loss and its gradient are
//!
//! `L = -v sum_a t(a) ln p(a)`, `dL/dw = v sum_a (T p(a) - t(a)) phi(a)`
//!
//! An example of weight 2 is learned like two examples: a step follows the gradients of its batch
//! divided by the sum of their weights. The problem is convex, so every seed converges to the same
//! weights; the optimiser is [`Adam`].
//!
//! Limits: the cost of an example is that of its features, but a step passes over all weights, also
//! those of features that are not in the batch, since their moments and decay continue. With 400,000
//! features that is a third of a millisecond; a batch of 256 examples with 250 options of six features
//! each takes two milliseconds. Batches much smaller than that spend their time on steps.

use crate::adam::{Adam, Step};
use yomi_core::FeatureLists;

/// No weight grows larger, so that weights fit into small whole numbers.
const LARGEST: f32 = 16.0;

/// Learns to choose.
///
/// ```
/// use yomi_learn::softmax::{Options, Softmax, Target};
///
/// // Two options: half of feature 0, and feature 300,000.
/// let options = Options {
///     features: &[0, 300_000],
///     amounts: Some(&[0.5, 1.0]),
///     ends: &[1, 2],
/// };
/// let mut softmax = Softmax::new(400_000);
/// let loss = softmax.learn(options, Target::Shared(&[0.6, 0.4]), 1.0);
/// assert!((loss - 2.0_f64.ln()).abs() < 1e-6, "all options were equal");
/// softmax.step(0.01, 0.0);
/// assert!(softmax.weights()[0] > softmax.weights()[300_000]);
/// ```
#[derive(Clone, Debug)]
pub struct Softmax {
    weights: Adam,
    /// The sum of the weights of the examples of the batch.
    batch: f32,
    scores: Vec<f32>,
}

/// The options of one choice: all features one after the other, and where each option's end.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The features of the first option, of the second, and so on.
    pub features: &'a [u32],
    /// The amount of each feature; `None`: one of each.
    pub amounts: Option<&'a [f32]>,
    /// The end of each option's features.
    pub ends: &'a [u32],
}

/// The features of one option.
struct Features<'a> {
    features: &'a [u32],
    amounts: Option<&'a [f32]>,
}

impl<'a> Options<'a> {
    fn iter(&self) -> impl Iterator<Item = Features<'a>> + use<'a> {
        let Options {
            features,
            amounts,
            ends,
        } = *self;
        let mut start = 0;
        ends.iter().map(move |&end| {
            let range = start..end as usize;
            start = range.end;
            Features {
                features: &features[range.clone()],
                amounts: amounts.map(|amounts| &amounts[range]),
            }
        })
    }
}

impl Features<'_> {
    #[inline]
    fn for_each(&self, mut each: impl FnMut(usize, f32)) {
        match self.amounts {
            None => {
                for &feature in self.features {
                    each(feature as usize, 1.0);
                }
            }
            Some(amounts) => {
                for (&feature, &amount) in self.features.iter().zip(amounts) {
                    each(feature as usize, amount);
                }
            }
        }
    }
}

/// The target of an example.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target<'a> {
    /// This option.
    One(usize),
    /// Each option so much; options without a share have none.
    Shared(&'a [f32]),
}

impl Target<'_> {
    fn of(&self, option: usize) -> f32 {
        match self {
            Target::One(chosen) => f32::from(u8::from(option == *chosen)),
            Target::Shared(shares) => shares.get(option).copied().unwrap_or(0.0),
        }
    }
}

/// The probabilities of options with these features.
///
/// ```
/// use yomi_core::FeatureLists;
///
/// let mut lists = FeatureLists::default();
/// lists.push(0);
/// lists.end_action();
/// lists.end_action();
/// let mut shares = Vec::new();
/// yomi_learn::softmax::shares(&lists, &[3.0_f32.ln()], &mut shares);
/// assert!((shares[0] - 0.75).abs() < 1e-6 && (shares[1] - 0.25).abs() < 1e-6);
/// ```
pub fn shares(lists: &FeatureLists, weights: &[f32], shares: &mut Vec<f32>) {
    let score = |features: &[u32]| -> f32 {
        let weights = features.iter().map(|&feature| weights[feature as usize]);
        weights.sum()
    };
    shares.clear();
    shares.extend(lists.iter().map(score));
    let greatest = shares.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for share in shares.iter_mut() {
        *share = libm::expf(*share - greatest);
    }
    let total: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
}

impl Softmax {
    /// So many features, all options equal.
    pub fn new(features: usize) -> Softmax {
        Softmax {
            weights: Adam::new(vec![0.0; features]),
            batch: 0.0,
            scores: Vec::new(),
        }
    }

    /// The weights of the features.
    pub fn weights(&self) -> &[f32] {
        &self.weights.weights
    }

    /// The state on which further learning depends, for snapshots.
    pub fn memory(&mut self) -> [&mut Adam; 1] {
        [&mut self.weights]
    }

    /// Adds an example of this weight to the batch; returns its loss as it was before. Without options
    /// there is nothing to learn: such an example is not counted, and its loss is nought.
    pub fn learn(&mut self, options: Options, target: Target, weight: f32) -> f64 {
        if options.ends.is_empty() {
            return 0.0;
        }
        let Adam {
            weights, gradient, ..
        } = &mut self.weights;
        self.scores.clear();
        self.scores.extend(options.iter().map(|option| {
            let mut score = 0.0;
            option.for_each(|feature, amount| score += weights[feature] * amount);
            score
        }));
        let highest = self
            .scores
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        let (mut targets, mut wanted, mut total) = (0.0, 0.0, 0.0);
        for (i, score) in self.scores.iter_mut().enumerate() {
            let (below, share) = (*score - highest, target.of(i));
            targets += share;
            wanted += f64::from(share) * f64::from(below);
            *score = libm::expf(below);
            total += *score;
        }
        let part = 1.0 / total;
        for (i, (option, score)) in options.iter().zip(&self.scores).enumerate() {
            let slope = weight * (targets * (score * part) - target.of(i));
            option.for_each(|feature, amount| gradient[feature] += slope * amount);
        }
        self.batch += weight;
        f64::from(weight) * (f64::from(targets) * libm::log(f64::from(total)) - wanted)
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

    const OPTIONS: Options = Options {
        features: &[0, 1, 1, 2, 0],
        amounts: None,
        ends: &[2, 4, 4, 5],
    };
    const AMOUNTS: Options = Options {
        amounts: Some(&[0.5, -1.5, 0.25, 2.0, 1.0]),
        ..OPTIONS
    };

    fn started() -> Softmax {
        let mut softmax = Softmax::new(3);
        softmax.weights.weights = vec![0.3, -0.4, 0.8];
        softmax
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let shared = [
            Target::Shared(&[0.6, 0.0, 0.4]),
            Target::Shared(&[0.1, 0.2, 0.3, 0.4]),
            Target::Shared(&[2.0, 1.0]),
        ];
        for target in (0..4).map(Target::One).chain(shared) {
            for (options, weight) in [(OPTIONS, 1.0), (AMOUNTS, 1.0), (AMOUNTS, 0.3)] {
                let mut learned = started();
                learned.learn(options, target, weight);
                for i in 0..3 {
                    let at = |offset: f32| {
                        let mut moved = started();
                        moved.weights.weights[i] += offset;
                        moved.learn(options, target, weight)
                    };
                    let numeric = (at(0.01) - at(-0.01)) / 0.02;
                    let analytic = f64::from(learned.weights.gradient[i]);
                    assert!((numeric - analytic).abs() < 1e-3, "{numeric} {analytic}");
                }
            }
        }
    }

    #[test]
    fn the_loss_is_the_cross_entropy() {
        let scores = [0.3 * 0.5 + 0.4 * 1.5, -0.4 * 0.25 + 0.8 * 2.0, 0.0, 0.3];
        let total: f64 = scores.iter().map(|score: &f64| score.exp()).sum();
        let expected = -0.6 * (scores[0].exp() / total).ln() - 0.4 * (scores[2].exp() / total).ln();
        let target = Target::Shared(&[0.6, 0.0, 0.4, 0.0]);
        let found = started().learn(AMOUNTS, target, 2.5);
        assert!((found - 2.5 * expected).abs() < 1e-6, "{found} {expected}");
    }

    #[test]
    fn a_weight_of_two_is_two_examples_and_a_listed_two_is_an_amount_of_two() {
        let twice = |learn: &dyn Fn(&mut Softmax)| {
            let mut softmax = started();
            softmax.learn(AMOUNTS, Target::One(3), 1.0);
            learn(&mut softmax);
            softmax.step(0.1, 0.01);
            softmax.weights.weights
        };
        let weighted = twice(&|softmax| {
            softmax.learn(OPTIONS, Target::One(1), 2.0);
        });
        let repeated = twice(&|softmax| {
            softmax.learn(OPTIONS, Target::One(1), 1.0);
            softmax.learn(OPTIONS, Target::One(1), 1.0);
        });
        for (one, other) in weighted.iter().zip(repeated) {
            assert!((one - other).abs() < 1e-6, "{one} {other}");
        }
        let loss = |features: &[u32], amounts: Option<&[f32]>| {
            let ends = [features.len() as u32 - 1, features.len() as u32];
            let options = Options {
                features,
                amounts,
                ends: &ends,
            };
            started().learn(options, Target::One(0), 1.0)
        };
        assert_eq!(loss(&[2, 2, 0], None), loss(&[2, 0], Some(&[2.0, 1.0])));
    }

    #[test]
    fn without_options_nothing_is_learned() {
        let nothing = Options {
            features: &[],
            amounts: None,
            ends: &[],
        };
        let learned = |targets: &[Target]| {
            let mut softmax = started();
            for &target in targets {
                assert_eq!(softmax.learn(nothing, target, 1.0), 0.0);
            }
            softmax.learn(OPTIONS, Target::One(1), 1.0);
            softmax.step(0.1, 0.01);
            softmax.weights.weights
        };
        let empty = [Target::One(0), Target::Shared(&[]), Target::Shared(&[1.0])];
        assert_eq!(learned(&empty), learned(&[]));
    }

    /// Of two options three in four chose the first; the other has no features.
    #[test]
    fn frequencies_are_found() {
        let options = Options {
            features: &[0],
            amounts: None,
            ends: &[1, 1],
        };
        let chosen: &dyn Fn(&mut Softmax) -> f64 = &|softmax| {
            let choices = (0..4).map(|i| Target::One(usize::from(i == 3)));
            choices
                .map(|target| softmax.learn(options, target, 1.0))
                .sum()
        };
        let weighted: &dyn Fn(&mut Softmax) -> f64 = &|softmax| {
            softmax.learn(options, Target::One(0), 3.0)
                + softmax.learn(options, Target::One(1), 1.0)
        };
        let shared: &dyn Fn(&mut Softmax) -> f64 =
            &|softmax| softmax.learn(options, Target::Shared(&[0.75, 0.25]), 4.0);
        for learn in [chosen, weighted, shared] {
            let mut softmax = Softmax::new(3);
            let mut loss = 0.0;
            for _ in 0..600 {
                loss = learn(&mut softmax);
                softmax.step(0.02, 0.0);
            }
            assert!((softmax.weights()[0] - libm::logf(3.0)).abs() < 0.01);
            assert!((loss / 4.0 - 0.5623).abs() < 1e-3, "{loss}");
        }
    }

    /// Every choice has one feature that is always chosen, among those never seen before.
    #[test]
    fn four_hundred_thousand_features_are_learned() {
        const FEATURES: u32 = 400_000;
        let mut softmax = Softmax::new(FEATURES as usize);
        let mut rng = yomi_core::Seed::new(8).rng();
        let (mut first, mut last) = (0.0, 0.0);
        let ends: Vec<u32> = (1..=100).map(|option| 2 * option).collect();
        for step in 0..30 {
            let mut loss = 0.0;
            for _ in 0..50 {
                let mut features: Vec<u32> =
                    (0..200).map(|_| 1 + rng.below(FEATURES - 1)).collect();
                let chosen = rng.below(100) as usize;
                features[2 * chosen] = 0;
                let options = Options {
                    features: &features,
                    amounts: None,
                    ends: &ends,
                };
                loss += softmax.learn(options, Target::One(chosen), 1.0) / 50.0;
            }
            softmax.step(0.2, 0.0);
            (first, last) = (if step == 0 { loss } else { first }, loss);
        }
        assert!((first - libm::log(100.0)).abs() < 1e-4, "{first}");
        assert!(last < 2.0, "{last}");
        assert!(
            softmax
                .weights()
                .iter()
                .filter(|&&weight| weight != 0.0)
                .count()
                > 100_000
        );
    }

    /// FNV-1a over the bits of the losses and weights of many small choices, as they were before
    /// there were amounts and weights.
    #[test]
    fn choices_without_amounts_and_weights_give_the_same_bits_as_ever() {
        const FEATURES: u32 = 40;
        let mut softmax = Softmax::new(FEATURES as usize);
        let mut rng = yomi_core::Seed::new(3).rng();
        let mut bytes = Vec::new();
        for round in 0..400 {
            let (mut features, mut ends) = (Vec::new(), Vec::new());
            for _ in 0..2 + rng.below(8) {
                features.extend((0..rng.below(5)).map(|_| rng.below(FEATURES)));
                ends.push(features.len() as u32);
            }
            let options = Options {
                features: &features,
                amounts: None,
                ends: &ends,
            };
            let chosen = rng.below(ends.len() as u32) as usize;
            let loss = softmax.learn(options, Target::One(chosen), 1.0);
            bytes.extend(loss.to_le_bytes());
            if round % 4 == 3 {
                softmax.step(0.05, 0.02);
            }
        }
        let weights = softmax.weights();
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        assert_eq!(
            yomi_core::checksum::fnv1a(&bytes),
            2_111_251_105_098_671_339
        );
    }
}
