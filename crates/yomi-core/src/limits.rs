//! Limits of a search: counts, depth, time, clocks, and a stop flag.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Budget, Player, TimeSource};

/// A flag that stops a search from another thread. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops every search that holds this flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, before the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A player's clock at the start of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// Main time left.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
}

impl Clock {
    /// The time to spend on one move: a thirtieth of the main time, most of the increment and
    /// all of the byoyomi, less a margin for communication; never more than is left on the
    /// clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use yomi_core::Clock;
    /// let clock = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
    /// assert_eq!(clock.budget(), Duration::from_secs(2));
    /// ```
    pub fn budget(&self) -> Duration {
        let most_of = |time: Duration, share: u32| time / 100 * share;
        let target = (self.remaining / 30)
            .saturating_add(most_of(self.increment, 80))
            .saturating_add(self.byoyomi);
        let most = most_of(self.remaining.saturating_add(self.byoyomi), 95);
        let margin = Duration::from_millis(20).min(most / 10);
        target.min(most.saturating_sub(margin))
    }

    /// The clock in the middle of a move of which so much has `gone` by.
    ///
    /// ```
    /// use std::time::Duration;
    /// use yomi_core::Clock;
    /// let seconds = Duration::from_secs;
    /// let clock = Clock { remaining: seconds(10), byoyomi: seconds(30), ..Clock::default() };
    /// let later = clock.during(seconds(15));
    /// assert_eq!((later.remaining, later.byoyomi), (seconds(0), seconds(25)));
    /// ```
    #[must_use]
    pub fn during(&self, gone: Duration) -> Clock {
        let beyond = gone.saturating_sub(self.remaining);
        Clock {
            remaining: self.remaining.saturating_sub(gone),
            byoyomi: self.byoyomi.saturating_sub(beyond),
            ..*self
        }
    }

    /// The clock after a move that took `spent`; `None` if the flag fell.
    pub fn after(&self, spent: Duration) -> Option<Clock> {
        let overdraft = spent.saturating_sub(self.remaining);
        if overdraft > self.byoyomi || (overdraft > Duration::ZERO && self.byoyomi.is_zero()) {
            return None;
        }
        Some(Clock {
            remaining: self
                .remaining
                .saturating_sub(spent)
                .saturating_add(self.increment),
            ..*self
        })
    }
}

/// The clocks of both sides of a game; by default there is no limit.
///
/// ```
/// use std::time::Duration;
/// use yomi_core::{Clock, Clocks, Player};
/// let minute = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
/// let mut clocks = Clocks::new(Some(minute));
/// assert!(clocks.charge(Player::First, Duration::from_secs(20)));
/// assert_eq!(clocks.of(Player::First).unwrap().remaining, Duration::from_secs(40));
/// assert!(!clocks.charge(Player::Second, Duration::from_secs(61)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clocks {
    at_start: Option<Clock>,
    now: [Option<Clock>; 2],
}

impl Clocks {
    /// Two equal clocks at the start of a game.
    pub fn new(clock: Option<Clock>) -> Clocks {
        Clocks {
            at_start: clock,
            now: [clock; 2],
        }
    }

    /// Puts both clocks back to the start of a game.
    pub fn restart(&mut self) {
        *self = Clocks::new(self.at_start);
    }

    /// The clock of a side before its next move; `None` without a limit.
    pub fn of(&self, side: Player) -> Option<Clock> {
        self.now[side.index()]
    }

    /// Takes the time of a move off a side's clock. Returns false if the side overstepped it: then
    /// nothing is left of its main time.
    #[must_use = "a side that oversteps its clock has lost"]
    pub fn charge(&mut self, side: Player, spent: Duration) -> bool {
        let Some(clock) = &mut self.now[side.index()] else {
            return true;
        };
        let after = clock.after(spent);
        *clock = after.unwrap_or(Clock {
            remaining: Duration::ZERO,
            ..*clock
        });
        after.is_some()
    }
}

/// The limits of a search; the first one that is reached ends it.
///
/// ```
/// use yomi_core::Limits;
/// let limits = Limits::simulations(10_000);
/// assert_eq!(limits.simulations, Some(10_000));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// At most this many simulations.
    pub simulations: Option<u64>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// At most this long.
    pub time: Option<Duration>,
    /// Within the [time budget](Clock::budget) of this clock.
    pub clock: Option<Clock>,
}

impl Limits {
    /// A limit on simulations alone.
    pub fn simulations(count: u64) -> Limits {
        Limits {
            simulations: Some(count),
            ..Limits::default()
        }
    }

    /// A limit on nodes alone.
    pub fn nodes(count: u64) -> Limits {
        Limits {
            nodes: Some(count),
            ..Limits::default()
        }
    }

    /// A limit on depth alone.
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// A limit on time alone.
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// Whether only the stop flag would ever end the search.
    pub fn is_unlimited(&self) -> bool {
        *self == Limits::default()
    }

    /// The limits for a search in which every simulation counts as at least one node: the
    /// node limit also limits simulations. Otherwise a search of a small game, or one whose
    /// memory is full, would never reach its node limit.
    #[must_use]
    pub fn with_nodes_as_simulations(self) -> Limits {
        let simulations = match (self.simulations, self.nodes) {
            (Some(simulations), Some(nodes)) => Some(simulations.min(nodes)),
            (simulations, nodes) => simulations.or(nodes),
        };
        Limits {
            simulations,
            ..self
        }
    }

    /// The limits for a search that counts only nodes: the simulation limit also limits nodes.
    #[must_use]
    pub fn with_simulations_as_nodes(self) -> Limits {
        Limits {
            nodes: self.with_nodes_as_simulations().simulations,
            ..self
        }
    }

    /// The time that a move may take: the time limit or the budget of the clock, whichever is
    /// less.
    pub fn allowance(&self) -> Option<Duration> {
        let by_clock = self.clock.map(|clock| clock.budget());
        match (self.time, by_clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Starts the counters, with wall-clock time.
    pub fn start(&self, stop: &Stop) -> Budget {
        Budget::new(self, stop, &TimeSource::Wall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_fall_and_refill() {
        let clock = Clock {
            remaining: Duration::from_secs(10),
            increment: Duration::from_secs(2),
            byoyomi: Duration::ZERO,
        };
        assert!(clock.budget() < clock.remaining);
        assert_eq!(
            clock.after(Duration::from_secs(4)).unwrap().remaining,
            Duration::from_secs(8)
        );
        assert_eq!(clock.after(Duration::from_secs(11)), None);
        let overtime = Clock {
            remaining: Duration::ZERO,
            byoyomi: Duration::from_secs(5),
            ..clock
        };
        assert!(overtime.budget() < Duration::from_secs(5));
        assert!(overtime.after(Duration::from_secs(5)).is_some());
        assert_eq!(overtime.after(Duration::from_secs(6)), None);
        assert_eq!(Clock::default().budget(), Duration::ZERO);
    }

    #[test]
    fn each_side_is_charged_for_its_own_moves() {
        let seconds = Duration::from_secs;
        let mut clocks = Clocks::default();
        assert!(clocks.charge(Player::First, seconds(1_000_000)));
        assert_eq!(clocks.of(Player::First), None);
        let clock = Clock {
            remaining: seconds(10),
            increment: seconds(2),
            byoyomi: Duration::ZERO,
        };
        clocks = Clocks::new(Some(clock));
        let left = |clocks: &Clocks| Player::BOTH.map(|side| clocks.of(side).unwrap().remaining);
        assert!(clocks.charge(Player::Second, seconds(4)));
        assert_eq!(left(&clocks), [seconds(10), seconds(8)]);
        assert!(!clocks.charge(Player::Second, seconds(9)));
        assert_eq!(left(&clocks), [seconds(10), seconds(0)]);
        clocks.restart();
        assert_eq!(clocks, Clocks::new(Some(clock)));
    }
}
