//! The time of a shot.
//!
//! GO tells how many milliseconds are left for the game. They are shared out evenly over the shots
//! that we still have to make; each share is passed on as an allowance for one move, of which an
//! engine keeps a margin for the way to the server. What a shot leaves over is shared out anew at
//! the next.

use super::situation::Situation;
use std::time::Duration;
use yomi_core::Clock;

/// The clock for the side to move, `None` if it has no limit. Without a limit servers write 0, -1,
/// or the greatest number they have.
pub(super) fn clock(times: [i64; 2], situation: &Situation) -> Option<Clock> {
    const UNLIMITED: i64 = i32::MAX as i64;
    let time = times[situation.state.to_move.index()];
    let limited = (1..UNLIMITED).contains(&time);
    limited.then(|| Clock {
        byoyomi: Duration::from_millis(time.unsigned_abs()) / situation.shots_left(),
        ..Clock::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::from_server::SetState;
    use super::*;
    use yomi_core::Player;

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
        let budget =
            |times, situation: &Situation| clock(times, situation).map(|clock| clock.budget());
        let share = Duration::from_millis(5475);
        assert_eq!(clock([438_000, 7], &opening).unwrap().byoyomi, share);
        assert!(budget([438_000, 7], &opening).unwrap() < share);
        let hammer = situation(15, 9, Player::Second);
        assert_eq!(
            clock([1, 9000], &hammer).unwrap().byoyomi,
            Duration::from_secs(9)
        );
        assert!(budget([1, 9000], &hammer).unwrap() < Duration::from_secs(9));
        for unlimited in [0, -1, i64::from(i32::MAX), i64::MIN, i64::MAX] {
            assert_eq!(clock([unlimited, 1000], &opening), None);
        }
    }
}
