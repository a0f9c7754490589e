//! Simulation balancing: a playout policy whose mean reward is what a position is worth.
//!
//! A policy that plays every move as well as it can need not give good playouts: what counts is that the errors of both
//! sides cancel out. So the weights `theta` of a softmax policy over the options of a position,
//!
//! `pi(a|s) ~ exp(theta . phi(s,a))`, `psi(s,a) = phi(s,a) - sum_b pi(b|s) phi(s,b)`,
//!
//! are moved until the mean reward of playouts is the known value `V*` of a position. For one of them, with the mean `V` of the rewards of `M`
//! playouts and `N` others with reward `z_j` and length `T_j`,
//!
//! `g = 1/N sum_j (z_j - V)/T_j sum_t psi(s_t, a_t)`, `theta += alpha (V* - V) g`:
//!
//! the gradient of the squared error `(V* - V)^2`, in which both factors come from playouts of their own and
//! are unbiased. Taking `V` from `z` changes no mean (that of `psi` is zero) and much of the noise. Of a batch of positions the steps are averaged, and
//! made by [`Adam`].
//!
//! References: D. Silver and G. Tesauro, "Monte-Carlo simulation balancing", ICML 2009; S.-C. Huang, R. Coulom and S.-S. Lin,
//! "Monte-Carlo simulation balancing in practice", CG 2010 (Go, 9x9); the paper `mcts-shogi`.
//!
//! Randomness derives from the seed and the numbers of epoch and position: the number of threads changes nothing.
//!
//! Limits: the values have to be known, say from a deep search, and weights are only as good as these. `V* - V` is as noisy as `M` playouts are, so a step of a
//! single position says little: errors fall over thousands of them.

mod options;
mod playout;
pub mod positions;
#[cfg(test)]
mod tests;

pub use options::Options;
pub use playout::{Player, Playouts, Sample, Trace};

use crate::adam::{Adam, Step};
use crate::epoch::Epoch;
use crate::report::{Cell, Report};
use crate::spread::spread;
use crate::training::Learner;
use playout::{Gradient, Sampler};
use std::sync::{Arc, OnceLock};
use yomi_core::{Game, Rng, Seed, Stop};

yomi_core::parameters! {
    /// How a policy is balanced.
    pub struct BalancingParams {
        /// How often all positions are learned; if never, nothing is written but the report.
        pub epochs: u32 = 20, in 0..=10000;
        /// Positions a step.
        pub batch: u32 = 32, in 1..=100000;
        /// Step size at the beginning; it falls to zero.
        pub rate: f32 = 0.02, in 0.0..=10.0;
        /// Weight decay per step of size one.
        pub decay: f32 = 0.0, in 0.0..=100.0;
        /// Playouts that tell the mean reward of a position (M).
        pub playouts: u32 = 100, in 1..=1000000;
        /// Playouts that tell how it changes with the weights (N).
        pub gradients: u32 = 100, in 1..=1000000;
        /// Playouts that tell the mean reward of a position held out.
        pub test_playouts: u32 = 200, in 2..=1000000;
    }
}

/// No weight grows larger.
const LARGEST: f32 = 16.0;

/// A position of known value.
#[derive(Clone, Debug)]
pub struct Valued<S> {
    /// The position.
    pub state: S,
    /// What the mean reward of playouts from it should be, for the first player: 0 to 1.
    pub value: f64,
}

/// How far mean rewards are off.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RewardError {
    /// Positions.
    pub positions: u64,
    /// The mean squared difference of mean reward and value.
    pub squared: f64,
    /// The same without what is due to the number of playouts.
    pub corrected: f64,
    /// The mean difference: how much too good for the first player rewards are.
    pub bias: f64,
}

/// Makes a file of weights, given the command that made them.
type WriteWeights = Box<dyn Fn(&[f32], &str) -> Vec<u8> + Send + Sync>;

/// Playouts to compare with: their name, what they are like, and their weights.
type Compared<G> = (String, Arc<dyn Playouts<G>>, Vec<f32>);

/// Learns the weights of a policy.
pub struct BalancingLearner<G: Game> {
    game: Arc<G>,
    playouts: Arc<dyn Playouts<G>>,
    params: BalancingParams,
    examples: Vec<Valued<G::State>>,
    tests: Vec<Valued<G::State>>,
    weights: Adam,
    /// The weights before anything was learned, and the error on the positions held out with them, once it was asked for.
    start: Vec<f32>,
    before: OnceLock<RewardError>,
    /// Other playouts to be tested beside those that are learned, by name, with their weights.
    compared: Vec<Compared<G>>,
    seed: Seed,
    workers: usize,
    write: WriteWeights,
}

impl<G: Game> BalancingLearner<G> {
    /// A learner of the policy of these playouts that begins with these weights, one per feature; `write` makes a file of weights.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as features.
    pub fn new(
        game: Arc<G>,
        playouts: Arc<dyn Playouts<G>>,
        params: BalancingParams,
        [examples, tests]: [Vec<Valued<G::State>>; 2],
        weights: Vec<f32>,
        write: impl Fn(&[f32], &str) -> Vec<u8> + Send + Sync + 'static,
    ) -> BalancingLearner<G> {
        assert_eq!(weights.len(), playouts.count(), "one weight per feature");
        BalancingLearner {
            game,
            playouts,
            params,
            examples,
            tests,
            start: weights.clone(),
            weights: Adam::new(weights),
            before: OnceLock::new(),
            compared: Vec::new(),
            seed: Seed::new(0),
            workers: 1,
            write: Box::new(write),
        }
    }

    /// The same with this seed of all playouts, which so many threads play.
    #[must_use]
    pub fn with_seed(self, seed: Seed, workers: usize) -> BalancingLearner<G> {
        BalancingLearner {
            seed,
            workers,
            ..self
        }
    }

    /// The same with a policy of these weights beside it in the report.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as features.
    #[must_use]
    pub fn compared_with(self, name: &str, weights: Vec<f32>) -> BalancingLearner<G> {
        let playouts = Arc::clone(&self.playouts);
        self.compared_with_others(name, playouts, weights)
    }

    /// The same with other playouts beside it in the report.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as features of theirs.
    #[must_use]
    pub fn compared_with_others(
        mut self,
        name: &str,
        playouts: Arc<dyn Playouts<G>>,
        weights: Vec<f32>,
    ) -> BalancingLearner<G> {
        assert_eq!(weights.len(), playouts.count(), "one weight per feature");
        self.compared.push((name.to_owned(), playouts, weights));
        self
    }

    /// The weights so far.
    pub fn theta(&self) -> &[f32] {
        &self.weights.weights
    }

    /// How far the mean rewards of the positions held out are off.
    pub fn test(&self) -> RewardError {
        self.test_of(&*self.playouts, self.theta())
    }

    /// The same before anything was learned.
    pub fn test_before(&self) -> RewardError {
        *self
            .before
            .get_or_init(|| self.test_of(&*self.playouts, &self.start))
    }

    /// The same of these playouts with these weights.
    fn test_of(&self, playouts: &dyn Playouts<G>, theta: &[f32]) -> RewardError {
        let seed = self.seed.child("test");
        let count = self.params.test_playouts;
        let samples = self.spread(
            self.tests.len(),
            || Sampler::new(&*self.game, playouts, theta),
            |sampler, number| {
                let mut rng = seed.index(number as u64).rng();
                sampler.sample(&self.tests[number].state, count, &mut rng)
            },
        );
        let mut found = RewardError {
            positions: samples.len() as u64,
            ..RewardError::default()
        };
        let share = 1.0 / samples.len().max(1) as f64;
        for (sample, test) in samples.iter().zip(&self.tests) {
            let error = sample.mean - test.value;
            found.squared += share * error * error;
            found.corrected += share * (error * error - sample.variance / f64::from(count));
            found.bias += share * error;
        }
        found
    }

    /// The results of tasks for all threads.
    fn spread<T: Send, W>(
        &self,
        count: usize,
        make: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) -> T + Sync,
    ) -> Vec<T> {
        let alone = || {
            let mut worker = make();
            (0..count).map(|task| work(&mut worker, task)).collect()
        };
        // Where there are no threads to be had, one does it all.
        match spread(self.workers, count, &Stop::default(), &make, &work) {
            Ok(Some((results, _))) => results,
            _ => alone(),
        }
    }

    /// Learns the positions of these numbers in one step; returns the sum of the squared errors.
    fn learn(&mut self, batch: &[u32], rate: f32, seed: &Seed) -> f64 {
        let params = &self.params;
        let (theta, examples) = (&self.weights.weights, &self.examples);
        let found: Vec<(f64, Gradient)> = self.spread(
            batch.len(),
            || Sampler::new(&*self.game, &*self.playouts, theta),
            |sampler, place| {
                let number = batch[place];
                let Valued { state, value } = &examples[number as usize];
                let seed = seed.index(number.into());
                let mut rng = seed.child("mean").rng();
                let mean = sampler.sample(state, params.playouts, &mut rng).mean;
                let mut rng = seed.child("gradient").rng();
                let gradient = sampler.gradient((state, mean), params.gradients, &mut rng);
                (value - mean, gradient)
            },
        );
        let mut squared = 0.0;
        for (error, gradient) in &found {
            squared += error * error;
            for &(feature, amount) in gradient {
                // Against the gradient of half the squared error.
                self.weights.gradient[feature as usize] -= *error as f32 * amount;
            }
        }
        self.weights.step(Step {
            rate,
            decay: params.decay,
            largest: LARGEST,
            batch: batch.len() as f32,
        });
        squared
    }
}

impl<G: Game> Learner for BalancingLearner<G> {
    fn epoch(&mut self, epoch: Epoch, rng: &mut Rng) -> String {
        let order = Epoch::order(self.examples.len(), rng);
        let seed = self.seed.child("epoch").index(epoch.number.into());
        let mut squared = 0.0;
        for batch in epoch.batches(&order, self.params.batch as usize) {
            squared += self.learn(batch.examples, self.params.rate * batch.left, &seed);
        }
        let test = self.test();
        format!(
            "squared error {:.4}; held out: {:.4} ({:.4} before), bias {:+.4}",
            squared / order.len().max(1) as f64,
            test.corrected,
            self.test_before().corrected,
            test.bias,
        )
    }

    fn memory(&mut self) -> Vec<&mut Adam> {
        vec![&mut self.weights]
    }

    fn weights(&self, made_by: &str) -> Vec<u8> {
        (self.write)(self.theta(), made_by)
    }

    fn report(&self) -> Report {
        let row = |name: &str, error: RewardError| {
            vec![
                Cell::Name(name.to_owned()),
                Cell::Count(error.positions),
                Cell::Number(error.squared, 4),
                Cell::Number(error.corrected, 4),
                Cell::Number(error.bias, 4),
            ]
        };
        let mut rows = vec![row("before", self.test_before())];
        if self.params.epochs > 0 {
            rows.push(row("after", self.test()));
        }
        let compared = self.compared.iter();
        rows.extend(
            compared.map(|(name, playouts, theta)| row(name, self.test_of(&**playouts, theta))),
        );
        Report {
            learned_from: vec![(self.examples.len() as u64, "positions")],
            columns: &[
                "held-out positions",
                "number",
                "squared error",
                "without noise",
                "bias",
            ],
            rows,
            remark: None,
        }
        .tested_on(self.tests.len())
    }
}
