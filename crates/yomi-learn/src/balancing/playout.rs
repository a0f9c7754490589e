//! Playouts by a policy that is being balanced: their rewards, and how these change with the weights.

use yomi_core::{Game, Rng};

/// What playouts of a game are like, but for the weights of their policy. Games whose moves are chosen among options that are listed
/// with their features implement [`Options`](super::Options) instead.
pub trait Playouts<G: Game>: Send + Sync {
    /// One more than the largest feature.
    fn count(&self) -> usize;

    /// Who plays them with these weights, on one thread.
    fn player<'a>(&'a self, game: &'a G, theta: &'a [f32]) -> Box<dyn Player<G> + 'a>;
}

/// Plays by a policy.
pub trait Player<G: Game> {
    /// Plays once; returns the reward for the first player, 0 to 1, and the number of moves. Adds `psi` of every move to the
    /// trace, if there is one.
    fn play(&mut self, root: &G::State, rng: &mut Rng, trace: Option<&mut Trace>) -> (f64, u32);
}

/// `psi` of the moves of a playout, one after the other: features with amounts.
pub type Trace = Vec<(u32, f32)>;

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
pub struct Sampler<'a, G: Game> {
    player: Box<dyn Player<G> + 'a>,
    trace: Trace,
    /// A sum over playouts, and the features in it.
    sum: Vec<f32>,
    touched: Vec<u32>,
}

impl<'a, G: Game> Sampler<'a, G> {
    /// With these weights.
    pub fn new(
        game: &'a G,
        playouts: &'a (impl Playouts<G> + ?Sized),
        theta: &'a [f32],
    ) -> Sampler<'a, G> {
        Sampler {
            player: playouts.player(game, theta),
            trace: Vec::new(),
            sum: vec![0.0; playouts.count()],
            touched: Vec::new(),
        }
    }

    /// The rewards of so many playouts.
    pub fn sample(&mut self, root: &G::State, count: u32, rng: &mut Rng) -> Sample {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..count {
            let (reward, _) = self.player.play(root, rng, None);
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
    pub fn gradient(
        &mut self,
        (root, mean): (&G::State, f64),
        count: u32,
        rng: &mut Rng,
    ) -> Gradient {
        for _ in 0..count {
            self.trace.clear();
            let (reward, plies) = self.player.play(root, rng, Some(&mut self.trace));
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
}
