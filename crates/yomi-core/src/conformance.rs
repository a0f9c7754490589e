//! Checks that a game keeps the promises of the traits it implements.
//!
//! The suite plays seeded random games and, in every position on the way, checks what the
//! documentation of the traits says. A game's author runs it with one line in a test and names
//! the capabilities that the game has:
//!
//! ```
//! # use yomi_core::*;
//! # struct Nim;
//! # impl Game for Nim {
//! #     type State = u8;
//! #     type Action = u8;
//! #     fn initial(&self) -> u8 { 12 }
//! #     fn to_move(&self, heap: &u8) -> Player { Player::BOTH[usize::from(*heap >= 100)] }
//! #     fn outcome(&self, heap: &u8) -> Option<Outcome> {
//! #         (heap % 100 == 0).then(|| Outcome::Win(self.to_move(heap).other()))
//! #     }
//! #     fn step(&self, heap: &mut u8, take: u8, _: &mut Rng) {
//! #         *heap = if *heap >= 100 { *heap - 100 - take } else { *heap + 100 - take };
//! #     }
//! # }
//! # impl Discrete for Nim {
//! #     fn actions(&self, heap: &u8, takes: &mut Vec<u8>) {
//! #         takes.clear();
//! #         takes.extend(1..=(heap % 100).min(3));
//! #     }
//! # }
//! # impl Deterministic for Nim {}
//! # impl Notation for Nim {
//! #     fn move_format(&self) -> String { "1 to 3".to_owned() }
//! #     fn format_action(&self, _: &u8, take: u8) -> String { take.to_string() }
//! #     fn parse_action(&self, heap: &u8, text: &str) -> Result<u8, NotationError> {
//! #         game::parse_listed(self, heap, text)
//! #     }
//! #     fn render(&self, heap: &u8) -> String { format!("{} left", heap % 100) }
//! # }
//! use yomi_core::conformance;
//!
//! conformance::suite(&Nim).discrete().deterministic().assert();
//! ```
//!
//! | method | what is checked |
//! |---|---|
//! | always | games end within the ply bound; outcomes are worth 0 to 1; the initial position is always the same; a step depends on the state, the action and the random numbers alone and leaves copies of the state untouched; moves read back as written, have distinct texts, and texts that are no legal move are refused without panic, all texts once the game is over; drawings are not empty and end without a newline |
//! | [`discrete`](Suite::discrete) | a position that is not over has an action; lists are repeatable, replace what was in the buffer and hold no action twice; those for searches and playouts are part of it; random actions are uniform over those for playouts; playing randomly is what drawing one by one is |
//! | [`deterministic`](Suite::deterministic) | `step` ignores the random numbers and does what `apply` does |
//! | [`stochastic`](Suite::stochastic) | different random numbers lead to different positions at least sometimes: chance is drawn from the argument, and cannot be read off a copied state |
//! | [`keyed`](Suite::keyed) | positions have equal keys if and only if they have equal [fingerprints](Suite::fingerprint) |
//! | [`indexed`](Suite::indexed) | indices are below the count and distinct among the actions of a position |
//! | [`symmetric`](Suite::symmetric) | symmetry 0 changes nothing; every symmetry keeps the mover, the outcome and, mapped, the actions; with `deterministic`, playing and transforming commute |
//! | [`encode`](Suite::encode) | features are below the count, finite, repeatable, and replace what was in the buffer |
//! | [`proposes`](Suite::proposes) | a position that is not over gets a proposal; proposals are legal moves, with `discrete` never one already tried; so are candidates, of which there is one at least, each once and always in the same order; the kernel is 1 for equal actions, symmetric and in 0 to 1 |
//! | [`noisy`](Suite::noisy) | a step is a perturbation and an exact step, with the same random numbers and as many; the density is 1 without deviation, above 0 for what comes about and no more than 1, and falls as deviations add up |
//! | [`walkable`](Suite::walkable) | a walk agrees with the game and with a fresh walk after every move: mover, key, evaluation, moves, check, outcome; taking moves and null moves back restores all of it; tactical moves, checks, legality, slots and exchanges are consistent; winning moves win |
//! | [`scored`](Suite::scored) | points are finite and repeatable; those that [decide](crate::Scored::decides) a game agree with its outcome |
//! | [`setup`](Suite::setup) | positions are one line of text, read back as written, and go on as they would have: at least the same moves, the same key and next position; texts that are no position are refused without panic, all others are positions like any other |
//! | [`territorial`](Suite::territorial) | the same random numbers tell the same; every point has an owner from 1 to -1; chains have stones, each stone in one; where none is dead, the points are those of the board |
//! | [`measured`](Suite::measured) | numbers have distinct names, are finite and repeatable, and those of moves are of legal ones, each once |
//! | [`interactive`](Suite::interactive) | drawings are at most 80 columns wide; legal moves are understood as they are written and as they are described; any other text is a legal move or refused, without panic; so are questions |
//! | [`pictured`](Suite::pictured) | the board stays the same and has names for its columns and rows; moves take cells of it, each once, and cells taken have an owner afterwards; the last move is the one made |
//! | [`evaluator`](Suite::evaluator), [`prior`](Suite::prior), [`experience`](Suite::experience), [`policy`](Suite::policy), [`features`](Suite::features) | the knowledge of a game: values from 0 to 1, finite weights and the factors they come from, legal choices, features below the count; the same random numbers give the same; whole playouts are what single choices make of them |
//! | [`move_features`](Suite::move_features) | one list of features below the count for each action, whatever other actions are asked for and in whatever order |
//! | [`linear_model`](Suite::linear_model) | with random weights, the evaluation is the formula over recomputed features; children in one call have the values they have one by one; the best of all moves is greedy; groups and maps lie below the count |
//!
//! The suite cannot check whether the rules are right: for that there are known positions,
//! [`perft`](crate::perft) counts and slow second implementations.

mod basics;
mod capabilities;
mod interactive;
mod knowledge;
#[cfg(test)]
mod knowledge_tests;
mod linear;
#[cfg(test)]
mod linear_tests;
mod noisy;
#[cfg(test)]
mod noisy_tests;
mod probe;
mod promises;
#[cfg(test)]
mod referee_tests;
mod referees;
mod run;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walk_tests;
mod walks;

use crate::{Game, Notation, Rng, Seed};
use probe::{Fault, Probe};
use run::Run;
use thiserror::Error;

/// A suite for `game`. Name its capabilities, then [`assert`](Suite::assert) or
/// [`run`](Suite::run).
pub fn suite<G: Notation>(game: &G) -> Suite<'_, G> {
    Suite {
        probe: Probe::new(game),
        games: 50,
        plies: 10_000,
        seed: Seed::new(0).child("conformance"),
        checks: vec![
            ("step", Box::new(basics::step)),
            ("outcome", Box::new(basics::outcome)),
            ("render", Box::new(basics::render)),
            ("texts", Box::new(basics::texts)),
            ("garbage", Box::new(basics::garbage)),
        ],
        slow_checks: Vec::new(),
        stochastic: false,
    }
}

/// The checks to run and their extent. Made by [`suite`].
pub struct Suite<'a, G: Notation> {
    probe: Probe<'a, G>,
    games: u32,
    plies: u32,
    seed: Seed,
    checks: Vec<(&'static str, Check<'a, G>)>,
    /// Checks that look at few positions only.
    slow_checks: Vec<(&'static str, Check<'a, G>)>,
    stochastic: bool,
}

/// A check of one position, which may not be over unless the check says so itself.
type Check<'a, G> =
    Box<dyn Fn(&Probe<'_, G>, &<G as Game>::State, &mut Rng) -> Result<(), Fault> + 'a>;

/// The counts of a run of the suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Games played to their end.
    pub games: u32,
    /// Positions visited, repetitions counted.
    pub positions: u64,
    /// Plies of the longest game.
    pub longest: u32,
    /// Names of the checks.
    pub checks: Vec<&'static str>,
}

/// A promise that a game did not keep.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{game} fails the check '{check}' after {}: expected {expected}, found {found}",
    if moves.is_empty() { "no moves".to_owned() } else { format!("the moves {}", moves.join(" ")) }
)]
pub struct Violation {
    /// The type of the game.
    pub game: &'static str,
    /// The check that failed.
    pub check: &'static str,
    /// The moves that lead to the position in question. What chance did on the way follows from
    /// the seed of the suite.
    pub moves: Vec<String>,
    /// The contract of the trait.
    pub expected: String,
    /// The behaviour of the game.
    pub found: String,
}

impl<G: Notation> Suite<'_, G> {
    /// Runs the suite and panics with the violation, if there is one: for tests.
    #[track_caller]
    pub fn assert(self) {
        if let Err(violation) = self.run() {
            panic!("{violation}");
        }
    }

    /// Runs the suite.
    pub fn run(self) -> Result<Summary, Violation> {
        let checks = self.checks.iter().chain(&self.slow_checks);
        let mut names: Vec<_> = checks.map(|&(name, _)| name).collect();
        // Knowledge of one kind stands together.
        names.dedup();
        names.extend(self.probe.key.map(|_| "keyed"));
        names.extend(self.stochastic.then_some("stochastic"));
        let mut run = Run::new(&self, names);
        run.games().map_err(|(check, fault)| Violation {
            game: std::any::type_name::<G>(),
            check,
            moves: std::mem::take(&mut run.moves),
            expected: fault.expected,
            found: fault.found,
        })?;
        Ok(run.summary)
    }
}
