//! How long to think about a throw, on servers of both generations: the time that is left, shared
//! evenly among the throws that are left.
//!
//! Servers count from the moment they have asked to the moment they have read the answer, so the
//! way there and back is on our clock, and so is whatever we did before we began to think. A tenth
//! of a second (or a fifth of what is left, if that is less) is therefore never planned for, and
//! the engine's own planning leaves another twentieth of each share. What a throw takes beyond its
//! share is taken from those that follow.

use std::time::Duration;
use yomi_core::Clock;

/// The time that is never planned for.
const MARGIN: Duration = Duration::from_millis(100);

/// The clock to think with about a throw, one of so many that are left, when `remaining` was on the
/// clock and `spent` has gone by since.
pub(crate) fn share(remaining: Duration, spent: Duration, throws_left: u32) -> Clock {
    let remaining = remaining.saturating_sub(spent);
    let usable = remaining.saturating_sub(MARGIN.min(remaining / 5));
    Clock {
        // As time for each move: an engine would spread a main time over the length of a game it
        // does not know.
        byoyomi: usable / throws_left.max(1),
        ..Clock::default()
    }
}
