//! The checks of capabilities, each of one position.

use super::knowledge::sound_features;
use super::probe::{Fault, Probe, ensure};
use crate::{Deterministic, Encode, Indexed, Notation, Player, Proposes, Rng, Symmetric};

pub(super) fn actions<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let (Some(list), Some(draw)) = (probe.list, probe.draw) else {
        return Ok(());
    };
    if probe.over(state) {
        return Ok(());
    }
    let mut actions = Vec::new();
    list(probe.game, state, &mut actions);
    let expected = "at least one action in a position that is not over";
    ensure(!actions.is_empty(), expected, || "none".to_owned())?;

    let mut again = actions.clone();
    again.reverse();
    list(probe.game, state, &mut again);
    ensure(
        actions == again,
        "the same list again, in place of what was in the buffer",
        || format!("{actions:?}, then {again:?}"),
    )?;
    for (i, action) in actions.iter().enumerate() {
        ensure(!actions[..i].contains(action), "every action once", || {
            format!("{action:?} twice in {actions:?}")
        })?;
    }
    for list in [probe.search_list, probe.playout_list] {
        let some = probe.by(list, state).unwrap_or_default();
        ensure(
            !some.is_empty() && some.iter().all(|action| actions.contains(action)),
            "searches and playouts to have at least one action, all of them legal",
            || format!("{some:?}, legal are {actions:?}"),
        )?;
    }
    let drawn = draw(probe.game, state, rng);
    ensure(
        actions.contains(&drawn),
        "a random action to be legal",
        || format!("{drawn:?}, not in {actions:?}"),
    )
}

/// Draws many random actions. The bound on chi-square is so far out that chance alone would cross
/// it less than once in 10^12 positions.
pub(super) fn uniform<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let (Some(actions), Some(draw)) = (probe.by(probe.playout_list, state), probe.draw) else {
        return Ok(());
    };
    let each = if actions.len() <= 32 { 400 } else { 64 };
    let mut counts = vec![0u32; actions.len()];
    for _ in 0..each * actions.len() {
        let drawn = draw(probe.game, state, rng);
        let Some(place) = actions.iter().position(|&action| action == drawn) else {
            return Err(Fault::new(
                "a random action to be legal",
                format!("{drawn:?}"),
            ));
        };
        counts[place] += 1;
    }
    let deviation = |&count: &u32| {
        let difference = f64::from(count) - each as f64;
        difference * difference / each as f64
    };
    let chi_square: f64 = counts.iter().map(deviation).sum();
    let freedom = (actions.len() - 1) as f64;
    let bound = freedom + 8.0 * (2.0 * freedom).sqrt() + 40.0;
    ensure(
        chi_square <= bound && counts.iter().all(|&count| count > 0),
        "random actions to be uniform",
        || format!("{counts:?} for {actions:?}, chi-square {chi_square:.1}"),
    )
}

pub(super) fn deterministic<G: Notation + Deterministic>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    for action in probe.few_actions(state, rng) {
        let mut applied = state.clone();
        probe.game.apply(&mut applied, action);
        let applied = probe.fingerprint(&applied);
        for _ in 0..3 {
            let stepped = probe.after(state, action, rng.next_u64());
            ensure(
                applied == stepped,
                "'step' to do what 'apply' does, whatever is drawn",
                || format!("{stepped}\ninstead of\n{applied}\nafter {action:?}"),
            )?;
        }
    }
    Ok(())
}

/// Whether chance makes a difference here.
pub(super) fn varies<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<bool, Fault> {
    Ok(probe.few_actions(state, rng).into_iter().any(|action| {
        let first = probe.after(state, action, rng.next_u64());
        (0..8).any(|_| probe.after(state, action, rng.next_u64()) != first)
    }))
}

pub(super) fn indexed<G: Notation + Indexed>(
    probe: &Probe<'_, G>,
    state: &G::State,
    _: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let mut actions = Vec::new();
    probe.game.actions(state, &mut actions);
    let count = probe.game.index_count();
    let mut taken = vec![None; count];
    for action in actions {
        let index = probe.game.index(action);
        ensure(index < count, "an index below the count", || {
            format!("{index} of {count} for {action:?}")
        })?;
        let other = taken[index].replace(action);
        ensure(
            other.is_none(),
            "distinct actions to have distinct indices",
            || format!("{index} for {other:?} and {action:?}"),
        )?;
    }
    Ok(())
}

pub(super) fn symmetric<G: Notation + Symmetric>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let before = probe.fingerprint(state);
    let same = probe.fingerprint(&game.transform_state(state, 0));
    ensure(before == same, "symmetry 0 to be the identity", || {
        format!("{same}\nof\n{before}")
    })?;
    let over = probe.over(state);
    for symmetry in 0..game.symmetry_count() {
        let turned = game.transform_state(state, symmetry);
        let outcomes = (game.outcome(state), game.outcome(&turned));
        ensure(
            outcomes.0 == outcomes.1,
            "a symmetry to keep the outcome",
            || format!("{outcomes:?} under symmetry {symmetry}"),
        )?;
        if over {
            continue;
        }
        let movers = (game.to_move(state), game.to_move(&turned));
        ensure(movers.0 == movers.1, "a symmetry to keep the mover", || {
            format!("{movers:?} under symmetry {symmetry}")
        })?;
        for action in probe.few_actions(state, rng) {
            let moved = game.transform_action(action, symmetry);
            ensure(
                symmetry != 0 || moved == action,
                "symmetry 0 to be the identity",
                || format!("{moved:?} of {action:?}"),
            )?;
        }
        if let (Some(actions), Some(there)) = (probe.listed(state), probe.listed(&turned)) {
            let moved: Vec<_> = actions
                .iter()
                .map(|&a| game.transform_action(a, symmetry))
                .collect();
            ensure(
                moved.len() == there.len() && there.iter().all(|action| moved.contains(action)),
                "the transformed actions to be those of the transformed position",
                || format!("{moved:?} and {there:?} under symmetry {symmetry}"),
            )?;
        }
        if probe.deterministic {
            for action in probe.few_actions(state, rng) {
                let mut next = state.clone();
                game.step(&mut next, action, rng);
                let played_first = probe.fingerprint(&game.transform_state(&next, symmetry));
                let turned_first = probe.after(&turned, game.transform_action(action, symmetry), 0);
                ensure(
                    played_first == turned_first,
                    "playing and transforming to commute",
                    || {
                        format!(
                            "{played_first}\nand\n{turned_first}\nfor {action:?} under symmetry \
                             {symmetry}"
                        )
                    },
                )?;
            }
        }
    }
    Ok(())
}

pub(super) fn encode<G: Notation + Encode>(
    probe: &Probe<'_, G>,
    state: &G::State,
    _: &mut Rng,
) -> Result<(), Fault> {
    let count = probe.game.feature_count();
    for viewer in Player::BOTH {
        let encode = |features: &mut Vec<_>| probe.game.encode(state, viewer, features);
        sound_features(count, viewer, encode)?;
    }
    Ok(())
}

pub(super) fn proposes<G: Notation + Proposes>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let game = probe.game;
    let legal = probe.listed(state);
    let mut tried: Vec<G::Action> = Vec::new();
    while tried.len() < 16
        && let Some(action) = game.propose(state, &tried, rng)
    {
        if let Some(legal) = &legal {
            ensure(legal.contains(&action), "a proposal to be legal", || {
                format!("{action:?}")
            })?;
            ensure(!tried.contains(&action), "a proposal not tried yet", || {
                format!("{action:?} after {tried:?}")
            })?;
        }
        reads_back(game, state, action, "a proposal to be a legal move")?;
        tried.push(action);
    }
    let expected = "a proposal in a position that is not over";
    ensure(!tried.is_empty(), expected, || "none".to_owned())?;
    // Lists may be long: in every eighth position.
    if rng.below(8) == 0 {
        candidates(probe, state)?;
    }
    for &a in &tried {
        for &b in &tried {
            let (there, back) = (game.kernel(a, b), game.kernel(b, a));
            let fits = (0.0..=1.0).contains(&there) && there == back && (a != b || there == 1.0);
            ensure(
                fits,
                "a kernel in 0 to 1, symmetric, and 1 for equal actions",
                || format!("{there} from {a:?} to {b:?} and {back} the other way"),
            )?;
        }
    }
    Ok(())
}

/// The list that goes with proposals.
fn candidates<G: Notation + Proposes>(probe: &Probe<'_, G>, state: &G::State) -> Result<(), Fault> {
    let game = probe.game;
    let mut listed = Vec::new();
    game.candidates(state, &mut listed);
    let expected = "a candidate in a position that is not over";
    ensure(!listed.is_empty(), expected, || "none".to_owned())?;
    let mut again = listed[..1].to_vec();
    game.candidates(state, &mut again);
    let expected = "the same candidates again, in place of what was in the buffer";
    ensure(listed == again, expected, || {
        format!("{listed:?}, then {again:?}")
    })?;
    for (i, &action) in listed.iter().enumerate() {
        let expected = "every candidate once";
        ensure(!listed[..i].contains(&action), expected, || {
            format!("{action:?} twice")
        })?;
    }
    // A few of a long list, the last among them.
    let step = listed.len() / 8 + 1;
    for &action in listed.iter().rev().step_by(step) {
        reads_back(game, state, action, "a candidate to be a legal move")?;
    }
    Ok(())
}

/// Whether an action is legal as far as its text tells.
fn reads_back<G: Notation>(
    game: &G,
    state: &G::State,
    action: G::Action,
    expected: &str,
) -> Result<(), Fault> {
    let text = game.format_action(state, action);
    let parsed = game.parse_action(state, &text);
    ensure(parsed == Ok(action), expected, || {
        format!("{action:?} written as '{text}' and read as {parsed:?}")
    })
}
