//! What is learned from a teacher's throws: which of the generated shots each of them was.
//!
//! The paper left out positions with a lopsided score and the middle and late part of the last end, where
//! throws need not be good ones: a side that cannot win any more, or cannot lose, has nothing to choose.
//! It does not say where it drew the line, so both are settings, and everything is learned by default.

use super::Heuristic;
use crate::{Curling, Shot, State};
use yomi_core::{Choices, FeatureLists, Lesson};

yomi_core::parameters! {
    /// From which positions the preferences of the heuristic policy are learned.
    pub struct Teaching {
        /// Leave out positions in which a side leads by more points than this; none learns from all.
        pub greatest_lead: Option<u32> = None, in 0..=80;
        /// Learn only from so many throws of the last end, and of each extra end; none learns from all.
        pub last_end_throws: Option<u32> = None, in 0..=16;
    }
}

/// No throw is as fast, in metres per second. A log may have anything: stones of mixed doubles that were laid
/// have no speed at all.
const ABSURD_SPEED: f64 = 100.0;

impl Teaching {
    fn leaves_out(&self, game: &Curling, state: &State) -> bool {
        let is_lopsided = |greatest| state.lead().unsigned_abs() > greatest;
        let is_last = u32::from(state.end) + 1 >= game.ends;
        let is_late = |throws| is_last && u32::from(state.shot) >= throws;
        self.greatest_lead.is_some_and(is_lopsided) || self.last_end_throws.is_some_and(is_late)
    }
}

/// The generated plans are the options.
impl Choices<Curling> for Teaching {
    fn count(&self) -> usize {
        Heuristic::FEATURES
    }

    fn encode_options(&self, game: &Curling, state: &State, lists: &mut FeatureLists) {
        let plans = Heuristic::plans(game, state);
        Heuristic::untaught().encode(game, state, &plans, lists);
    }

    fn lesson(&self, game: &Curling, state: &State, thrown: Shot) -> Lesson {
        if self.leaves_out(game, state) {
            return Lesson::LeftOut;
        }
        let speed = thrown.velocity.length();
        if game.is_pass(thrown) || speed == 0.0 || speed > ABSURD_SPEED {
            return Lesson::Unmatched;
        }
        let plans = Heuristic::plans(game, state);
        let matching = Heuristic::untaught().matching(game, state, &plans, thrown);
        matching.map_or(Lesson::Unmatched, Lesson::Option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Spin, Vector, World, aim};
    use yomi_core::Player;

    /// A draw behind the tee with an empty sheet.
    fn draw() -> Shot {
        let tee = World::Dc2.sheet().tee;
        aim::draw_to(World::Dc2, tee - Vector::new(0.0, 0.4), Spin::Cw).unwrap()
    }

    fn position(end: u8, shot: u8, lead: i8) -> State {
        let mut state = State {
            end,
            shot,
            first: Player::Second,
            ..State::default()
        };
        state.scores[0] = lead;
        state
    }

    #[test]
    fn lopsided_scores_and_late_last_ends_are_left_out_if_asked() {
        let game = Curling {
            world: World::Dc2,
            ends: 3,
            ..Curling::default()
        };
        let all = Teaching::default();
        let some = Teaching {
            greatest_lead: Some(3),
            last_end_throws: Some(5),
        };
        for (end, shot, lead, is_left_out) in [
            (1, 15, 3, false),
            (1, 0, 4, true),
            (1, 0, -4, true),
            (1, 0, -3, false),
            (2, 4, 0, false),
            (2, 5, 0, true),
            (4, 4, 0, false),
            (4, 5, 0, true),
        ] {
            let state = position(end, shot, lead);
            let lesson = some.lesson(&game, &state, draw());
            assert_eq!(lesson == Lesson::LeftOut, is_left_out, "{state:?}");
            assert!(matches!(
                all.lesson(&game, &state, draw()),
                Lesson::Option(_)
            ));
        }
    }

    #[test]
    fn passes_and_stones_that_were_not_thrown_teach_nothing() {
        let game = Curling {
            world: World::Dc2,
            ..Curling::default()
        };
        let state = position(0, 2, 0);
        for shot in [
            Shot::new(0.0, -34.0, Spin::Cw),
            Shot::new(0.0, 0.0, Spin::Cw),
            Shot::new(1e300, -30.0, Spin::Ccw),
        ] {
            let lesson = Teaching::default().lesson(&game, &state, shot);
            assert_eq!(lesson, Lesson::Unmatched);
        }
    }
}
