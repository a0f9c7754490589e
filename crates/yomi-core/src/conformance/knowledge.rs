//! The checks of knowledge: evaluators, priors, experience, policies, features. Each is of one position,
//! and what it finds begins with the name of the knowledge in question.

use super::probe::{Fault, Probe, ensure};
use crate::game::play_by_random_actions;
use crate::pictured::Explanation;
use crate::{
    Discrete, Evaluator, Experience, FeatureLists, Features, Game, MoveFeatures, Notation, Outcome,
    Player, Policy, Prior, Provers, Rng, Scratch, Seed, VirtualVisits,
};

pub(super) fn evaluator<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    evaluator: &dyn Evaluator<G>,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let seed = Seed::new(rng.next_u64());
    let mut scratch = Scratch::default();
    let mut value = || evaluator.evaluate(probe.game, state, &mut scratch, &mut seed.rng());
    let (one, two) = (value().0, value().0);
    ensure(
        (0.0..=1.0).contains(&one) && one == two,
        "a value from 0 to 1, the same with the same random numbers",
        || format!("{one}, then {two}"),
    )
}

pub(super) fn prior<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    prior: &dyn Prior<G>,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let actions = probe.some_actions(state, rng);
    let weights = || {
        let mut weights = vec![f32::NAN; actions.len()];
        let scratch = &mut Scratch::default();
        prior.weigh(probe.game, state, &actions, &mut weights, scratch);
        weights
    };
    let (one, two) = (weights(), weights());
    ensure(
        one.iter()
            .all(|weight| weight.is_finite() && *weight >= 0.0)
            && one == two,
        "weights that are finite, not negative, and stay the same",
        || format!("{one:?}, then {two:?}, for {actions:?}"),
    )?;
    let Some(explained) = prior.explain(probe.game, state, &actions) else {
        return Ok(());
    };
    // Sums of logarithms and products of single precision differ a little.
    let is_product = |(explanation, &weight): (&Explanation, &f32)| {
        let (product, weight) = (explanation.weight(), f64::from(weight));
        (product - weight).abs() <= 1e-3 * weight.abs()
    };
    ensure(
        explained.len() == actions.len() && explained.iter().zip(&one).all(is_product),
        "explanations whose factors multiply to the weights",
        || format!("{explained:?} for {one:?}"),
    )
}

pub(super) fn experience<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    experience: &dyn Experience<G>,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let actions = probe.some_actions(state, rng);
    let seed = Seed::new(rng.next_u64());
    let unset = VirtualVisits {
        value: f32::NAN,
        visits: 1,
    };
    let visits = || {
        let mut visits = vec![unset; actions.len()];
        experience.recall(probe.game, state, &actions, &mut visits, &mut seed.rng());
        visits
    };
    let (one, two) = (visits(), visits());
    let sound =
        |expected: &VirtualVisits| expected.visits == 0 || (0.0..=1.0).contains(&expected.value);
    ensure(
        one.iter().all(sound) && one == two,
        "values from 0 to 1, the same with the same random numbers",
        || format!("{one:?}, then {two:?}, for {actions:?}"),
    )
}

/// A forced win that is claimed is one that can be played, and more effort finds what less effort finds.
pub(super) fn prover<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    provers: &dyn Provers<G>,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let (mut prover, mover) = (provers.prover(), probe.game.to_move(state));
    let mut was_won = false;
    for level in 0..provers.levels() {
        let is_won = prover.is_won(probe.game, state, level);
        let line = prover.winning_line(probe.game, state, level);
        ensure(
            is_won == line.is_some() && (is_won || !was_won),
            "a line where there is a forced win, found with more effort too",
            || format!("level {level}: {is_won}, {line:?}"),
        )?;
        was_won = is_won;
        let Some(line) = line else {
            continue;
        };
        let mut end = state.clone();
        for &action in &line {
            let listed = probe.listed(&end);
            let is_legal = listed.is_none_or(|listed| listed.contains(&action));
            ensure(is_legal, "a line of legal moves", || format!("{line:?}"))?;
            probe.game.step(&mut end, action, &mut Seed::new(0).rng());
        }
        ensure(
            probe.game.outcome(&end) == Some(Outcome::Win(mover)),
            "a line that ends with the win",
            || format!("{line:?}"),
        )?;
    }
    Ok(())
}

pub(super) fn features<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    features: &dyn Features<G>,
) -> Result<(), Fault> {
    let (stage, stages) = (features.stage(probe.game, state), features.stages());
    ensure(stage < stages, "a stage below their number", || {
        format!("{stage} of {stages}")
    })?;
    for (viewer, view) in views(features) {
        let encode = |buffer: &mut Vec<(u32, f32)>| {
            features.encode(probe.game, state, viewer, view, buffer);
        };
        sound_features(features.count(), viewer, encode)?;
    }
    Ok(())
}

fn views<G: Game>(features: &dyn Features<G>) -> impl Iterator<Item = (Player, usize)> {
    let views = features.views();
    let of = move |viewer| (0..views).map(move |view| (viewer, view));
    Player::BOTH.into_iter().flat_map(of)
}

pub(super) fn move_features<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    features: &dyn MoveFeatures<G>,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    // What was in the buffer is to be replaced.
    let mut lists = FeatureLists::default();
    lists.end_action();
    let mut encode = |actions: &[G::Action]| {
        features.encode(probe.game, state, actions, &mut lists);
        lists.iter().map(<[u32]>::to_vec).collect::<Vec<_>>()
    };
    let actions = probe.some_actions(state, rng);
    let found = encode(&actions);
    let count = features.count();
    ensure(
        found.len() == actions.len() && found.iter().flatten().all(|&of| (of as usize) < count),
        "one list of features below the count for each action",
        || format!("{found:?} for {actions:?}, count {count}"),
    )?;
    // All in another order, then one alone.
    let mut order: Vec<usize> = (0..actions.len()).collect();
    rng.shuffle(&mut order);
    for order in [&order[..], &order[..order.len().min(1)]] {
        let shuffled: Vec<G::Action> = order.iter().map(|&i| actions[i]).collect();
        let expected: Vec<Vec<u32>> = order.iter().map(|&i| found[i].clone()).collect();
        let again = encode(&shuffled);
        ensure(
            again == expected,
            "features that depend on the position and the action alone",
            || format!("{expected:?}, then {again:?}, for {shuffled:?}"),
        )?;
    }
    Ok(())
}

/// The checks of features of every kind.
pub(super) fn sound_features(
    count: usize,
    viewer: Player,
    encode: impl Fn(&mut Vec<(u32, f32)>),
) -> Result<(), Fault> {
    let mut features = Vec::new();
    encode(&mut features);
    for &(feature, amount) in &features {
        ensure(
            (feature as usize) < count && amount.is_finite(),
            "features below the count with finite amounts",
            || format!("feature {feature} of {count}, amount {amount}, for {viewer}"),
        )?;
    }
    let mut again = vec![(0, 0.0); 3];
    encode(&mut again);
    ensure(
        features == again,
        "the same features again, in place of what was in the buffer",
        || format!("{features:?}, then {again:?}"),
    )
}

/// A policy that plays by nothing but its choices.
struct OneByOne<'a, G: Game>(&'a dyn Policy<G>);

impl<G: Game> Policy<G> for OneByOne<'_, G> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        self.0.choose(game, state, scratch, rng)
    }
}

pub(super) fn policy<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    policy: &dyn Policy<G>,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let game = probe.game;
    let action = policy.choose(game, state, &mut Scratch::default(), rng);
    let text = game.format_action(state, action);
    let parsed = game.parse_action(state, &text);
    ensure(parsed == Ok(action), "a choice to be a legal move", || {
        format!("{action:?} written as '{text}' and read as {parsed:?}")
    })?;
    same_games(
        probe,
        state,
        rng,
        &|state, plies, scratch, rng| policy.play(game, state, plies, scratch, rng),
        &|state, plies, scratch, rng| OneByOne(policy).play(game, state, plies, scratch, rng),
    )
}

/// [`Discrete::play_randomly`] does what drawing one by one does.
pub(super) fn random_games<G: Notation + Discrete>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    same_games(
        probe,
        state,
        rng,
        &|state, plies, scratch, rng| game.play_randomly(state, plies, scratch, rng),
        &|state, plies, scratch, rng| play_by_random_actions(game, state, plies, scratch, rng),
    )
}

type Play<'a, G> = &'a dyn Fn(
    &mut <G as Game>::State,
    u32,
    &mut Scratch<<G as Game>::Action>,
    &mut Rng,
) -> Option<Outcome>;

/// Plays a few plies and many in one go and one by one: the same moves, the same position, the same
/// outcome, and the same numbers drawn, up to a move that would not have been legal.
fn same_games<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
    fast: Play<'_, G>,
    one_by_one: Play<'_, G>,
) -> Result<(), Fault> {
    let seed = Seed::new(rng.next_u64());
    let played = |play: Play<'_, G>, plies: u32| {
        let mut end = state.clone();
        let mut rng = seed.rng();
        let mut scratch = Scratch {
            tracing: true,
            ..Scratch::default()
        };
        let outcome = play(&mut end, plies, &mut scratch, &mut rng);
        (scratch.trace, end, outcome, rng.next_u64())
    };
    for plies in [0, 3, 500] {
        let (one, two) = (played(fast, plies), played(one_by_one, plies));
        let mut pairs = one.0.iter().zip(&two.0);
        if let Some(apart) = pairs.position(|(one, two)| one != two) {
            let (_, there, ..) = played(one_by_one, apart as u32);
            let action = one.0[apart].1;
            let text = probe.game.format_action(&there, action);
            if probe.game.parse_action(&there, &text) != Ok(action) {
                continue;
            }
        }
        let shown = [&one, &two].map(|(trace, end, outcome, next)| {
            let end = probe.fingerprint(end);
            format!("{trace:?}\n{end}\n{outcome:?}, then {next:x}")
        });
        ensure(
            shown[0] == shown[1],
            "playing on to be what choosing and playing one by one is",
            || format!("{}\ninstead of\n{}", shown[0], shown[1]),
        )?;
    }
    Ok(())
}
