//! The checks of walks (make and unmake), compared with the game itself.

use super::probe::{Fault, Probe, ensure};
use crate::{Ending, Limits, Notation, Outcome, Player, Rng, Stop, Walk, Walkable};

/// How far a walk goes from a position before it comes back. As it looks at so many positions, it
/// starts only from one in so many.
const PLIES: u32 = 4;

/// Nodes to look for a forced win with: enough for the short ones.
const FORCED_WIN_NODES: u64 = 30;

/// Follows a random line by a walk, by the game, and by fresh walks from each position, and goes
/// back.
pub(super) fn walkable<G: Notation + Walkable>(
    probe: &Probe<'_, G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), Fault> {
    if rng.below(PLIES) != 0 {
        return Ok(());
    }
    let game = probe.game;
    let mut walk = game.walk(state);
    let mut state = state.clone();
    let mut views = vec![View::of(&mut walk)];
    let mut earlier_moves: Vec<G::Action> = Vec::new();
    for _ in 0..PLIES {
        outcomes_agree(game, &state, &walk)?;
        if probe.over(&state) {
            break;
        }
        position(game, &state, &mut walk, &earlier_moves)?;
        let mut moves = Vec::new();
        walk.moves(&mut moves);
        let Some(&action) = pick(&moves, rng) else {
            break;
        };
        let gives_check = walk.gives_check(action);
        walk.make(action);
        game.apply(&mut state, action);
        ensure(
            gives_check == walk.in_check(),
            "a move to give check if and only if the opponent is in check after it",
            || format!("{action:?}: {gives_check}, then {}", walk.in_check()),
        )?;
        let made = View::of(&mut walk);
        let fresh = View::of(&mut game.walk(&state));
        ensure(
            made == fresh,
            "a walk to be after a move what a fresh one is there",
            || format!("{made:?}\ninstead of\n{fresh:?}\nafter {action:?}"),
        )?;
        views.push(made);
        earlier_moves = moves;
    }
    views.pop();
    while let Some(before) = views.pop() {
        walk.unmake();
        let after = View::of(&mut walk);
        ensure(
            before == after,
            "moves taken back to leave no trace",
            || format!("{after:?}\ninstead of\n{before:?}"),
        )?;
    }
    Ok(())
}

fn pick<'a, T>(list: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    match list.len() {
        0 => None,
        count => list.get(rng.below(count as u32) as usize),
    }
}

/// All that a walk says about its position.
#[derive(PartialEq, Debug)]
struct View<A> {
    key: u64,
    to_move: Player,
    ending: Option<Ending>,
    in_check: bool,
    evaluation: i32,
    moves: Vec<A>,
    tactical: Vec<A>,
    checks: Vec<bool>,
    slots: Vec<usize>,
}

impl<A: Copy + PartialEq> View<A> {
    fn of<W: Walk<Action = A>>(walk: &mut W) -> View<A> {
        let (mut moves, mut tactical) = (Vec::new(), Vec::new());
        walk.moves(&mut moves);
        walk.tactical_moves(&mut tactical);
        View {
            key: walk.key(),
            to_move: walk.to_move(),
            ending: walk.ending(),
            in_check: walk.in_check(),
            evaluation: walk.evaluate(),
            checks: moves
                .iter()
                .map(|&action| walk.gives_check(action))
                .collect(),
            slots: moves.iter().map(|&action| walk.slot(action)).collect(),
            moves,
            tactical,
        }
    }
}

/// The walk and the game must agree about the end of the game.
fn outcomes_agree<G: Walkable>(game: &G, state: &G::State, walk: &G::Walk) -> Result<(), Fault> {
    let mut moves = Vec::new();
    walk.moves(&mut moves);
    let by_walk = match walk.ending() {
        None if moves.is_empty() => Some(Ending::Final(walk.without_moves())),
        ending => ending,
    };
    let by_game = game.outcome(state);
    let agree = match (by_walk, by_game) {
        (Some(Ending::Final(outcome)), _) => by_game == Some(outcome),
        (Some(Ending::Repetition(outcome)), Some(real)) => outcome == real,
        // What was repeated need not be over yet.
        (Some(Ending::Repetition(_)), None) | (None, None) => true,
        (None, Some(_)) => false,
    };
    ensure(agree, "a walk to end where and as the game does", || {
        format!("{by_walk:?}, while the game says {by_game:?}")
    })
}

/// The promises about one position, which is not over. `others` are moves of another position.
fn position<G: Notation + Walkable>(
    game: &G,
    state: &G::State,
    walk: &mut G::Walk,
    others: &[G::Action],
) -> Result<(), Fault> {
    let mover = game.to_move(state);
    let found = walk.to_move();
    ensure(
        found == mover,
        "a walk with the game's side to move",
        || format!("{found}, not {mover}"),
    )?;
    let mut legal = Vec::new();
    game.actions(state, &mut legal);
    let view = View::of(walk);
    moves_are_legal(game, state, walk, &view, &legal, others)?;
    let tactical = view
        .moves
        .iter()
        .filter(|&&action| walk.is_tactical(action));
    ensure(
        tactical.clone().count() == view.tactical.len()
            && tactical
                .clone()
                .all(|action| view.tactical.contains(action)),
        "the list of tactical moves to hold the legal moves that are tactical",
        || format!("{:?}, of {:?}", view.tactical, view.moves),
    )?;
    let slots = <G::Walk as Walk>::SLOTS;
    ensure(
        view.slots.iter().all(|&slot| slot < slots),
        "slots below their number",
        || format!("{:?}, of {slots}", view.slots),
    )?;
    for &action in &view.moves {
        let missed = [-40_000, -200, 0, 200, 40_000]
            .map(|threshold| !walk.exchange_is_at_least(action, threshold));
        ensure(
            missed.is_sorted() && !missed[0] && missed[4],
            "exchanges to reach low thresholds, and high ones never where they miss lower ones",
            || format!("{action:?} misses {missed:?}"),
        )?;
    }
    let mut scores = vec![0.0; 3];
    walk.weigh(&view.moves, &mut scores);
    ensure(
        scores.is_empty()
            || scores.len() == view.moves.len() && scores.iter().all(|score| score.is_finite()),
        "no logarithms of probabilities, or a finite one for every move",
        || format!("{scores:?} for {:?}", view.moves),
    )?;
    wins_win(game, state, walk, &legal)?;
    if !view.in_check {
        walk.make_null();
        let passed = walk.to_move();
        walk.unmake();
        let back = View::of(walk);
        ensure(
            passed == mover.other() && back == view,
            "a null move to change the side to move, and to leave no trace when taken back",
            || format!("{passed} to move, then\n{back:?}\ninstead of\n{view:?}"),
        )?;
    }
    Ok(())
}

/// Moves are those of the game. What the game offers beyond them, as a claim, ends it.
fn moves_are_legal<G: Walkable>(
    game: &G,
    state: &G::State,
    walk: &G::Walk,
    view: &View<G::Action>,
    legal: &[G::Action],
    others: &[G::Action],
) -> Result<(), Fault> {
    for &action in legal {
        if !view.moves.contains(&action) {
            let mut next = state.clone();
            game.apply(&mut next, action);
            ensure(
                game.outcome(&next).is_some(),
                "a walk to list all actions but those that only end the game",
                || format!("{action:?} missing"),
            )?;
        }
    }
    let expected = "the moves of a walk to be actions of the game, and told from others";
    for &action in view.moves.iter().chain(others) {
        let listed = view.moves.contains(&action);
        ensure(
            walk.is_legal(action) == listed && (!listed || legal.contains(&action)),
            expected,
            || format!("{action:?}: listed {listed}, the game has {legal:?}"),
        )?;
    }
    Ok(())
}

/// A winning move wins, and so does a forced line.
fn wins_win<G: Walkable>(
    game: &G,
    state: &G::State,
    walk: &G::Walk,
    legal: &[G::Action],
) -> Result<(), Fault> {
    let win = Some(Outcome::Win(walk.to_move()));
    let mut budget = Limits::nodes(FORCED_WIN_NODES).start(&Stop::default());
    let (forced, _) = walk.forced_win(&mut budget);
    let lines = [walk.winning_move().map(|action| vec![action]), forced];
    for line in lines.into_iter().flatten() {
        let mut end = state.clone();
        let is_legal = line.first().is_some_and(|action| legal.contains(action));
        for &action in line.iter().filter(|_| is_legal) {
            game.apply(&mut end, action);
        }
        ensure(
            game.outcome(&end) == win,
            "a winning move, or a forced line, to win",
            || format!("{line:?} leads to {:?}", game.outcome(&end)),
        )?;
    }
    Ok(())
}
