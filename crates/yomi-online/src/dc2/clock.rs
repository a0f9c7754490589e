//! The time of a shot.
//!
//! GO tells how many milliseconds are left for the game. They are shared out evenly over the shots
//! that we still have to make.

use crate::curling_clock::share;
use std::time::Duration;
use yomi_core::Clock;
use yomi_records::dc2::situation::Situation;

/// The clock for the side to move when `spent` has gone by since GO came; `None` if it has no limit.
/// Without a limit servers write 0, -1, or the greatest number they have.
pub(super) fn clock(times: [i64; 2], spent: Duration, situation: &Situation) -> Option<Clock> {
    const UNLIMITED: i64 = i32::MAX as i64;
    let time = times[situation.state.to_move.index()];
    let limited = (1..UNLIMITED).contains(&time);
    limited.then(|| {
        let remaining = Duration::from_millis(time.unsigned_abs());
        share(remaining, spent, situation.shots_left())
    })
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
            clock(times, Duration::from_millis(spent), situation).map(|clock| clock.byoyomi)
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
