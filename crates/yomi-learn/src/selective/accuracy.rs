//! How far the values of an evaluation are from the results of simulations, on positions of their own kind.
//!
//! A game is played by the selection that simulations use (best-of-n from the first position on). After every
//! move of it the static value `V` is compared with the mean result of many simulations from there. Unlike
//! the error on the learning curve, this one has little noise: that of 10,000 simulations is at most 0.005.

use super::SelectiveLearner;
use yomi_core::{Deterministic, Discrete, Evaluator, Scratch};
use yomi_search::playout::Playout;

impl<G: Discrete + Deterministic> SelectiveLearner<'_, G> {
    /// `|V - r|` after each move of one game, at most `moves` of them, where `r` is the mean of the
    /// simulations that the settings ask for. Positions in which the game is over have none. `None` if
    /// stopped.
    pub fn errors(&self, weights: &[f32], number: u64, moves: u32) -> Option<Vec<f64>> {
        let evaluator = self.model.evaluator(weights, self.params.gain);
        let policy = self.selection(weights, &evaluator);
        let playout = Playout::new(policy.clone());
        let seed = self.seed.child("accuracy").index(number);
        let (mut rng, mut scratch) = (seed.rng(), Scratch::default());
        let mut state = self.game.initial();
        let mut errors = Vec::new();
        for ply in 0..moves {
            let action = policy.choose(self.game, &state, &mut scratch, &mut rng);
            self.game.step(&mut state, action, &mut rng);
            if self.game.outcome(&state).is_some() {
                break;
            }
            let value = evaluator
                .evaluate(self.game, &state, &mut scratch, &mut rng)
                .0;
            let mut simulated = seed.child("simulations").index(ply.into()).rng();
            let mut sum = 0.0;
            for simulation in 0..self.params.simulations {
                if simulation.is_multiple_of(256) && self.stop.is_raised() {
                    return None;
                }
                sum += playout
                    .evaluate(self.game, &state, &mut scratch, &mut simulated)
                    .0;
            }
            errors.push((value - sum / f64::from(self.params.simulations)).abs());
        }
        Some(errors)
    }
}

#[cfg(test)]
mod tests {
    use crate::linear_model::Encoded;
    use crate::selective::{SelectiveLearner, SelectiveParams};
    use yomi_core::{Features, Seed, Stop};
    use yomi_toy::ConnectFour;

    #[test]
    fn values_of_nothing_err_by_the_distance_from_even() {
        let model = Encoded::of(&ConnectFour);
        let learner = |simulations| SelectiveLearner {
            game: &ConnectFour,
            model: &model,
            params: SelectiveParams {
                best_of: 1,
                simulations,
                ..SelectiveParams::default()
            },
            seed: Seed::new(3),
            workers: 1,
            checkpoint: None,
            fingerprint: String::new(),
            stop: Stop::default(),
        };
        let zero = vec![0.0; Features::<ConnectFour>::count(&model)];
        // One simulation is won, lost or drawn, and zero weights call every position even.
        let errors = learner(1).errors(&zero, 0, 5).unwrap();
        assert_eq!(errors.len(), 5);
        assert!(errors.iter().all(|&error| error == 0.5), "{errors:?}");
        // Many from the first moves of random games are nearly even, and no game lasts forever.
        let errors = learner(400).errors(&zero, 1, 1000).unwrap();
        assert!(errors[0] < 0.2, "{errors:?}");
        assert!(errors.len() < 42, "{errors:?}");
        assert_eq!(errors, learner(400).errors(&zero, 1, 1000).unwrap());
        assert_ne!(errors, learner(400).errors(&zero, 2, 1000).unwrap());
        let stopped = learner(400);
        stopped.stop.raise();
        assert_eq!(stopped.errors(&zero, 1, 5), None);
    }
}
