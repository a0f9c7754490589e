//! The fitted value of a position and its gradient.

use super::{Fit, SelectiveParams};
use std::sync::Arc;
use yomi_core::{
    Deterministic, Discrete, Evaluator, Game, Limits, LinearModel, Player, Request, Search, Seed,
    Stop, logistic,
};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};

/// What one position teaches: `V = sigmoid(k w . x)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The features of the first player less those of the second, by rising index, without zeros.
    pub x: Vec<(u32, f64)>,
    /// The value under the weights so far, of the first player.
    pub value: f64,
}

impl Example {
    /// `w . x` goes through the logistic function.
    pub fn new(x: Vec<(u32, f64)>, weights: &[f64], gain: f64) -> Example {
        let weighted = x
            .iter()
            .map(|&(index, amount)| weights[index as usize] * amount);
        let value = logistic(gain * weighted.sum::<f64>());
        Example { x, value }
    }

    /// Adds `(r - V) V (1 - V) x` to a sum over positions.
    pub fn add_to(&self, sum: &mut [f64], target: f64) {
        let slope = (target - self.value) * self.value * (1.0 - self.value);
        for &(index, amount) in &self.x {
            sum[index as usize] += slope * amount;
        }
    }
}

/// The features of the first player less those of the second.
pub fn difference<G: Game>(
    model: &dyn LinearModel<G>,
    game: &G,
    state: &G::State,
) -> Vec<(u32, f64)> {
    let mut all: Vec<(u32, f64)> = Vec::new();
    let mut features = Vec::new();
    for (viewer, sign) in [(Player::First, 1.0), (Player::Second, -1.0)] {
        model.encode(game, state, viewer, 0, &mut features);
        let signed = features.iter();
        all.extend(signed.map(|&(index, amount)| (index, sign * f64::from(amount))));
    }
    all.sort_by_key(|&(index, _)| index);
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    all.retain(|&(_, amount)| amount != 0.0);
    all
}

/// Finds the position whose static value is fitted.
pub struct Fitter<G: Game> {
    search: Option<AlphaBeta<G>>,
    depth: u32,
    stop: Stop,
}

impl<G: Discrete + Deterministic> Fitter<G> {
    /// A fitter by these settings, where searches evaluate by `evaluator`. What it finds when stopped
    /// is of no use.
    pub fn new(
        params: &SelectiveParams,
        evaluator: &Arc<dyn Evaluator<G>>,
        stop: &Stop,
    ) -> Fitter<G> {
        let search = || AlphaBeta::new(AlphaBetaParams::default(), Arc::clone(evaluator));
        Fitter {
            search: (params.fit == Fit::Search).then(search),
            depth: params.depth,
            stop: stop.clone(),
        }
    }

    /// The position itself, or the leaf at the end of the best line; `None` if the game is over there,
    /// since no weight changes that value.
    pub fn leaf(&mut self, game: &G, state: &G::State) -> Option<G::State> {
        let mut leaf = state.clone();
        if let Some(search) = &mut self.search {
            let request = Request {
                stop: self.stop.clone(),
                ..Request::new(Limits::depth(self.depth), Seed::new(0))
            };
            let report = search.search(game, state, &request);
            if report.proven.is_some() {
                return None;
            }
            for action in report.line {
                game.apply(&mut leaf, action);
            }
        }
        game.outcome(&leaf).is_none().then_some(leaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear_model::Encoded;
    use yomi_core::{Features, Rng, Scratch};
    use yomi_toy::connect_four::Board;
    use yomi_toy::{ConnectFour, TicTacToe, tic_tac_toe};

    fn some_weights(rng: &mut Rng) -> Vec<f64> {
        let count = Features::<ConnectFour>::count(&Encoded::of(&ConnectFour));
        (0..count).map(|_| rng.normal()).collect()
    }

    fn some_position(rng: &mut Rng, plies: u32) -> Board {
        let mut state = ConnectFour.initial();
        for _ in 0..plies {
            let action = ConnectFour.random_action(&state, &mut Vec::new(), rng);
            let before = state;
            ConnectFour.apply(&mut state, action);
            if ConnectFour.outcome(&state).is_some() {
                return before;
            }
        }
        state
    }

    #[test]
    fn the_step_follows_the_gradient() {
        // The sum must be minus half the numeric derivative of the squared errors, without the gain.
        let (mut rng, gain) = (Seed::new(1).rng(), 0.3);
        let mut weights = some_weights(&mut rng);
        let model = Encoded::of(&ConnectFour);
        let positions: Vec<_> = (4..12)
            .map(|plies| some_position(&mut rng, plies))
            .collect();
        let targets: Vec<f64> = positions.iter().map(|_| rng.unit()).collect();
        let examples = |weights: &[f64]| -> Vec<Example> {
            let x = positions
                .iter()
                .map(|state| difference(&model, &ConnectFour, state));
            x.map(|x| Example::new(x, weights, gain)).collect()
        };
        let mut sum = vec![0.0; weights.len()];
        for (example, &target) in examples(&weights).iter().zip(&targets) {
            example.add_to(&mut sum, target);
        }
        let loss = |weights: &[f64]| -> f64 {
            let errors = examples(weights);
            let errors = errors
                .iter()
                .zip(&targets)
                .map(|(example, r)| r - example.value);
            errors.map(|error| error * error).sum()
        };
        let mut steep = 0;
        for index in 0..weights.len() {
            let (here, width) = (weights[index], 1e-5);
            let mut at = |weight: f64| {
                weights[index] = weight;
                loss(&weights)
            };
            let numeric = (at(here + width) - at(here - width)) / (2.0 * width);
            weights[index] = here;
            let expected = -0.5 * numeric;
            assert!(
                (gain * sum[index] - expected).abs() < 1e-7,
                "weight {index}"
            );
            steep += u32::from(expected.abs() > 1e-4);
        }
        assert!(steep > 10, "{steep} weights matter");
    }

    /// A position after some moves of each side, and the same marks with the sides exchanged; `None` if
    /// a game is over before.
    fn exchanged(rng: &mut Rng, rounds: u32) -> Option<[tic_tac_toe::Board; 2]> {
        let mut sides = [TicTacToe.initial(); 2];
        for _ in 0..rounds {
            let first = TicTacToe.random_action(&sides[0], &mut Vec::new(), rng);
            TicTacToe.apply(&mut sides[0], first);
            let second = TicTacToe.random_action(&sides[0], &mut Vec::new(), rng);
            for (side, action) in [(0, second), (1, second), (1, first)] {
                TicTacToe.apply(&mut sides[side], action);
                if TicTacToe.outcome(&sides[side]).is_some() {
                    return None;
                }
            }
        }
        Some(sides)
    }

    #[test]
    fn the_difference_changes_its_sign_with_the_sides() {
        // Unlike in connect four, first and second player share their weights.
        let model = Encoded::of(&TicTacToe);
        let mut rng = Seed::new(4).rng();
        // On the empty board nothing but the side to move differs, which is the same in both positions.
        let to_move = difference(&model, &TicTacToe, &TicTacToe.initial());
        assert_eq!(to_move.len(), 1);
        let mut uneven = 0;
        for number in 0..60 {
            let Some(sides) = exchanged(&mut rng, 1 + number % 3) else {
                continue;
            };
            let [x, turned] = sides.map(|state| {
                let mut x = difference(&model, &TicTacToe, &state);
                x.retain(|feature| *feature != to_move[0]);
                x
            });
            let negated: Vec<(u32, f64)> = turned.iter().map(|&(i, a)| (i, -a)).collect();
            assert_eq!(x, negated, "{sides:?}");
            uneven += u32::from(!x.is_empty());
        }
        assert!(uneven > 30, "{uneven}");
    }

    #[test]
    fn the_difference_is_what_the_evaluation_weighs() {
        let model = Encoded::of(&ConnectFour);
        let mut rng = Seed::new(2).rng();
        for plies in 0..20 {
            let state = some_position(&mut rng, plies);
            let x = difference(&model, &ConnectFour, &state);
            assert!(x.is_sorted_by(|a, b| a.0 < b.0), "{x:?}");
            assert!(x.iter().all(|&(_, amount)| amount != 0.0), "{x:?}");
            // The evaluation that plays is the one that is fitted.
            let weights = some_weights(&mut rng);
            let single: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
            let single_as_double: Vec<f64> = single.iter().copied().map(f64::from).collect();
            let evaluator = LinearModel::<ConnectFour>::evaluator(&model, &single, 0.1);
            let played =
                evaluator.evaluate(&ConnectFour, &state, &mut Scratch::default(), &mut rng);
            let fitted = Example::new(x, &single_as_double, 0.1).value;
            assert!((played.0 - fitted).abs() < 1e-12, "{played:?} {fitted}");
        }
    }

    #[test]
    fn a_searched_value_is_the_static_value_of_the_leaf() {
        let model = Encoded::of(&ConnectFour);
        let mut rng = Seed::new(3).rng();
        let params = SelectiveParams {
            fit: Fit::Search,
            depth: 3,
            ..SelectiveParams::default()
        };
        let (mut leaves, mut over) = (0, 0);
        for round in 0..60 {
            let single: Vec<f32> = some_weights(&mut rng).iter().map(|&w| w as f32).collect();
            let evaluator = LinearModel::<ConnectFour>::evaluator(&model, &single, 0.1);
            let state = some_position(&mut rng, round % 30);
            let mut search = AlphaBeta::new(AlphaBetaParams::default(), Arc::clone(&evaluator));
            let request = Request::new(Limits::depth(3), Seed::new(0));
            let report = search.search(&ConnectFour, &state, &request);
            let Some(leaf) =
                Fitter::new(&params, &evaluator, &Stop::default()).leaf(&ConnectFour, &state)
            else {
                over += 1;
                assert!(report.proven.is_some());
                continue;
            };
            leaves += 1;
            let mover = ConnectFour.to_move(&state);
            let found = report.value.to_first(mover).0;
            let value = evaluator.evaluate(&ConnectFour, &leaf, &mut Scratch::default(), &mut rng);
            // Alpha-beta counts in ten-thousandths.
            assert!((found - value.0).abs() < 1e-4, "{found} {value:?}");
        }
        assert!(leaves > 20 && over > 0, "{leaves} leaves, {over} over");
    }
}
