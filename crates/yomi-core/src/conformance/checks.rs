//! The checks of one position.

use crate::{
    Deterministic, Encode, Game, Indexed, Notation, Player, Proposes, Rng, Seed, Symmetric,
};

/// What was promised and what was found.
pub(super) struct Fault {
    pub(super) expected: String,
    pub(super) found: String,
}

impl Fault {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault {
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// `Ok` if the condition holds. The texts are made only if it does not.
fn ensure(holds: bool, expected: &str, found: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds {
        Ok(())
    } else {
        Err(Fault::new(expected, found()))
    }
}

type List<G> = fn(&G, &<G as Game>::State, &mut Vec<<G as Game>::Action>);
type Draw<G> = fn(&G, &<G as Game>::State, &mut Rng) -> <G as Game>::Action;
type Propose<G> =
    fn(&G, &<G as Game>::State, &[<G as Game>::Action], &mut Rng) -> Option<<G as Game>::Action>;

/// The game with the capabilities that were named, for checks that need not all of them.
pub(super) struct Probe<'a, G: Notation> {
    pub(super) game: &'a G,
    pub(super) describe: fn(&G, &G::State) -> String,
    pub(super) list: Option<List<G>>,
    pub(super) draw: Option<Draw<G>>,
    pub(super) propose: Option<Propose<G>>,
    pub(super) deterministic: bool,
}

impl<'a, G: Notation> Probe<'a, G> {
    pub(super) fn new(game: &'a G) -> Probe<'a, G> {
        Probe {
            game,
            describe: G::render,
            list: None,
            draw: None,
            propose: None,
            deterministic: false,
        }
    }

    fn over(&self, state: &G::State) -> bool {
        self.game.outcome(state).is_some()
    }

    /// All actions of a position that is not over, if the game can list them.
    fn listed(&self, state: &G::State) -> Option<Vec<G::Action>> {
        let mut actions = Vec::new();
        (self.list?)(self.game, state, &mut actions);
        Some(actions)
    }

    /// Some actions of a position that is not over: all, or else a few proposals.
    fn some_actions(&self, state: &G::State, rng: &mut Rng) -> Vec<G::Action> {
        self.listed(state).unwrap_or_else(|| {
            let mut tried = Vec::new();
            while tried.len() < 8
                && let Some(propose) = self.propose
                && let Some(action) = propose(self.game, state, &tried, rng)
            {
                tried.push(action);
            }
            tried
        })
    }

    /// Up to four of them: enough where every one costs a step and a fingerprint.
    fn few_actions(&self, state: &G::State, rng: &mut Rng) -> Vec<G::Action> {
        let mut actions = self.some_actions(state, rng);
        rng.shuffle(&mut actions);
        actions.truncate(4);
        actions
    }

    /// A random action to go on with.
    pub(super) fn choose(&self, state: &G::State, rng: &mut Rng) -> Result<G::Action, Fault> {
        let action = match (self.draw, self.propose) {
            (Some(draw), _) => Some(draw(self.game, state, rng)),
            (None, Some(propose)) => propose(self.game, state, &[], rng),
            (None, None) => None,
        };
        action.ok_or_else(|| Fault::new("an action in a position that is not over", "none"))
    }

    fn texts(&self, state: &G::State, actions: &[G::Action]) -> Vec<String> {
        let text = |&action: &G::Action| self.game.format_action(state, action);
        actions.iter().map(text).collect()
    }

    /// A text by which positions are told apart.
    pub(super) fn fingerprint(&self, state: &G::State) -> String {
        let position = (self.describe)(self.game, state);
        match self.game.outcome(state) {
            Some(outcome) => format!("{position}\n{outcome:?}"),
            None => {
                let mut moves = self.texts(state, &self.listed(state).unwrap_or_default());
                moves.sort_unstable();
                let mover = self.game.to_move(state);
                format!("{position}\n{mover} to move: {}", moves.join(" "))
            }
        }
    }

    fn after(&self, state: &G::State, action: G::Action, seed: u64) -> String {
        let mut next = state.clone();
        self.game
            .step(&mut next, action, &mut Seed::new(seed).rng());
        self.fingerprint(&next)
    }
}

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
const GARBAGE: [&str; 14] = [
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
    let (Some(actions), Some(draw)) = (probe.listed(state), probe.draw) else {
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
        let mut features = Vec::new();
        probe.game.encode(state, viewer, &mut features);
        for &(feature, amount) in &features {
            ensure(
                (feature as usize) < count && amount.is_finite(),
                "features below the count with finite amounts",
                || format!("feature {feature} of {count}, amount {amount}, for {viewer}"),
            )?;
        }
        let mut again = vec![(0, 0.0); 3];
        probe.game.encode(state, viewer, &mut again);
        ensure(
            features == again,
            "the same features again, in place of what was in the buffer",
            || format!("{features:?}, then {again:?}"),
        )?;
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
        let text = game.format_action(state, action);
        let parsed = game.parse_action(state, &text);
        ensure(
            parsed == Ok(action),
            "a proposal to be a legal move",
            || format!("{action:?} written as '{text}' and read as {parsed:?}"),
        )?;
        tried.push(action);
    }
    let expected = "a proposal in a position that is not over";
    ensure(!tried.is_empty(), expected, || "none".to_owned())?;
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
