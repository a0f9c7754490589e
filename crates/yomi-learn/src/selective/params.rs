//! The settings of the learner.

use yomi_core::params::{ParamError, Parameters as _};

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
    /// Refuses settings that the others leave without effect. Defaults are never refused: records spell
    /// them out.
    ///
    /// ```
    /// use yomi_learn::selective::SelectiveParams;
    /// let params = SelectiveParams { depth: 5, ..SelectiveParams::default() };
    /// assert_eq!(
    ///     params.check().unwrap_err().to_string(),
    ///     "parameter 'depth': '5' is not of any use without fit=search"
    /// );
    /// ```
    pub fn check(&self) -> Result<(), ParamError> {
        let refused = |name: &str, value: String, expected: String| {
            Err(ParamError::BadValue {
                name: name.to_owned(),
                value,
                expected,
            })
        };
        let usual = SelectiveParams::default().entries();
        for ((name, value), (_, usual)) in self.entries().into_iter().zip(usual) {
            let (is_used, alternative) = match name {
                "best_of" | "keep_features" => {
                    (self.selection == Selection::BestOf, "selection=best-of")
                }
                "temperature" => (self.selection == Selection::Softmax, "selection=softmax"),
                "sigma" => (self.selection == Selection::Noisy, "selection=noisy"),
                "depth" => (self.fit == Fit::Search, "fit=search"),
                _ => continue,
            };
            if !is_used && value != usual {
                return refused(name, value, format!("of any use without {alternative}"));
            }
        }
        let ends = [("epsilon", self.epsilon), ("epsilon_end", self.epsilon_end)];
        let zero = ends.iter().find(|(_, share)| *share == 0.0);
        match (self.epsilon_shape, zero) {
            (EpsilonShape::Geometric, Some((name, _))) => refused(
                "epsilon_shape",
                "geometric".to_owned(),
                format!("possible with {name}=0: no factor leads from it or to it"),
            ),
            _ => Ok(()),
        }
    }

    /// The share of random moves in the game of an update, counted from 0.
    pub(super) fn epsilon_at(&self, update: u32) -> f64 {
        let done = f64::from(update) / f64::from(self.updates.saturating_sub(1).max(1));
        let (start, end) = (self.epsilon, self.epsilon_end);
        match self.epsilon_shape {
            // No factor leads from zero to anywhere, or there; see `check`.
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
    use yomi_core::params::Spec;

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

    #[test]
    fn settings_without_effect_are_refused() {
        let read = |text: &str| {
            let spec: Spec = format!("linear:{text}").parse().unwrap();
            let mut settings = spec.settings;
            SelectiveParams::take(&mut settings).unwrap().check()
        };
        for useful in [
            "best_of=3,keep_features=true",
            "selection=softmax,temperature=5",
            "selection=noisy,sigma=0.3",
            "fit=search,depth=5",
            "epsilon_shape=geometric,epsilon_end=0.001",
            "epsilon_end=0",
            // As records spell the defaults out.
            "best_of=8,temperature=0.1,sigma=0.1,depth=2,selection=noisy",
        ] {
            assert!(read(useful).is_ok(), "{useful}");
        }
        for (useless, reason) in [
            (
                "temperature=5",
                "'5' is not of any use without selection=softmax",
            ),
            (
                "sigma=0.3",
                "'0.3' is not of any use without selection=noisy",
            ),
            ("depth=5", "'5' is not of any use without fit=search"),
            (
                "selection=softmax,best_of=3",
                "'3' is not of any use without selection=best-of",
            ),
            (
                "selection=noisy,keep_features=true",
                "'true' is not of any use without selection=best-of",
            ),
            (
                "epsilon_shape=geometric,epsilon_end=0",
                "'geometric' is not possible with epsilon_end=0",
            ),
            (
                "epsilon_shape=geometric,epsilon=0",
                "'geometric' is not possible with epsilon=0",
            ),
        ] {
            let error = read(useless).unwrap_err().to_string();
            assert!(error.contains(reason), "{useless}: {error}");
        }
    }
}
