//! Execution noise: an action is chosen, another one is carried out.
//!
//! In such a game chance lies between the choice and its execution and nowhere else: a throw leaves
//! the hand a little off, and from there on everything follows. [`Game::step`] is then two things,
//! and a search that wants to reason about what may happen needs them apart: draw an execution
//! ([`Noisy::perturb`]), ask what it leads to ([`Noisy::step_exact`]), and how likely it was
//! ([`Noisy::density`]).

use crate::{Game, Rng};

/// Games whose actions are carried out with noise, and whose only chance that is.
///
/// With the same random numbers, [`Game::step`] does what [`Noisy::perturb`] and then
/// [`Noisy::step_exact`] do, bit for bit, and draws as many.
pub trait Noisy: Game {
    /// The action as it is carried out. It need not be one that could have been chosen.
    fn perturb(&self, state: &Self::State, intended: Self::Action, rng: &mut Rng) -> Self::Action;

    /// Plays an action exactly as it is.
    fn step_exact(&self, state: &mut Self::State, executed: Self::Action);

    /// How likely it is that `intended` is carried out as `executed`, relative to the likeliest
    /// execution: from 1 where nothing goes wrong down to 0.
    ///
    /// This is the density of the noise in the quantities that it is drawn in (a speed and an angle,
    /// say), over its peak; it does not integrate to one. Without noise it is 1 for the action
    /// itself and 0 for all others.
    fn density(&self, state: &Self::State, intended: Self::Action, executed: Self::Action) -> f64;
}
