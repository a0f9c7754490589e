//! Playouts that choose among options which are listed with their features.

use super::playout::{Player, Playouts, Trace};
use crate::softmax::shares;
use yomi_core::{FeatureLists, Game, Rng, Scratch};

/// Which moves playouts choose from, how long they last and what they are worth: all of a playout but the weights.
pub trait Options<G: Game>: Send + Sync {
    /// One more than the largest feature.
    fn count(&self) -> usize;

    /// Replaces `scratch.actions` by those that the policy considers in a position that is not over, at least one, and
    /// `scratch.move_features` by their features.
    fn options(&self, game: &G, state: &G::State, scratch: &mut Scratch<G::Action>);

    /// How many plies a playout lasts at the most.
    fn plies(&self) -> u32;

    /// The reward of a playout from one position to another, which is not over or at its outcome, for the first player: 0 to 1.
    fn reward(&self, game: &G, root: &G::State, end: &G::State) -> f64;
}

impl<G: Game, O: Options<G>> Playouts<G> for O {
    fn count(&self) -> usize {
        Options::count(self)
    }

    fn player<'a>(&'a self, game: &'a G, theta: &'a [f32]) -> Box<dyn Player<G> + 'a> {
        Box::new(Chooser {
            game,
            options: self,
            theta,
            scratch: Scratch::default(),
            shares: Vec::new(),
        })
    }
}

/// Chooses among options by a softmax.
struct Chooser<'a, G: Game, O> {
    game: &'a G,
    options: &'a O,
    theta: &'a [f32],
    scratch: Scratch<G::Action>,
    shares: Vec<f32>,
}

impl<G: Game, O: Options<G>> Player<G> for Chooser<'_, G, O> {
    fn play(
        &mut self,
        root: &G::State,
        rng: &mut Rng,
        mut trace: Option<&mut Trace>,
    ) -> (f64, u32) {
        let Chooser { game, options, .. } = *self;
        let mut state = root.clone();
        let mut plies = 0;
        while plies < options.plies() && game.outcome(&state).is_none() {
            options.options(game, &state, &mut self.scratch);
            let lists = &self.scratch.move_features;
            shares(lists, self.theta, &mut self.shares);
            let chosen = drawn(&self.shares, rng);
            if let Some(trace) = &mut trace {
                psi(lists, &self.shares, chosen, trace);
            }
            game.step(&mut state, self.scratch.actions[chosen], rng);
            plies += 1;
        }
        (options.reward(game, root, &state), plies)
    }
}

/// The number of an option, by its share.
fn drawn(shares: &[f32], rng: &mut Rng) -> usize {
    let mut left = rng.unit() as f32;
    for (number, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return number;
        }
    }
    // Only rounding can lead here.
    shares.len() - 1
}

/// Adds `phi(a) - sum_b pi(b) phi(b)` of the chosen option: nothing where there is no other.
pub(super) fn psi(lists: &FeatureLists, shares: &[f32], chosen: usize, found: &mut Trace) {
    if shares.len() < 2 {
        return;
    }
    for (number, (features, share)) in lists.iter().zip(shares).enumerate() {
        let amount = if number == chosen {
            1.0 - share
        } else {
            -share
        };
        found.extend(features.iter().map(|&feature| (feature, amount)));
    }
}
