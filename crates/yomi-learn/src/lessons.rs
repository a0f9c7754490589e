//! Lessons: what teachers chose among the [options](Choices) of positions, for learning and for the test.
//!
//! Positions come from self-play games, which are replayed with their chance, or as they are, from records
//! that tell the position before each move ([`Lessons::add`]). Games, not positions, are held out for the
//! test. What is not learned is counted, by reason.

use crate::examples::{ReplayError, is_for_test, replay_game};
use crate::games::{LabelledGame, SelfPlayHeader};
use std::sync::Arc;
use yomi_core::{Choices, Game, Lesson, Notation, Stored};

/// A choice that was made.
pub(crate) struct Choice<P> {
    pub position: P,
    /// The number of the option.
    pub chosen: usize,
    /// The number of moves made before.
    pub moves: usize,
    /// How much it counts; a move that was played counts one.
    pub weight: f32,
}

/// The choices of all games so far.
pub(crate) struct Lessons<G: Game, P> {
    options: Arc<dyn Choices<G>>,
    test_share: f64,
    pub examples: Vec<Choice<P>>,
    pub tests: Vec<Choice<P>>,
    /// Moves that are none of the options.
    unmatched: u64,
    /// Moves in positions in which teachers are not to be followed.
    left_out: u64,
}

impl<G: Notation, P: Stored<G>> Lessons<G, P> {
    /// None yet; so large a share of the games will be for the test.
    pub fn new(options: Arc<dyn Choices<G>>, test_share: f64) -> Lessons<G, P> {
        Lessons {
            options,
            test_share,
            examples: Vec::new(),
            tests: Vec::new(),
            unmatched: 0,
            left_out: 0,
        }
    }

    /// Adds a move of game `number`, made after so many others, with its weight. A move held out for the test
    /// counts whatever its weight.
    pub fn add(
        &mut self,
        game: &G,
        (number, moves): (u64, usize),
        state: &G::State,
        (action, weight): (G::Action, f32),
    ) {
        // What is learned is the position that is kept, which may have forgotten how it came about.
        let position = P::store(game, state);
        let lesson = self.options.lesson(game, &position.restore(game), action);
        match lesson {
            Lesson::Option(chosen) => {
                let choices = match is_for_test(number, self.test_share) {
                    true => &mut self.tests,
                    false => &mut self.examples,
                };
                choices.push(Choice {
                    position,
                    chosen,
                    moves,
                    weight,
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
                    let number = taught.number;
                    self.add(game, (number, moves), position.state(), (played, 1.0));
                }
            })?;
        }
        Ok(())
    }

    /// How many moves are neither learned nor tested on, and why.
    pub fn remark(&self) -> Option<String> {
        let counts = [
            (self.left_out, "left out"),
            (self.unmatched, "that are none of the options"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, why)| format!("{count} {why}"));
        let counts: Vec<String> = counts.collect();
        if counts.is_empty() {
            return None;
        }
        let used = self.examples.len() + self.tests.len();
        let all = used as u64 + self.left_out + self.unmatched;
        Some(format!("Not used of {all} moves: {}.", counts.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Deterministic, FeatureLists, Whole};

    type Kept = Lessons<ConnectFour, Whole<ConnectFour>>;
    use yomi_toy::ConnectFour;

    type State = <ConnectFour as Game>::State;
    type Column = <ConnectFour as Game>::Action;

    /// Knows no leftmost column, leaves the three on the right to others and is forced into the middle.
    struct LeftHalf;

    impl Choices<ConnectFour> for LeftHalf {
        fn count(&self) -> usize {
            1
        }

        fn encode_options(&self, _: &ConnectFour, _: &State, lists: &mut FeatureLists) {
            lists.clear();
        }

        fn lesson(&self, _: &ConnectFour, _: &State, column: Column) -> Lesson {
            match column.number() {
                0 => Lesson::Unmatched,
                3 => Lesson::Forced,
                4.. => Lesson::LeftOut,
                other => Lesson::Option(usize::from(other)),
            }
        }
    }

    #[test]
    fn what_is_not_learned_is_counted_by_reason() {
        let game = ConnectFour;
        let mut lessons = Kept::new(Arc::new(LeftHalf), 0.1);
        let mut play = |number| {
            let mut state = game.initial();
            for (moves, text) in ["2", "1", "4", "3", "5", "7"].into_iter().enumerate() {
                let column = game.parse_action(&state, text).unwrap();
                lessons.add(&game, (number, moves), &state, (column, 1.0));
                game.apply(&mut state, column);
            }
            let [examples, tests] = [&lessons.examples, &lessons.tests].map(Vec::len);
            (examples, tests, lessons.remark().unwrap())
        };
        let told = |text: &str| text.to_owned();
        let expected = "Not used of 5 moves: 2 left out, 1 that are none of the options.";
        assert_eq!(play(0), (2, 0, told(expected)));
        // The tenth game is for the test.
        let expected = "Not used of 10 moves: 4 left out, 2 that are none of the options.";
        assert_eq!(play(9), (2, 2, told(expected)));
        let chosen = lessons.tests.iter().map(|test| (test.moves, test.chosen));
        assert_eq!(chosen.collect::<Vec<_>>(), [(0, 1), (3, 2)]);
        let none = Kept::new(Arc::new(LeftHalf), 0.1);
        assert_eq!(none.remark(), None);
    }
}
