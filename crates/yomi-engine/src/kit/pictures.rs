//! What there is to see of a game: its board, the values of moves, the weights of evaluations.

use super::Kit;
use super::offered::Choice;
use crate::any_game::{NO_EVALUATIONS, NO_PICTURES, NO_VALUES};
use crate::{AnyGame as _, SetupError, ShownWeights, WeightGroup};
use yomi_core::engine::{TextMove, TextReport};
use yomi_core::params::{ParamError, Spec};
use yomi_core::pictured::{
    BoardPosition, Grid, Measure, MoveValues, Searched, ValuedMove, WeightMap,
};
use yomi_core::{FirstValue, Game, Notation, Pictured, Scratch, Seed};

/// The functions of [`Pictured`], for games that have it.
pub(super) struct Picturing<G: Game> {
    grid: fn(&G) -> Grid,
    board: fn(&G, &G::State) -> BoardPosition,
    list: fn(&G, &G::State, &mut Vec<G::Action>),
    cells: fn(&G, &G::State, G::Action) -> Vec<usize>,
    kind: fn(&G, G::Action) -> Option<String>,
}

impl<G: Pictured> Picturing<G> {
    pub fn new() -> Picturing<G> {
        Picturing {
            grid: G::grid,
            board: G::board,
            list: G::actions,
            cells: G::cells,
            kind: G::kind,
        }
    }
}

impl<G: Notation> Kit<G> {
    fn picturing(&self) -> Result<&Picturing<G>, SetupError> {
        let pictures = self.pictures.as_ref();
        pictures.ok_or_else(|| self.unfit(NO_PICTURES))
    }

    /// See [`AnyGame::board`](crate::AnyGame::board).
    pub(super) fn board_after(
        &self,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<BoardPosition, SetupError> {
        let picturing = self.picturing()?;
        let position = self.position_after(position, moves)?;
        Ok((picturing.board)(&self.game, position.state()))
    }

    /// See [`AnyGame::move_values`](crate::AnyGame::move_values).
    pub(super) fn values_after(
        &self,
        position: Option<&str>,
        moves: &[String],
        by: &Spec,
    ) -> Result<MoveValues, SetupError> {
        let picturing = self.pictures.as_ref();
        let picturing = picturing.ok_or_else(|| self.unfit(NO_VALUES))?;
        let position = self.position_after(position, moves)?;
        let state = position.state();
        let mut actions = Vec::new();
        if position.outcome().is_none() {
            (picturing.list)(&self.game, state, &mut actions);
        }
        let (measure, values) = self.values_of(state, &actions, by)?;
        let prior = self.knowledge.priors.named(by).and_then(Result::ok);
        let explained = prior.and_then(|prior| prior.explain(&self.game, state, &actions));
        let mut explained = explained.unwrap_or_default().into_iter();
        let valued = |(action, value): (G::Action, f64)| ValuedMove {
            value,
            explanation: explained.next(),
            ..self.pictured_move(picturing, state, action)
        };
        let moves = actions.into_iter().zip(values).map(valued).collect();
        Ok(MoveValues::new(by.to_string(), measure, moves))
    }

    /// See [`AnyGame::searched_values`](crate::AnyGame::searched_values).
    pub(super) fn searched_after(
        &self,
        position: Option<&str>,
        moves: &[String],
        by: &Spec,
        report: &TextReport,
    ) -> Result<MoveValues, SetupError> {
        let picturing = self.picturing()?;
        let position = self.position_after(position, moves)?;
        let state = position.state();
        let valued = |found: &TextMove| {
            let action = self.game.parse_action(state, &found.text);
            let action = action.map_err(|error| self.unfit(&error.to_string()))?;
            Ok(ValuedMove {
                searched: Some(Searched {
                    visits: found.visits,
                    value: found.value.map(|value| value.0),
                }),
                ..self.pictured_move(picturing, state, action)
            })
        };
        let moves: Result<Vec<ValuedMove>, SetupError> = report.moves.iter().map(valued).collect();
        Ok(MoveValues::searched(by.to_string(), moves?))
    }

    /// A legal action as pictures show it.
    fn pictured_move(
        &self,
        picturing: &Picturing<G>,
        state: &G::State,
        action: G::Action,
    ) -> ValuedMove {
        let cells = (picturing.cells)(&self.game, state, action);
        ValuedMove {
            kind: (picturing.kind)(&self.game, action),
            ..ValuedMove::new(&self.game.format_action(state, action), cells)
        }
    }

    /// The values of actions by an evaluator or a prior.
    fn values_of(
        &self,
        state: &G::State,
        actions: &[G::Action],
        by: &Spec,
    ) -> Result<(Measure, Vec<f64>), SetupError> {
        let wrong = |source: ParamError| SetupError::Parameter {
            of: format!("'{}'", by.name),
            source,
        };
        let (game, mut scratch) = (&*self.game, Scratch::default());
        if let Some(evaluator) = self.knowledge.evaluators.named(by) {
            let evaluator = evaluator.map_err(wrong)?;
            self.check_learned(&self.knowledge.evaluators.choice, by)?;
            let mut values = vec![FirstValue::EVEN; actions.len()];
            let rng = &mut Seed::new(0).rng();
            evaluator.evaluate_children(game, state, actions, &mut values, &mut scratch, rng);
            let mover = game.to_move(state);
            let values = values.iter().map(|value| value.to_mover(mover).0);
            return Ok((Measure::Score, values.collect()));
        }
        if let Some(prior) = self.knowledge.priors.named(by) {
            let prior = prior.map_err(wrong)?;
            self.check_learned(&self.knowledge.priors.choice, by)?;
            let mut weights = vec![0.0; actions.len()];
            prior.weigh(game, state, actions, &mut weights, &mut scratch);
            let sum: f64 = weights.iter().copied().map(f64::from).sum();
            let share = |&weight: &f32| f64::from(weight) / sum.max(f64::MIN_POSITIVE);
            return Ok((Measure::Probability, weights.iter().map(share).collect()));
        }
        let [evaluators, priors] = [
            self.knowledge.evaluators.choice.names(),
            self.knowledge.priors.choice.names(),
        ];
        Err(self.unfit(&format!(
            "unknown evaluator or prior '{}': expected one of {}",
            by.name,
            [evaluators, priors].concat().join(", ")
        )))
    }

    /// Refuses weights that nobody has learned, unless they are asked for: what they say of moves says nothing.
    fn check_learned(&self, choice: &Choice, by: &Spec) -> Result<(), SetupError> {
        let Some(setting) = choice.unlearned(by) else {
            return Ok(());
        };
        Err(self.unfit(&format!(
            "no learned weights of '{0}' ship for these rules: expected a file, as in {0}:{setting}=FILE",
            by.name
        )))
    }

    /// See [`AnyGame::weights`](crate::AnyGame::weights).
    pub(super) fn shown_weights(
        &self,
        evaluation: &str,
        weights: Option<&str>,
    ) -> Result<ShownWeights, SetupError> {
        let known = &self.knowledge.evaluations;
        let found = known.iter().find(|known| known.name == evaluation);
        let found = found.ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
            let known = names.join(", ");
            match names.is_empty() {
                true => self.unfit(NO_EVALUATIONS),
                false => self.unfit(&format!(
                    "unknown evaluation '{evaluation}': expected one of {known}"
                )),
            }
        })?;
        let read = found.weights(weights.map(str::to_owned));
        let (weights, _) = read.map_err(|source| SetupError::Parameter {
            of: format!("evaluation '{evaluation}'"),
            source,
        })?;
        let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
        let groups = found.model().groups().into_iter();
        let maps = found.model().maps().into_iter();
        Ok(ShownWeights {
            grid: self.pictures.as_ref().map(|known| (known.grid)(&self.game)),
            groups: groups
                .map(|group| WeightGroup {
                    name: group.name,
                    weights: weights[group.range].to_vec(),
                })
                .collect(),
            maps: maps
                .map(|map| WeightMap {
                    name: map.name,
                    cells: weights[map.cells].to_vec(),
                    shared: map.shared.map_or(0.0, |shared| weights[shared]),
                })
                .collect(),
        })
    }
}
