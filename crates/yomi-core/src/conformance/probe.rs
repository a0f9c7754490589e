//! The functions of a game that the checks use.

use crate::{Game, Notation, Rng, Seed};

/// A violated contract: the expectation and the finding.
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

    /// The same, found in something of this name.
    pub(super) fn of(self, name: &str) -> Fault {
        Fault {
            found: format!("{name}: {}", self.found),
            ..self
        }
    }
}

/// `Ok` if the condition holds. The texts are made only if it does not.
pub(super) fn ensure(
    holds: bool,
    expected: &str,
    found: impl FnOnce() -> String,
) -> Result<(), Fault> {
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

/// [`Keyed::key`](crate::Keyed::key).
pub(super) type Key<G> = fn(&G, &<G as Game>::State) -> u64;

/// The game with the capabilities that were named, for checks that need not all of them.
pub(super) struct Probe<'a, G: Notation> {
    pub(super) game: &'a G,
    pub(super) describe: fn(&G, &G::State) -> String,
    pub(super) list: Option<List<G>>,
    pub(super) search_list: Option<List<G>>,
    pub(super) playout_list: Option<List<G>>,
    pub(super) draw: Option<Draw<G>>,
    pub(super) propose: Option<Propose<G>>,
    pub(super) key: Option<Key<G>>,
    pub(super) deterministic: bool,
}

impl<'a, G: Notation> Probe<'a, G> {
    pub(super) fn new(game: &'a G) -> Probe<'a, G> {
        Probe {
            game,
            describe: G::render,
            list: None,
            search_list: None,
            playout_list: None,
            draw: None,
            propose: None,
            key: None,
            deterministic: false,
        }
    }

    pub(super) fn over(&self, state: &G::State) -> bool {
        self.game.outcome(state).is_some()
    }

    /// All actions of a position that is not over, if the game can list them.
    pub(super) fn listed(&self, state: &G::State) -> Option<Vec<G::Action>> {
        self.by(self.list, state)
    }

    /// What a list says about a position that is not over.
    pub(super) fn by(&self, list: Option<List<G>>, state: &G::State) -> Option<Vec<G::Action>> {
        let mut actions = Vec::new();
        (list?)(self.game, state, &mut actions);
        Some(actions)
    }

    /// Some actions of a position that is not over: all, or else a few proposals.
    pub(super) fn some_actions(&self, state: &G::State, rng: &mut Rng) -> Vec<G::Action> {
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
    pub(super) fn few_actions(&self, state: &G::State, rng: &mut Rng) -> Vec<G::Action> {
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

    pub(super) fn texts(&self, state: &G::State, actions: &[G::Action]) -> Vec<String> {
        let text = |&action: &G::Action| self.game.format_action(state, action);
        actions.iter().map(text).collect()
    }

    /// A text that identifies a position.
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

    pub(super) fn after(&self, state: &G::State, action: G::Action, seed: u64) -> String {
        let mut next = state.clone();
        self.game
            .step(&mut next, action, &mut Seed::new(seed).rng());
        self.fingerprint(&next)
    }
}
