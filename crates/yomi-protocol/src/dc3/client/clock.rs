//! How long to think: the time that is left, shared evenly among the throws that are left.
//!
//! The server counts from the moment it has sent an update to the moment it has read the move, so
//! the way there and back is on our clock. A tenth of a second (or a fifth of what is left, if
//! that is less) is therefore never planned for, and the engine's own planning leaves another
//! twentieth of each share. What a throw takes beyond its share is taken from those that follow.
//! Time for regular ends is worth nothing in extra ends, which have clocks of their own.

use crate::dc3::{GameState, Setting, Team};
use std::time::Duration;
use yomi_core::Clock;

/// The time that is never planned for.
const MARGIN: Duration = Duration::from_millis(100);

/// The clock to think with about a throw of `team`, when `spent` has gone by since the update came.
pub fn clock(state: &GameState, setting: &Setting, team: Team, spent: Duration) -> Clock {
    let remaining = state.thinking_time_remaining[team]
        .duration()
        .saturating_sub(spent);
    let usable = remaining.saturating_sub(MARGIN.min(remaining / 5));
    Clock {
        // As time for each move: an engine would spread a main time over the length of a game it
        // does not know.
        byoyomi: usable / throws_left(state, setting),
        ..Clock::default()
    }
}

/// The team's throws on this clock, the coming one included.
fn throws_left(state: &GameState, setting: &Setting) -> u32 {
    let in_this_end = 8u32.saturating_sub(u32::from(state.shot) / 2).max(1);
    let ends_after = u32::from(setting.max_end).saturating_sub(u32::from(state.end) + 1);
    in_this_end + 8 * ends_after
}
