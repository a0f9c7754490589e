//! A network with two views of a position, one of each player.
//!
//! Every view activates rows of weights; both views go through the same hidden units, but with
//! different output weights, those of the side to move (`v = 0`) and those of the other (`v = 1`):
//!
//! ```text
//! t_k(v) = b_k + sum of w_ik over the rows i that v switches on
//! y      = c + sum_v sum_k u_k(v) min(max(t_k(v), 0), 1)
//! value  = 1 / (1 + exp(-y))        for the side to move
//! ```
//!
//! Rows can share parameters (factorised features, [`Sharing`]): row `i` is the sum of parts, some of
//! which other rows have too. The row of a pawn on a square is the sum of a part for pawns, a part for
//! pawns on that rank, and a part for this square. Shared parts are learned from all games in which any
//! of their rows is active, and weight decay keeps the specific parts small unless they reduce the
//! error. With some thousands of games that matters more than anything else about the network.
//!
//! The loss is the squared error of the value, the optimiser is [`Adam`]. The gradient of a part is the
//! sum of the gradients of its rows.

use crate::adam::{Adam, Step};
use crate::epoch::Epoch;
use yomi_core::{Rng, Seed, logistic};

/// No weight of a row grows larger, so that sums fit into small whole numbers at play.
const LARGEST_ROW_WEIGHT: f32 = 2.0;
const LARGEST_OUTPUT_WEIGHT: f32 = 8.0;
/// Rows that begin at random are at most so far from zero.
const FIRST_WEIGHT: f32 = 0.1;
/// Steps over which the rate rises to where it begins to fall.
const WARM_UP: f32 = 100.0;

/// The parts of which each row is the sum.
#[derive(Clone, Debug)]
pub struct Sharing {
    parts: Vec<Vec<u32>>,
    /// The number of parts.
    count: usize,
}

impl Sharing {
    /// Row `i` is the sum of `parts[i]`.
    pub fn new(parts: Vec<Vec<u32>>) -> Sharing {
        let last = parts.iter().flatten().max();
        let count = last.map_or(0, |&last| last as usize + 1);
        Sharing { parts, count }
    }

    /// The rows as sums of their parts.
    fn fold(&self, parts: &[f32], units: usize, rows: &mut [f32]) {
        for (row, of_row) in rows.chunks_exact_mut(units).zip(&self.parts) {
            row.fill(0.0);
            for &part in of_row {
                let start = part as usize * units;
                add(row, &parts[start..start + units]);
            }
        }
    }

    /// Hands the gradients of the rows, which are forgotten, to their parts.
    fn unfold(&self, rows: &mut [f32], units: usize, parts: &mut [f32]) {
        for (row, of_row) in rows.chunks_exact_mut(units).zip(&self.parts) {
            for &part in of_row {
                let start = part as usize * units;
                add(&mut parts[start..start + units], row);
            }
            row.fill(0.0);
        }
    }
}

#[inline]
fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// Positions to learn from or to test on: the rows that each view switches on, and the value.
#[derive(Clone, Default, Debug)]
pub struct Examples {
    rows: Vec<u16>,
    /// The ends of the rows of the first and of the second view of each example.
    ends: Vec<[usize; 2]>,
    targets: Vec<f32>,
}

impl Examples {
    /// Adds an example: the rows of the side to move, those of the other, and the value for the side
    /// to move.
    pub fn push(&mut self, views: [&[u16]; 2], target: f32) {
        let ends = views.map(|view| {
            self.rows.extend_from_slice(view);
            self.rows.len()
        });
        self.ends.push(ends);
        self.targets.push(target);
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The views and the value of an example.
    pub fn get(&self, index: usize) -> ([&[u16]; 2], f32) {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.ends[before][1]);
        let [middle, end] = self.ends[index];
        let views = [&self.rows[start..middle], &self.rows[middle..end]];
        (views, self.targets[index])
    }
}

/// How such a network learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TwoSidedParams {
    /// Epochs in all: the rate falls to zero over them.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// Size of the steps at the beginning.
    pub rate: f32,
    /// Weight decay of the parts per step of size one.
    pub decay: f32,
}

/// Learns a network.
#[derive(Clone, Debug)]
pub struct TwoSided {
    units: usize,
    sharing: Sharing,
    parts: Adam,
    /// Biases of the hidden units, output weights of both views, and the constant.
    head: Adam,
    rows: Vec<f32>,
    row_gradient: Vec<f32>,
    /// Of the example at hand: sums, then slopes.
    sums: [Vec<f32>; 2],
}

impl TwoSided {
    /// A network of so many hidden units; the parts below `random` begin at random, the others at
    /// zero.
    pub fn new(sharing: Sharing, random: usize, units: usize, seed: Seed) -> TwoSided {
        let mut rng = seed.rng();
        let mut around_zero = |width: f32| (2.0 * rng.unit() as f32 - 1.0) * width;
        let mut parts = vec![0.0; sharing.count * units];
        let random = (random * units).min(parts.len());
        for weight in &mut parts[..random] {
            *weight = around_zero(FIRST_WEIGHT);
        }
        let biases = (0..units).map(|_| 0.4 + around_zero(FIRST_WEIGHT));
        let mut head: Vec<f32> = biases.collect();
        let width = 1.0 / (units as f32).sqrt();
        head.extend((0..2 * units).map(|_| around_zero(width)));
        head.push(0.0);
        let rows = vec![0.0; sharing.parts.len() * units];
        let mut network = TwoSided {
            units,
            parts: Adam::new(parts),
            head: Adam::new(head),
            row_gradient: rows.clone(),
            rows,
            sums: [vec![0.0; units], vec![0.0; units]],
            sharing,
        };
        network.refold();
        network
    }

    /// What all further learning depends on, for snapshots. Call [`TwoSided::refold`] afterwards
    /// if it was changed.
    pub fn memory(&mut self) -> [&mut Adam; 2] {
        [&mut self.parts, &mut self.head]
    }

    /// Makes the rows from their parts again.
    pub fn refold(&mut self) {
        self.sharing
            .fold(&self.parts.weights, self.units, &mut self.rows);
    }

    /// The rows, one after the other.
    pub fn rows(&self) -> &[f32] {
        &self.rows
    }

    /// The biases of the hidden units.
    pub fn bias(&self) -> &[f32] {
        &self.head.weights[..self.units]
    }

    /// The output weights of the mover's view, then those of the other's.
    pub fn output(&self) -> &[f32] {
        &self.head.weights[self.units..3 * self.units]
    }

    /// The constant of the output: what having the move is worth.
    pub fn tempo(&self) -> f32 {
        self.head.weights[3 * self.units]
    }

    /// Sums up the hidden units; returns the output `y`.
    fn look(&mut self, views: [&[u16]; 2]) -> f32 {
        let units = self.units;
        let mut y = self.tempo();
        for (side, view) in views.into_iter().enumerate() {
            let sums = &mut self.sums[side];
            sums.copy_from_slice(&self.head.weights[..units]);
            for &row in view {
                let start = row as usize * units;
                add(sums, &self.rows[start..start + units]);
            }
            let start = units * (1 + side);
            let output = &self.head.weights[start..start + units];
            let said = sums.iter().zip(output);
            y += said.map(|(sum, u)| u * sum.clamp(0.0, 1.0)).sum::<f32>();
        }
        y
    }

    /// The value of a position for the side to move.
    pub fn value(&mut self, views: [&[u16]; 2]) -> f64 {
        logistic(self.look(views).into())
    }

    /// Adds an example to the batch; returns its squared error.
    fn learn(&mut self, views: [&[u16]; 2], target: f32) -> f64 {
        let units = self.units;
        let value = logistic(self.look(views).into()) as f32;
        let error = value - target;
        let slope = error * value * (1.0 - value);
        self.head.gradient[3 * units] += slope;
        for (side, view) in views.into_iter().enumerate() {
            let sums = &mut self.sums[side];
            let start = units * (1 + side);
            for (k, sum) in sums.iter_mut().enumerate() {
                self.head.gradient[start + k] += slope * sum.clamp(0.0, 1.0);
                let passes = *sum > 0.0 && *sum < 1.0;
                // From here on the buffer holds the derivative by the sum.
                *sum = if passes {
                    slope * self.head.weights[start + k]
                } else {
                    0.0
                };
                self.head.gradient[k] += *sum;
            }
            for &row in view {
                let start = row as usize * units;
                add(&mut self.row_gradient[start..start + units], sums);
            }
        }
        f64::from(error * error)
    }

    fn step(&mut self, rate: f32, decay: f32, batch: f32) {
        let parts = &mut self.parts;
        self.sharing
            .unfold(&mut self.row_gradient, self.units, &mut parts.gradient);
        parts.step(Step {
            rate,
            decay,
            largest: LARGEST_ROW_WEIGHT,
            batch,
        });
        self.head.step(Step {
            rate,
            decay: 0.0,
            largest: LARGEST_OUTPUT_WEIGHT,
            batch,
        });
        self.refold();
    }

    /// Learns all examples once, in random order; returns the mean squared error, each example's
    /// before its batch was learned. `epoch` counts from 0.
    pub fn epoch(
        &mut self,
        examples: &Examples,
        params: &TwoSidedParams,
        epoch: u32,
        rng: &mut Rng,
    ) -> f64 {
        let epoch = Epoch {
            number: epoch,
            of: params.epochs,
        };
        let order = Epoch::order(examples.len(), rng);
        let mut error = 0.0;
        for batch in epoch.batches(&order, params.batch) {
            for &example in batch.examples {
                let (views, target) = examples.get(example as usize);
                error += self.learn(views, target);
            }
            let rate = params.rate * batch.left * ((batch.made + 1.0) / WARM_UP).min(1.0);
            self.step(rate, params.decay, batch.examples.len() as f32);
        }
        error / examples.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> TwoSided {
        // Three rows of four parts; part 3 is in all of them.
        let sharing = Sharing::new(vec![vec![0, 3], vec![1, 3], vec![2, 3]]);
        let mut network = TwoSided::new(sharing, 3, 4, Seed::new(4));
        for (i, weight) in network.parts.weights.iter_mut().enumerate() {
            *weight += 0.07 * (i % 5) as f32 - 0.1;
        }
        network.refold();
        network
    }

    const VIEWS: [&[u16]; 2] = [&[0, 2], &[1]];

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let start = small();
        for target in [0.0, 0.4, 1.0] {
            let mut learned = start.clone();
            learned.learn(VIEWS, target);
            let units = learned.units;
            learned.sharing.unfold(
                &mut learned.row_gradient,
                units,
                &mut learned.parts.gradient,
            );
            let loss = |mut network: TwoSided| {
                network.refold();
                let error = network.value(VIEWS) - f64::from(target);
                0.5 * error * error
            };
            let mut largest: f64 = 0.0;
            for which in 0..2 {
                let gradient = learned.memory()[which].gradient.clone();
                for (i, analytic) in gradient.into_iter().enumerate() {
                    let at = |offset: f32| {
                        let mut moved = start.clone();
                        moved.memory()[which].weights[i] += offset;
                        loss(moved)
                    };
                    let numeric = (at(0.01) - at(-0.01)) / 0.02;
                    let gap = (numeric - f64::from(analytic)).abs();
                    assert!(gap < 1e-4, "{which} {i}: {numeric} {analytic}");
                    largest = largest.max(numeric.abs());
                }
            }
            assert!(largest > 0.02, "the test must see something");
        }
    }

    #[test]
    fn what_is_shared_is_known_of_what_was_never_seen() {
        let params = TwoSidedParams {
            epochs: 60,
            batch: 4,
            rate: 0.02,
            decay: 0.1,
        };
        let mut examples = Examples::default();
        for _ in 0..20 {
            examples.push([&[0], &[]], 0.9);
            examples.push([&[1], &[]], 0.9);
            examples.push([&[], &[0]], 0.1);
            examples.push([&[], &[1]], 0.1);
        }
        let learn = || {
            let mut network = small();
            let mut errors = Vec::new();
            for epoch in 0..params.epochs {
                let mut rng = Seed::new(1).index(epoch.into()).rng();
                errors.push(network.epoch(&examples, &params, epoch, &mut rng));
            }
            (network, errors)
        };
        let (mut network, errors) = learn();
        assert!(
            errors[59] < 1e-3 && errors[59] < errors[0] / 10.0,
            "{errors:?}"
        );
        let of_its_kind = network.value([&[2], &[]]);
        let before = small().value([&[2], &[]]);
        assert!(of_its_kind > before + 0.1, "{before} {of_its_kind}");
        let (again, _) = learn();
        assert_eq!(network.rows, again.rows, "same seed, same weights");
    }
}
