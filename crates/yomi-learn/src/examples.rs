//! Training examples: the positions of recorded games.
//!
//! Every position that the teacher searched is an example: the target is the value its search found,
//! for the side to move. Equal positions (of equal [key](Keyed)) are merged
//! into one with the mean of their values. Games, not positions, are split into a training set
//! and a test set: positions of one game resemble each other too much to be in both.
//! Positions that occur in both nevertheless, as those of the opening do, are removed
//! from the test set; their mirror images are not.

use crate::games::{LabelledGame, SelfPlayHeader};
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;
use yomi_core::{Deterministic, FirstValue, Game, Keyed, MoverValue, Notation, Position, Seed};

/// A position with its target value.
#[derive(Clone, Debug)]
pub struct Example<S> {
    /// The position.
    pub state: S,
    /// Its [key](Keyed::key).
    pub key: u64,
    /// Its value for the side to move.
    pub target: MoverValue,
    /// The number of moves made before it.
    pub moves: u32,
    /// The number of its occurrences.
    pub count: u32,
}

/// A training set and a test set.
#[derive(Clone, Debug)]
pub struct Examples<S> {
    train: Merged<S>,
    test: Merged<S>,
}

/// A game that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game}, move {number}: {problem}")]
pub struct ReplayError {
    /// The number of the game.
    pub game: u64,
    /// The number of the move, counted from 1.
    pub number: usize,
    /// The problem.
    pub problem: String,
}

/// The target of a position: a mix of the value of its own search, the value of the search one move
/// later, and the result of the game, in these shares.
///
/// A search with few simulations for its many moves overestimates the side to move, since it
/// reports the maximum of noisy values. The search one move later overestimates the other side, and
/// half of each cancels the bias.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TargetMix {
    /// Which value of a search it is.
    pub target: Target,
    /// Share of the search one move later (after the last move, of the result).
    pub next_share: f64,
    /// Share of the result in all.
    pub result_share: f64,
}

yomi_core::choices! {
    /// Which of the values of a search is learned.
    #[derive(Default)]
    pub enum Target {
        /// That of the best move.
        #[default]
        Best = "best",
        /// The mean of all simulations.
        Mean = "mean",
    }
}

impl TargetMix {
    /// The values that are learned; none if the game was recorded without them.
    fn values<'a>(&self, game: &'a LabelledGame) -> Option<&'a [f32]> {
        match self.target {
            Target::Best => Some(&game.values),
            Target::Mean => (game.means.len() == game.values.len()).then_some(&game.means[..]),
        }
    }

    /// The target of the position before a move that was not random.
    fn target(&self, game: &LabelledGame, values: &[f32], ply: usize) -> Option<FirstValue> {
        let own = f64::from(*values.get(ply)?);
        let next = f64::from(*values.get(ply + 1).unwrap_or(&game.result));
        let searched = own + self.next_share * (next - own);
        let result = f64::from(game.result);
        Some(FirstValue(
            searched + self.result_share * (result - searched),
        ))
    }
}

/// Replays a game whose chance derives from `chance`. `visit` is told the number of moves made, the
/// position and the move played there. Returns the position after the last move.
fn each_position<G: Notation>(
    game: &Arc<G>,
    taught: &LabelledGame,
    chance: Seed,
    mut visit: impl FnMut(usize, &Position<G>, G::Action),
) -> Result<Position<G>, ReplayError> {
    let mut position = Position::new(Arc::clone(game));
    for (i, text) in taught.moves.iter().enumerate() {
        let fail = |problem: String| ReplayError {
            game: taught.number,
            number: i + 1,
            problem,
        };
        if position.outcome().is_some() {
            return Err(fail("the game is over".to_owned()));
        }
        let action = game
            .parse_action(position.state(), text)
            .map_err(|error| fail(error.to_string()))?;
        visit(i, &position, action);
        position.play(action, chance.index(i as u64));
    }
    Ok(position)
}

/// Replays a self-play game made by these settings with the chance it had. `visit` is told the number of
/// moves made, the position and the move played there. Returns the position after the last move.
///
/// # Errors
///
/// An illegal move, or another result than the one on file.
pub fn replay_game<G: Notation>(
    game: &Arc<G>,
    header: &SelfPlayHeader,
    taught: &LabelledGame,
    visit: impl FnMut(usize, &Position<G>, G::Action),
) -> Result<Position<G>, ReplayError> {
    let chance = header.job(taught.number).chance_seed();
    let last = each_position(game, taught, chance, visit)?;
    if let Some(outcome) = last.outcome() {
        check_result(taught, outcome.value().0)?;
    }
    Ok(last)
}

/// An error if a game ends otherwise than on file: chance that is replayed under other rules or settings
/// leads to positions that the teacher never saw, and no move need be illegal there.
fn check_result(taught: &LabelledGame, result: f64) -> Result<(), ReplayError> {
    // Results are on file in single precision.
    if (result - f64::from(taught.result)).abs() < 1e-4 {
        return Ok(());
    }
    Err(ReplayError {
        game: taught.number,
        number: taught.moves.len(),
        problem: format!(
            "the game ends with {result} here and with {} on file: other rules or settings?",
            taught.result
        ),
    })
}

/// Whether a game is for testing: evenly spread, `share` of all.
pub fn is_for_test(number: u64, share: f64) -> bool {
    let tests_before = |number: u64| (number as f64 * share).floor();
    tests_before(number + 1) > tests_before(number)
}

impl<S: Clone> Examples<S> {
    /// None yet.
    pub fn new() -> Examples<S> {
        Examples {
            train: Merged::new(),
            test: Merged::new(),
        }
    }

    /// The training set, in the order of first occurrence.
    pub fn train(&self) -> &[Example<S>] {
        &self.train.examples
    }

    /// The test set.
    pub fn test(&self) -> &[Example<S>] {
        &self.test.examples
    }

    /// Removes positions from the test set that also occur in the training set: early positions occur
    /// in many games. Returns the number of removed positions.
    pub fn remove_test_duplicates(&mut self) -> usize {
        let learned = &self.train.places;
        let before = self.test.examples.len();
        self.test
            .examples
            .retain(|example| !learned.contains_key(&example.key));
        self.test.places = (self.test.examples.iter())
            .enumerate()
            .map(|(place, example)| (example.key, place))
            .collect();
        before - self.test.examples.len()
    }

    /// Adds the positions of games. `test_share` of the games are for testing.
    pub fn replay<G: Notation + Keyed + Deterministic + Game<State = S>>(
        &mut self,
        game: &Arc<G>,
        games: &[LabelledGame],
        test_share: f64,
        mix: TargetMix,
    ) -> Result<(), ReplayError> {
        for taught in games {
            let merged = match is_for_test(taught.number, test_share) {
                true => &mut self.test,
                false => &mut self.train,
            };
            let values = mix.values(taught).ok_or_else(|| ReplayError {
                game: taught.number,
                number: taught.random as usize + 1,
                problem: "the mean of the search was not recorded: expected games with means"
                    .to_owned(),
            })?;
            // These games have no chance.
            each_position(game, taught, Seed::new(0), |i, position, _| {
                let taught_ply = i.checked_sub(taught.random as usize);
                if let Some(value) = taught_ply.and_then(|ply| mix.target(taught, values, ply)) {
                    let target = value.to_mover(position.to_move());
                    let key = game.key(position.state());
                    merged.add(key, position.state(), target, i as u32);
                }
            })?;
        }
        Ok(())
    }
}

impl<S: Clone> Default for Examples<S> {
    fn default() -> Examples<S> {
        Examples::new()
    }
}

/// Examples in the order in which they first occurred, each position once.
#[derive(Clone, Debug)]
struct Merged<S> {
    places: HashMap<u64, usize>,
    examples: Vec<Example<S>>,
}

impl<S: Clone> Merged<S> {
    fn new() -> Merged<S> {
        Merged {
            places: HashMap::new(),
            examples: Vec::new(),
        }
    }

    fn add(&mut self, key: u64, state: &S, target: MoverValue, moves: u32) {
        let place = *self.places.entry(key).or_insert(self.examples.len());
        match self.examples.get_mut(place) {
            Some(example) => {
                example.count += 1;
                example.target.0 += (target.0 - example.target.0) / f64::from(example.count);
            }
            None => self.examples.push(Example {
                state: state.clone(),
                key,
                target,
                moves,
                count: 1,
            }),
        }
    }
}
