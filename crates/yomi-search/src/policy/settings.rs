//! Playout policies as settings: the parameter table, and the evaluators made from it.

use super::{BestOf, ByPrior, EpsilonGreedy, Noisy, Softmax, Uniform};
use crate::playout::{DEFAULT_MAX_PLIES, Playout, TruncatedPlayout};
use std::sync::Arc;
use yomi_core::params::{ParamError, ParamType};
use yomi_core::{Discrete, Evaluator, Policy, Prior};

yomi_core::choices! {
    /// Which policy playouts are played by.
    pub enum PolicyKind {
        /// [`Uniform`]: any action, each as likely.
        Uniform = "uniform",
        /// [`BestOf`]: the best of a few drawn at random.
        BestOf = "best-of",
        /// [`Softmax`]: the better it looks, the more often.
        Softmax = "softmax",
        /// [`EpsilonGreedy`]: the best, with slips.
        EpsilonGreedy = "epsilon-greedy",
        /// [`Noisy`]: the best by a blurred evaluation.
        Noisy = "noisy",
        /// [`ByPrior`]: as often as the prior says.
        Prior = "prior",
    }
}

yomi_core::parameters! {
    /// How leaves are valued: by which playouts, and how long.
    pub struct PolicyParams {
        /// What playouts choose their moves by; prior needs a prior, the others but uniform an evaluator.
        pub policy: PolicyKind = PolicyKind::Uniform;
        /// How many moves the best-of policy draws, without replacement.
        pub best_of: u32 = 4, in 1 ..= 10_000;
        /// Temperature of the softmax policy, in expected score.
        pub temperature: f64 = 0.1, in 0.0001 ..= 1000.0;
        /// Share of random moves of the epsilon-greedy policy.
        pub epsilon: f64 = 0.1, in 0.0 ..= 1.0;
        /// Standard deviation of the noise of the noisy policy, in expected score.
        pub sigma: f64 = 0.1, in 0.0 ..= 10.0;
        /// Stop a playout after this many plies and evaluate there (0: evaluate at once);
        /// `none` plays to the end. Needs an evaluator.
        pub playout_plies: Option<u32> = None, in 0 ..= 10_000;
        /// A playout not over after this many plies counts as a draw.
        pub max_plies: u32 = DEFAULT_MAX_PLIES, in 1 ..= 1_000_000;
    }
}

/// The leaf evaluator that `params` describes.
///
/// The policy `prior` needs `prior`, those that look ahead and truncation need `evaluator`; without
/// one they are an error that says so. Uniform playouts to the end ignore both.
///
/// ```
/// use yomi_search::policy::{PolicyKind, PolicyParams, leaf_evaluator};
/// use yomi_toy::TicTacToe;
///
/// assert!(leaf_evaluator::<TicTacToe>(&PolicyParams::default(), None, None).is_ok());
/// let greedy = PolicyParams { policy: PolicyKind::Noisy, ..PolicyParams::default() };
/// let error = leaf_evaluator::<TicTacToe>(&greedy, None, None).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "parameter 'policy': 'noisy' is not possible without an evaluator: expected 'uniform'"
/// );
/// ```
pub fn leaf_evaluator<G: Discrete>(
    params: &PolicyParams,
    evaluator: Option<Arc<dyn Evaluator<G>>>,
    prior: Option<Arc<dyn Prior<G>>>,
) -> Result<Box<dyn Evaluator<G>>, ParamError> {
    let Some(evaluator) = evaluator else {
        return match (params.policy, params.playout_plies, prior) {
            (PolicyKind::Uniform, None, _) => Ok(playout(params, Uniform, None)),
            (PolicyKind::Prior, None, Some(prior)) => Ok(playout(params, ByPrior { prior }, None)),
            (PolicyKind::Prior, _, None) => Err(needs_prior()),
            (PolicyKind::Uniform | PolicyKind::Prior, Some(plies), _) => {
                Err(needs_evaluator("playout_plies", plies.show(), "none"))
            }
            (kind, ..) => Err(needs_evaluator("policy", kind.show(), "uniform")),
        };
    };
    if params.playout_plies == Some(0) {
        return Ok(Box::new(evaluator));
    }
    let rater = Arc::clone(&evaluator);
    let end = Some(evaluator);
    Ok(match params.policy {
        PolicyKind::Uniform => playout(params, Uniform, end),
        PolicyKind::Prior => {
            let prior = prior.ok_or_else(needs_prior)?;
            playout(params, ByPrior { prior }, end)
        }
        PolicyKind::BestOf => {
            let n = params.best_of;
            playout(
                params,
                BestOf {
                    n,
                    evaluator: rater,
                },
                end,
            )
        }
        PolicyKind::Softmax => {
            let temperature = params.temperature;
            playout(
                params,
                Softmax {
                    temperature,
                    evaluator: rater,
                },
                end,
            )
        }
        PolicyKind::EpsilonGreedy => {
            let epsilon = params.epsilon;
            playout(
                params,
                EpsilonGreedy {
                    epsilon,
                    evaluator: rater,
                },
                end,
            )
        }
        PolicyKind::Noisy => {
            let sigma = params.sigma;
            playout(
                params,
                Noisy {
                    sigma,
                    evaluator: rater,
                },
                end,
            )
        }
    })
}

/// The leaf evaluator that `params` describes, with playouts by this policy whatever they name.
pub fn leaf_evaluator_by<G: Discrete>(
    params: &PolicyParams,
    policy: Arc<dyn Policy<G>>,
    evaluator: Option<Arc<dyn Evaluator<G>>>,
) -> Result<Box<dyn Evaluator<G>>, ParamError> {
    match (params.playout_plies, &evaluator) {
        (Some(plies), None) => Err(needs_evaluator("playout_plies", plies.show(), "none")),
        _ => Ok(playout(params, policy, evaluator)),
    }
}

fn playout<G: Discrete, P: Policy<G> + 'static>(
    params: &PolicyParams,
    policy: P,
    evaluator: Option<Arc<dyn Evaluator<G>>>,
) -> Box<dyn Evaluator<G>> {
    match (params.playout_plies, evaluator) {
        (Some(plies), Some(evaluator)) => Box::new(TruncatedPlayout {
            policy,
            evaluator,
            plies,
        }),
        _ => Box::new(Playout {
            policy,
            max_plies: params.max_plies,
        }),
    }
}

fn needs_evaluator(name: &str, value: String, instead: &str) -> ParamError {
    needs("an evaluator", name, value, instead)
}

fn needs_prior() -> ParamError {
    needs("a prior", "policy", PolicyKind::Prior.show(), "uniform")
}

fn needs(what: &str, name: &str, value: String, instead: &str) -> ParamError {
    ParamError::BadValue {
        name: name.to_owned(),
        value,
        expected: format!("possible without {what}: expected '{instead}'"),
    }
}
