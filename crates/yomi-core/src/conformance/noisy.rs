//! The checks of execution noise, in one position.

use super::probe::{Fault, Probe, ensure};
use crate::{Noisy, Notation, Rng, Seed};

/// Executions drawn of an action.
const DRAWS: u32 = 256;

pub(super) fn noisy<G: Notation + Noisy>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let actions = probe.few_actions(state, rng);
    for &action in &actions {
        step_is_both(probe, state, action, rng)?;
    }
    match actions.first() {
        Some(&action) => density_falls(probe, state, action, rng),
        None => Ok(()),
    }
}

/// Whether a step is a perturbation and an exact step, and leaves the generator where they do.
fn step_is_both<G: Notation + Noisy>(
    probe: &Probe<'_, G>,
    state: &G::State,
    action: G::Action,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let seed = Seed::new(rng.next_u64());
    let (mut whole, mut parts) = (seed.rng(), seed.rng());
    let (mut stepped, mut exact) = (state.clone(), state.clone());
    game.step(&mut stepped, action, &mut whole);
    let executed = game.perturb(state, action, &mut parts);
    game.step_exact(&mut exact, executed);
    let [stepped, exact] = [stepped, exact].map(|state| probe.fingerprint(&state));
    ensure(
        stepped == exact,
        "a step to be a perturbation and an exact step",
        || format!("{stepped}\ninstead of\n{exact}\nfor {action:?} carried out as {executed:?}"),
    )?;
    ensure(
        whole.next_u64() == parts.next_u64(),
        "a step to draw what a perturbation draws",
        || format!("other random numbers after {action:?}"),
    )
}

/// Whether the density is highest without deviation and falls, on average, from executions to
/// executions of executions.
fn density_falls<G: Notation + Noisy>(
    probe: &Probe<'_, G>,
    state: &G::State,
    action: G::Action,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let peak = game.density(state, action, action);
    ensure(peak == 1.0, "density 1 without deviation", || {
        format!("{peak} for {action:?}")
    })?;
    let (mut once, mut twice) = (0.0, 0.0);
    for _ in 0..DRAWS {
        let executed = game.perturb(state, action, rng);
        let density = game.density(state, action, executed);
        ensure(
            density > 0.0 && density <= 1.0,
            "a density above 0 and up to 1 of what comes about",
            || format!("{density} of {executed:?} for {action:?}"),
        )?;
        once += density;
        let again = game.perturb(state, executed, rng);
        twice += game.density(state, action, again);
    }
    // Without noise all are 1. With normal noise, the mean is 0.71 in one dimension and 1/2 in two,
    // with twice the variance 0.58 and 1/3: five and six standard errors less.
    ensure(
        twice < once || once == f64::from(DRAWS),
        "densities to fall as deviations add up",
        || format!("{once} in all for {action:?}, {twice} where it is perturbed twice"),
    )
}
