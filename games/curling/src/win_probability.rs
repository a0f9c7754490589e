//! The probability of winning between two ends.
//!
//! A point is worth much in the last end of a close game and little in the first, or when one side
//! is far ahead; and the side that scores gives the hammer away. So a playout need not continue to the
//! end of a game of ten ends: it stops after the current end and uses this table.
//!
//! Every end is taken to have the same distribution of scores `p(s)`, as seen by the side that
//! throws first (`s < 0`: the side with the hammer scores). With `n` ends to go and a lead of `d`
//! points of the side that throws first,
//!
//! ```text
//! V(0, d) = 1 if d > 0, 0 if d < 0, and what a level game is worth if d = 0
//! V(n, d) = sum over s >= 0 of p(s) V(n-1, d+s)  +  sum over s < 0 of p(s) (1 - V(n-1, -d-s))
//! ```
//!
//! because who scores throws first in the next end, and a blank end changes nothing. A level game
//! that goes into an extra end is worth 0.25 to the side that throws first in it; where the rules
//! have none, it is worth what they say. `V` is linear in that worth, so one table holds the
//! chance to be ahead and the signed chance to be level, and serves all rules.
//!
//! The distribution is a [parameter](crate::EndScores) of the game.
//!
//! Limits: it knows neither how well the players play nor that players behind take greater risks.

use crate::end_scores::{MOST_POINTS, SCORES};
use crate::state::MAX_ENDS;
use crate::{Curling, State};
use yomi_core::continuous::Parts;
use yomi_core::{FirstValue, Game as _, MoverValue, Player};

/// No lead beyond this can be lost in the longest game.
const GREATEST_LEAD: i32 = MOST_POINTS * MAX_ENDS as i32;

/// What a level game that goes into an extra end is worth to the side that throws first in it.
const EXTRA_END: f64 = 0.25;

/// The chance to win as `ahead + level * (worth of a level game to who throws first in it)`.
#[derive(Clone, Copy, Default)]
struct Chance {
    ahead: f64,
    level: f64,
}

impl Chance {
    /// The same game as the other side sees it.
    fn flipped(self) -> Chance {
        Chance {
            ahead: 1.0 - self.ahead,
            level: -self.level,
        }
    }
}

/// The chances of the side that throws first, by the number of ends to go and its lead.
pub(crate) struct Table(Vec<Vec<Chance>>);

impl Table {
    /// The table for ends that score -8 to 8 points with these probabilities.
    pub fn new(shares: &[f64; SCORES]) -> Table {
        let mut table = Table(Vec::new());
        table.0.push(Table::line(|lead| Chance {
            ahead: if lead > 0 { 1.0 } else { 0.0 },
            level: if lead == 0 { 1.0 } else { 0.0 },
        }));
        for ends in 1..=MAX_ENDS {
            let line = Table::line(|lead| {
                let mut chance = Chance::default();
                for (share, score) in shares.iter().zip(-MOST_POINTS..) {
                    let after = lead + score;
                    let next = match score < 0 {
                        true => table.chance(ends - 1, -after).flipped(),
                        false => table.chance(ends - 1, after),
                    };
                    chance.ahead += share * next.ahead;
                    chance.level += share * next.level;
                }
                chance
            });
            table.0.push(line);
        }
        table
    }

    fn line(chance: impl Fn(i32) -> Chance) -> Vec<Chance> {
        (-GREATEST_LEAD..=GREATEST_LEAD).map(chance).collect()
    }

    fn chance(&self, ends: usize, lead: i32) -> Chance {
        let lead = lead.clamp(-GREATEST_LEAD, GREATEST_LEAD);
        self.0[ends.min(MAX_ENDS)][(lead + GREATEST_LEAD) as usize]
    }
}

impl Curling {
    /// The chance that `First` wins, given the score and the hammer at the start of the end being
    /// played: the stones that lie there and the throws already made in it do not matter. Exact
    /// once the game is over.
    ///
    /// ```
    /// use yomi_core::FirstValue;
    /// use yomi_curling::{Curling, State};
    /// let game = Curling { ends: 2, ..Curling::default() };
    /// // `First` throws first, and so `Second` has the hammer.
    /// let FirstValue(even) = game.win_probability(&State::default());
    /// let one_up = State { end: 1, scores: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], ..State::default() };
    /// assert!(even < 0.5 && game.win_probability(&one_up).0 > even);
    /// ```
    pub fn win_probability(&self, state: &State) -> FirstValue {
        if let Some(outcome) = self.outcome(state) {
            return outcome.value();
        }
        let ends = self.ends.saturating_sub(u32::from(state.end)) as usize;
        let lead = match state.first {
            Player::First => state.lead(),
            Player::Second => -state.lead(),
        };
        let chance = self.end_scores.table().chance(ends, lead);
        let level = if self.extra_ends > 0 {
            EXTRA_END
        } else {
            self.tie
        };
        MoverValue(chance.ahead + chance.level * level).to_first(state.first)
    }
}

/// The parts are the ends.
impl Parts for Curling {
    fn part_is_over(&self, start: &State, state: &State) -> bool {
        state.end != start.end
    }

    fn value_between_parts(&self, state: &State) -> FirstValue {
        self.win_probability(state)
    }

    fn distribution_of_values(&self, start: &State) -> (FirstValue, f64) {
        let mut mean = 0.0;
        let mut mean_of_squares = 0.0;
        for (score, share) in self.end_scores.iter() {
            let mut after = *start;
            self.finish_end(&mut after, score as i8);
            let FirstValue(value) = self.win_probability(&after);
            mean += share * value;
            mean_of_squares += share * value * value;
        }
        let variance = (mean_of_squares - mean * mean).max(0.0);
        (FirstValue(mean), variance.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EndScores;

    fn position(end: u8, lead: i8, first: Player) -> State {
        let mut state = State {
            end,
            first,
            ..State::default()
        };
        state.scores[0] = lead;
        state
    }

    fn value(game: &Curling, end: u8, lead: i8, first: Player) -> f64 {
        game.win_probability(&position(end, lead, first)).0
    }

    #[test]
    fn a_point_more_is_never_worse_and_the_hammer_is_worth_something() {
        let game = Curling::default();
        for end in 1..10 {
            for lead in -20..20 {
                for first in Player::BOTH {
                    let (less, more) = (
                        value(&game, end, lead, first),
                        value(&game, end, lead + 1, first),
                    );
                    assert!(less <= more, "end {end}, {lead}: {less} > {more}");
                }
                let with_hammer = value(&game, end, lead, Player::Second);
                let without = value(&game, end, lead, Player::First);
                assert!(without <= with_hammer, "end {end}, {lead}");
            }
            let worth = value(&game, end, 0, Player::Second) - value(&game, end, 0, Player::First);
            assert!(worth > 0.1, "end {end}: {worth}");
        }
    }

    #[test]
    fn the_two_sides_share_one_win() {
        let game = Curling::default();
        for lead in -9..=9 {
            let here = value(&game, 4, lead, Player::First);
            let there = value(&game, 4, -lead, Player::Second);
            assert!((here + there - 1.0).abs() < 1e-12, "{lead}");
        }
    }

    #[test]
    fn the_last_end_is_the_distribution_itself() {
        let scores = EndScores::table_3();
        let scored: f64 = (1..=8).map(|points| scores.share(points)).sum();
        let blank = scores.share(0);
        for (extra_ends, tie, level) in [(10, 0.5, EXTRA_END), (0, 0.219, 0.219), (0, 0.5, 0.5)] {
            let game = Curling {
                extra_ends,
                tie,
                ..Curling::default()
            };
            let expected = scored + blank * level;
            let found = value(&game, 9, 0, Player::First);
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
            // One up without the hammer: a steal or a blank end wins, one point makes it level,
            // and then the other side throws first.
            let expected = scored + blank + scores.share(-1) * (1.0 - level);
            let found = value(&game, 9, 1, Player::First);
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn what_is_over_is_over() {
        let game = Curling::default();
        assert_eq!(value(&game, 10, 3, Player::Second), 1.0);
        assert_eq!(value(&game, 10, -1, Player::Second), 0.0);
        // Level after ten ends: an extra end, unless the rules have none.
        assert_eq!(value(&game, 10, 0, Player::First), EXTRA_END);
        let sudden = Curling {
            extra_ends: 0,
            tie: 0.219,
            ..Curling::default()
        };
        assert_eq!(value(&sudden, 10, 0, Player::Second), 1.0 - 0.219);
    }

    #[test]
    fn absurd_leads_are_won() {
        let mut state = position(1, 127, Player::First);
        state.scores = [127; MAX_ENDS];
        assert!(Curling::default().win_probability(&state).0 > 0.999);
    }

    /// Distributions that differ: the paper's, a few counted ends, and one of two scores.
    fn distributions() -> [EndScores; 3] {
        let mut counts = [0; SCORES];
        counts[8] = 30;
        counts[10] = 9;
        let mut two = [0.0; SCORES];
        (two[6], two[9]) = (0.6, 0.4);
        [
            EndScores::table_3(),
            EndScores::measured(&counts),
            EndScores::new(two).unwrap(),
        ]
    }

    /// Rewards of an end, as searches have them, are of mean 0 and variance 1; and the mean is the
    /// probability to win before the end.
    #[test]
    fn values_after_an_end_have_the_mean_and_the_deviation_they_are_said_to_have() {
        for end_scores in distributions() {
            let game = Curling {
                ends: 3,
                end_scores: end_scores.clone(),
                ..Curling::default()
            };
            for (end, lead, first) in [
                (1, 0, Player::First),
                (2, -1, Player::Second),
                (2, 1, Player::First),
            ] {
                let start = position(end, lead, first);
                let (mean, deviation) = game.distribution_of_values(&start);
                assert!((mean.0 - game.win_probability(&start).0).abs() < 1e-12);
                let (mut first_moment, mut second_moment) = (0.0, 0.0);
                for (score, share) in end_scores.iter() {
                    let mut after = start;
                    game.finish_end(&mut after, score as i8);
                    let reward = (game.win_probability(&after).0 - mean.0) / deviation;
                    first_moment += share * reward;
                    second_moment += share * reward * reward;
                }
                assert!(first_moment.abs() < 1e-9, "{first_moment}");
                assert!((second_moment - 1.0).abs() < 1e-9, "{second_moment}");
            }
        }
    }

    /// The hammer scores two in 60 of 100 ends, the other side one in 40, by hand.
    #[test]
    fn two_ends_of_another_distribution() {
        let [_, _, end_scores] = distributions();
        let game = Curling {
            ends: 2,
            end_scores,
            ..Curling::default()
        };
        // Who throws first wins the last end if a steal is enough: level 0.4, one up 0.4, one down
        // 0.4 of an extra end with the first throw.
        let last = |lead| value(&game, 1, lead, Player::First);
        assert!((last(0) - 0.4).abs() < 1e-12);
        assert!((last(1) - 0.4).abs() < 1e-12);
        assert!((last(-1) - 0.4 * EXTRA_END).abs() < 1e-12);
        // Two up, it loses two in 60 of 100 ends and has the hammer of an extra end then.
        assert!((last(2) - (0.4 + 0.6 * (1.0 - EXTRA_END))).abs() < 1e-12);
        // The first end: a steal leaves it one up and first again; otherwise the other side is two up
        // and throws first.
        let begun = value(&game, 0, 0, Player::First);
        assert!((begun - (0.4 * last(1) + 0.6 * (1.0 - last(2)))).abs() < 1e-12);
    }

    /// The last end of a level game, by hand: a point for either side decides, a blank end is a tie.
    #[test]
    fn the_deviation_of_the_last_end_is_that_of_its_results() {
        let game = Curling {
            ends: 2,
            extra_ends: 0,
            tie: 0.219,
            ..Curling::default()
        };
        let scores = &game.end_scores;
        let won: f64 = (1..=8).map(|points| scores.share(points)).sum();
        let level = scores.share(0);
        let mean = won + level * 0.219;
        let squares = won + level * 0.219 * 0.219;
        let (found, deviation) = game.distribution_of_values(&position(1, 0, Player::First));
        assert!((found.0 - mean).abs() < 1e-12);
        assert!((deviation - (squares - mean * mean).sqrt()).abs() < 1e-12);
    }
}
