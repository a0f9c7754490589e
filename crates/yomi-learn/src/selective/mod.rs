//! Learning an evaluation from selective simulations.
//!
//! A [linear evaluation](LinearModel) of a position, `V = 1 / (1 + exp(-k w . x))`, is fitted to the
//! result of simulations from that position, so that later one look at a position tells what a hundred
//! simulations would. An update is one game:
//!
//! 1. A game of self-play: with probability `epsilon` any move, otherwise the one to the position that the
//!    weights so far rate highest ([`EpsilonGreedy`](yomi_search::policy::EpsilonGreedy)).
//! 2. For every position `s_t` of it the target `r_t`: the mean result of `m` simulations from there, whose
//!    moves are *selected* by the weights so far. A move is the best of `n` drawn at random
//!    ([`BestOf`](yomi_search::policy::BestOf); `n = 1` is the older method, uniformly random
//!    simulations), or drawn by a softmax, or the best by a rating with Gaussian noise.
//! 3. One step down the gradient of `sum over t of (r_t - V_t)^2`, without its factor 2:
//!
//!    `w += alpha k sum over t of (r_t - V_t) V_t (1 - V_t) x_t`
//!
//! The target is a constant in that gradient, although the simulations depend on the weights. The fitted
//! quantity `V_t` is the static value of `s_t`, or the value that alpha-beta finds for it a few plies deep:
//! the static value of the leaf at the end of its best line, with `x` and the gradient taken there
//! ([`Fit`]).
//!
//! Reference: the paper `selective-eval` (Blokus Duo, `n` = 1 to 64, `m` = 100, `k` = 0.02, `alpha` = 0.5,
//! 10,000 updates). It leaves open, and here is decided:
//!
//! - the weights begin at zero, so that the first games and simulations are random;
//! - `V` and `r` are the first player's, at positions of both sides to move;
//! - `epsilon` falls from 1 to 0.3, linearly with the number of updates ([`EpsilonShape`]): with less
//!   the last games are nearly all the same;
//! - every position of the game before its end is learned, except those from which nothing can be
//!   learned, where the gradient is zero whatever the target: `x = 0`, or a searched line whose end is the
//!   end of the game. These are not simulated.
//!
//! Randomness derives from the seed and the numbers of update, position and group of simulations: the number
//! of threads changes nothing. Weights are accumulated in double precision; games and simulations see them
//! rounded to single precision, as the file has them. A [`checkpoint`] holds all that
//! later updates depend on, so a resumed run ends with the same weights, bit for bit.
//!
//! Limits: the values are those of the selective policy, not of perfect play, and the fit is as good as
//! the features are. A game of chance would need another search than alpha-beta for [`Fit::Search`], so the
//! learner asks for a game without.

mod accuracy;
mod curve;
mod example;
mod params;
mod update;

pub use curve::{GroupPoint, GroupSize, SelectivePoint, SelectiveReport, UpdateReport};
pub use params::{EpsilonShape, Fit, Selection, SelectiveParams};

use crate::checkpoint::{self, CheckpointError};
use curve::Curve;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, Instant};
use thiserror::Error;
use yomi_core::resources::WorkerError;
use yomi_core::{Deterministic, Discrete, Game, LinearModel, Seed, Stop};

/// The time between checkpoints: what a killed run loses at most, besides the update at hand.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

/// Learns the weights of a linear evaluation.
///
/// ```
/// use yomi_core::{Seed, Stop};
/// use yomi_learn::linear_model::Encoded;
/// use yomi_learn::selective::{Selected, SelectiveLearner, SelectiveParams};
/// use yomi_toy::TicTacToe;
///
/// let learner = SelectiveLearner {
///     game: &TicTacToe,
///     model: &Encoded::of(&TicTacToe),
///     params: SelectiveParams { best_of: 2, simulations: 10, updates: 20, ..Default::default() },
///     seed: Seed::new(1),
///     workers: 2,
///     checkpoint: None,
///     fingerprint: String::new(),
///     stop: Stop::default(),
/// };
/// let Selected::Done { weights, report } = learner.learn(&|_| ())? else { panic!("not stopped") };
/// assert!(weights.iter().any(|&weight| weight != 0.0));
/// assert_eq!(report.curve.len(), 20);
/// # Ok::<(), yomi_learn::selective::SelectiveError>(())
/// ```
pub struct SelectiveLearner<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The evaluation.
    pub model: &'a dyn LinearModel<G>,
    /// How it is learned.
    pub params: SelectiveParams,
    /// The seed of all randomness.
    pub seed: Seed,
    /// The number of threads that simulate; it changes no weight.
    pub workers: usize,
    /// A file for checkpoints, from which a later run with the same settings resumes.
    pub checkpoint: Option<&'a Path>,
    /// Names what is learned and how; a checkpoint of something else is refused.
    pub fingerprint: String,
    /// Ends the learning when raised. The update at hand is dropped: a resumed learning begins it anew.
    pub stop: Stop,
}

/// The weights, or where the learning was stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Selected {
    /// All updates are done.
    Done {
        /// One weight per feature.
        weights: Vec<f32>,
        /// The learning curve.
        report: SelectiveReport,
    },
    /// Stopped after this number of updates, which are in the checkpoint.
    Stopped(u32),
}

/// Why nothing was learned.
#[derive(Debug, Error)]
pub enum SelectiveError {
    /// The checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The threads.
    #[error(transparent)]
    Workers(#[from] WorkerError),
    /// The weights grew without bounds.
    #[error("the weights grew without bounds in update {update}: try a smaller step")]
    Diverged {
        /// The number of the update, from 1.
        update: u32,
    },
}

/// All that later updates depend on, and the curve so far.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    updates: u32,
    weights: Vec<f64>,
    curve: Curve,
}

impl<G: Discrete + Deterministic> SelectiveLearner<'_, G> {
    /// Learns; `watch` hears of every update.
    pub fn learn(&self, watch: &dyn Fn(&UpdateReport)) -> Result<Selected, SelectiveError> {
        let groups = self.model.groups();
        let mut state = self.begun()?;
        let mut saved = Instant::now();
        while state.updates < self.params.updates {
            let Some(update) = self.update(state.updates, &state.weights)? else {
                self.save(&state)?;
                return Ok(Selected::Stopped(state.updates));
            };
            let before = std::mem::replace(&mut state.weights, update.weights);
            state.updates += 1;
            if !single_precision(&state.weights)
                .iter()
                .all(|weight| weight.is_finite())
            {
                return Err(SelectiveError::Diverged {
                    update: state.updates,
                });
            }
            let report = UpdateReport {
                update: state.updates,
                ..update.report
            };
            let (weights, all) = (&state.weights, self.params.updates);
            state.curve.add(&report, [&before, weights], &groups, all);
            watch(&report);
            if saved.elapsed() >= CHECKPOINT_INTERVAL {
                self.save(&state)?;
                saved = Instant::now();
            }
        }
        Ok(Selected::Done {
            weights: single_precision(&state.weights),
            report: SelectiveReport::new(state.updates, &groups, state.curve),
        })
    }

    /// The state of an earlier run, or that of the beginning.
    fn begun(&self) -> Result<State, CheckpointError> {
        let saved = match self.checkpoint {
            Some(path) => checkpoint::load_state(path, &self.fingerprint, |state: &State| {
                let (found, expected) = (state.weights.len(), self.model.count());
                let wrong = || format!("there are {found} weights: expected {expected}");
                (found != expected).then(wrong)
            })?,
            None => None,
        };
        Ok(saved.unwrap_or_else(|| State {
            updates: 0,
            weights: vec![0.0; self.model.count()],
            curve: Curve::default(),
        }))
    }

    fn save(&self, state: &State) -> Result<(), CheckpointError> {
        match self.checkpoint {
            Some(path) => checkpoint::save_state(path, &self.fingerprint, state),
            None => Ok(()),
        }
    }
}

/// The weights as games, simulations and files have them.
fn single_precision(weights: &[f64]) -> Vec<f32> {
    weights.iter().map(|&weight| weight as f32).collect()
}
