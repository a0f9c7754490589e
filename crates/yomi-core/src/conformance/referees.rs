//! The checks of functions for referees, protocols and pictures: points, positions as text, territory,
//! boards.

use super::basics::GARBAGE;
use super::probe::{Fault, Probe, ensure};
use crate::{
    Measured, Notation, Outcome, Pictured, Player, Rng, Scored, Seed, Settlement, Setup,
    Territorial,
};
use std::collections::HashSet;

pub(super) fn scored<G: Notation + Scored>(
    probe: &Probe<'_, G>,
    state: &G::State,
    _: &mut Rng,
) -> Result<(), Fault> {
    let scores = || Player::BOTH.map(|player| probe.game.score(state, player));
    let (points, again) = (scores(), scores());
    ensure(
        points.iter().all(|points| points.is_finite()) && points == again,
        "points that are finite and stay the same",
        || format!("{points:?}, then {again:?}"),
    )?;
    let agrees = match probe.game.outcome(state) {
        Some(Outcome::Win(winner)) => points[winner.index()] > points[winner.other().index()],
        Some(Outcome::Draw) => points[0] == points[1],
        Some(Outcome::Payoff(_)) | None => true,
    };
    ensure(
        agrees || !probe.game.decides(),
        "points that decide the game to agree with its outcome",
        || format!("{points:?} and {:?}", probe.game.outcome(state)),
    )
}

/// The position read back from its text must be the same one, as far as the text goes. What a
/// position remembers of earlier ones (passes, repetitions) may be lost: a game that is over may go on,
/// and a move that would repeat a position may be legal. Not so if positions have keys, which tell
/// apart what can happen next.
pub(super) fn setup<G: Setup>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let text = game.format_state(state);
    ensure(
        !text.is_empty() && !text.contains('\n'),
        "a position as one line of text",
        || format!("{text:?}"),
    )?;
    let read = read_back(game, &text)?;
    if !probe.over(state) {
        let [now, then] = [state, &read].map(|state| {
            let mover = game.to_move(state);
            let shown = (probe.describe)(game, state);
            (shown, mover, probe.listed(state).unwrap_or_default())
        });
        ensure(
            (&now.0, now.1) == (&then.0, then.1) && now.2.iter().all(|a| then.2.contains(a)),
            "a position to be the same when it is read back",
            || format!("{then:?}\ninstead of\n{now:?}\nfrom '{text}'"),
        )?;
        if let Some(key) = probe.key {
            let keys = [state, &read].map(|state| key(game, state));
            ensure(
                keys[0] == keys[1],
                "a position to have the same key when it is read back",
                || format!("{keys:x?} from '{text}'"),
            )?;
        }
        let action = probe.choose(state, rng)?;
        let seed = rng.next_u64();
        let [one, two] = [state, &read].map(|state| {
            let mut next = state.clone();
            game.step(&mut next, action, &mut Seed::new(seed).rng());
            game.format_state(&next)
        });
        ensure(
            one == two,
            "a position that was read back to go on as the other does",
            || format!("'{two}' instead of '{one}' after {action:?} in '{text}'"),
        )?;
    }
    other_texts(probe, &text, rng)
}

fn read_back<G: Setup>(game: &G, text: &str) -> Result<G::State, Fault> {
    let expected = "the text of a position to read back as written";
    let read = game.parse_state(text);
    let read = read.map_err(|error| Fault::new(expected, format!("'{text}' refused: {error}")))?;
    let again = game.format_state(&read);
    ensure(again == text, expected, || {
        format!("'{text}' read and written as '{again}'")
    })?;
    Ok(read)
}

/// Texts that describe no position in any notation.
const NO_POSITIONS: [&str; 5] = ["\0", "é", "走る", "🎲🎲", "a\u{301}1"];

/// Texts that may be wrong are refused, or are positions like any other; those that must be wrong are
/// refused.
fn other_texts<G: Setup>(probe: &Probe<'_, G>, text: &str, rng: &mut Rng) -> Result<(), Fault> {
    let long = "x".repeat(10_000);
    for text in NO_POSITIONS.into_iter().chain([long.as_str()]) {
        let refused = probe.game.parse_state(text).is_err();
        ensure(refused, "a text that is no position to be refused", || {
            let short: String = text.chars().take(40).collect();
            format!("{short:?} read as a position")
        })?;
    }
    let mut texts: Vec<String> = GARBAGE.iter().map(|&text| text.to_owned()).collect();
    let letters: Vec<char> = text.chars().collect();
    for _ in 0..4 {
        let place = rng.below(letters.len() as u32) as usize;
        let other = letters[rng.below(letters.len() as u32) as usize];
        let mut changed = letters.clone();
        match rng.below(4) {
            0 => changed.truncate(place),
            1 => changed.insert(place, other),
            2 => changed[place] = other,
            _ => drop(changed.remove(place)),
        }
        texts.push(changed.into_iter().collect());
    }
    for text in texts {
        if let Ok(state) = probe.game.parse_state(&text) {
            // Neither these nor what is shown of the position may panic.
            let spelled = probe.game.format_state(&state);
            read_back(probe.game, &spelled)?;
            probe.fingerprint(&state);
        }
    }
    Ok(())
}

pub(super) fn territorial<G: Territorial>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let seed = rng.next_u64();
    let look = |state: &G::State| {
        let owners = game.ownership(state, &mut Seed::new(seed).rng());
        (owners, game.settlement(state, &mut Seed::new(seed).rng()))
    };
    let (one, two) = (look(state), look(state));
    ensure(
        one == two,
        "the same territory with the same random numbers",
        || format!("{one:?}\nand\n{two:?}"),
    )?;
    let (owners, settlement) = one;
    let points = look(&game.initial()).0.len();
    ensure(
        owners.len() == points && owners.iter().all(|owner| (-1.0..=1.0).contains(owner)),
        "an owner from 1 to -1 for every point of the board",
        || format!("{owners:?}, and {points} points at the start"),
    )?;
    let Settlement {
        points,
        alive,
        seki,
        dead,
    } = &settlement;
    let chains: Vec<&Vec<String>> = alive.iter().chain(seki).chain(dead).collect();
    let mut stones = HashSet::new();
    let once = chains
        .iter()
        .copied()
        .flatten()
        .all(|stone| stones.insert(stone));
    ensure(
        once && chains.iter().all(|chain| !chain.is_empty()) && stones.len() <= owners.len(),
        "chains of one or more stones, each stone in one chain",
        || format!("{settlement:?}"),
    )?;
    let scores = Player::BOTH.map(|player| game.score(state, player));
    ensure(
        points.iter().all(|points| points.is_finite()) && (!dead.is_empty() || *points == scores),
        "finite points, those of the board where no stone is dead",
        || format!("{settlement:?}, and {scores:?} on the board"),
    )
}

pub(super) fn measured<G: Measured + Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    _: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    for number in G::POSITION_NUMBERS {
        let [one, two] = [(); 2].map(|()| (number.of)(game, state));
        ensure(
            one == two && one.is_none_or(f64::is_finite),
            "a finite number that stays the same",
            || format!("{} {one:?}, then {two:?}", number.name),
        )?;
    }
    let mut legal = Vec::new();
    game.actions(state, &mut legal);
    for number in G::MOVE_NUMBERS {
        let [one, two] = [(); 2].map(|()| (number.of)(game, state));
        ensure(
            one == two && one.iter().all(|(_, number)| number.is_finite()),
            "finite numbers of moves that stay the same",
            || format!("{} {one:?}, then {two:?}", number.name),
        )?;
        let mut left = legal.clone();
        for (action, _) in &one {
            let place = left.iter().position(|known| known == action);
            ensure(place.is_some(), "numbers of legal moves, each once", || {
                format!("{} of {action:?}", number.name)
            })?;
            left.swap_remove(place.unwrap_or_default());
        }
    }
    let names = G::POSITION_NUMBERS.iter().map(|number| number.name);
    let of_moves = G::MOVE_NUMBERS.iter().map(|number| number.name);
    for names in [names.collect::<Vec<_>>(), of_moves.collect()] {
        let distinct: HashSet<&str> = names.iter().copied().collect();
        ensure(
            distinct.len() == names.len() && !distinct.contains(""),
            "numbers with distinct names",
            || format!("{names:?}"),
        )?;
    }
    Ok(())
}

pub(super) fn pictured<G: Pictured + Notation>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = probe.game;
    let (grid, initial) = (game.grid(), game.board(&game.initial()));
    let names: HashSet<&String> = grid.columns.iter().collect();
    ensure(
        grid.cells() > 0 && grid == initial.grid && names.len() == grid.columns.len(),
        "a board that stays the same, with different names for its columns",
        || format!("{grid:?}"),
    )?;
    if probe.over(state) {
        return Ok(());
    }
    for action in probe.few_actions(state, rng) {
        let cells = game.cells(state, action);
        let distinct: HashSet<usize> = cells.iter().copied().collect();
        ensure(
            distinct.len() == cells.len() && cells.iter().all(|&cell| cell < grid.cells()),
            "a move to take cells of the board, each once",
            || format!("{cells:?} for {action:?}"),
        )?;
        let mut next = state.clone();
        game.apply(&mut next, action);
        let free = cells
            .iter()
            .find(|&&cell| game.owner(&next, cell).is_none());
        ensure(
            free.is_none(),
            "cells that a move takes to have an owner afterwards",
            || format!("cell {free:?} is free after {action:?}"),
        )?;
        let last = game.last(&next);
        ensure(
            last.is_empty() || last == cells,
            "the cells of the last move to be those that it took",
            || format!("{last:?} after {action:?}, which took {cells:?}"),
        )?;
    }
    Ok(())
}
