//! Playouts by a policy that is being balanced: their rewards, and how these change with the weights.

use crate::softmax::shares;
use yomi_core::{FeatureLists, Game, Rng, Scratch};

/// What playouts of a game are like, but for the weights of their policy.
pub trait Playouts<G: Game>: Send + Sync {
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

/// The rewards of some playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Their mean.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
}

/// Features with amounts, each feature once, in rising order.
pub type Gradient = Vec<(u32, f32)>;

/// What one thread plays with.
pub struct Player<A> {
    scratch: Scratch<A>,
    shares: Vec<f32>,
    /// `psi` of the moves of a playout, one after the other.
    trace: Vec<(u32, f32)>,
    /// A sum over playouts, and the features in it.
    sum: Vec<f32>,
    touched: Vec<u32>,
}

impl<A: Copy> Player<A> {
    /// A player for so many features.
    pub fn new(features: usize) -> Player<A> {
        Player {
            scratch: Scratch::default(),
            shares: Vec::new(),
            trace: Vec::new(),
            sum: vec![0.0; features],
            touched: Vec::new(),
        }
    }

    /// The rewards of so many playouts.
    pub fn sample<G: Game<Action = A>>(
        &mut self,
        game: &G,
        playouts: &(impl Playouts<G> + ?Sized),
        theta: &[f32],
        root: &G::State,
        count: u32,
        rng: &mut Rng,
    ) -> Sample {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..count {
            let (reward, _) = self.play::<G, false>(game, playouts, theta, root, rng);
            sum += reward;
            squares += reward * reward;
        }
        let count = f64::from(count);
        let mean = sum / count;
        Sample {
            mean,
            variance: (squares - mean * sum).max(0.0) / (count - 1.0).max(1.0),
        }
    }

    /// `1/N sum_j (z_j - V)/T_j sum_t psi`, for a position and the mean `V` of its rewards.
    pub fn gradient<G: Game<Action = A>>(
        &mut self,
        game: &G,
        playouts: &(impl Playouts<G> + ?Sized),
        theta: &[f32],
        (root, mean): (&G::State, f64),
        count: u32,
        rng: &mut Rng,
    ) -> Gradient {
        for _ in 0..count {
            let (reward, plies) = self.play::<G, true>(game, playouts, theta, root, rng);
            if plies > 0 {
                let factor = (reward - mean) / (f64::from(plies) * f64::from(count));
                self.add(factor as f32);
            }
        }
        self.touched.sort_unstable();
        let sum = &mut self.sum;
        let touched = self.touched.drain(..);
        let amounts = touched.map(|feature| (feature, std::mem::take(&mut sum[feature as usize])));
        // A feature that came back to zero may have been noted twice.
        let mut gradient: Gradient = amounts.collect();
        gradient.retain(|&(_, amount)| amount != 0.0);
        gradient
    }

    /// Adds what was traced, so many times.
    fn add(&mut self, factor: f32) {
        for &(feature, amount) in &self.trace {
            let sum = &mut self.sum[feature as usize];
            if *sum == 0.0 {
                self.touched.push(feature);
            }
            *sum += factor * amount;
        }
    }

    /// Plays once; returns the reward and the number of plies. Traces `psi` if that is wanted.
    fn play<G: Game<Action = A>, const TRACING: bool>(
        &mut self,
        game: &G,
        playouts: &(impl Playouts<G> + ?Sized),
        theta: &[f32],
        root: &G::State,
        rng: &mut Rng,
    ) -> (f64, u32) {
        self.trace.clear();
        let mut state = root.clone();
        let mut plies = 0;
        while plies < playouts.plies() && game.outcome(&state).is_none() {
            playouts.options(game, &state, &mut self.scratch);
            let lists = &self.scratch.move_features;
            shares(lists, theta, &mut self.shares);
            let chosen = drawn(&self.shares, rng);
            if TRACING {
                psi(lists, &self.shares, chosen, &mut self.trace);
            }
            game.step(&mut state, self.scratch.actions[chosen], rng);
            plies += 1;
        }
        (playouts.reward(game, root, &state), plies)
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
pub(super) fn psi(
    lists: &FeatureLists,
    shares: &[f32],
    chosen: usize,
    found: &mut Vec<(u32, f32)>,
) {
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
