//! The settings of the learner.

yomi_core::choices! {
    /// How simulations select their moves.
    pub enum Selection {
        /// The best of a few drawn at random.
        BestOf = "best-of",
        /// By a softmax over the values of the moves.
        Softmax = "softmax",
        /// The best by a value with Gaussian noise.
        Noisy = "noisy",
    }
}

yomi_core::choices! {
    /// The quantity that is fitted to the result of the simulations.
    pub enum Fit {
        /// The static value of the position.
        Static = "static",
        /// The value that alpha-beta finds for it.
        Search = "search",
    }
}

yomi_core::choices! {
    /// How the share of random moves falls over the updates.
    pub enum EpsilonShape {
        /// By the same amount each time.
        Linear = "linear",
        /// By the same factor each time.
        Geometric = "geometric",
    }
}

yomi_core::parameters! {
    /// How an evaluation is learned from selective simulations.
    pub struct SelectiveParams {
        /// How simulations select their moves: the best of a few drawn at random, by a softmax, or the best by a value with Gaussian noise.
        pub selection: Selection = Selection::BestOf;
        /// Best-of: how many moves are drawn (n); 1 is uniformly random.
        pub best_of: u32 = 8, in 1..=10000;
        /// Best-of 1: keep the features of the position and value every move, though random simulations need neither. It changes no weight, only the time: for comparisons of the time by n.
        pub keep_features: bool = false, unrecorded "false";
        /// Softmax: temperature, in expected score.
        pub temperature: f64 = 0.1, in 0.0001..=1000.0;
        /// Noisy: standard deviation of the noise, in expected score.
        pub sigma: f64 = 0.1, in 0.0..=10.0;
        /// Simulations a position (m).
        pub simulations: u32 = 100, in 1..=1000000;
        /// Games to learn from, and updates of the weights (l).
        pub updates: u32 = 10000, in 1.0..=1e9;
        /// Gain of the evaluation (k): value = 1 / (1 + exp(-k w.x)).
        pub gain: f64 = 0.02, in 0.000001..=1000.0;
        /// Step size (alpha).
        pub step: f64 = 0.5, in 0.0..=1000000.0;
        /// Share of random moves in the first game.
        pub epsilon: f64 = 1.0, in 0.0..=1.0;
        /// Share of random moves in the last game.
        pub epsilon_end: f64 = 0.3, in 0.0..=1.0;
        /// How the share falls: by the same amount each time, or by the same factor.
        pub epsilon_shape: EpsilonShape = EpsilonShape::Linear;
        /// What is fitted to the results: the static value of a position, or its value by alpha-beta, with the gradient at the leaf of the best line.
        pub fit: Fit = Fit::Static;
        /// Search: depth in plies.
        pub depth: u32 = 2, in 1..=64;
    }
}

impl SelectiveParams {
    /// The share of random moves in the game of an update, counted from 0.
    pub(super) fn epsilon_at(&self, update: u32) -> f64 {
        let done = f64::from(update) / f64::from(self.updates.saturating_sub(1).max(1));
        let (start, end) = (self.epsilon, self.epsilon_end);
        match self.epsilon_shape {
            // No factor leads from zero to anywhere, or there.
            EpsilonShape::Geometric if start > 0.0 && end > 0.0 => {
                start * libm::pow(end / start, done)
            }
            _ => start * (1.0 - done) + end * done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_moves_become_fewer_by_the_chosen_shape() {
        let shares = |epsilon_shape, epsilon_end| {
            let params = SelectiveParams {
                updates: 5,
                epsilon: 0.8,
                epsilon_end,
                epsilon_shape,
                ..SelectiveParams::default()
            };
            [0, 2, 4].map(|update| (params.epsilon_at(update) * 1e9).round() / 1e9)
        };
        assert_eq!(shares(EpsilonShape::Linear, 0.2), [0.8, 0.5, 0.2]);
        assert_eq!(shares(EpsilonShape::Geometric, 0.2), [0.8, 0.4, 0.2]);
        assert_eq!(shares(EpsilonShape::Geometric, 0.0), [0.8, 0.4, 0.0]);
    }
}
