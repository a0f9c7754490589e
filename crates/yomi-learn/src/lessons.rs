//! Lessons: what teachers chose among the [options](Choices) of positions, for learning and for the test.
//!
//! Positions come from self-play games, which are replayed with their chance, or as they are, from records
//! that tell the position before each move ([`Lessons::add`]). Games, not positions, are held out for the
//! test. What is not learned is counted, by reason.

use crate::examples::{ReplayError, is_for_test, replay_game};
use crate::games::{LabelledGame, SelfPlayHeader};
use std::sync::Arc;
use yomi_core::{Choices, Game, Lesson, Notation};

/// A choice that was made.
pub(crate) struct Choice<G: Game> {
    pub state: G::State,
    /// The number of the option.
    pub chosen: usize,
    /// The number of moves made before.
    pub moves: usize,
}

/// The choices of all games so far.
pub(crate) struct Lessons<G: Game> {
    options: Arc<dyn Choices<G>>,
    test_share: f64,
    pub examples: Vec<Choice<G>>,
    pub tests: Vec<Choice<G>>,
    /// Moves that are none of the options.
    unmatched: u64,
    /// Moves in positions in which teachers are not to be followed.
    left_out: u64,
}

impl<G: Notation> Lessons<G> {
    /// None yet; so large a share of the games will be for the test.
    pub fn new(options: Arc<dyn Choices<G>>, test_share: f64) -> Lessons<G> {
        Lessons {
            options,
            test_share,
            examples: Vec::new(),
            tests: Vec::new(),
            unmatched: 0,
            left_out: 0,
        }
    }

    /// Adds a move of game `number`, made after so many others.
    pub fn add(
        &mut self,
        game: &G,
        (number, moves): (u64, usize),
        state: &G::State,
        action: G::Action,
    ) {
        match self.options.lesson(game, state, action) {
            Lesson::Option(chosen) => {
                let choices = match is_for_test(number, self.test_share) {
                    true => &mut self.tests,
                    false => &mut self.examples,
                };
                choices.push(Choice {
                    state: state.clone(),
                    chosen,
                    moves,
                });
            }
            Lesson::Forced => (),
            Lesson::Unmatched => self.unmatched += 1,
            Lesson::LeftOut => self.left_out += 1,
        }
    }

    /// Adds the moves of self-play games made by these settings, but for the random ones.
    pub fn replay(
        &mut self,
        game: &Arc<G>,
        header: &SelfPlayHeader,
        games: &[LabelledGame],
    ) -> Result<(), ReplayError> {
        for taught in games {
            replay_game(game, header, taught, |moves, position, played| {
                if moves >= taught.random as usize {
                    self.add(game, (taught.number, moves), position.state(), played);
                }
            })?;
        }
        Ok(())
    }

    /// How many moves are neither learned nor tested on, and why.
    pub fn remark(&self) -> Option<String> {
        let counts = [
            (self.left_out, "left out"),
            (self.unmatched, "none of the options"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, why)| format!("{count} {why}"));
        let counts: Vec<String> = counts.collect();
        if counts.is_empty() {
            return None;
        }
        let used = self.examples.len() + self.tests.len();
        let all = used as u64 + self.left_out + self.unmatched;
        Some(format!("Of {all} moves not used: {}.", counts.join(", ")))
    }
}
