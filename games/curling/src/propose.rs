//! Throws worth a try: where the search looks.

use crate::{Curling, Shot, Spin, State, Vector, World, aim};
use yomi_core::{Game as _, Proposes, Rng};

impl Proposes for Curling {
    /// A draw to a random place in or before the house, or a hit of a stone there, with either
    /// spin.
    fn propose(&self, state: &State, _tried: &[Shot], rng: &mut Rng) -> Option<Shot> {
        if self.outcome(state).is_some() {
            return None;
        }
        let spin = Spin::BOTH[rng.below(2) as usize];
        let sheet = self.world.sheet();
        let stones = state.stones.len() as u32;
        let target = match stones > 0 && rng.below(2) == 0 {
            true => state.stones.iter().nth(rng.below(stones) as usize),
            false => None,
        };
        let shot = match target {
            Some((_, at)) => {
                let fastest = match self.world {
                    World::Dc2 => 16.0,
                    World::Fcv1 => 2.2,
                };
                let thickness = 1.4 * rng.unit() - 0.7;
                aim::hit(
                    self.world,
                    at,
                    thickness,
                    fastest * (0.2 + 0.8 * rng.unit()),
                    spin,
                )
            }
            None => {
                let x = 3.0 * rng.unit() - 1.5;
                let y = 1.5 - 5.5 * rng.unit();
                aim::draw_to(
                    self.world,
                    sheet.tee + Vector::new(x, y * sheet.forward),
                    spin,
                )
            }
        };
        shot.or_else(|| aim::draw_to(self.world, sheet.tee, spin))
    }
}
