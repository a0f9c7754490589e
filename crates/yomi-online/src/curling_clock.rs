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
use yomi_records::dc2::situation::Situation;
use yomi_records::dc3::{GameState, Setting, Team};

/// The time that is never planned for.
const MARGIN: Duration = Duration::from_millis(100);

/// The clock to think with about a throw, one of so many that are left, when `remaining` was on the
/// clock and `spent` has gone by since.
fn share(remaining: Duration, spent: Duration, throws_left: u32) -> Clock {
    let remaining = remaining.saturating_sub(spent);
    let usable = remaining.saturating_sub(MARGIN.min(remaining / 5));
    Clock {
        // As time for each move: an engine would spread a main time over the length of a game it
        // does not know.
        byoyomi: usable / throws_left.max(1),
        ..Clock::default()
    }
}

/// The clock of Digital Curling 2 for the side to move, when `spent` has gone by since GO came;
/// `None` if it has no limit: then servers write 0, -1, or the greatest number they have.
pub(crate) fn dc2_clock(times: [i64; 2], spent: Duration, situation: &Situation) -> Option<Clock> {
    const UNLIMITED: i64 = i32::MAX as i64;
    let time = times[situation.state.to_move.index()];
    let limited = (1..UNLIMITED).contains(&time);
    limited.then(|| {
        let remaining = Duration::from_millis(time.unsigned_abs());
        share(remaining, spent, situation.shots_left())
    })
}

/// The clock of Digital Curling 3 for a throw of `team`, when `spent` has gone by since the update
/// came. Time for regular ends is worth nothing in extra ends, which have clocks of their own.
pub fn dc3_clock(state: &GameState, setting: &Setting, team: Team, spent: Duration) -> Clock {
    let remaining = state.thinking_time_remaining[team].duration();
    share(remaining, spent, throws_left(state, setting))
}

/// The team's throws on this clock, the coming one included.
fn throws_left(state: &GameState, setting: &Setting) -> u32 {
    let in_this_end = 8u32.saturating_sub(u32::from(state.shot) / 2).max(1);
    let ends_after = u32::from(setting.max_end).saturating_sub(u32::from(state.end) + 1);
    in_this_end + 8 * ends_after
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Player;
    use yomi_records::dc2::from_server::SetState;

    #[test]
    fn the_time_of_the_side_to_move_is_shared_out_evenly() {
        let situation = |shot, end, to_move| {
            let state = SetState {
                shot,
                end,
                ends: 10,
                to_move,
            };
            Situation::new(Default::default(), state, &[])
        };
        let opening = situation(0, 0, Player::First);
        let share = |times, spent, situation: &Situation| {
            dc2_clock(times, Duration::from_millis(spent), situation).map(|clock| clock.byoyomi)
        };
        // A tenth of a second is not planned for; what has gone by is gone.
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(share([400_100, 7], 0, &opening), seconds(5));
        assert_eq!(share([401_000, 7], 900, &opening), seconds(5));
        let hammer = situation(15, 9, Player::Second);
        assert_eq!(share([1, 9100], 0, &hammer), seconds(9));
        assert_eq!(share([1, 9100], 4000, &hammer), seconds(5));
        // Of little, a fifth.
        let fifth = Some(Duration::from_millis(80));
        assert_eq!(share([1, 120], 20, &hammer), fifth);
        assert_eq!(share([1, 120], 500, &hammer), Some(Duration::ZERO));
        for unlimited in [0, -1, i64::from(i32::MAX), i64::MIN, i64::MAX] {
            assert_eq!(share([unlimited, 1000], 0, &opening), None);
        }
    }
}
