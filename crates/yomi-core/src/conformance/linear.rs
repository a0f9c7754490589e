//! The checks of linear models, of one position, with random weights: the evaluation is what the formula
//! says, children valued in one call are those valued one by one, and the best of all moves is the
//! greedy one. Incremental implementations are compared with the features recomputed.

use super::probe::{Fault, Probe, ensure};
use crate::{Evaluator, FirstValue, Game, LinearModel, Notation, Player, Rng, Scratch, Seed};

/// Single precision, and the sums of many features.
const NEAR: f64 = 1e-4;

/// More moves than any position has.
const ALL: u32 = 100_000;

/// An evaluator that values children one by one.
struct OneByOne<'a, G: Game>(&'a dyn Evaluator<G>);

impl<G: Game> Evaluator<G> for OneByOne<'_, G> {
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        self.0.evaluate(game, state, scratch, rng)
    }
}

/// `w . x`, with the features computed anew.
fn weighted_sum<G: Game>(
    model: &dyn LinearModel<G>,
    game: &G,
    state: &G::State,
    weights: &[f32],
) -> f64 {
    let mut features = Vec::new();
    let mut sum_of = |viewer| -> f64 {
        model.encode(game, state, viewer, 0, &mut features);
        let weight = |index: u32| f64::from(weights.get(index as usize).copied().unwrap_or(0.0));
        let products = features.iter();
        products
            .map(|&(index, amount)| weight(index) * f64::from(amount))
            .sum()
    };
    sum_of(Player::First) - sum_of(Player::Second)
}

pub(super) fn linear_model<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    model: &dyn LinearModel<G>,
) -> Result<(), Fault> {
    let count = model.count();
    for group in model.groups() {
        let range = &group.range;
        ensure(
            range.start < range.end && range.end <= count,
            "groups of features below their count",
            || format!("{range:?} of {count} for '{}'", group.name),
        )?;
    }
    for map in model.maps() {
        ensure(
            map.cells.end <= count && map.shared.is_none_or(|shared| shared < count),
            "maps of features below their count",
            || format!("{map:?} of {count}"),
        )?;
    }
    if probe.over(state) {
        return Ok(());
    }
    let weights: Vec<f32> = (0..count).map(|_| rng.normal() as f32).collect();
    let sum = weighted_sum(model, probe.game, state, &weights);
    // Steep enough to tell positions apart, and not so steep that all are won or lost.
    let gain = 1.0 / (1.0 + sum.abs());
    let evaluator = model.evaluator(&weights, gain);
    let mut scratch = Scratch::default();

    let mut untouched = rng.clone();
    let value = evaluator.evaluate(probe.game, state, &mut scratch, rng).0;
    let expected = 1.0 / (1.0 + libm::exp(-gain * sum));
    ensure(
        (value - expected).abs() < NEAR,
        "the logistic function of gain times weights times difference of the features",
        || format!("{value} instead of {expected}"),
    )?;
    ensure(
        rng.next_u64() == untouched.next_u64(),
        "an evaluation that draws no random numbers",
        || "that it does".to_owned(),
    )?;

    let actions = probe.some_actions(state, rng);
    let seed = Seed::new(rng.next_u64());
    let mut values_by = |evaluator: &dyn Evaluator<G>| {
        let mut values = vec![FirstValue(f64::NAN); actions.len()];
        let (game, rng) = (probe.game, &mut seed.rng());
        evaluator.evaluate_children(game, state, &actions, &mut values, &mut scratch, rng);
        values
    };
    let (batch, single) = (values_by(&evaluator), values_by(&OneByOne(&*evaluator)));
    for ((action, one), two) in actions.iter().zip(&batch).zip(&single) {
        ensure(
            (one.0 - two.0).abs() < NEAR,
            "children in one call to have the values they have one by one",
            || format!("{} instead of {} for {action:?}", one.0, two.0),
        )?;
    }

    // Moves that end the game may be compared by their outcome or by the formula.
    let ends = |&action: &G::Action| {
        let mut child = state.clone();
        probe.game.step(&mut child, action, &mut seed.rng());
        probe.game.outcome(&child).is_some()
    };
    if actions.iter().any(ends) {
        return Ok(());
    }
    let mover = probe.game.to_move(state);
    let best = single.iter().map(|value| value.to_mover(mover).0);
    let best = best.fold(f64::MIN, f64::max);
    let greedy = model.best_of(&weights, ALL);
    let chosen = greedy.choose(probe.game, state, &mut scratch, &mut seed.rng());
    let place = actions.iter().position(|&action| action == chosen);
    let value = place.map(|place| single[place].to_mover(mover).0);
    ensure(
        value.is_some_and(|value| value > best - NEAR),
        "the best of all moves to be a legal one with the highest value",
        || format!("{chosen:?} with {value:?} instead of {best}"),
    )
}
