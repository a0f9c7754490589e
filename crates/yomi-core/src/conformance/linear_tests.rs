//! The checks of linear models, on one with every kind of flaw.

use super::tests::{Flaw, Lanes, Track};
use super::{Summary, Violation, suite};
use crate::{
    Discrete, Evaluator, FeatureGroup, FeatureMap, Features, FirstValue, Game, LinearModel, Player,
    Policy, Rng, Scratch,
};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    Nothing,
    OneSided,
    Draws,
    MixesChildrenUp,
    Timid,
    GroupsTooMuch,
    MapsTooMuch,
}

/// The steps of the viewer's own lane.
#[derive(Clone, Copy)]
struct Steps {
    wrong: Wrong,
}

impl Features<Lanes> for Steps {
    fn count(&self) -> usize {
        2
    }

    fn encode(
        &self,
        _: &Lanes,
        track: &Track,
        viewer: Player,
        _: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        features.clear();
        features.push((0, f32::from(track.lanes[viewer.index()])));
        features.push((1, 1.0 + viewer.index() as f32));
    }
}

struct Value {
    steps: Steps,
    weights: Vec<f32>,
    gain: f64,
}

impl Evaluator<Lanes> for Value {
    fn evaluate(
        &self,
        game: &Lanes,
        track: &Track,
        _: &mut Scratch<u8>,
        rng: &mut Rng,
    ) -> FirstValue {
        if self.steps.wrong == Wrong::Draws {
            rng.next_u64();
        }
        let sum_of = |viewer| {
            let mut features = Vec::new();
            self.steps.encode(game, track, viewer, 0, &mut features);
            let products = features.iter();
            let products = products.map(|&(i, amount)| self.weights[i as usize] * amount);
            f64::from(products.sum::<f32>())
        };
        let other = match self.steps.wrong {
            Wrong::OneSided => 0.0,
            _ => sum_of(Player::Second),
        };
        let sum = sum_of(Player::First) - other;
        FirstValue(1.0 / (1.0 + libm::exp(-self.gain * sum)))
    }

    fn evaluate_children(
        &self,
        game: &Lanes,
        track: &Track,
        actions: &[u8],
        values: &mut [FirstValue],
        scratch: &mut Scratch<u8>,
        rng: &mut Rng,
    ) {
        for (value, &action) in values.iter_mut().zip(actions) {
            let mut child = track.clone();
            game.step(&mut child, action, rng);
            *value = match game.outcome(&child) {
                Some(outcome) => outcome.value(),
                None => self.evaluate(game, &child, scratch, rng),
            };
        }
        if self.steps.wrong == Wrong::MixesChildrenUp {
            values.reverse();
        }
    }
}

/// Plays the move with the best value, or with the worst.
impl Policy<Lanes> for Value {
    fn choose(&self, game: &Lanes, track: &Track, scratch: &mut Scratch<u8>, rng: &mut Rng) -> u8 {
        let (mut actions, mover) = (Vec::new(), game.to_move(track));
        game.actions(track, &mut actions);
        let mut values = vec![FirstValue::EVEN; actions.len()];
        self.evaluate_children(game, track, &actions, &mut values, scratch, rng);
        let sign = match self.steps.wrong {
            Wrong::Timid => -1.0,
            _ => 1.0,
        };
        let value_of = |place: &usize| sign * values[*place].to_mover(mover).0;
        let places = 0..actions.len();
        let best = places.max_by(|a, b| value_of(a).total_cmp(&value_of(b)));
        actions[best.unwrap()]
    }
}

impl LinearModel<Lanes> for Steps {
    fn evaluator(&self, weights: &[f32], gain: f64) -> Arc<dyn Evaluator<Lanes>> {
        Arc::new(Value {
            steps: *self,
            weights: weights.to_vec(),
            gain,
        })
    }

    fn best_of(&self, weights: &[f32], _: u32) -> Arc<dyn Policy<Lanes>> {
        Arc::new(Value {
            steps: *self,
            weights: weights.to_vec(),
            gain: 0.1,
        })
    }

    fn groups(&self) -> Vec<FeatureGroup> {
        vec![FeatureGroup {
            name: "lanes".to_owned(),
            range: 0..2 + usize::from(self.wrong == Wrong::GroupsTooMuch),
        }]
    }

    fn maps(&self) -> Vec<FeatureMap> {
        vec![FeatureMap {
            name: "lanes".to_owned(),
            cells: 0..1,
            shared: Some(1 + usize::from(self.wrong == Wrong::MapsTooMuch)),
        }]
    }
}

fn check(wrong: Wrong) -> Result<Summary, Violation> {
    let (game, steps) = (Lanes::new(Flaw::None), Steps { wrong });
    suite(&game).discrete().linear_model("steps", &steps).run()
}

#[test]
fn a_sound_model_passes_and_every_flaw_is_caught() {
    assert!(
        check(Wrong::Nothing)
            .unwrap()
            .checks
            .contains(&"linear model")
    );
    for (wrong, expected) in [
        (Wrong::OneSided, "the logistic function"),
        (Wrong::Draws, "no random numbers"),
        (Wrong::MixesChildrenUp, "children in one call"),
        (Wrong::Timid, "the best of all moves"),
        (Wrong::GroupsTooMuch, "groups of features"),
        (Wrong::MapsTooMuch, "maps of features"),
    ] {
        let violation = check(wrong).unwrap_err();
        assert_eq!(violation.check, "linear model", "{violation}");
        assert!(
            violation.expected.contains(expected),
            "{wrong:?}: {violation}"
        );
        assert!(violation.found.starts_with("steps: "), "{violation}");
    }
}
