//! The rules: removal of stones after a throw, scoring, and the order of throws.

use crate::noise::Noise;
use crate::physics::{Ice, stepper, throw};
use crate::{EndScores, STONES, Shot, State, Stones, World, owner};
use yomi_core::Player;
use yomi_core::params::{ParamError, ParamType as _};

yomi_core::choices! {
    /// What may not happen to the opponent's stones in the free guard zone while it is protected.
    pub enum FreeGuard {
        /// Being driven out of play.
        Play = "play",
        /// Being driven out of the zone, even if it stays in play (Digital Curling 4).
        Zone = "zone",
        /// Being driven out of play; and those that touch the centre line must go on doing so.
        NoTick = "no-tick",
    }
}

yomi_core::parameters! {
    /// Curling: whose ice, which rules, how steady a hand.
    pub struct Curling {
        /// Physics, sheet and coordinates: `dc2` (Digital Curling 2) or `fcv1` (Digital Curling 3 and 4).
        pub world: World = World::Fcv1;
        /// Ends of a game.
        pub ends: u32 = 10, in 1..=10;
        /// A game that is level then goes on for up to this many ends more, until one scores.
        pub extra_ends: u32 = 10, in 0..=100;
        /// What a game that is level even then is worth to the side that would throw first.
        pub tie: f64 = 0.5, in 0.0..=1.0;
        /// The unsteady hand: `none`, `standard` (of the world), or a cup's.
        pub noise: Noise = Noise::Standard;
        /// Multiplies the noise.
        pub noise_scale: f64 = 1.0, in 0.0..=100.0;
        /// The opponent's stones in the free guard zone are protected from the first so many throws of an end; `none` is the world's own number (dc2: 4, fcv1: 5).
        pub free_guard_stones: Option<u32> = None, in 0..=16;
        /// What may not happen to a protected stone.
        pub free_guard: FreeGuard = FreeGuard::Play;
    }
    with {
        /// How ends are scored, which says what a score between two ends is worth: an estimate of searches and
        /// no part of the rules.
        pub end_scores: EndScores = EndScores::table_3();
    }
}

/// Where a throw without noise ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Landing {
    /// The stones once all have stopped and those out of play are removed; before the free guard
    /// rule puts anything back.
    pub stones: Stones,
    /// Whether the free guard rule is broken.
    pub foul: bool,
}

impl Curling {
    /// The same rules, if they make sense together.
    ///
    /// # Errors
    ///
    /// The noise of a cup of DC2 in the other world.
    pub fn checked(self) -> Result<Curling, ParamError> {
        match (self.world, self.noise) {
            (World::Fcv1, Noise::Gat2016 | Noise::Uec2015) => Err(ParamError::BadValue {
                name: "noise".to_owned(),
                value: self.noise.show(),
                expected: "none or standard in world fcv1".to_owned(),
            }),
            _ => Ok(self),
        }
    }

    /// Throws stone `number` exactly as asked, with these others lying there.
    ///
    /// ```
    /// use yomi_curling::{Curling, Shot, Spin, Stones, World};
    /// let game = Curling { world: World::Fcv1, ..Curling::default() };
    /// let landing = game.simulate(&Stones::default(), 0, Shot::new(-0.13, 2.4, Spin::Cw));
    /// let at = landing.stones.get(0).unwrap();
    /// assert!(World::Fcv1.sheet().in_house(at) && !landing.foul);
    /// ```
    pub fn simulate(&self, stones: &Stones, number: usize, shot: Shot) -> Landing {
        let after = throw::run(Ice::of(self.world), stones, number, shot);
        self.judged(stones, after, number)
    }

    /// [`Curling::simulate`] frame by frame as the official programs do it, rounding included: some
    /// hundred times slower, and what the other is measured by.
    pub fn simulate_by_frames(&self, stones: &Stones, number: usize, shot: Shot) -> Landing {
        let after = stepper::run(self.world, stones, number, shot);
        self.judged(stones, after, number)
    }

    /// What the rules say to stones that have come to rest.
    fn judged(&self, before: &Stones, mut after: Stones, number: usize) -> Landing {
        self.clear_hog_line(&mut after, number);
        Landing {
            foul: self.is_foul(before, &after, number),
            stones: after,
        }
    }

    /// Removes stones that came to rest before the hog line: in DC2 the thrown one only.
    fn clear_hog_line(&self, stones: &mut Stones, thrown: usize) {
        let sheet = self.world.sheet();
        let tested = match self.world {
            World::Dc2 => thrown..thrown + 1,
            World::Fcv1 => 0..STONES,
        };
        for number in tested {
            if stones
                .get(number)
                .is_some_and(|at| !sheet.past_hog_line(at))
            {
                stones.remove(number);
            }
        }
    }

    /// From how many throws of an end the free guard zone is protected.
    pub fn protected_throws(&self) -> usize {
        let of_world = match self.world {
            World::Dc2 => 4,
            World::Fcv1 => 5,
        };
        self.free_guard_stones
            .map_or(of_world, |count| count as usize)
    }

    /// Whether throw `number` broke the free guard rule.
    fn is_foul(&self, before: &Stones, after: &Stones, number: usize) -> bool {
        if number >= self.protected_throws() {
            return false;
        }
        let sheet = self.world.sheet();
        before.iter().any(|(index, from)| {
            if index % 2 == number % 2 || !sheet.in_free_guard_zone(from) {
                return false;
            }
            let Some(to) = after.get(index).filter(|&to| sheet.past_hog_line(to)) else {
                return true;
            };
            match self.free_guard {
                FreeGuard::Play => false,
                FreeGuard::Zone => !sheet.in_free_guard_zone(to),
                FreeGuard::NoTick => sheet.on_centre_line(from) && !sheet.on_centre_line(to),
            }
        })
    }

    /// The score of an end: how many stones of one side lie closer to the tee than all of the
    /// other. Positive if the side that threw first has them.
    pub fn count(&self, stones: &Stones) -> i8 {
        let sheet = self.world.sheet();
        let reach = sheet.counting_radius * sheet.counting_radius;
        let distance = |at: crate::Vector| (at - sheet.tee).length_squared();
        let mut nearest = [reach; 2];
        for (number, at) in stones.iter() {
            let best = &mut nearest[number % 2];
            *best = best.min(distance(at));
        }
        if nearest[0] == nearest[1] {
            return 0;
        }
        let winner = usize::from(nearest[1] < nearest[0]);
        let counting = stones
            .iter()
            .filter(|&(number, at)| number % 2 == winner && distance(at) < nearest[1 - winner])
            .count() as i8;
        if winner == 0 { counting } else { -counting }
    }

    /// Whether a throw asked for is no throw at all: DC2 takes one that is too fast along the sheet
    /// for a pass.
    pub fn is_pass(&self, shot: Shot) -> bool {
        let fastest = match (self.world, self.noise) {
            (World::Fcv1, _) => return false,
            (World::Dc2, Noise::Gat2016 | Noise::Standard) => 33.7149,
            (World::Dc2, Noise::Uec2015 | Noise::None) => 48.79,
        };
        shot.velocity.y.abs() > fastest
    }

    /// Lets a throw go by: its stone is out of play.
    pub fn pass(&self, state: &mut State) {
        self.made(state);
    }

    /// Counts a throw, and after the sixteenth the end.
    fn made(&self, state: &mut State) {
        state.shot += 1;
        if usize::from(state.shot) == STONES {
            let count = self.count(&state.stones);
            self.finish_end(state, count);
        }
    }

    /// Plays a throw exactly as asked: the stones, the free guard rule, and after the sixteenth
    /// the score and the next end.
    pub fn deliver(&self, state: &mut State, shot: Shot) {
        let number = usize::from(state.shot);
        let landing = self.simulate(&state.stones, number, shot);
        if !landing.foul {
            state.stones = landing.stones;
        }
        self.made(state);
    }

    /// Books an end's score and makes the next one ready. Who scored throws first; after a blank
    /// end nothing changes.
    pub(crate) fn finish_end(&self, state: &mut State, count: i8) {
        let scorer = owner(usize::from(count < 0), state.first);
        let score = if scorer == Player::First {
            count.abs()
        } else {
            -count.abs()
        };
        match state.scores.get_mut(usize::from(state.end)) {
            Some(place) if u32::from(state.end) < self.ends => *place = score,
            _ => state.extra_score = state.extra_score.saturating_add(score),
        }
        if count != 0 {
            state.first = scorer;
        }
        state.stones = Stones::default();
        state.shot = 0;
        state.end += 1;
    }

    /// Whether the game is over.
    pub fn is_over(&self, state: &State) -> bool {
        let ends = u32::from(state.end);
        ends >= self.ends && (state.lead() != 0 || ends >= self.ends + self.extra_ends)
    }
}
