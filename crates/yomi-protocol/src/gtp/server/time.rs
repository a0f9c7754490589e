//! Clocks as GTP means them: main time, then overtime.
//!
//! Overtime is Canadian (so many moves in so much time) or byoyomi (so many periods, and a period
//! is used up only by a move that takes longer than it). `time_left` corrects a clock; between
//! corrections we keep it ourselves. For the engine overtime is an allowance per move: what is left
//! of Canadian overtime divided by the moves still to be made in it, or one period of byoyomi. The
//! controller decides whose flag falls; so these are not the session's clocks, which have no periods.
//!
//! Where the main time is all there is, the engine is told of a little less than is left: a
//! twentieth of the whole, at most half a second, is kept for what even the shortest thought costs
//! at the end of a long game.

use std::time::Duration;
use yomi_core::{Clock, Player};

/// The most that is kept of a main time that is all there is.
const MOST_RESERVE: Duration = Duration::from_millis(500);

/// What comes after the main time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Overtime {
    /// Nothing: the main time is all there is.
    None,
    /// So much time for every so many moves.
    Canadian {
        /// How much.
        time: Duration,
        /// How many, at least one.
        moves: u32,
    },
    /// So much time for every move, which may be exceeded a few times.
    Byoyomi {
        /// A period.
        time: Duration,
        /// How many there are, at least one.
        periods: u32,
    },
}

/// What is left on a clock.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Left {
    Main(Duration),
    /// Time, and the moves to be made in it or the periods left.
    Overtime(Duration, u32),
}

/// Both clocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clocks {
    settings: Option<(Duration, Overtime)>,
    left: [Option<Left>; 2],
}

impl Clocks {
    /// Sets both clocks.
    pub fn set(&mut self, main: Duration, overtime: Overtime) {
        self.settings = Some((main, overtime));
        self.restart();
    }

    /// Takes both clocks away.
    pub fn set_unlimited(&mut self) {
        self.settings = None;
        self.restart();
    }

    /// Puts both clocks back to the start of a game.
    pub fn restart(&mut self) {
        let full = self.settings.map(|(main, _)| Left::Main(main));
        self.left = [full; 2];
    }

    fn overtime(&self) -> Overtime {
        self.settings
            .map_or(Overtime::None, |(_, overtime)| overtime)
    }

    /// Corrects a clock: with 0 moves it is main time that is left, else overtime for so many
    /// moves, or with so many periods left.
    pub fn correct(&mut self, player: Player, time: Duration, moves: u32) {
        self.left[player.index()] = Some(match moves {
            0 => Left::Main(time),
            moves => Left::Overtime(time, moves),
        });
    }

    /// The player's clock as an engine understands it, after so much of the move has gone by;
    /// `None` without a limit.
    pub fn clock(&self, player: Player, gone: Duration) -> Option<Clock> {
        Some(self.full_clock(player)?.during(gone))
    }

    /// What is kept of so much main time left.
    fn reserve(&self, remaining: Duration) -> Duration {
        match self.overtime() {
            Overtime::None => {
                let whole = self.settings.map_or(remaining, |(main, _)| main);
                (whole / 20).min(MOST_RESERVE)
            }
            _ => Duration::ZERO,
        }
    }

    fn full_clock(&self, player: Player) -> Option<Clock> {
        let overtime = self.overtime();
        let byoyomi = |clock: Duration| Clock {
            byoyomi: clock,
            ..Clock::default()
        };
        Some(match (self.left[player.index()]?, overtime) {
            (Left::Main(remaining), overtime) => Clock {
                remaining: remaining.saturating_sub(self.reserve(remaining)),
                byoyomi: match overtime {
                    Overtime::None => Duration::ZERO,
                    Overtime::Canadian { time, moves } => time / moves.max(1),
                    Overtime::Byoyomi { time, .. } => time,
                },
                ..Clock::default()
            },
            (Left::Overtime(time, _), Overtime::Byoyomi { .. }) => byoyomi(time),
            (Left::Overtime(time, moves), _) => byoyomi(time / moves.max(1)),
        })
    }

    /// Takes the time of a move off the player's clock.
    pub fn spend(&mut self, player: Player, spent: Duration) {
        let overtime = self.overtime();
        let left = &mut self.left[player.index()];
        *left = left.map(|left| match (left, overtime) {
            (Left::Main(time), Overtime::None) => Left::Main(time.saturating_sub(spent)),
            (Left::Main(time), _) if spent <= time => Left::Main(time - spent),
            (Left::Main(main), Overtime::Canadian { time, moves }) => {
                canadian(time, moves, spent - main, overtime)
            }
            (Left::Main(main), Overtime::Byoyomi { time, periods }) => {
                byoyomi(time, periods, spent - main, time)
            }
            (Left::Overtime(left, periods), Overtime::Byoyomi { time, .. }) => {
                byoyomi(left, periods, spent, time)
            }
            (Left::Overtime(left, moves), _) => canadian(left, moves, spent, overtime),
        });
    }
}

/// Canadian overtime after a move; the last move of a period begins the next.
fn canadian(left: Duration, moves: u32, spent: Duration, overtime: Overtime) -> Left {
    match (moves, overtime) {
        (0 | 1, Overtime::Canadian { time, moves }) => Left::Overtime(time, moves),
        _ => Left::Overtime(left.saturating_sub(spent), moves.saturating_sub(1).max(1)),
    }
}

/// Byoyomi after a move: the period is full again, or the next one is if this one was used up.
/// The last one stays: whoever exceeds it has lost, which is for others to say.
fn byoyomi(left: Duration, periods: u32, spent: Duration, period: Duration) -> Left {
    let over = spent.saturating_sub(left).as_nanos();
    let used = over.div_ceil(period.as_nanos().max(1));
    let used = u32::try_from(used).unwrap_or(u32::MAX);
    Left::Overtime(period, periods.saturating_sub(used).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const B: Player = Player::First;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Main time and allowance per move, in seconds.
    fn shown(clocks: &Clocks) -> Option<(u64, u64)> {
        let clock = clocks.clock(B, Duration::ZERO)?;
        let seconds = |time: Duration| time.as_secs_f64().ceil() as u64;
        Some((seconds(clock.remaining), seconds(clock.byoyomi)))
    }

    #[test]
    fn main_time_alone_runs_down_and_starts_anew_with_the_game() {
        let mut clocks = Clocks::default();
        assert_eq!(shown(&clocks), None);
        clocks.set(seconds(60), Overtime::None);
        clocks.spend(B, seconds(25));
        assert_eq!(shown(&clocks), Some((35, 0)));
        clocks.spend(B, seconds(99));
        assert_eq!(shown(&clocks), Some((0, 0)));
        assert_eq!(clocks.left[1], Some(Left::Main(seconds(60))));
        clocks.restart();
        assert_eq!(shown(&clocks), Some((60, 0)));
    }

    #[test]
    fn a_little_of_the_main_time_is_kept_where_nothing_follows_it() {
        let left = |main: f64, spent: f64, overtime| {
            let mut clocks = Clocks::default();
            clocks.set(Duration::from_secs_f64(main), overtime);
            clocks.spend(B, Duration::from_secs_f64(spent));
            let clock = clocks.clock(B, Duration::ZERO).unwrap();
            clock.remaining.as_millis()
        };
        for (main, spent, told) in [
            (60.0, 0.0, 59_500),
            (60.0, 50.0, 9_500),
            (3.0, 0.0, 2_850),
            (3.0, 2.0, 850),
            (3.0, 2.9, 0),
            (0.0, 0.0, 0),
        ] {
            assert_eq!(left(main, spent, Overtime::None), told, "{main} {spent}");
        }
        let (time, periods) = (seconds(1), 1);
        assert_eq!(left(3.0, 2.0, Overtime::Byoyomi { time, periods }), 1_000);
    }

    #[test]
    fn what_has_gone_by_is_gone() {
        let mut clocks = Clocks::default();
        let overtime = Overtime::Byoyomi {
            time: seconds(30),
            periods: 3,
        };
        clocks.set(seconds(10), overtime);
        for (gone, told) in [(4, (6, 30)), (10, (0, 30)), (15, (0, 25)), (99, (0, 0))] {
            let clock = clocks.clock(B, seconds(gone)).unwrap();
            assert_eq!(
                (clock.remaining, clock.byoyomi),
                (seconds(told.0), seconds(told.1))
            );
        }
    }

    #[test]
    fn overtime_is_an_allowance_per_move() {
        let mut clocks = Clocks::default();
        let overtime = Overtime::Canadian {
            time: seconds(60),
            moves: 3,
        };
        clocks.set(seconds(10), overtime);
        assert_eq!(shown(&clocks), Some((10, 20)));
        clocks.spend(B, seconds(22));
        assert_eq!(shown(&clocks), Some((0, 24)), "48 s left for 2 moves");
        clocks.spend(B, seconds(8));
        assert_eq!(shown(&clocks), Some((0, 40)), "40 s left for 1 move");
        clocks.spend(B, seconds(39));
        assert_eq!(shown(&clocks), Some((0, 20)), "a new period");
    }

    #[test]
    fn a_period_of_byoyomi_is_used_up_only_by_a_longer_move() {
        let mut clocks = Clocks::default();
        let overtime = Overtime::Byoyomi {
            time: seconds(30),
            periods: 3,
        };
        clocks.set(seconds(10), overtime);
        assert_eq!(shown(&clocks), Some((10, 30)));
        clocks.spend(B, seconds(25));
        assert_eq!(shown(&clocks), Some((0, 30)));
        clocks.spend(B, seconds(30));
        assert_eq!(clocks.left[0], Some(Left::Overtime(seconds(30), 3)));
        clocks.spend(B, seconds(31));
        assert_eq!(clocks.left[0], Some(Left::Overtime(seconds(30), 2)));
        clocks.correct(B, seconds(30), 5);
        clocks.spend(B, seconds(90));
        assert_eq!(clocks.left[0], Some(Left::Overtime(seconds(30), 3)));
        clocks.spend(B, seconds(91));
        assert_eq!(clocks.left[0], Some(Left::Overtime(seconds(30), 1)));
        clocks.spend(B, seconds(600));
        assert_eq!(clocks.left[0], Some(Left::Overtime(seconds(30), 1)));
        clocks.correct(B, seconds(12), 2);
        assert_eq!(shown(&clocks), Some((0, 12)), "not divided by the periods");
    }

    #[test]
    fn the_controller_has_the_last_word() {
        let mut clocks = Clocks::default();
        clocks.correct(B, seconds(30), 0);
        assert_eq!(shown(&clocks), Some((30, 0)), "even without settings");
        clocks.correct(B, seconds(30), 5);
        assert_eq!(shown(&clocks), Some((0, 6)));
        clocks.spend(B, seconds(6));
        assert_eq!(shown(&clocks), Some((0, 6)), "24 s left for 4 moves");
        clocks.set_unlimited();
        assert_eq!(shown(&clocks), None);
    }
}
