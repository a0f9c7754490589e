//! The checks that every game must pass, each of one position.

use super::probe::{Fault, Probe, ensure};
use crate::{Notation, Rng};

pub(super) fn initial<G: Notation>(probe: &Probe<'_, G>) -> Result<(), Fault> {
    let fingerprint = || probe.fingerprint(&probe.game.initial());
    let (one, two) = (fingerprint(), fingerprint());
    ensure(one == two, "one initial position", || {
        format!("{one}\nand\n{two}")
    })
}

pub(super) fn step<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let before = probe.fingerprint(state);
    for action in probe.few_actions(state, rng) {
        let seed = rng.next_u64();
        let after = || probe.after(state, action, seed);
        let (one, two) = (after(), after());
        ensure(
            one == two,
            "the same step with the same random numbers to lead to the same position",
            || format!("{one}\nand\n{two}\nafter {action:?}"),
        )?;
    }
    let now = probe.fingerprint(state);
    ensure(
        before == now,
        "a step to leave copies of the state untouched",
        || format!("{before}\nturned into\n{now}"),
    )
}

pub(super) fn outcome<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    _: &mut Rng,
) -> Result<(), Fault> {
    match probe.game.outcome(state) {
        None => Ok(()),
        Some(outcome) => {
            let value = outcome.value().0;
            ensure(
                (0.0..=1.0).contains(&value),
                "an outcome worth 0 to 1",
                || format!("{value}"),
            )
        }
    }
}

pub(super) fn render<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    _: &mut Rng,
) -> Result<(), Fault> {
    let drawing = probe.game.render(state);
    ensure(
        !drawing.is_empty() && !drawing.ends_with('\n'),
        "a drawing that is not empty and ends without a newline",
        || format!("{drawing:?}"),
    )
}

pub(super) fn texts<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if probe.over(state) {
        return Ok(());
    }
    let actions = probe.some_actions(state, rng);
    let mut texts = probe.texts(state, &actions);
    for (&action, text) in actions.iter().zip(&texts) {
        let parsed = probe.game.parse_action(state, text);
        ensure(
            parsed == Ok(action),
            "every legal move to read back as written",
            || format!("{action:?} written as '{text}' and read as {parsed:?}"),
        )?;
    }
    if probe.list.is_some() {
        texts.sort_unstable();
        let twin = texts.windows(2).find(|pair| pair[0] == pair[1]);
        ensure(
            twin.is_none(),
            "distinct actions to have distinct texts",
            || format!("{twin:?}"),
        )?;
    }
    Ok(())
}

/// Texts that few games take for moves.
pub(super) const GARBAGE: [&str; 14] = [
    "",
    " ",
    "\n",
    "\0",
    "9999999",
    "-1",
    "999999999999999999999999",
    "NaN",
    "1e999",
    "é",
    "走る",
    "🎲🎲",
    "a\u{301}1",
    "()",
];

/// Refuses whatever is no legal move: nonsense here, and moves of the initial position where they
/// are not legal any more. Also holds when the game is over, and then for every text.
pub(super) fn garbage<G: Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let start = probe.game.initial();
    let mut texts: Vec<String> = GARBAGE.iter().map(|&text| text.to_owned()).collect();
    texts.push("x".repeat(10_000));
    if !probe.over(&start) {
        texts.extend(probe.texts(&start, &probe.few_actions(&start, rng)));
    }
    let over = probe.over(state);
    let legal = if over { None } else { probe.listed(state) };
    for text in texts {
        let Ok(action) = probe.game.parse_action(state, &text) else {
            continue;
        };
        let shown = || {
            let short: String = text.chars().take(40).collect();
            format!("{short:?} read as {action:?}")
        };
        ensure(
            !over,
            "every text to be refused when the game is over",
            shown,
        )?;
        match &legal {
            Some(legal) => ensure(
                legal.contains(&action),
                "a text that is no legal move to be refused",
                shown,
            )?,
            // What can be played cannot be listed, so it must at least be a move of its own.
            None => {
                let spelled = probe.game.format_action(state, action);
                let again = probe.game.parse_action(state, &spelled);
                ensure(again == Ok(action), "a text to be refused or a move", shown)?;
            }
        }
    }
    Ok(())
}
