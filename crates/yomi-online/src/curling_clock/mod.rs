//! How long to think about a throw, on servers of both generations: the time that is left, less what
//! the way to the server will cost, shared evenly among the throws that are left.
//!
//! Servers count from the moment they have asked to the moment they have read the answer, so the
//! way there and back is on our clock. Every throw tells what that is: the server's clock lost so
//! much, and we thought for so long, from the message that asked to the one that answered. What an
//! engine thinks beyond its budget counts as part of the way: it is lost just as well. With a time T
//! on the clock for n throws, which cost m on the average with a mean deviation d and p at most (how
//! that is learned says the page `way`), a throw may take
//!
//! ```text
//! usable = T - n·m - max(4·d·√n, p - m)     the costs of all throws that are left
//! share  = (usable - margin) / n            margin = 0.1 s, but at most usable / 2
//! ```
//!
//! T is what the server told, less what has gone by since. Until the first cost is known the guess
//! for the costs takes at most half of T. The engine's own planning leaves 5% and 20 ms of each share
//! ([`Clock::budget`]). What a throw takes beyond its share is taken from those that follow, and what
//! it saves is given to them. Where nothing is usable the engine is asked to answer at once.
//!
//! The limits: a clock runs out if the last throw on it costs more than p + margin, which is more than
//! any throw before it, or if it is too short for the way, since n throws take at least n·m.

mod way;

use std::time::Duration;
use way::WayCost;
use yomi_core::Clock;
use yomi_records::dc2::situation::Situation;
use yomi_records::dc3::{GameState, Setting, Team};

/// The time that is never planned for.
const MARGIN: Duration = Duration::from_millis(100);

/// What a server said about our clock.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Told {
    /// Which clock that is: what one of them lost says nothing about another.
    clock: u32,
    remaining: Duration,
    /// Our throws on this clock, the coming one included.
    throws_left: u32,
}

/// Keeps the time of our side: hears what the server says about its clock, learns what the way
/// costs, and says how long to think.
///
/// ```
/// use std::time::Duration;
/// use yomi_online::curling_clock::Timekeeper;
/// let milliseconds = Duration::from_millis;
/// let mut keeper = Timekeeper::default();
/// // Ten throws in 41 s. The guess for the way is 0.3 s a throw, and 1.9 s for its deviation.
/// keeper.hear(0, milliseconds(41_000), 10);
/// let share = keeper.share(milliseconds(0)).unwrap().byoyomi;
/// assert!((3590..3610).contains(&share.as_millis()));
/// // The first takes 3 s and then 0.1 s on the way, so nine are left with 37.9 s.
/// keeper.thrown(milliseconds(3000));
/// keeper.hear(0, milliseconds(37_900), 9);
/// let share = keeper.share(milliseconds(0)).unwrap().byoyomi;
/// assert_eq!(share.as_millis(), (37_900 - 100 - 9 * 100 - 4 * 50 * 3) / 9);
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Timekeeper {
    way: WayCost,
    told: Option<Told>,
    /// How long we meant to think about the coming throw at most.
    planned: Option<Duration>,
    /// How long we thought about the throw we have made since, as far as that was planned.
    thought: Option<Duration>,
}

impl Timekeeper {
    /// The server says what is left on our clock, for so many throws. It may say so as often as it
    /// likes; clocks of different numbers have nothing to do with each other.
    pub fn hear(&mut self, clock: u32, remaining: Duration, throws_left: u32) {
        if let (Some(before), Some(thought)) = (self.told, self.thought.take())
            && before.clock == clock
            && let Some(lost) = before.remaining.checked_sub(remaining)
        {
            self.way.learn(lost.saturating_sub(thought));
        }
        self.planned = None;
        self.told = Some(Told {
            clock,
            remaining,
            throws_left,
        });
    }

    /// An update of Digital Curling 3. Time for regular ends is worth nothing in extra ends, each of
    /// which has a clock of its own.
    pub fn hear_dc3(&mut self, state: &GameState, setting: &Setting, team: Team) {
        let (end, ends) = (u32::from(state.end), u32::from(setting.max_end));
        let in_this_end = 8u32.saturating_sub(u32::from(state.shot) / 2).max(1);
        let throws_left = in_this_end + 8 * ends.saturating_sub(end + 1);
        let remaining = state.thinking_time_remaining[team].duration();
        self.hear((end + 1).saturating_sub(ends), remaining, throws_left);
    }

    /// GO of Digital Curling 2, for the side to move, in the game of this number. Where the time has
    /// no limit servers write 0, -1, or the greatest number they have.
    pub(crate) fn hear_dc2(&mut self, times: [i64; 2], situation: &Situation, game: u32) {
        const UNLIMITED: i64 = i32::MAX as i64;
        let time = times[situation.state.to_move.index()];
        if (1..UNLIMITED).contains(&time) {
            let remaining = Duration::from_millis(time.unsigned_abs());
            self.hear(game, remaining, situation.shots_left());
        } else {
            self.told = None;
        }
    }

    /// Our throw is on its way, so long after it was asked for.
    pub fn thrown(&mut self, thought: Duration) {
        let planned = self.planned.take();
        self.thought = Some(planned.map_or(thought, |planned| thought.min(planned)));
    }

    /// The clock to think with about the coming throw, when `spent` has gone by since the server
    /// asked for it; `None` if there is no limit.
    pub fn share(&mut self, spent: Duration) -> Option<Clock> {
        let told = self.told?;
        let throws = told.throws_left.max(1);
        let remaining = told.remaining.saturating_sub(spent);
        let mut costs = self.way.of(throws);
        if !self.way.is_learned() {
            costs = costs.min(remaining / 2);
        }
        let usable = remaining.saturating_sub(costs);
        let planned = usable.saturating_sub(MARGIN.min(usable / 2));
        let clock = Clock {
            // As time for each move: an engine would spread a main time over the length of a game
            // it does not know.
            byoyomi: planned / throws,
            ..Clock::default()
        };
        self.planned = Some(spent.saturating_add(clock.budget()));
        Some(clock)
    }
}

#[cfg(test)]
mod tests;
