//! Training of a network: epochs, the learning curve, checkpoints and the test error.
//!
//! In every epoch all examples are shuffled and learned in batches; the step falls linearly to
//! zero over the epochs. Each stage of the [features](Features) has a network of its own, which
//! learns from the examples of its stage alone. The report has the mean squared error of the
//! values after every epoch, and at the end that on the test games by number of moves made, of the
//! weights as a file holds them.

use crate::checkpoint::{self, CheckpointError};
use crate::examples::{Example, Examples, Target};
use crate::network::{Network, NetworkValue, Trainer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use yomi_core::{Features, Game, Seed, Stop};
use yomi_stats::interval::mean_t;

yomi_core::parameters! {
    /// How a network learns.
    pub struct LearnerParams {
        /// Hidden units, rounded up to a multiple of 16.
        pub hidden: u32 = 32, in 1..=1024;
        /// How often all positions are learned.
        pub epochs: u32 = 15, in 1..=10000;
        /// Positions a step.
        pub batch: u32 = 64, in 1..=100000;
        /// Step size at the beginning; it falls to zero.
        pub rate: f32 = 0.002, in 0.0..=1.0;
        /// Weight decay per step of size one.
        pub decay: f32 = 0.3, in 0.0..=100.0;
        /// Share of the games that are kept for the test.
        pub test_share: f64 = 0.1, in 0.0..=0.9;
        /// Which value of a search is learned: that of its best move, or the mean of all its simulations, for which the games must have been made with --means.
        pub target: Target = Target::Best, unrecorded "best";
        /// How much of the target is the value of the search one move later; a half evens out that a search of few simulations is too hopeful for its own side.
        pub next_share: f64 = 0.0, in 0.0..=1.0;
        /// How much of the target is the result of the game rather than the values of searches.
        pub result_share: f64 = 0.0, in 0.0..=1.0;
    }
}

/// The mean squared errors after an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The epoch, counted from 1.
    pub epoch: u32,
    /// On what was learned, each position before it was learned.
    pub train: f64,
    /// On the test games, if there are any.
    pub test: Option<f64>,
}

/// The test at one number of moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct StageError {
    /// The number of moves made before the position.
    pub moves: u32,
    /// Positions to learn from.
    pub train_positions: u64,
    /// Positions in the test.
    pub positions: u64,
    /// The mean squared error.
    pub error: f64,
    /// Its interval at 95%, over positions.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The variance of the values: what guessing the mean would cost.
    pub variance: f64,
    /// Its interval at 95%, over positions; reports of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance_interval: Option<[f64; 2]>,
}

/// The results of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingReport {
    /// Different positions to learn from.
    pub train_positions: u64,
    /// Different positions in the test.
    pub test_positions: u64,
    /// How the errors fell.
    pub curve: Vec<CurvePoint>,
    /// The test by number of moves made.
    pub by_moves: Vec<StageError>,
}

/// The mean squared errors so far, for those who watch.
pub type Watch<'a> = dyn Fn(&CurvePoint) + 'a;

/// Trains networks.
pub struct Learner<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The input features of the networks.
    pub features: Arc<dyn Features<G>>,
    /// How they learn.
    pub params: LearnerParams,
    /// The seed of all randomness.
    pub seed: Seed,
    /// A file for checkpoints, from which a later run with the same settings and games resumes.
    pub checkpoint: Option<&'a Path>,
    /// Names what is learned from; a checkpoint of something else is refused.
    pub fingerprint: String,
    /// Ends the training after the current epoch when raised.
    pub stop: Stop,
}

/// Networks for all stages that had examples, and the report; or where it was stopped.
pub enum Learned {
    /// All epochs are done.
    Done(Vec<Option<Network>>, TrainingReport),
    /// Stopped after this number of epochs, which are in the checkpoint.
    Stopped(u32),
}

impl<G: Game> Learner<'_, G> {
    /// Learns.
    pub fn learn(
        &self,
        examples: &Examples<G::State>,
        watch: &Watch<'_>,
    ) -> Result<Learned, CheckpointError> {
        let stage_of = |example: &Example<G::State>| self.features.stage(self.game, &example.state);
        let mut by_stage: BTreeMap<usize, Vec<&Example<G::State>>> = BTreeMap::new();
        for example in examples.train() {
            by_stage.entry(stage_of(example)).or_default().push(example);
        }
        let inputs = self.features.count();
        let hidden = self.params.hidden as usize;
        let mut trainers: BTreeMap<usize, Trainer> = by_stage
            .keys()
            .map(|&stage| {
                let seed = self.seed.child("network").index(stage as u64);
                (stage, Trainer::new(inputs, hidden, seed))
            })
            .collect();
        let mut curve = Vec::new();
        if let Some(path) = self.checkpoint {
            curve = checkpoint::load(path, &self.fingerprint, &mut trainers)?;
        }
        for epoch in curve.len() as u32..self.params.epochs {
            if self.stop.is_raised() {
                return Ok(Learned::Stopped(epoch));
            }
            let mut error = 0.0;
            for (stage, trainer) in &mut trainers {
                error += self.epoch(epoch, *stage, trainer, &by_stage[stage]);
            }
            let value = self.value(&trainers);
            let squared = self.squared_errors(&value, examples.test());
            let point = CurvePoint {
                epoch: epoch + 1,
                train: error / examples.train().len().max(1) as f64,
                test: (!squared.is_empty())
                    .then(|| squared.iter().sum::<f64>() / squared.len() as f64),
            };
            curve.push(point);
            watch(&point);
            if let Some(path) = self.checkpoint {
                checkpoint::save(path, &self.fingerprint, &mut trainers, &curve)?;
            }
        }
        let networks = self.networks(trainers);
        let value = NetworkValue::new(Arc::clone(&self.features), networks.clone());
        let by_moves = self.test(&value, examples);
        let report = TrainingReport {
            train_positions: examples.train().len() as u64,
            test_positions: examples.test().len() as u64,
            curve,
            by_moves,
        };
        Ok(Learned::Done(networks, report))
    }

    /// One pass over the examples of a stage; returns the summed squared error.
    fn epoch(
        &self,
        epoch: u32,
        stage: usize,
        trainer: &mut Trainer,
        examples: &[&Example<G::State>],
    ) -> f64 {
        let seed = self.seed.child("shuffle").index(u64::from(epoch));
        let mut order: Vec<&&Example<G::State>> = examples.iter().collect();
        seed.index(stage as u64).rng().shuffle(&mut order);
        let batch = self.params.batch as usize;
        let batches = order.len().div_ceil(batch);
        let mut error = 0.0;
        for (i, examples) in order.chunks(batch).enumerate() {
            for example in examples {
                let (state, views) = (&example.state, self.features.views());
                let mover = self.game.to_move(state);
                error += trainer.learn(
                    views,
                    |view, features| {
                        self.features
                            .encode(self.game, state, mover, view, features);
                    },
                    example.target.0,
                );
            }
            let done = f64::from(epoch) + i as f64 / batches as f64;
            let left = 1.0 - done / f64::from(self.params.epochs);
            trainer.step(self.params.rate * left as f32, self.params.decay);
        }
        error
    }

    fn networks(&self, mut trainers: BTreeMap<usize, Trainer>) -> Vec<Option<Network>> {
        (0..self.features.stages())
            .map(|stage| {
                let trainer = trainers.remove(&stage)?;
                Some(trainer.into_network().shortened())
            })
            .collect()
    }

    fn value(&self, trainers: &BTreeMap<usize, Trainer>) -> NetworkValue<G> {
        let networks = (0..self.features.stages()).map(|stage| {
            trainers
                .get(&stage)
                .map(|trainer| trainer.network().clone())
        });
        NetworkValue::new(Arc::clone(&self.features), networks.collect())
    }

    fn squared_errors(&self, value: &NetworkValue<G>, examples: &[Example<G::State>]) -> Vec<f64> {
        let mut buffer = Vec::new();
        let mut error = |example: &Example<G::State>| {
            value.value(self.game, &example.state, &mut buffer).0 - example.target.0
        };
        examples
            .iter()
            .map(|example| {
                let error = error(example);
                error * error
            })
            .collect()
    }

    /// The test by number of moves made.
    fn test(&self, value: &NetworkValue<G>, examples: &Examples<G::State>) -> Vec<StageError> {
        let squared = self.squared_errors(value, examples.test());
        let mut groups: BTreeMap<u32, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
        for (example, error) in examples.test().iter().zip(squared) {
            let (errors, targets) = groups.entry(example.moves).or_default();
            errors.push(error);
            targets.push(example.target.0);
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        groups
            .into_iter()
            .map(|(moves, (errors, targets))| {
                let error = mean(&errors);
                let [low, high] = interval(&errors);
                let centre = mean(&targets);
                let spread: Vec<f64> = targets
                    .iter()
                    .map(|t| (t - centre) * (t - centre))
                    .collect();
                let learned = examples.train().iter().filter(|e| e.moves == moves).count();
                StageError {
                    moves,
                    train_positions: learned as u64,
                    positions: errors.len() as u64,
                    error,
                    low,
                    high,
                    variance: mean(&spread),
                    variance_interval: Some(interval(&spread)),
                }
            })
            .collect()
    }
}

/// The interval of the mean of squared errors at 95%.
fn interval(squared: &[f64]) -> [f64; 2] {
    match mean_t(squared, 0.95) {
        Ok(interval) => [interval.low.max(0.0), interval.high.min(1.0)],
        // One position says nothing about the spread.
        Err(_) => [0.0, 1.0],
    }
}
