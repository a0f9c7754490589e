//! Learning the weights of a network.
//!
//! The loss of a position is the cross-entropy between its value `p = 1 / (1 + exp(-y))` and the
//! target `z`; its derivative by `y` is `p - z`, and the rest is the chain rule:
//!
//! ```text
//! dL/dc   = p - z
//! dL/du_k = (p - z) (1/V) sum_v h_k(v)
//! dL/dt_k = (p - z) (1/V) u_k s'(t_k),   s'(t) = 1 / (1 + |t|)^2   for each view
//! ```
//!
//! Steps are Adam's (Kingma and Ba 2015) on the mean gradient of a batch, with decoupled weight
//! decay (Loshchilov and Hutter 2019) on the rows. Rows that a batch does not touch stay as they
//! are and their moments with them, as is usual for sparse inputs. A row begins at random when its
//! input is seen for the first time; rows of inputs never seen stay zero, and cost nothing in a
//! file.

use super::{Network, add_rows, squash};
use yomi_core::{Seed, logistic};

/// Adam's decay rates and its guard against division by zero.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;
/// The spread of a row's weights at the beginning.
const FIRST_WEIGHT: f32 = 0.03;

/// Parameters with their gradient and moments.
#[derive(Clone, Debug)]
struct Moments {
    gradient: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Moments {
    fn new(count: usize) -> Moments {
        Moments {
            gradient: vec![0.0; count],
            first: vec![0.0; count],
            second: vec![0.0; count],
        }
    }

    /// Moves the weights in `range` against their gradient, which is forgotten.
    fn step(&mut self, weights: &mut [f32], range: std::ops::Range<usize>, step: &Step) {
        for i in range {
            let gradient = std::mem::take(&mut self.gradient[i]) * step.share;
            self.first[i] += (1.0 - BETA[0]) * (gradient - self.first[i]);
            self.second[i] += (1.0 - BETA[1]) * (gradient * gradient - self.second[i]);
            let first = self.first[i] * step.correction[0];
            let second = self.second[i] * step.correction[1];
            weights[i] -= step.rate * (first / (second.sqrt() + EPSILON));
        }
    }
}

/// What holds for all weights of one step.
struct Step {
    rate: f32,
    /// One over the size of the batch.
    share: f32,
    /// What makes up for moments that began at zero.
    correction: [f32; 2],
}

/// One view of a position: the features, and the hidden units' sums before activation.
#[derive(Clone, Debug)]
struct Seen {
    features: Vec<(u32, f32)>,
    sums: Vec<f32>,
}

/// Learns a network.
#[derive(Clone, Debug)]
pub struct Trainer {
    network: Network,
    rows: Moments,
    output: Moments,
    seed: Seed,
    /// Inputs seen so far.
    is_known: Vec<bool>,
    /// Inputs that the current batch has touched.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    steps: i32,
    batch: usize,
    /// The views of the current position.
    views: Vec<Seen>,
}

impl Trainer {
    /// A network of so many inputs and hidden units to be trained.
    pub fn new(inputs: usize, hidden: usize, seed: Seed) -> Trainer {
        let mut rng = seed.rng();
        let mut network = Network::zero(inputs, hidden);
        let hidden = network.hidden;
        let scale = 1.0 / (hidden as f32).sqrt();
        for k in 0..hidden {
            network.output[k] = scale * rng.normal() as f32;
            let bias = network.inputs * hidden + k;
            network.rows[bias] = 0.5 * rng.normal() as f32;
        }
        Trainer {
            seed,
            is_known: vec![false; network.inputs],
            rows: Moments::new(network.rows.len()),
            output: Moments::new(network.output.len()),
            touched: Vec::new(),
            is_touched: vec![false; network.inputs],
            steps: 0,
            batch: 0,
            views: Vec::new(),
            network,
        }
    }

    /// The weights and everything else that the next steps depend on, between two batches.
    pub(crate) fn memory(&mut self) -> (&mut i32, [&mut Vec<f32>; 6]) {
        let vectors = [
            &mut self.network.rows,
            &mut self.network.output,
            &mut self.rows.first,
            &mut self.rows.second,
            &mut self.output.first,
            &mut self.output.second,
        ];
        (&mut self.steps, vectors)
    }

    /// After the memory was restored: inputs with any weight are known.
    pub(crate) fn recall_inputs(&mut self) {
        let rows = self.network.rows.chunks_exact(self.network.hidden);
        for (known, row) in self.is_known.iter_mut().zip(rows) {
            *known = row.iter().any(|&weight| weight != 0.0);
        }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network.
    pub fn into_network(self) -> Network {
        self.network
    }

    /// Adds a position to the batch; returns its squared error. `encode` fills in the features of
    /// each view.
    pub fn learn(
        &mut self,
        views: usize,
        mut encode: impl FnMut(usize, &mut Vec<(u32, f32)>),
        target: f64,
    ) -> f64 {
        let hidden = self.network.hidden;
        self.views.resize_with(views, || Seen {
            features: Vec::new(),
            sums: vec![0.0; hidden],
        });
        let mut y = 0.0;
        for (view, Seen { features, sums }) in self.views.iter_mut().enumerate() {
            encode(view, features);
            features.retain(|&(index, _)| (index as usize) < self.network.inputs);
            for &(index, _) in features.iter() {
                if !std::mem::replace(&mut self.is_known[index as usize], true) {
                    let mut rng = self.seed.child("row").index(index.into()).rng();
                    let start = index as usize * hidden;
                    for weight in &mut self.network.rows[start..start + hidden] {
                        *weight = FIRST_WEIGHT * rng.normal() as f32;
                    }
                }
            }
            add_rows(&self.network, features, sums);
            let spoken = sums.iter().zip(&self.network.output);
            y += spoken.map(|(&sum, u)| u * squash(sum)).sum::<f32>();
        }
        let share = 1.0 / views as f32;
        let value = logistic(f64::from(self.network.output[hidden] + y * share));
        let error = (value - target) as f32;
        self.batch += 1;
        self.output.gradient[hidden] += error;
        let bias = self.network.inputs * hidden;
        for Seen { features, sums } in &mut self.views {
            for (k, sum) in sums.iter_mut().enumerate() {
                self.output.gradient[k] += error * share * squash(*sum);
                let slope = 1.0 / (1.0 + sum.abs());
                // From here on the buffer holds the derivative by the sum.
                *sum = error * share * self.network.output[k] * slope * slope;
                self.rows.gradient[bias + k] += *sum;
            }
            for &(index, amount) in features.iter() {
                let input = index as usize;
                if !std::mem::replace(&mut self.is_touched[input], true) {
                    self.touched.push(index);
                }
                let row = &mut self.rows.gradient[input * hidden..(input + 1) * hidden];
                for (gradient, slope) in row.iter_mut().zip(sums.iter()) {
                    *gradient += slope * amount;
                }
            }
        }
        (value - target) * (value - target)
    }

    /// Moves the weights by the mean gradient of the batch. `decay` is what the rows lose per
    /// step of rate one.
    pub fn step(&mut self, rate: f32, decay: f32) {
        if self.batch == 0 {
            return;
        }
        self.steps += 1;
        let correction =
            BETA.map(|beta| (1.0 / (1.0 - libm::pow(beta.into(), self.steps.into()))) as f32);
        let step = Step {
            rate,
            share: 1.0 / self.batch as f32,
            correction,
        };
        let hidden = self.network.hidden;
        let bias = self.network.inputs * hidden;
        let rows = &mut self.network.rows;
        for index in self.touched.drain(..) {
            let input = index as usize;
            self.is_touched[input] = false;
            let range = input * hidden..(input + 1) * hidden;
            for weight in &mut rows[range.clone()] {
                *weight *= 1.0 - rate * decay;
            }
            self.rows.step(rows, range, &step);
        }
        self.rows.step(rows, bias..bias + hidden, &step);
        self.output
            .step(&mut self.network.output, 0..hidden + 1, &step);
        self.batch = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two views of a made-up position.
    fn encode(view: usize, features: &mut Vec<(u32, f32)>) {
        features.clear();
        features.extend_from_slice(match view {
            0 => &[(0, 1.0), (2, -0.5), (4, 2.0)],
            _ => &[(1, 1.0), (2, 0.25)],
        });
    }

    fn loss(network: &Network, target: f64) -> f64 {
        let mut features = Vec::new();
        let y = network.logit(2, |see| {
            for view in 0..2 {
                encode(view, &mut features);
                see(&features);
            }
        });
        let value = logistic(f64::from(y));
        -(target * libm::log(value) + (1.0 - target) * libm::log(1.0 - value))
    }

    fn random_network(inputs: usize) -> Network {
        let mut rng = Seed::new(5).rng();
        let mut network = Network::zero(inputs, 16);
        for weight in network.rows.iter_mut().chain(&mut network.output) {
            *weight = 0.4 * rng.normal() as f32;
        }
        network
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let start = random_network(5);
        for target in [0.0, 0.3, 1.0] {
            let mut trainer = Trainer::new(5, 16, Seed::new(1));
            trainer.network = start.clone();
            trainer.is_known.fill(true);
            trainer.learn(2, encode, target);
            let mut largest: f64 = 0.0;
            let weights = start.rows.len() + start.output.len();
            for i in 0..weights {
                let (analytic, at): (f32, Box<dyn Fn(f32) -> f64>) = if i < start.rows.len() {
                    let moved = |offset| {
                        let mut network = start.clone();
                        network.rows[i] += offset;
                        loss(&network, target)
                    };
                    (trainer.rows.gradient[i], Box::new(moved))
                } else {
                    let moved = |offset| {
                        let mut network = start.clone();
                        network.output[i - start.rows.len()] += offset;
                        loss(&network, target)
                    };
                    (
                        trainer.output.gradient[i - start.rows.len()],
                        Box::new(moved),
                    )
                };
                let numeric = (at(0.01) - at(-0.01)) / 0.02;
                assert!(
                    (numeric - f64::from(analytic)).abs() < 2e-4,
                    "weight {i}, target {target}: {numeric} {analytic}"
                );
                largest = largest.max(numeric.abs());
            }
            assert!(largest > 0.05, "the test must see something");
        }
    }

    #[test]
    fn training_finds_what_no_linear_value_can() {
        // Exclusive or of two features.
        let cases: [(&[(u32, f32)], f64); 4] = [
            (&[], 0.1),
            (&[(0, 1.0)], 0.9),
            (&[(1, 1.0)], 0.9),
            (&[(0, 1.0), (1, 1.0)], 0.1),
        ];
        let mut trainer = Trainer::new(2, 16, Seed::new(2));
        let mut error = 0.0;
        for _ in 0..2000 {
            error = 0.0;
            for (features, target) in cases {
                error += trainer.learn(
                    1,
                    |_, buffer| {
                        buffer.clear();
                        buffer.extend_from_slice(features);
                    },
                    target,
                );
            }
            trainer.step(0.02, 0.0);
        }
        assert!(error < 1e-3, "{error}");
    }

    #[test]
    fn inputs_never_seen_keep_no_weight() {
        let mut trainer = Trainer::new(9, 16, Seed::new(3));
        for _ in 0..10 {
            trainer.learn(2, encode, 0.8);
            trainer.step(0.1, 0.1);
        }
        let network = trainer.into_network();
        let row = |input: usize| &network.rows[input * 16..(input + 1) * 16];
        assert!(row(3).iter().all(|&weight| weight == 0.0));
        assert!(row(4).iter().all(|&weight| weight != 0.0));
    }
}
