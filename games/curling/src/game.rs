//! Curling as a game of the engine.

use crate::physics::Ice;
use crate::players::{Aims, Passes};
use crate::propose::fixed_throws;
use crate::{Curling, Shot, State};
use yomi_core::{FirstValue, Game, Noisy as _, Outcome, Player, Rng, Scored};

impl Game for Curling {
    type State = State;
    type Action = Shot;

    fn prepare(&self) {
        // Each makes its tables at its first call.
        Ice::of(self.world);
        Aims::of(self.world);
        fixed_throws(self.world);
        Passes::of(self.world);
        self.win_probability(&State::default());
    }

    fn initial(&self) -> State {
        State::default()
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.to_move()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !self.is_over(state) {
            return None;
        }
        Some(match state.lead() {
            0 if self.tie == 0.5 => Outcome::Draw,
            0 => Outcome::Payoff(FirstValue(if state.first == Player::First {
                self.tie
            } else {
                1.0 - self.tie
            })),
            lead if lead > 0 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn step(&self, state: &mut State, shot: Shot, rng: &mut Rng) {
        let thrown = self.perturb(state, shot, rng);
        self.step_exact(state, thrown);
    }
}

impl Scored for Curling {
    fn score(&self, state: &State, player: Player) -> f64 {
        f64::from(state.total(player))
    }
}
