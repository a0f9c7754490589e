//! The two simplest policies: what playouts are made of.
//!
//! Both know the same four throws: a draw to the tee, and a hit of the opponent's stone that lies
//! innermost in the house, full in the face at take-out weight; each with either spin. Other
//! stones are not looked at.
//!
//! - [`Simple`] makes any of them, each as likely: two if the opponent has no stone in the house,
//!   else four. This is the simple policy of the paper on State-Tree MCTS for digital curling
//!   (its Table 1).
//! - [`HitOrDraw`] hits if the opponent's stone lies closer to the tee than all of its own, and
//!   draws otherwise. The spin is drawn at random.
//!
//! A throw costs far less to choose than to simulate: everything comes from a table.

use super::aims::Aims;
use crate::{Curling, Shot, Spin, State, Vector};
use yomi_core::continuous::{KindPolicy, Plan};
use yomi_core::{Policy, Rng, Scratch};

/// Draws to the tee or hits the opponent's innermost stone, at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

/// Hits the opponent's innermost stone if it lies shot, else draws to the tee.
#[derive(Clone, Copy, Debug, Default)]
pub struct HitOrDraw;

impl Policy<Curling> for Simple {
    #[inline]
    fn choose(
        &self,
        game: &Curling,
        state: &State,
        _scratch: &mut Scratch<Shot>,
        rng: &mut Rng,
    ) -> Shot {
        let aims = Aims::of(game.world);
        match innermost(game, state)[1] {
            None => aims.tee(Spin::BOTH[rng.below(2) as usize]),
            Some((_, at, _)) => match rng.below(4) {
                throw @ 0..2 => aims.tee(Spin::BOTH[throw as usize]),
                throw => aims.take_out(at, Spin::BOTH[throw as usize - 2]),
            },
        }
    }
}

impl Policy<Curling> for HitOrDraw {
    #[inline]
    fn choose(
        &self,
        game: &Curling,
        state: &State,
        _scratch: &mut Scratch<Shot>,
        rng: &mut Rng,
    ) -> Shot {
        let aims = Aims::of(game.world);
        let spin = Spin::BOTH[rng.below(2) as usize];
        match innermost(game, state) {
            [None, Some((_, at, _))] => aims.take_out(at, spin),
            [Some((.., mine)), Some((_, at, theirs))] if theirs < mine => aims.take_out(at, spin),
            _ => aims.tee(spin),
        }
    }
}

/// The kinds of [`Simple`]; of these the draws or the hits.
impl KindPolicy<Curling> for HitOrDraw {
    fn kinds(&self) -> usize {
        4
    }

    #[inline]
    fn consider(
        &self,
        game: &Curling,
        state: &State,
        plans: &mut Vec<Plan>,
        preferences: &mut Vec<f32>,
    ) {
        preferences.clear();
        plans.clear();
        let (kinds, detail) = match innermost(game, state) {
            [None, Some((target, ..))] => ([2, 3], target as u32),
            [Some((.., mine)), Some((target, _, theirs))] if theirs < mine => {
                ([2, 3], target as u32)
            }
            _ => ([0, 1], 0),
        };
        plans.extend(kinds.map(|kind| Plan { kind, detail }));
    }

    #[inline]
    fn action(&self, game: &Curling, state: &State, plan: Plan) -> Shot {
        KindPolicy::action(&Simple, game, state, plan)
    }
}

/// Kinds 0 and 1 are the draw with either spin, 2 and 3 the hit, whose detail is the stone's number.
impl KindPolicy<Curling> for Simple {
    fn kinds(&self) -> usize {
        4
    }

    #[inline]
    fn consider(
        &self,
        game: &Curling,
        state: &State,
        plans: &mut Vec<Plan>,
        preferences: &mut Vec<f32>,
    ) {
        preferences.clear();
        plans.clear();
        plans.extend([0, 1].map(|kind| Plan { kind, detail: 0 }));
        if let Some((target, ..)) = innermost(game, state)[1] {
            plans.extend([2, 3].map(|kind| Plan {
                kind,
                detail: target as u32,
            }));
        }
    }

    #[inline]
    fn action(&self, game: &Curling, state: &State, plan: Plan) -> Shot {
        let aims = Aims::of(game.world);
        let spin = Spin::BOTH[usize::from(plan.kind % 2)];
        match state.stones.get(plan.detail as usize) {
            Some(at) if plan.kind >= 2 => aims.take_out(at, spin),
            _ => aims.tee(spin),
        }
    }
}

/// The innermost stones in the house of who throws next and of the opponent, by number, place and
/// square of the distance from the tee.
#[inline]
fn innermost(game: &Curling, state: &State) -> [Option<(usize, Vector, f64)>; 2] {
    let sheet = game.world.sheet();
    let reach = sheet.counting_radius * sheet.counting_radius;
    let mut nearest = [reach; 2];
    let mut found = [None; 2];
    for (number, at) in state.stones.iter() {
        let side = (number + usize::from(state.shot)) % 2;
        let distance = (at - sheet.tee).length_squared();
        if distance < nearest[side] {
            nearest[side] = distance;
            found[side] = Some((number, at, distance));
        }
    }
    found
}
