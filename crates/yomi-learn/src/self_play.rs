//! Learning a value from self-play by TD(lambda).
//!
//! The learner plays both sides: with probability `epsilon` any move, otherwise the move to the
//! position of highest value. After each game the value of every position, from the last to the first,
//! is moved towards the lambda-return (Sutton 1988)
//!
//! `z_t = (1 - lambda) V(s_{t+1}) + lambda z_{t+1}`, `z_T` = the result,
//!
//! which is the plain result of the game for `lambda = 1` and the value one ply later for
//! `lambda = 0`. Steps shrink as `alpha / (1 + g / halving)` over the games `g`.
//!
//! Limits: the learner sees only positions of such play; only exploration (`epsilon`) adds variety.

use crate::linear::LinearValue;
use std::sync::Arc;
use yomi_core::{Discrete, Encode, FirstValue, Policy, Scratch, Seed};
use yomi_search::policy::EpsilonGreedy;

yomi_core::parameters! {
    /// How to learn from self-play.
    pub struct SelfPlayParams {
        /// Games to play.
        pub games: u32 = 10000, in 1.0..=1e9;
        /// Step size.
        pub alpha: f32 = 0.02, in 0.0..=10.0;
        /// Games after which the step is half as large.
        pub halving: f32 = 5000.0, in 1.0..=1e9;
        /// Share of the final result in the target.
        pub lambda: f64 = 0.8, in 0.0..=1.0;
        /// Share of random moves.
        pub epsilon: f64 = 0.1, in 0.0..=1.0;
    }
}

/// A point of the learning curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Games played so far.
    pub games: u32,
    /// Mean cross-entropy of the positions since the last point, each before it was learned. It
    /// need not fall for long: as both sides play better, results are harder to foretell.
    pub loss: f64,
}

/// Learns from games against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    params: SelfPlayParams,
}

/// The positions of a game as the players to move saw them.
struct Seen {
    features: Vec<(u32, f32)>,
    mover: yomi_core::Player,
}

impl SelfPlay {
    /// A learner with these settings.
    pub fn new(params: SelfPlayParams) -> SelfPlay {
        SelfPlay { params }
    }

    /// Trains `value` in place; returns the learning curve in twenty points.
    pub fn train<G: Discrete + Encode>(
        &self,
        game: &G,
        value: &mut LinearValue,
        seed: Seed,
    ) -> Vec<CurvePoint> {
        let params = &self.params;
        let mut curve = Vec::new();
        let (mut losses, mut positions) = (0.0, 0u64);
        let stretch = params.games.div_ceil(20);
        for number in 0..params.games {
            let step = params.alpha / (1.0 + number as f32 / params.halving);
            let (game_seen, result) = self.play(game, value, seed.index(u64::from(number)));
            losses += self.learn(value, &game_seen, result, step);
            positions += game_seen.len() as u64;
            let games = number + 1;
            if games % stretch == 0 || games == params.games {
                let loss = losses / positions.max(1) as f64;
                curve.push(CurvePoint { games, loss });
                (losses, positions) = (0.0, 0);
            }
        }
        curve
    }

    /// One game of the learner against itself.
    fn play<G: Discrete + Encode>(
        &self,
        game: &G,
        value: &LinearValue,
        seed: Seed,
    ) -> (Vec<Seen>, FirstValue) {
        let policy = EpsilonGreedy {
            epsilon: self.params.epsilon,
            evaluator: Arc::new(value.clone()),
        };
        let mut rng = seed.rng();
        let mut scratch = Scratch::default();
        let mut state = game.initial();
        let mut seen = Vec::new();
        loop {
            if let Some(outcome) = game.outcome(&state) {
                return (seen, outcome.value());
            }
            let mover = game.to_move(&state);
            let mut features = Vec::new();
            game.encode(&state, mover, &mut features);
            seen.push(Seen { features, mover });
            let action = policy.choose(game, &state, &mut scratch, &mut rng);
            game.step(&mut state, action, &mut rng);
        }
    }

    /// Learns from the last position to the first; returns the summed loss.
    fn learn(&self, value: &mut LinearValue, seen: &[Seen], result: FirstValue, step: f32) -> f64 {
        let lambda = self.params.lambda;
        let mut losses = 0.0;
        let mut target = result;
        for position in seen.iter().rev() {
            let before = value.value(&position.features).to_first(position.mover);
            losses += value.learn(&position.features, target.to_mover(position.mover), step);
            target = FirstValue((1.0 - lambda) * before.0 + lambda * target.0);
        }
        losses
    }
}
