//! How long a move may take.
//!
//! The time that a board measures begins before we hear of it and ends after we have answered, so
//! a margin (the option `NetworkDelay`) is kept of every clock. Engines keep to what is left of
//! it by themselves; in case one does not, the server stops it when all of it is gone.
//!
//! By the letter of USI a side has its main time *and* the increment for a move: the increment is
//! added before the move. Programs that come from chess send clocks to which it was added after
//! the last move. What is safe with both is to count on the main time alone, unless that is less
//! than the increment: then it cannot have been added yet.

use crate::usi::codec::Go;
use std::time::Duration;
use yomi_core::{Clock, Limits, Player};

/// What a side may spend on a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Allowance {
    /// For the engine.
    pub limits: Limits,
    /// When the answer must be on its way whatever the engine thinks of it.
    pub last_moment: Option<Duration>,
}

impl Allowance {
    /// What these words allow the side to move, less the margin.
    pub fn new(go: &Go, mover: Player, margin: Duration) -> Allowance {
        let clock = clock(go, mover, margin);
        let time = go.movetime.map(|time| less(time, margin));
        let by_clock = clock.map(|clock| clock.remaining.saturating_add(clock.byoyomi));
        Allowance {
            limits: Limits {
                simulations: None,
                nodes: go.nodes,
                depth: go.depth,
                time,
                clock,
            },
            last_moment: [time, by_clock].into_iter().flatten().min(),
        }
    }

    /// The time to spend on a move that was expected and thought about for so long already: the
    /// half of that counts, up to half of what there is. `None` if nothing was said about time.
    pub fn after_pondering(&self, pondered: Duration) -> Option<Duration> {
        let by_clock = self.limits.clock.map(|clock| clock.budget());
        let budget = [self.limits.time, by_clock].into_iter().flatten().min()?;
        Some(budget - pondered.min(budget) / 2)
    }
}

/// The clock of the side to move; `None` if nothing was said about it.
fn clock(go: &Go, mover: Player, margin: Duration) -> Option<Clock> {
    let (time, increment) = (go.time(mover), go.increment(mover));
    time.or(increment).or(go.byoyomi)?;
    let [main, increment, byoyomi] =
        [time, increment, go.byoyomi].map(|time| time.unwrap_or_default());
    let remaining = if main < increment {
        main.saturating_add(increment)
    } else {
        main
    };
    // The margin is paid by what comes back with every move, if there is any.
    let (remaining, byoyomi) = if byoyomi > margin {
        (remaining, less(byoyomi, margin))
    } else {
        (less(remaining, margin), byoyomi)
    };
    Some(Clock {
        remaining,
        increment,
        byoyomi,
    })
}

/// A time less the margin, but not less than half of it.
fn less(time: Duration, margin: Duration) -> Duration {
    time - margin.min(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: Duration = Duration::from_millis(100);

    fn allowance(words: &str, mover: Player) -> Allowance {
        Allowance::new(&Go::parse(words), mover, MARGIN)
    }

    #[test]
    fn each_side_has_its_clock_less_the_margin() {
        let (black, white) = (Player::First, Player::Second);
        // The words, the side, and main time, increment, byoyomi and last moment in milliseconds.
        for (words, mover, times) in [
            (
                "btime 60000 wtime 30000 byoyomi 1000",
                black,
                [60_000, 0, 900, 60_900],
            ),
            (
                "btime 60000 wtime 30000 byoyomi 1000",
                white,
                [30_000, 0, 900, 30_900],
            ),
            ("btime 0 wtime 0 byoyomi 1000", black, [0, 0, 900, 900]),
            ("byoyomi 100", black, [0, 0, 100, 100]),
            (
                "btime 5000 wtime 5000 binc 2000 winc 2000",
                white,
                [4_900, 2_000, 0, 4_900],
            ),
            ("btime 0 wtime 0 binc 2000", black, [1_900, 2_000, 0, 1_900]),
            ("btime 150 wtime 0", black, [75, 0, 0, 75]),
            ("btime 100 wtime 0", white, [0, 0, 0, 0]),
        ] {
            let allowed = allowance(words, mover);
            let clock = allowed.limits.clock.expect("a clock");
            let told = [
                clock.remaining,
                clock.increment,
                clock.byoyomi,
                allowed.last_moment.expect("an end"),
            ];
            assert_eq!(told.map(|time| time.as_millis()), times, "{words}");
            assert!(clock.budget() <= allowed.last_moment.expect("an end"));
        }
    }

    #[test]
    fn other_limits_need_no_clock() {
        let allowed = allowance("nodes 500 depth 7", Player::First);
        assert_eq!(
            (allowed.limits.nodes, allowed.limits.depth),
            (Some(500), Some(7))
        );
        assert_eq!((allowed.limits.clock, allowed.last_moment), (None, None));
        let allowed = allowance("movetime 1000", Player::First);
        assert_eq!(allowed.limits.time, Some(Duration::from_millis(900)));
        assert_eq!(allowed.last_moment, allowed.limits.time);
        // Only the other side's clock was told.
        assert_eq!(allowance("wtime 1000", Player::First).limits.clock, None);
    }

    #[test]
    fn half_of_the_time_pondered_counts() {
        let allowed = allowance("movetime 1100", Player::First);
        let after = |millis| {
            let pondered = Duration::from_millis(millis);
            allowed.after_pondering(pondered).unwrap().as_millis()
        };
        assert_eq!([after(0), after(400), after(100_000)], [1000, 800, 500]);
        let untimed = allowance("nodes 5", Player::First);
        assert_eq!(untimed.after_pondering(Duration::ZERO), None);
    }
}
