//! Execution noise: the executed action differs from the chosen one.
//!
//! In such a game the only chance is the perturbation of the chosen action: a throw deviates a
//! little from the intended one, and its result is deterministic. [`Game::step`] then consists of two
//! steps, which a search over possible results needs separately: drawing an execution
//! ([`Noisy::perturb`]) and applying it ([`Noisy::step_exact`]), with the likelihood of an execution
//! ([`Noisy::density`]).

use crate::{Game, Rng};

/// Games whose only chance is the noise with which actions are executed.
///
/// With the same random numbers, [`Game::step`] does what [`Noisy::perturb`] and then
/// [`Noisy::step_exact`] do, bit for bit, and draws as many.
pub trait Noisy: Game {
    /// Draws the executed action. It need not be a legal choice.
    fn perturb(&self, state: &Self::State, intended: Self::Action, rng: &mut Rng) -> Self::Action;

    /// Plays an action without noise.
    fn step_exact(&self, state: &mut Self::State, executed: Self::Action);

    /// The likelihood that `intended` is executed as `executed`, relative to the most likely
    /// execution: from 1 for an exact execution down to 0.
    ///
    /// This is the density of the noise in the quantities that it is drawn in (a speed and an angle,
    /// say), over its peak; it does not integrate to one. Without noise it is 1 for the action
    /// itself and 0 for all others.
    fn density(&self, state: &Self::State, intended: Self::Action, executed: Self::Action) -> f64;
}
