//! A position as a skip sees it, and the throws a skip can call: each is tried on the exact
//! simulator, and is on offer only if it does what it is called for.

use crate::propose::{Weight, freeze};
use crate::relations::guards_what_lies;
use crate::{Curling, STONES, Shot, Spin, State, Stones, Vector, aim};
use arrayvec::ArrayVec;
use yomi_core::Player;

/// A stone in play.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// The number of its throw.
    pub number: usize,
    pub at: Vector,
    /// Metres from the tee.
    pub distance: f64,
    /// Whether it belongs to the side that throws next.
    pub mine: bool,
}

/// A position as the side that throws next sees it.
pub struct Situation<'a> {
    pub game: &'a Curling,
    pub state: &'a State,
    /// The number of the throw.
    pub number: usize,
    /// Whether it has the last stone of the end.
    pub hammer: bool,
    /// By how many points it leads.
    pub lead: i32,
    /// Ends to go after this one.
    pub ends_left: u32,
    /// The stones in the house, innermost first.
    pub house: ArrayVec<Lying, STONES>,
    /// The stones before the house.
    pub guards: ArrayVec<Lying, STONES>,
}

/// Small errors of the direction that a throw must bear, in radians: one standard deviation of
/// the hand in FCV1, about as much in DC2.
const SLIPS: [f64; 3] = [0.0, -0.0018, 0.0018];

/// A drawn stone may stop this far from its place, in metres.
const DRAW_TOLERANCE: f64 = 0.3;

/// Puts a stone among others in the order of their distance; of equals the first stays first.
#[inline]
fn insert(stones: &mut ArrayVec<Lying, STONES>, stone: Lying) {
    let farther = |other: &Lying| stone.distance < other.distance;
    let place = stones.iter().position(farther).unwrap_or(stones.len());
    stones.insert(place, stone);
}

impl<'a> Situation<'a> {
    pub fn new(game: &'a Curling, state: &'a State) -> Situation<'a> {
        let sheet = game.world.sheet();
        let number = usize::from(state.shot);
        let mover = state.to_move();
        let mut situation = Situation {
            game,
            state,
            number,
            hammer: number % 2 == 1,
            lead: match mover {
                Player::First => state.lead(),
                Player::Second => -state.lead(),
            },
            ends_left: game.ends.saturating_sub(u32::from(state.end) + 1),
            house: ArrayVec::new(),
            guards: ArrayVec::new(),
        };
        for (other, at) in state.stones.iter() {
            let stone = Lying {
                number: other,
                at,
                distance: at.distance(sheet.tee),
                mine: other % 2 == number % 2,
            };
            if stone.distance < sheet.counting_radius {
                insert(&mut situation.house, stone);
            } else if sheet.in_free_guard_zone(at) {
                insert(&mut situation.guards, stone);
            }
        }
        situation
    }

    /// A place so far right of the tee and behind it (before it, if negative).
    pub fn place(&self, x: f64, y: f64) -> Vector {
        let sheet = self.game.world.sheet();
        sheet.tee + Vector::new(x, y * sheet.forward)
    }

    /// How far right of the tee.
    pub fn across(&self, at: Vector) -> f64 {
        at.x - self.game.world.sheet().tee.x
    }

    /// How far a stone lies before another, seen from the thrower.
    fn before(&self, stone: Vector, other: Vector) -> f64 {
        (other.y - stone.y) * self.game.world.sheet().forward
    }

    /// Whether a stone lies before this one in its line.
    pub fn is_guarded(&self, stone: Vector) -> bool {
        self.state
            .stones
            .iter()
            .any(|(_, at)| guards_what_lies(Vector::new(stone.x - at.x, self.before(at, stone))))
    }

    /// Whether the opponent's stones before the house may be removed.
    pub fn guards_are_fair_game(&self) -> bool {
        self.number >= self.game.protected_throws()
    }

    /// The points of the end as it would be scored now, positive for who throws next.
    pub fn count(&self, stones: &Stones) -> i32 {
        let count = i32::from(self.game.count(stones));
        if self.hammer { -count } else { count }
    }

    /// The stones after a throw, the free guard rule applied.
    fn after(&self, shot: Shot) -> Stones {
        let landing = self.game.simulate(&self.state.stones, self.number, shot);
        match landing.foul {
            true => self.state.stones,
            false => landing.stones,
        }
    }

    /// The best of some throws: the one whose result has the greatest merit. Those without any are
    /// not on offer. Of equals the first.
    fn best<M: PartialOrd>(
        &self,
        throws: impl Iterator<Item = Shot>,
        merit: impl Fn(Shot, &Stones) -> Option<M>,
    ) -> Option<Shot> {
        let mut best: Option<(Shot, M)> = None;
        for shot in throws {
            if let Some(merit) = merit(shot, &self.after(shot))
                && best.as_ref().is_none_or(|(_, known)| merit > *known)
            {
                best = Some((shot, merit));
            }
        }
        best.map(|(shot, _)| shot)
    }

    /// The draw that stops at a place, of either spin.
    pub fn draw(&self, place: Vector) -> Option<Shot> {
        let world = self.game.world;
        let throws = Spin::BOTH
            .into_iter()
            .filter_map(|spin| aim::draw_to(world, place, spin));
        self.best(throws, |_, after| {
            let off = after.get(self.number)?.distance(place);
            (off < DRAW_TOLERANCE).then_some(-off)
        })
    }

    /// The draw or the freeze after which the side lies shot: to the tee, around what guards it,
    /// or in touch with what lies there.
    pub fn draw_for_shot(&self) -> Option<Shot> {
        let world = self.game.world;
        let places = [(0.0, 0.0), (0.0, -0.3), (-0.3, 0.0), (0.3, 0.0), (0.0, 0.3)];
        let draws = places.iter().flat_map(|&(x, y)| {
            let place = self.place(x, y);
            Spin::BOTH
                .into_iter()
                .filter_map(move |spin| aim::draw_to(world, place, spin))
        });
        let freezes = self
            .house
            .iter()
            .flat_map(|stone| Spin::BOTH.map(|spin| freeze(world, stone.at, spin)))
            .flatten();
        self.best(draws.chain(freezes), |shot, after| {
            let count = self.count(after);
            (count > 0).then(|| (self.steadiness(shot, |after| self.count(after) > 0), count))
        })
    }

    /// In how many of a few throws that slip a little a condition holds.
    fn steadiness(&self, shot: Shot, holds: impl Fn(&Stones) -> bool) -> usize {
        let slipped = |turn: f64| {
            // So small an angle is its own sine, and its cosine is 1.
            let velocity = shot.velocity.turned(Vector::new(1.0, turn));
            Shot { velocity, ..shot }
        };
        let held = SLIPS
            .iter()
            .filter(|&&turn| holds(&self.after(slipped(turn))));
        held.count()
    }

    /// The hit that drives a stone out of the house, or out of play if it lies before it, and
    /// does not cost points: the steadiest, then the one with the best count, then the one whose
    /// own stone stays in the house.
    pub fn take_out(&self, target: Lying) -> Option<Shot> {
        let world = self.game.world;
        let sheet = world.sheet();
        let gone = |after: &Stones| match after.get(target.number) {
            None => true,
            Some(at) => sheet.in_house(target.at) && !sheet.in_house(at),
        };
        let now = self.count(&self.state.stones);
        let throws = [Weight::TakeOut, Weight::Control]
            .into_iter()
            .flat_map(|weight| {
                [0.0, -0.3, 0.3].into_iter().flat_map(move |thickness| {
                    Spin::BOTH.into_iter().filter_map(move |spin| {
                        aim::hit(world, target.at, thickness, weight.speed(world), spin)
                    })
                })
            });
        self.best(throws, |shot, after| {
            let count = self.count(after);
            let stays = after.get(self.number).is_some_and(|at| sheet.in_house(at));
            (gone(after) && count >= now.min(0))
                .then(|| (self.steadiness(shot, gone), count, stays))
        })
    }
}
