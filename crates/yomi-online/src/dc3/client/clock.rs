//! The time of a throw: what is left is shared evenly among the throws that are left. Time for
//! regular ends is worth nothing in extra ends, which have clocks of their own.

use crate::curling_clock::share;
use std::time::Duration;
use yomi_core::Clock;
use yomi_records::dc3::{GameState, Setting, Team};

/// The clock to think with about a throw of `team`, when `spent` has gone by since the update came.
pub fn clock(state: &GameState, setting: &Setting, team: Team, spent: Duration) -> Clock {
    let remaining = state.thinking_time_remaining[team].duration();
    share(remaining, spent, throws_left(state, setting))
}

/// The team's throws on this clock, the coming one included.
fn throws_left(state: &GameState, setting: &Setting) -> u32 {
    let in_this_end = 8u32.saturating_sub(u32::from(state.shot) / 2).max(1);
    let ends_after = u32::from(setting.max_end).saturating_sub(u32::from(state.end) + 1);
    in_this_end + 8 * ends_after
}
