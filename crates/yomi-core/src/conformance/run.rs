//! Playing the games of a suite.

use super::probe::{Fault, Key};
use super::{Suite, Summary, basics, capabilities};
use crate::{Notation, Rng, Seed};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A suite under way.
pub(super) struct Run<'a, G: Notation> {
    suite: &'a Suite<'a, G>,
    pub(super) moves: Vec<String>,
    /// The fingerprint of the position with this key, over all games.
    keys: HashMap<u64, String>,
    /// The key of the position with this fingerprint, over all games.
    fingerprints: HashMap<String, u64>,
    /// Whether chance was seen to make a difference.
    varied: bool,
    pub(super) summary: Summary,
}

/// The check that failed, and how.
pub(super) type Failure = (&'static str, Fault);

/// Some checks take long, as that of random actions, which takes many draws: these look at this many
/// positions, which lie this far apart. Not at the first ones: some play ahead, and what is wrong there
/// should be found by the check that it concerns.
const SLOW_POSITIONS: u64 = 24;
const SLOW_STRIDE: u64 = 13;

impl<'a, G: Notation> Run<'a, G> {
    pub(super) fn new(suite: &'a Suite<'a, G>, checks: Vec<&'static str>) -> Run<'a, G> {
        Run {
            suite,
            moves: Vec::new(),
            keys: HashMap::new(),
            fingerprints: HashMap::new(),
            varied: false,
            summary: Summary {
                games: 0,
                positions: 0,
                longest: 0,
                checks,
            },
        }
    }

    pub(super) fn games(&mut self) -> Result<(), Failure> {
        let probe = &self.suite.probe;
        if probe.draw.is_none() && probe.propose.is_none() {
            let needed = "discrete() or proposes(), without which there are no moves to play";
            return Err(("suite", Fault::new(needed, "neither")));
        }
        guard("initial", || basics::initial(probe))?;
        for game in 0..self.suite.games {
            self.moves.clear();
            self.play(self.suite.seed.index(u64::from(game)))?;
            self.summary.games += 1;
            self.summary.longest = self.summary.longest.max(self.moves.len() as u32);
        }
        self.moves.clear();
        if self.suite.stochastic && !self.varied {
            let expected = "different random numbers to lead to different positions at some time";
            return Err(("stochastic", Fault::new(expected, "that they never do")));
        }
        Ok(())
    }

    fn play(&mut self, seed: Seed) -> Result<(), Failure> {
        let probe = &self.suite.probe;
        let mut rng = seed.rng();
        let mut state = probe.game.initial();
        loop {
            self.visit(&state, &mut rng)?;
            if probe.game.outcome(&state).is_some() {
                return Ok(());
            }
            if self.moves.len() >= self.suite.plies as usize {
                let expected = format!("the game to end within {} plies", self.suite.plies);
                return Err(("end", Fault::new(expected, "a game that goes on")));
            }
            let (text, next) = guard("step", || {
                let action = probe.choose(&state, &mut rng)?;
                let text = probe.game.format_action(&state, action);
                let mut next = state.clone();
                probe.game.step(&mut next, action, &mut rng);
                Ok((text, next))
            })?;
            self.moves.push(text);
            state = next;
        }
    }

    fn visit(&mut self, state: &G::State, rng: &mut Rng) -> Result<(), Failure> {
        let probe = &self.suite.probe;
        for (name, check) in &self.suite.checks {
            guard(name, || check(probe, state, rng))?;
        }
        let number = self.summary.positions;
        self.summary.positions += 1;
        if number % SLOW_STRIDE == SLOW_STRIDE - 1 && number < SLOW_STRIDE * SLOW_POSITIONS {
            for (name, check) in &self.suite.slow_checks {
                guard(name, || check(probe, state, rng))?;
            }
        }
        if let Some(key) = probe.key {
            self.compare_keys(state, key)?;
        }
        if self.suite.stochastic && !self.varied && !probe.over(state) {
            self.varied = guard("stochastic", || capabilities::varies(probe, state, rng))?;
        }
        Ok(())
    }

    fn compare_keys(&mut self, state: &G::State, key: Key<G>) -> Result<(), Failure> {
        let probe = &self.suite.probe;
        let (key, again, fingerprint) = guard("keyed", || {
            let key = || key(probe.game, state);
            Ok((key(), key(), probe.fingerprint(state)))
        })?;
        let fail = |expected: &str, found: String| Err(("keyed", Fault::new(expected, found)));
        if key != again {
            return fail(
                "a key that stays the same",
                format!("{key:#x}, then {again:#x}"),
            );
        }
        let known = self.keys.entry(key).or_insert_with(|| fingerprint.clone());
        if *known != fingerprint {
            let found = format!("key {key:#x} for both\n{known}\nand\n{fingerprint}");
            return fail("different positions to have different keys", found);
        }
        let known = *self.fingerprints.entry(fingerprint).or_insert(key);
        // Nothing can follow the end of a game, so there any key will do.
        if known != key && probe.game.outcome(state).is_none() {
            let found = format!("the keys {known:#x} and {key:#x} for this one");
            return fail("equal positions to have equal keys", found);
        }
        Ok(())
    }
}

/// Runs a check and turns a panic inside it into a fault. The states a panic may have left half
/// made are never looked at again.
fn guard<T>(check: &'static str, body: impl FnOnce() -> Result<T, Fault>) -> Result<T, Failure> {
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(Fault::new("no panic", format!("the panic '{message}'")))
    });
    result.map_err(|fault| (check, fault))
}
