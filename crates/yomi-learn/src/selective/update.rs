//! One update: a game of self-play, the simulations from its positions, and the step of the weights.

use super::curve::UpdateReport;
use super::example::{Example, Fitter, difference};
use super::{Fit, Selection, SelectiveLearner, single_precision};
use crate::spread::{spread, thread_seconds};
use std::sync::Arc;
use yomi_core::resources::WorkerError;
use yomi_core::{Deterministic, Discrete, Evaluator, Policy, Scratch};
use yomi_search::playout::{DEFAULT_MAX_PLIES, Playout};
use yomi_search::policy::{EpsilonGreedy, Noisy, Softmax};

/// How many simulations share a random stream, and are done by one thread without a break.
const CHUNK: u32 = 10;

/// The weights after an update, and what there is to say about it.
pub struct Update {
    pub weights: Vec<f64>,
    pub report: UpdateReport,
}

impl<G: Discrete + Deterministic> SelectiveLearner<'_, G> {
    /// The update with this number, from 0; `None` if stopped before its end.
    pub(super) fn update(
        &self,
        number: u32,
        weights: &[f64],
    ) -> Result<Option<Update>, WorkerError> {
        let began = thread_seconds();
        let single = single_precision(weights);
        let evaluator = self.model.evaluator(&single, self.params.gain);
        let policy = self.selection(&single, &evaluator);
        let game = self.self_play(number, &evaluator);
        let Some((examples, fitting)) = self.examples(&game, weights, &evaluator)? else {
            return Ok(None);
        };
        let Some((targets, simulating)) = self.targets(number, &examples, policy)? else {
            return Ok(None);
        };

        let mut sum = vec![0.0; weights.len()];
        let (mut squared, mut absolute) = (0.0, 0.0);
        for ((_, example), target) in examples.iter().zip(targets) {
            example.add_to(&mut sum, target);
            let error = target - example.value;
            squared += error * error;
            absolute += error.abs();
        }
        let factor = self.params.step * self.params.gain;
        let stepped = weights
            .iter()
            .zip(&sum)
            .map(|(weight, sum)| weight + factor * sum);
        Ok(Some(Update {
            weights: stepped.collect(),
            report: UpdateReport {
                update: number,
                epsilon: self.params.epsilon_at(number),
                plies: game.len() as u32,
                positions: examples.len() as u32,
                squared_error: squared / examples.len().max(1) as f64,
                absolute_error: absolute / examples.len().max(1) as f64,
                simulation_seconds: simulating,
                seconds: simulating + fitting + thread_seconds() - began,
            },
        }))
    }

    /// The policy of simulations.
    pub(super) fn selection(
        &self,
        single: &[f32],
        evaluator: &Arc<dyn Evaluator<G>>,
    ) -> Arc<dyn Policy<G>> {
        let (params, evaluator) = (&self.params, Arc::clone(evaluator));
        match params.selection {
            Selection::BestOf if params.keep_features => {
                self.model.best_of_valuing_all(single, params.best_of)
            }
            Selection::BestOf => self.model.best_of(single, params.best_of),
            Selection::Softmax => Arc::new(Softmax {
                temperature: params.temperature,
                evaluator,
            }),
            Selection::Noisy => Arc::new(Noisy {
                sigma: params.sigma,
                evaluator,
            }),
        }
    }

    /// The positions of one game, from the first to the last one in which it was not over.
    fn self_play(&self, number: u32, evaluator: &Arc<dyn Evaluator<G>>) -> Vec<G::State> {
        let policy = EpsilonGreedy {
            epsilon: self.params.epsilon_at(number),
            evaluator: Arc::clone(evaluator),
        };
        let mut rng = self.seed.child("game").index(number.into()).rng();
        let mut scratch = Scratch::default();
        let mut state = self.game.initial();
        let mut seen = Vec::new();
        while self.game.outcome(&state).is_none() && seen.len() < DEFAULT_MAX_PLIES as usize {
            seen.push(state.clone());
            let action = policy.choose(self.game, &state, &mut scratch, &mut rng);
            self.game.step(&mut state, action, &mut rng);
        }
        seen
    }

    /// What the positions teach, where that is anything; and the processor seconds of the threads that
    /// found it out; `None` if stopped.
    #[allow(clippy::type_complexity)]
    fn examples<'s>(
        &self,
        game: &'s [G::State],
        weights: &[f64],
        evaluator: &Arc<dyn Evaluator<G>>,
    ) -> Result<Option<(Vec<(&'s G::State, Example)>, f64)>, WorkerError> {
        let workers = match self.params.fit {
            Fit::Static => 1,
            Fit::Search => self.workers,
        };
        let (positions, stop) = (game.len(), &self.stop);
        let fitter = || Fitter::new(&self.params, evaluator, stop);
        let found = spread(workers, positions, stop, fitter, |fitter, index| {
            let leaf = fitter.leaf(self.game, &game[index])?;
            let x = difference(self.model, self.game, &leaf);
            (!x.is_empty()).then(|| Example::new(x, weights, self.params.gain))
        })?;
        Ok(found.map(|(examples, seconds)| {
            let examples = game.iter().zip(examples);
            let examples = examples.filter_map(|(state, example)| Some((state, example?)));
            (examples.collect(), seconds)
        }))
    }

    /// The mean result of the simulations from each position, and their processor seconds; `None` if
    /// stopped.
    fn targets(
        &self,
        number: u32,
        examples: &[(&G::State, Example)],
        policy: Arc<dyn Policy<G>>,
    ) -> Result<Option<(Vec<f64>, f64)>, WorkerError> {
        let simulations = self.params.simulations;
        let chunks = simulations.div_ceil(CHUNK) as usize;
        let seed = self.seed.child("simulations").index(number.into());
        let playout = Playout::new(policy);
        let (tasks, stop) = (examples.len() * chunks, &self.stop);
        let simulated = spread(
            self.workers,
            tasks,
            stop,
            Scratch::default,
            |scratch, task| {
                let (position, chunk) = (task / chunks, task % chunks);
                let mut rng = seed.index(position as u64).index(chunk as u64).rng();
                let state = examples[position].0;
                let from = chunk as u32 * CHUNK;
                let results = (from..simulations.min(from + CHUNK))
                    .map(|_| playout.evaluate(self.game, state, scratch, &mut rng).0);
                results.sum::<f64>()
            },
        )?;
        Ok(simulated.map(|(sums, seconds)| {
            let means = sums.chunks(chunks.max(1));
            let means = means.map(|sums| sums.iter().sum::<f64>() / f64::from(simulations));
            (means.collect(), seconds)
        }))
    }
}
