//! The checks of what people at a board see and type.

use super::basics::GARBAGE;
use super::probe::{Fault, Probe, ensure};
use crate::{Interactive, Rng, Seed};

/// How wide a terminal is.
const COLUMNS: usize = 80;

pub(super) fn interactive<G: Interactive>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let [first, second] = game.sides();
    ensure(
        first != second && !first.is_empty() && !second.is_empty(),
        "two names for the two players",
        || format!("{first:?} and {second:?}"),
    )?;
    drawn(probe, std::slice::from_ref(state), None)?;
    if probe.over(state) {
        return Ok(());
    }
    for action in probe.few_actions(state, rng) {
        let exact = game.format_action(state, action);
        let described = game.describe_action(state, action);
        ensure(
            !described.is_empty() && !described.contains(char::is_control),
            "a move described in one line",
            || format!("{described:?} for {exact}"),
        )?;
        // A description may be rounded, but it is a move, and another notation of a listed one is that one.
        let understood = game.parse_typed(state, &exact);
        ensure(
            understood
                .as_ref()
                .ok()
                .map(|&typed| game.format_action(state, typed))
                == Some(exact.clone()),
            "a move to be understood as it is written",
            || format!("{understood:?} for {exact}"),
        )?;
        let understood = game.parse_typed(state, &described);
        let is_same = understood.as_ref().is_ok_and(|&typed| typed == action);
        ensure(
            is_same || (probe.list.is_none() && understood.is_ok()),
            "a move to be understood as it is described",
            || format!("{understood:?} for {described}, which is {exact}"),
        )?;
        let mut next = state.clone();
        game.step(&mut next, action, &mut Seed::new(rng.next_u64()).rng());
        drawn(probe, &[state.clone(), next], Some(action))?;
    }
    let legal = probe.listed(state);
    for text in GARBAGE {
        if let (Ok(action), Some(legal)) = (game.parse_typed(state, text), &legal) {
            ensure(
                legal.contains(&action),
                "a text to be a legal move or none",
                || format!("{text:?} read as {action:?}"),
            )?;
        }
        for topic in game.topics() {
            // Whatever is asked, there is an answer.
            let _ = game.tell(state, topic.name, text);
        }
    }
    Ok(())
}

fn drawn<G: Interactive>(
    probe: &Probe<'_, G>,
    states: &[G::State],
    last: Option<G::Action>,
) -> Result<(), Fault> {
    let text = probe.game.sketch(states, last).to_string();
    let is_plain = |letter: char| letter == '\n' || !letter.is_control();
    ensure(
        !text.is_empty() && !text.ends_with('\n') && text.chars().all(is_plain),
        "a drawing without tabs and without a newline at its end",
        || format!("{text:?}"),
    )?;
    let widest = text.lines().map(|line| line.chars().count()).max();
    ensure(
        widest <= Some(COLUMNS),
        "a drawing of at most 80 columns",
        || format!("{widest:?} in\n{text}"),
    )
}
