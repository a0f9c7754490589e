//! A player by rules: what every club player knows, and nothing more.
//!
//! The rules, the first that applies decides. A throw is made only if it works on the exact
//! simulator ("can" below means that); of the ways to make it, the one that best bears a slip of
//! the hand. *Playing clean* means ahead by two or more, or ahead by one without the hammer: few
//! stones, few chances for the other side.
//!
//! 1. With the last stone of the end there is nothing left to plan: of all candidate throws, the
//!    one after which the chance to win is best, as a few throws with noise tell. So it draws or
//!    hits for as many points as there are, and blanks the end where a single point is worth less
//!    than the hammer.
//! 2. The opponent lies shot:
//!    1. take that stone out, if it can be;
//!    2. else draw around what guards it, or freeze to it, if that gains shot;
//!    3. else take out what can be of the opponent's other stones in the house;
//!    4. else remove a guard, once they are fair game.
//! 3. Own stone lies shot:
//!    1. playing clean, or late in the end: take out what the opponent has in the house;
//!    2. playing clean: remove the opponent's guards, once they are fair game;
//!    3. with the hammer: draw a second one to the other side of the house, for two points;
//!    4. without it: guard the shot stone, if nothing does;
//!    5. else draw one more, close to the tee.
//! 4. Nobody lies in the house:
//!    1. playing clean: remove the opponent's guards, once they are fair game;
//!    2. with the hammer, more ends to come and two stones or fewer left: throw one through, for a
//!       blank end is better than one point;
//!    3. with the hammer, early, not playing clean: a corner guard, to score two behind;
//!    4. without the hammer, with the first stone, not playing clean: a guard on the centre line;
//!    5. else draw to the tee, around what lies before it.
//! 5. What remains: a draw to the tee, whatever is in the way.
//!
//! Limits: it looks at one throw, and neither runs back, raises nor plans a double take-out but by
//! luck.

use super::aims::Aims;
use super::situation::Situation;
use crate::propose::throws_through;
use crate::{Curling, STONES, Shot, Spin, State};
use yomi_core::{Policy, Proposes as _, Rng, Scratch};

/// Plays by the rules above.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Policy<Curling> for Rules {
    fn choose(
        &self,
        game: &Curling,
        state: &State,
        scratch: &mut Scratch<Shot>,
        rng: &mut Rng,
    ) -> Shot {
        if usize::from(state.shot) + 1 == STONES {
            return last_stone(game, state, &mut scratch.actions, rng);
        }
        let situation = Situation::new(game, state);
        let called = match situation.house.first() {
            Some(stone) if stone.mine => situation.lying_shot(),
            Some(_) => situation.opponent_lies_shot(),
            None => situation.empty_house(),
        };
        called.unwrap_or_else(|| {
            let spin = Spin::BOTH[rng.below(2) as usize];
            Aims::of(game.world).tee(spin)
        })
    }
}

/// How many throws go from the first to the second round of [`last_stone`].
const SECOND_ROUND: usize = 16;

/// Throws with noise in the second round, each.
const TRIALS: usize = 48;

/// Rule 1. Exact throws first; the best of them are compared with noise, all with the same one.
fn last_stone(game: &Curling, state: &State, throws: &mut Vec<Shot>, rng: &mut Rng) -> Shot {
    let value = |shot: Shot| {
        let mut after = *state;
        game.deliver(&mut after, shot);
        let value = game.win_probability(&after);
        value.to_mover(state.to_move()).0
    };
    game.candidates(state, throws);
    // Stable: of equals the first.
    throws.sort_by_cached_key(|&shot| -(value(shot) * 1e9) as i64);
    throws.truncate(SECOND_ROUND);
    let mut best = (throws[0], f64::NEG_INFINITY);
    for &shot in throws.iter() {
        let mut hand = rng.clone();
        let mean = (0..TRIALS)
            .map(|_| value(game.with_noise(shot, &mut hand)))
            .sum::<f64>();
        if mean > best.1 {
            best = (shot, mean);
        }
    }
    best.0
}

impl Situation<'_> {
    /// Whether to keep the house clean.
    fn clean(&self) -> bool {
        self.lead > 1 || (self.lead == 1 && !self.hammer)
    }

    /// Rule 2.
    fn opponent_lies_shot(&self) -> Option<Shot> {
        let theirs = || self.house.iter().filter(|stone| !stone.mine);
        let shot_stone = *theirs().next()?;
        self.take_out(shot_stone)
            .or_else(|| self.draw_for_shot())
            .or_else(|| theirs().skip(1).find_map(|&stone| self.take_out(stone)))
            .or_else(|| self.remove_a_guard())
    }

    /// Rule 3.
    fn lying_shot(&self) -> Option<Shot> {
        let shot_stone = *self.house.first()?;
        let mut theirs = self.house.iter().filter(|stone| !stone.mine);
        let late = self.number + 6 >= STONES;
        let mut called = None;
        if self.clean() || late {
            called = theirs.find_map(|&stone| self.take_out(stone));
        }
        if self.clean() {
            called = called.or_else(|| self.remove_a_guard());
        }
        if self.hammer {
            let side = if self.across(shot_stone.at) > 0.0 {
                -1.0
            } else {
                1.0
            };
            called = called.or_else(|| self.draw(self.place(0.9 * side, 0.0)));
        } else if !self.is_guarded(shot_stone.at) {
            let before = self.place(self.across(shot_stone.at), -2.6);
            called = called.or_else(|| self.draw(before));
        }
        called.or_else(|| self.draw(self.place(0.0, -0.2)))
    }

    /// Rule 4.
    fn empty_house(&self) -> Option<Shot> {
        let early = self.number < 4;
        let mut called = None;
        if self.clean() {
            called = self.remove_a_guard();
        } else if self.hammer && early {
            let side = if self.guards.iter().any(|guard| self.across(guard.at) > 0.5) {
                -1.0
            } else {
                1.0
            };
            called = self.draw(self.place(1.1 * side, -2.8));
        } else if self.number == 0 {
            called = self.draw(self.place(0.0, -3.2));
        }
        if self.hammer && self.ends_left > 0 && self.number + 4 >= STONES {
            called = called.or_else(|| throws_through(self.game.world).next());
        }
        called.or_else(|| self.draw_for_shot())
    }

    /// Takes out a stone of the opponent's before the house, where the rules allow it.
    fn remove_a_guard(&self) -> Option<Shot> {
        let mut guards = self.guards.iter().filter(|guard| !guard.mine);
        match self.guards_are_fair_game() {
            true => guards.find_map(|&guard| self.take_out(guard)),
            false => None,
        }
    }
}
